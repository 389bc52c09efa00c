"""Where the bot can write: what refusals of its writes, and what Telegram tells, say of a chat."""

from collections.abc import Awaitable, Callable, Iterable

import structlog
from telegram.error import ChatMigrated, TelegramError

from bot.matches import places
from bot.matches.match import Match, Outcome
from bot.matches.ports import Store
from bot.telegram.desks import Desk, Desks
from bot.telegram.fates import Fate, fate_of
from bot.telegram.messages import MayHaveArrived
from bot.telegram.patience import backoff, seconds_until_retry, until_available
from bot.telegram.recent import Recent

UNKNOWN_FATE_SECONDS = 10.0  # before a send that may have arrived is repeated
SILENCE_SECONDS = 60.0  # before a chat that refuses us is tried again; doubled each time
LONGEST_SILENCE_SECONDS = 3600.0

_log = structlog.get_logger()


class Reach:
    def __init__(self, store: Store, desks: Desks) -> None:
        self._store, self._desks = store, desks
        self._silenced: Recent[int, bool] = Recent(LONGEST_SILENCE_SECONDS, desks.clock)

    async def learn(self, chat: int, desk: Desk, error: TelegramError) -> None:
        """From a refusal. What will not pass by itself is kept; all else is waited for."""
        match fate_of(error):
            case Fate.MIGRATED if isinstance(error, ChatMigrated):
                await self.follow(chat, error.new_chat_id)
            case Fate.REMOVED:
                self.removed(chat, await until_available(self._kept, places.removed, chat))
            case Fate.TOPIC_SHUT if desk.match is not None:
                self.topic_closed(chat, await until_available(self._kept, places.topic_closed_of, desk.match))
            case Fate.TOPIC_SHUT:
                pass
            case fate:
                if fate is Fate.SILENCED:
                    self.may_write(chat, is_so=False)
                self._wait(chat, desk, error, fate)

    async def _kept(self, use_case: Callable[..., Awaitable[tuple[Match, ...]]], *about: int) -> tuple[Match, ...]:
        async with self._store.transaction() as tx:
            return await use_case(tx, *about)

    def _wait(self, chat: int, desk: Desk, error: TelegramError, fate: Fate) -> None:
        desk.failures += 1
        seconds = _patience(error, fate, desk.failures)
        self._desks.halt(chat, seconds)
        if fate is Fate.LATER:
            self._desks.refused(chat)
        if fate is Fate.FAULTY:
            _log.error("Telegram refuses what was written", chat=chat, match=desk.match, reason=str(error))
        else:
            _log.info("writing waits", chat=chat, fate=fate.name.lower(), seconds=seconds)

    def stumbled(self, chat: int, desk: Desk) -> None:
        """A bug met what was to be written here: it may do so again."""
        desk.failures += 1
        self._desks.halt(chat, _silence(desk.failures))

    # What became of a chat

    async def follow(self, old: int, new: int) -> None:
        """A call was refused because a group has another address."""
        self.moved(old, new, await until_available(self._kept, places.move, old, new))

    def moved(self, old: int, new: int, matches: tuple[Match, ...]) -> None:
        """What waits for the old address of a group, and whatever is played there, is written at the new one."""
        _log.info("a group has another address", chat=old, now=new)
        self._desks.move(old, new)
        for match in matches:
            self._desks.wake(new, match.id)

    def removed(self, chat: int, asleep: tuple[Match, ...]) -> None:
        """Nothing is written any more where the bot is not."""
        if asleep:
            _log.info("the bot is not in a chat any more", chat=chat, asleep=[match.id for match in asleep])
        self._desks.clear(chat)

    def topic_closed(self, chat: int, asleep: tuple[Match, ...]) -> None:
        if asleep:
            _log.info("a topic is closed", chat=chat, asleep=[match.id for match in asleep])

    def resumed(self, chat: int, resumed: Iterable[Outcome]) -> None:
        """Matches that slept go on."""
        for outcome in resumed:
            self._desks.wake(chat, outcome.match.id)
            if outcome.old_message is not None:
                self._desks.strip(chat, outcome.old_message)

    def may_write(self, chat: int, *, is_so: bool) -> None:
        """Whether the bot has the right to write here. It waits no longer when the right is given back."""
        if not is_so:
            self._silenced.put(chat, value=True)
        elif self.is_silenced(chat):
            self._silenced.put(chat, value=False)
            self._desks.go_on(chat)

    def is_silenced(self, chat: int) -> bool:
        return self._silenced.get(chat) or False

    def forget_old(self) -> None:
        self._silenced.forget_old()


def _patience(error: TelegramError, fate: Fate, failures: int) -> float:
    """Seconds until this chat is tried again."""
    if isinstance(error, MayHaveArrived):
        return UNKNOWN_FATE_SECONDS
    if fate in (Fate.SILENCED, Fate.FAULTY):
        return _silence(failures)
    return seconds_until_retry(error, failures)


def _silence(failures: int) -> float:
    return backoff(failures - 1, first=SILENCE_SECONDS, longest=LONGEST_SILENCE_SECONDS)
