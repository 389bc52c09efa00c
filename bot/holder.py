"""Whether this process works or stands by: it works while it has the lease, and stops before another may have it."""

import asyncio
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from datetime import datetime
from functools import partial
from typing import Any

import structlog

from bot.health import Health
from bot.matches.ports import Lease, Leases, Unavailable
from bot.metrics import LEASE_HELD
from bot.processes import is_gone, own_name

WORKED = 0.8  # of the lease, by our own clock: what is on its way to Telegram by then has the rest to arrive
RENEWED = 1 / 3  # so there are two tries before that
LOOKED = 1 / 10  # how often whoever stands by looks, and whoever could not renew it tries again
LEAVE_SECONDS = 2.0  # to give it back at the end

_log = structlog.get_logger()

# It goes on while the machine sleeps, where the machine tells so
_steady = partial(time.clock_gettime, time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic


class Holder:
    """This process, as one that may hold the lease."""

    def __init__(self, leases: Leases, seconds: float, health: Health, clock: Callable[[], float] = _steady) -> None:
        self._leases, self._seconds, self._health, self._clock = leases, seconds, health, clock
        self._me = own_name()
        self._until = clock()  # when our time is over
        self._asking = asyncio.Lock()

    @property
    def has_lease(self) -> bool:
        return self._left > 0

    @property
    def _left(self) -> float:
        return self._until - self._clock()

    async def work(self, work: Callable[[datetime], Coroutine[Any, Any, None]]) -> None:
        """Do the work whenever it is ours, until cancelled. Raises what it raises.

        It is told until when it was done before, by us or another.
        """
        with self._health.expecting("database", self._seconds) as self._heard:
            try:
                while True:
                    since = await self._stand_by()
                    _log.info("at work", since=since.isoformat())
                    await self._work_on(work(since))
            finally:
                await self._leave()

    async def _stand_by(self) -> datetime:
        """Until the lease is ours; until when somebody worked."""
        is_told = False
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(self._seconds):
                    if (since := await self._take()) is not None:
                        return since
            if not is_told:
                self._health.role, is_told = "standing by", True
                _log.info("standing by")
            await asyncio.sleep(self._seconds * LOOKED)

    async def _take(self) -> datetime | None:
        """Take or renew the lease; None where another has it, or nobody says."""
        asked = self._clock()
        try:
            async with self._asking:
                lease = await self._ask()
        except Unavailable as fault:
            _log.warning("the lease is asked for again", reason=str(fault))
            return None
        self._heard()
        is_ours = lease.holder == self._me
        self._until = asked + WORKED * self._seconds if is_ours else asked
        return lease.until if is_ours else None

    async def _ask(self) -> Lease:
        """Who is known to be gone is not waited for."""
        lease = await self._leases.take_lease(self._me, self._seconds)
        if lease.holder != self._me and is_gone(lease.holder):
            return await self._leases.take_lease(self._me, self._seconds, gone=lease.holder)
        return lease

    async def _work_on(self, work: Coroutine[Any, Any, None]) -> None:
        """Until the lease is lost. An end that was asked for is finished under it."""
        self._health.role = "working"
        LEASE_HELD.set(1)
        working, *watching = (asyncio.create_task(task) for task in (work, self._renew(), self._run_out()))
        try:
            await asyncio.wait((working, *watching), return_when=asyncio.FIRST_COMPLETED)
            if not working.done():
                _log.warning("the lease is lost")
        finally:
            LEASE_HELD.set(0)
            working.cancel()
            with suppress(asyncio.CancelledError):
                await working
            with suppress(TimeoutError):  # a renewal under way must not come after what follows
                async with asyncio.timeout(self._left), self._asking:
                    pass
            for task in watching:
                task.cancel()
            await asyncio.gather(*watching, return_exceptions=True)

    async def _renew(self) -> None:
        pause = RENEWED
        while self.has_lease:
            await asyncio.sleep(self._seconds * pause)
            pause = LOOKED if await self._take() is None else RENEWED

    async def _run_out(self) -> None:
        while self.has_lease:  # noqa: ASYNC110  time has none either
            await asyncio.sleep(self._left)

    async def _leave(self) -> None:
        """Give it back, so that another need not wait."""
        if self.has_lease:
            with suppress(Unavailable, TimeoutError):
                async with asyncio.timeout(LEAVE_SECONDS):
                    await self._leases.leave_lease(self._me)
