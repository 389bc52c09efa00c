"""The programs that are measured, each a process of its own, and the CPU it has used."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from msgspec import Struct

TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


class Program(Struct, frozen=True):
    pid: int

    def cpu(self) -> float:
        """Seconds of CPU used so far, user and system, as Linux counts them."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS


@asynccontextmanager
async def started(
    module: str, *, token: str, api: str, database: str, statements: Path | None = None
) -> AsyncIterator[Program]:
    env = {**os.environ, "TELEGRAM_TOKEN": token, "TELEGRAM_API_URL": api, "DATABASE_URL": database}
    if statements:
        env["BENCH_STATEMENTS"] = str(statements)
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", module, env=env, stdin=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL
    )
    try:
        yield Program(process.pid)
    finally:
        if process.returncode is None:
            process.terminate()
        await asyncio.wait_for(process.wait(), 20)
