"""The program as whoever runs it has it: a process of its own, ended by its own id whatever happens."""

import asyncio
import os
import signal
import socket
import sys
import time
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from bot.local_telegram import LocalTelegram
from bot.postgres import launch

CHECKOUT = Path(__file__).parents[2]
BYTECODE = CHECKOUT / ".pytest_cache" / "bytecode"  # made once for all runs, as an installed program has it
INHERITED = ("PATH", "HOME", "LD_LIBRARY_PATH", "PGBIN")
PATIENCE = 60.0  # seconds; the machine may be busy
# Becomes the program, which then ends when these tests do, even if they are killed
ENDING_WITH_US = (sys.executable, "-I", "-S", launch.__file__, str(os.geteuid()), str(os.getegid()))


def crowd() -> float:
    """How many programs share a core of this machine now, at least one: what has to be fast is as much slower."""
    return max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


def free_ports(count: int) -> list[int]:
    """Of this machine alone; held together, so that no two are the same."""
    with ExitStack() as held:
        sockets = [held.enter_context(socket.socket()) for _ in range(count)]
        for free in sockets:
            free.bind(("127.0.0.1", 0))
        return [int(free.getsockname()[1]) for free in sockets]


class BotProcess:
    """`python -m bot …`, again and again. Use `async with`: no process outlives it.

    `folder` gets the logs.
    """

    def __init__(self, folder: Path, command: str, environment: Mapping[str, str], *, has_output: bool = False) -> None:
        self.log = folder / f"{command}-{time.monotonic_ns()}.log"
        self.started_at = 0.0
        self._command = command
        self._stdout = PIPE if has_output else DEVNULL
        self._environment = (
            {name: os.environ[name] for name in INHERITED if name in os.environ}
            | {"PYTHONPYCACHEPREFIX": str(BYTECODE)}
            | dict(environment)
        )
        self._process: Process | None = None

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        await self.kill()

    # Beginning

    async def start(self) -> None:
        assert not self.is_running
        self.started_at = time.time()
        with self.log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *(*ENDING_WITH_US, str(os.getpid()), sys.executable, "-m", "bot", self._command),
                stdin=DEVNULL,
                stdout=self._stdout,
                stderr=log,
                cwd=CHECKOUT,
                env=self._environment,
            )

    async def at_work(self, tg: LocalTelegram) -> None:
        """Wait until it polls; fail as soon as it cannot any more."""
        polled = asyncio.create_task(tg.until(tg.is_polled, PATIENCE))
        ended = asyncio.create_task(self.process.wait())
        done, pending = await asyncio.wait({polled, ended}, return_when=asyncio.FIRST_COMPLETED)
        for task in pending:
            task.cancel()
        assert done == {polled}, f"it ended with status {self.process.returncode}:\n{self.said}"
        polled.result()

    async def line(self) -> str:
        """The next line it prints that is not blank."""
        assert self.process.stdout is not None
        async with asyncio.timeout(PATIENCE):
            while (read := await self.process.stdout.readline()) and not read.strip():
                pass
        return read.decode().strip()

    async def says(self, words: str) -> None:
        """Wait until it has written this to standard error; a file tells nobody when it grows, so we look."""
        async with asyncio.timeout(PATIENCE):
            while words not in self.said:
                assert self.is_running, self.said
                await asyncio.sleep(0.02)

    # Ending

    async def kill(self) -> None:
        """−9: nothing can be finished."""
        if self.is_running:
            with suppress(ProcessLookupError):
                self.process.kill()
        if self._process is not None:
            await self._process.wait()

    def send(self, number: signal.Signals) -> None:
        self.process.send_signal(number)

    async def status(self, within: float = PATIENCE) -> int:
        """How it ended."""
        async with asyncio.timeout(within):
            return await self.process.wait()

    # Looking

    @property
    def process(self) -> Process:
        assert self._process is not None
        return self._process

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.returncode is None

    @property
    def said(self) -> str:
        """What it wrote to standard error, in all its lives."""
        return self.log.read_text() if self.log.exists() else ""
