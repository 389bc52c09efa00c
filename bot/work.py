"""What the process that has the lease does: it hears of updates, handles them, shows what follows, and tidies up."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeAlias

import structlog
from telegram import Bot

from bot.config import Config
from bot.matches.ports import Unavailable
from bot.store import SqlStore
from bot.telegram.dispatch import Dispatch
from bot.telegram.introduction import introduce
from bot.telegram.pace import Pace
from bot.telegram.patience import until_available, until_heard
from bot.telegram.poller import Feed
from bot.telegram.poster import Poster
from bot.telegram.timekeeper import Timekeeper

SETTLE_SECONDS = 3.5  # what has begun is finished within it at the end; messages under way get it once more
PURGE_SECONDS = 3600.0
NET_SECONDS = 5.0  # what nobody told of is looked for so often

Hear: TypeAlias = Callable[[Feed], Sequence[Coroutine[Any, Any, None]]]  # feed what comes, until cancelled

_log = structlog.get_logger()


@dataclass(frozen=True)
class Work:
    config: Config
    bot: Bot
    store: SqlStore
    pace: Pace  # of all writes of this process, also of those before it lost the lease
    hear: Hear

    async def do(self, since: datetime) -> None:
        """Until cancelled; then finish what has begun. Without the lease that writes nothing more into chats.

        Nobody has worked since then.
        """
        poster = Poster(self.bot, self.store, self.pace, asyncio.get_running_loop().time, pictures=self.config.pictures)
        dispatch = Dispatch(self.bot, self.store, poster)

        async def hand_on() -> None:
            dispatch.feed(await self.store.undone())

        async def look_over() -> None:
            dispatch.forget_old()
            poster.forget_old()
            await hand_on()
            await poster.look()

        await until_available(hand_on)  # before what is newer
        await until_available(self.store.resume_clocks, since)
        await self._all_of(
            dispatch,
            poster,
            self._introduce(),
            *self.hear(dispatch.feed),
            Timekeeper(self.store, poster).run(),
            _again_and_again(look_over, NET_SECONDS),
            _again_and_again(self.store.purge, PURGE_SECONDS),
        )

    async def _introduce(self) -> None:
        """Beside everything else: Telegram lets bots describe themselves only now and then."""
        await until_heard(lambda: introduce(self.bot))
        await asyncio.Future()

    async def _all_of(self, dispatch: Dispatch, poster: Poster, *parts: Coroutine[Any, Any, None]) -> None:
        """Whatever else ends first, writing ends last. Raises what a part raises."""
        posting, *others = (asyncio.create_task(part) for part in (poster.run(), *parts))
        try:
            await asyncio.wait((posting, *others), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in others:
                task.cancel()
            await dispatch.settle(SETTLE_SECONDS)
            posting.cancel()
            await poster.settle(SETTLE_SECONDS)
            ended = await asyncio.gather(posting, *others, return_exceptions=True)
        for error in ended:
            if isinstance(error, Exception):
                raise error


async def _again_and_again(ask: Callable[[], Awaitable[object]], seconds: float) -> None:
    """Ask the database something now and then; when it does not answer, next time."""
    while True:
        try:
            await ask()
        except Unavailable as fault:
            _log.warning("the database is asked again later", reason=str(fault))
        await asyncio.sleep(seconds)
