"""Updates in line: those of one chat one after the other, the chats beside each other."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from contextlib import suppress
from typing import Any

from bot.matches.ports import Arrival
from bot.telegram.recent import Recent

HANDLED_SECONDS = 10.0  # who looks for what is undone has been told within it


class Lines:
    """A line has a worker as long as anything waits in it."""

    def __init__(self, handle: Callable[[Arrival], Awaitable[None]], clock: Callable[[], float]) -> None:
        self._handle = handle
        self._lines: dict[int, OrderedDict[int, Arrival]] = {}  # by chat, then by id
        self._handled: Recent[int, bool] = Recent(HANDLED_SECONDS, clock)
        self._tasks: set[asyncio.Task[None]] = set()  # the workers, and what is done beside them

    def feed(self, arrivals: Iterable[Arrival]) -> None:
        """Put updates in line behind the others of their chats; what is in line already keeps its place.

        What was handled a moment ago may still have been undone when somebody looked for that.
        """
        for arrival in arrivals:
            if self._handled.get(arrival.id):
                continue
            if line := self._lines.get(arrival.chat):
                line.setdefault(arrival.id, arrival)
                continue
            self._lines[arrival.chat] = OrderedDict({arrival.id: arrival})
            self.begin(self._work(arrival.chat))

    def begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Do something that no line waits for."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _work(self, chat: int) -> None:
        line = self._lines[chat]
        try:
            while line:
                with suppress(Exception):  # its bugs are logged in there; whatever else, the next one has its turn
                    await self._handle(next(iter(line.values())))
                self._handled.put(line.popitem(last=False)[0], value=True)
        finally:
            del self._lines[chat]

    async def settle(self, seconds: float) -> None:
        """Let what has begun be finished; what takes longer is undone and stays in the inbox."""
        for line in self._lines.values():
            while len(line) > 1:
                line.popitem()
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while self._tasks:
                    await asyncio.wait(self._tasks)
        late = set(self._tasks)
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)

    def forget_old(self) -> None:
        self._handled.forget_old()

    def __len__(self) -> int:
        return len(self._lines)
