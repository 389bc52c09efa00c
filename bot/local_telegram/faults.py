"""Faults on order: the next call of a method fails, is cut off or is held, and a test knows when it has come.

fault = tg.faults.next("editMessageText", chat=table, do=hold_after)
await fault.arrived()   # the message is edited, the bot does not know yet: the moment to kill it
fault.release()
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

from bot.local_telegram.refusals import ApiError
from bot.local_telegram.world import Json

Perform = Callable[[], Awaitable[Any]]
Do = Callable[["Fault", Perform], Awaitable[Any]]


class HasId(Protocol):
    @property
    def id(self) -> int: ...


class ConnectionDropped(Exception):  # noqa: N818  # what happens, not an error of ours
    """The connection ends without an answer."""


@dataclass
class Call:
    """A Bot API call as it came. `outcome` is the answer's JSON, or None while there is none."""

    bot: str
    method: str
    parameters: Json
    at: float
    outcome: Json | None = None

    @property
    def chat_id(self) -> int | None:
        try:
            return int(self.parameters["chat_id"])
        except (KeyError, TypeError, ValueError):
            return None

    @property
    def is_ok(self) -> bool:
        return self.outcome is not None and bool(self.outcome["ok"])


@dataclass
class Fault:
    """One fault. It strikes `times` matching calls; None means all until `stop`."""

    method: str
    chat_id: int | None
    do: Do
    times: int | None = 1
    calls: list[Call] = field(default_factory=list)
    _arrived: asyncio.Event = field(default_factory=asyncio.Event)
    _released: asyncio.Event = field(default_factory=asyncio.Event)

    def matches(self, call: Call) -> bool:
        is_left = self.times is None or len(self.calls) < self.times
        is_meant = self.method in (call.method, "*") and self.chat_id in (None, call.chat_id)
        return is_left and is_meant

    async def strike(self, call: Call, perform: Perform) -> Any:
        self.calls.append(call)
        return await self.do(self, perform)

    def announce(self) -> None:
        self._arrived.set()

    async def arrived(self, timeout: float = 10) -> Call:  # noqa: ASYNC109  # reads as a test's sentence
        """Wait until a call has come as far as this fault lets it."""
        async with asyncio.timeout(timeout):
            await self._arrived.wait()
        return self.calls[-1]

    def release(self) -> None:
        """Let held calls go on."""
        self._released.set()

    def stop(self) -> None:
        """Strike no more, and let held calls go on."""
        self.times = 0
        self.release()

    async def until_released(self) -> None:
        await self._released.wait()


def refuse(code: int, description: str, **parameters: int) -> Do:
    """Answer with an error instead of acting, e.g. `refuse(429, "Too Many Requests: …", retry_after=3)`, a 502."""

    async def do(fault: Fault, _perform: Perform) -> Any:
        fault.announce()
        raise ApiError(code, description, **parameters)

    return do


async def drop_before(fault: Fault, _perform: Perform) -> Any:
    """The connection ends before the call had any effect."""
    fault.announce()
    raise ConnectionDropped


async def drop_after(fault: Fault, perform: Perform) -> Any:
    """The call has its effect, its answer is lost."""
    await perform()
    fault.announce()
    raise ConnectionDropped


async def hold_before(fault: Fault, perform: Perform) -> Any:
    """Nothing happens until the fault is released; then the call goes on as if nothing had been."""
    fault.announce()
    await fault.until_released()
    return await perform()


async def hold_after(fault: Fault, perform: Perform) -> Any:
    """The call has its effect; its answer comes when the fault is released."""
    answer = await perform()
    fault.announce()
    await fault.until_released()
    return answer


class Faults:
    """The faults on order, oldest first."""

    def __init__(self) -> None:
        self._ordered: list[Fault] = []

    def next(self, method: str, *, do: Do, chat: HasId | None = None) -> Fault:
        """Strike the next call of a method; "*" means any method."""
        return self._order(Fault(method, chat.id if chat else None, do))

    def every(self, method: str, *, do: Do, chat: HasId | None = None) -> Fault:
        """Strike every call of a method until the fault is stopped."""
        return self._order(Fault(method, chat.id if chat else None, do, None))

    def _order(self, fault: Fault) -> Fault:
        self._ordered.append(fault)
        return fault

    def meeting(self, call: Call) -> Fault | None:
        return next((fault for fault in self._ordered if fault.matches(call)), None)

    def clear(self) -> None:
        """No more faults; whatever is held goes on."""
        for fault in self._ordered:
            fault.stop()
        self._ordered.clear()
