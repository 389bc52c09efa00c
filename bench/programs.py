"""The programs that are measured, each a process of its own, and the CPU it has used."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Mapping
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

    def memory(self) -> float:
        """MiB it holds now, as Linux counts them."""
        lines = Path(f"/proc/{self.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024


@asynccontextmanager
async def started(module: str, settings: Mapping[str, str], statements: Path | None = None) -> AsyncIterator[Program]:
    env = {**os.environ, **settings}
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
