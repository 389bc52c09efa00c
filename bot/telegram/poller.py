"""Long polling: fetch a batch, keep it in the inbox, and only then acknowledge it with the next fetch.

The library's own updater acknowledges what is merely in memory, and loses it when it is killed (decision 0006).
"""

import asyncio
import warnings
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, TypeAlias

import structlog
from telegram import Bot
from telegram.error import Conflict, EndPointNotFound, InvalidToken, TelegramError
from telegram.warnings import PTBUserWarning

from bot.matches.ports import Arrival, Inbox
from bot.telegram.patience import ANSWER_WITHIN_SECONDS, seconds_until_retry, until_available
from bot.views.language import language_of
from bot.views.toasts import WORKING

POLL_SECONDS = 30  # Telegram holds the call open for so long when there is nothing
ALLOWED_UPDATES = ("message", "callback_query", "my_chat_member")  # said explicitly at every fetch
# Its own method parses a whole batch, so that one update it cannot parse would come again for ever
warnings.filterwarnings("ignore", message="Please use 'Bot.getUpdates'", category=PTBUserWarning)

STRANGER_SECONDS = 60.0  # another poller on our token is put up with for so long, and forgotten after it
LONGEST_PAUSE = 5.0  # seconds between two fetches that fail: people wait for it to be over
NUMBERLESS_SECONDS = 1.0  # before a batch is asked for again that nobody could acknowledge

_BIGINT = range(-(2**63), 2**63)  # what the database takes for a number

Feed: TypeAlias = Callable[[tuple[Arrival, ...]], None]  # puts updates in line

_log = structlog.get_logger()


class TokenTaken(Exception):  # noqa: N818  what happened, not a bug of ours
    """Another program polls with this token."""


class NoUpdates(TelegramError):  # noqa: N818  what came, not a bug of ours
    """An answer without a list of updates in it."""


class Poller:
    def __init__(self, bot: Bot, inbox: Inbox, feed: Feed, heard: Callable[[], None]) -> None:
        self._bot, self._inbox, self._feed, self._heard = bot, inbox, feed, heard
        self._failures = 0  # in a row
        self._answers: set[asyncio.Task[None]] = set()  # on their way
        self._conflicts: tuple[float, float] | None = None  # the first and the last, never a minute apart

    async def run(self) -> None:
        """Poll until cancelled. Raises InvalidToken, TokenTaken."""
        offset: int | None = None
        while True:
            try:
                batch = await self._fetch(offset)
            except TelegramError as error:
                await self._wait(error)
            else:
                self._failures = 0
                self._heard()
                offset = await self._keep(batch) or offset

    async def _fetch(self, offset: int | None) -> list[Any]:
        """A batch as it came. Raises TelegramError, also for whatever came instead of one."""
        try:
            batch = await self._ask(offset)
        except TelegramError:
            raise
        except Exception as fault:  # noqa: BLE001  the library's, about an answer of any shape; the next may be one
            raise NoUpdates(repr(fault)) from None
        if not isinstance(batch, list):
            raise NoUpdates(type(batch).__name__)
        return batch

    async def _ask(self, offset: int | None) -> Any:
        asked: dict[str, Any] = {"timeout": POLL_SECONDS, "allowed_updates": ALLOWED_UPDATES}
        if offset is not None:
            asked["offset"] = offset
        try:
            return await self._bot.do_api_request("getUpdates", api_kwargs=asked, read_timeout=POLL_SECONDS + 10)
        except EndPointNotFound as error:  # how the library tells of a 401 and of a 404
            if "Unauthorized" in str(error.__cause__):
                raise InvalidToken(error.message) from None
            await self._bot.get_me()  # a 404 may be a proxy's: Telegram says whether it knows the token
            raise

    async def _keep(self, batch: list[Any]) -> int | None:
        """Keep a batch for good and pass on what is new; the offset that acknowledges it."""
        arrivals = [arrival for body in batch if (arrival := arrival_of(body)) is not None]
        if not arrivals:
            if batch:
                await asyncio.sleep(NUMBERLESS_SECONDS)
            return None
        self._feed(await self._put(arrivals))
        return arrivals[-1].id + 1

    async def _put(self, arrivals: Sequence[Arrival]) -> tuple[Arrival, ...]:
        """What cannot be kept is let go: it would come again for ever, and everything behind it would wait."""
        late = asyncio.get_running_loop().call_later(ANSWER_WITHIN_SECONDS, self._tell_late, arrivals)
        try:
            return await until_available(self._inbox.put, arrivals)
        except Exception:  # noqa: BLE001  whatever is wrong with one update, the others have to be kept
            if len(arrivals) == 1:
                _log.exception("update not kept", update=arrivals[0].id, chat=arrivals[0].chat)
                return ()
        finally:
            late.cancel()
        return tuple([kept for arrival in arrivals for kept in await self._put([arrival])])

    def _tell_late(self, arrivals: Sequence[Arrival]) -> None:
        """Whoever has pressed need not wait for the database to come back."""
        for press in filter(None, (_press_in(arrival.body) for arrival in arrivals)):
            task = asyncio.create_task(self._answer(*press))
            self._answers.add(task)
            task.add_done_callback(self._answers.discard)

    async def _answer(self, query: str, language: str) -> None:
        with suppress(TelegramError):
            await self._bot.answer_callback_query(query, language_of(language).say(WORKING))

    async def _wait(self, error: TelegramError) -> None:
        if isinstance(error, InvalidToken):
            raise error
        self._failures += 1
        if isinstance(error, Conflict):
            self._bear_stranger()
        _log.warning("Telegram is asked again", reason=str(error), failures=self._failures)
        await asyncio.sleep(seconds_until_retry(error, self._failures, LONGEST_PAUSE))

    def _bear_stranger(self) -> None:
        """Two pollers take turns while there is traffic: a fetch that succeeds says nothing, a quiet minute does."""
        now = asyncio.get_running_loop().time()
        first, last = self._conflicts or (now, now)
        self._conflicts = first, last = (now if now - last > STRANGER_SECONDS else first), now
        if last - first > STRANGER_SECONDS:
            raise TokenTaken


def arrival_of(body: Any) -> Arrival | None:
    """An update as it came; None when it has no number, so that nobody could acknowledge it."""
    match body:
        case {"update_id": int(update_id)} if update_id >= 0:  # a negative offset makes Telegram forget updates
            chat = _chat_of(body)
            return Arrival(update_id, chat if chat in _BIGINT else 0, body)
        case _:
            _log.error("update without a number")
            return None


def _press_in(body: dict[str, Any]) -> tuple[str, str] | None:
    """The number of a press, and the language of whoever pressed."""
    match body:
        case {"callback_query": {"id": str(query), "from": {"language_code": str(language)}}}:
            return query, language
        case {"callback_query": {"id": str(query)}}:
            return query, ""
        case _:
            return None


def _chat_of(body: dict[str, Any]) -> int:
    """Telegram's id of the chat an update is handled in order with; a person's own where there is no chat."""
    match body:
        case (
            {"message": {"chat": {"id": int(chat)}}}
            | {"callback_query": {"message": {"chat": {"id": int(chat)}}}}
            | {"my_chat_member": {"chat": {"id": int(chat)}}}
        ):
            return chat
        case {"callback_query": {"from": {"id": int(person)}}}:
            return person
        case _:
            return 0
