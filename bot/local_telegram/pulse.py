"""A heartbeat: it beats whenever something happened here, so that whoever waits looks again and nobody polls."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

Found = TypeVar("Found")


class Pulse:
    def __init__(self) -> None:
        self._next = asyncio.Event()

    def beat(self) -> None:
        self._next.set()
        self._next = asyncio.Event()

    async def next(self) -> None:
        await self._next.wait()

    async def until(self, look: Callable[[], Found], timeout: float | None = 10) -> Found:  # noqa: ASYNC109  # reads as a test's sentence
        """Look now and at every beat until there is something to see, and return it."""
        async with asyncio.timeout(timeout):
            while not (found := look()):
                await self.next()
            return found
