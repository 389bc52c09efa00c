"""Looks at the clocks: has warnings sent in time, and carries out what follows when a deadline has passed.

It remembers nothing: what is due is asked of the database, every second at least. So two of them do no more than
one, and none is missed after a crash.
"""

import asyncio
from datetime import timedelta

import structlog

from bot.matches import clock
from bot.matches.match import Match
from bot.matches.ports import Store
from bot.telegram.patience import until_available
from bot.telegram.poster import Poster

LOOK_AHEAD = timedelta(seconds=1)  # what is due later is not waited for: another look comes before

_log = structlog.get_logger()


class Timekeeper:
    def __init__(self, store: Store, poster: Poster) -> None:
        self._store, self._poster = store, poster

    async def run(self) -> None:
        """Keep time until cancelled."""
        while True:
            seconds = await self._look()
            await asyncio.sleep(seconds)

    async def _look(self) -> float:
        """Do what is due; seconds until the next thing is."""
        for due in await until_available(self._store.due, LOOK_AHEAD):
            if due.seconds > 0:
                return due.seconds
            if due.is_warning:
                self._poster.warn(due.chat, due.match)
            else:
                await self._run_out(due.match)
        return LOOK_AHEAD.total_seconds()

    async def _run_out(self, match_id: int) -> None:
        try:
            match = await until_available(self._try, match_id)
        except Exception:  # noqa: BLE001  whatever the bug, the other clocks go on
            _log.exception("a clock is stopped", match=match_id)
            await until_available(self._store.stop_clock, match_id)
            return
        if match is not None:
            self._poster.wake(match.address, match.id)

    async def _try(self, match_id: int) -> Match | None:
        async with self._store.transaction() as tx:
            return await clock.run_out(tx, match_id)
