"""From the inbox to its effect: each chat's updates one after the other, each exactly once.

An update's effect and its done-mark are one transaction. A fault of the database is waited out; a bug parks the update,
is logged with it, and the chat goes on. A press is answered when it is committed or after two seconds.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import TypeVar

import structlog
from msgspec import Struct
from msgspec.structs import replace
from telegram import Bot, CallbackQuery, Message, Update
from telegram.error import TelegramError

from bot.matches.match import Match, Outcome, Person
from bot.matches.places import heard
from bot.matches.ports import Arrival, Store, Transaction
from bot.metrics import PARKED, PRESSES, REFUSALS
from bot.telegram.admins import Admins
from bot.telegram.desks import Reply, Rewrite
from bot.telegram.fates import Fate, fate_of
from bot.telegram.handlers import commands, places, presses
from bot.telegram.handlers.answer import Answer
from bot.telegram.lines import Lines
from bot.telegram.patience import ANSWER_WITHIN_SECONDS, until_available
from bot.telegram.poster import Poster
from bot.telegram.recent import Recent
from bot.telegram.senders import topic_of
from bot.views import toasts
from bot.views.language import Language, language_of
from bot.views.replies import reply
from bot.views.screen import Screen
from engine import Refused

BOARD_SECONDS = 20.0  # /board sends no board again within it
COSTLY_SECONDS = 2.0  # nobody has such a thing worked out again within it
COSTLY = ("verify", "export", "hint")  # commands that take as long as many presses
ADMINS_MAY = ("host_only", "too_early")  # reasons that do not hold for an admin

Done = TypeVar("Done")
Asking = TypeVar("Asking", commands.Asked, presses.Pressed)

_log = structlog.get_logger()


class No(Struct, frozen=True):
    """A refusal, and the match it is about where one was found."""

    reason: str
    match: Match | None


class Dispatch:
    def __init__(self, bot: Bot, store: Store, poster: Poster) -> None:
        self._bot, self._store, self._poster = bot, store, poster
        clock = asyncio.get_running_loop().time
        self._lines = Lines(self._handle, clock)
        self._admins = Admins(bot, clock, poster.reach.follow)
        self._boards: Recent[tuple[int, int], bool] = Recent(BOARD_SECONDS, clock)
        self._costly: Recent[commands.Asked, bool] = Recent(COSTLY_SECONDS, clock)
        self._proven: Recent[int, dict[str | None, str]] = Recent(COSTLY_SECONDS, clock)  # to whom, by what data

    def feed(self, arrivals: Iterable[Arrival]) -> None:
        """Handle updates, each behind the others of its chat."""
        self._lines.feed(arrivals)

    def forget_old(self) -> None:
        for remembered in (self._lines, self._admins, self._boards, self._costly, self._proven):
            remembered.forget_old()

    async def settle(self, seconds: float) -> None:
        """Let what has begun be finished; what takes longer is undone and stays in the inbox."""
        await self._lines.settle(seconds)

    async def _handle(self, arrival: Arrival) -> None:
        query: CallbackQuery | None = None
        try:
            update = Update.de_json(arrival.body, self._bot)
            query = update.callback_query
            if query is not None:
                await self._press(arrival, query)
            elif news := places.read(update):
                await self._place(arrival, news)
            elif update.message is not None:
                await self._message(arrival, update.message)
            else:
                await self._finish(arrival)
        except Exception:  # noqa: BLE001  whatever the bug, the next update has to be handled
            PARKED.inc()
            _log.exception("update parked", update=arrival.id, chat=arrival.chat, press=query and query.data)
            await self._park(arrival)
            if query is not None:
                self._tell(query, _language_of(query).say(toasts.TRY_AGAIN))

    async def _finish(self, arrival: Arrival) -> None:
        async def nothing(_tx: Transaction) -> None: ...

        await self._commit(arrival, nothing)

    async def _park(self, arrival: Arrival) -> None:
        try:
            await until_available(self._store.park, arrival.id, "see the log")
        except Exception:  # noqa: BLE001  then it comes once more after the next start
            _log.exception("update not parked", update=arrival.id, chat=arrival.chat)

    # What is told of the place itself, and whoever speaks in it

    async def _place(self, arrival: Arrival, news: places.News) -> None:
        changed = await self._commit(arrival, lambda tx: places.act(tx, news))
        if not isinstance(changed, No):
            places.show(self._poster, news, changed, self._bot.username)

    async def _message(self, arrival: Arrival, message: Message) -> None:
        if asked := commands.read(message, self._bot.username):
            await self._command(arrival, asked)
            return
        resumed = await self._commit(arrival, lambda tx: _heard(tx, message))
        if not isinstance(resumed, No):
            self._poster.reach.resumed(message.chat.id, resumed)

    # A press

    async def _press(self, arrival: Arrival, query: CallbackQuery) -> None:
        PRESSES.inc()
        pressed = presses.read(query)
        working = language_of(pressed.person.language).say(toasts.WORKING)
        if pressed.asks_for_proof and (known := self._proven.get(pressed.person.id)):
            await self._finish(arrival)
            self._tell(query, known.get(query.data, working))
            return
        impatient = self._lines.begin(self._answer_at_last(query, working))
        try:
            outcome = await self._commit_by(pressed.chat, pressed.person.id, arrival, pressed, presses.act)
        finally:
            is_answered = not impatient.cancel()
        self._show_press(pressed, outcome)
        said = self._said(pressed, outcome)
        if isinstance(outcome, Outcome) and outcome.did == "verified":
            self._proven.put(pressed.person.id, {query.data: said})
        if not is_answered:
            is_lesson = isinstance(outcome, Outcome) and outcome.lesson is not None
            self._tell(query, said, is_lesson=is_lesson)

    def _show_press(self, pressed: presses.Pressed, outcome: Outcome | Answer | No) -> None:
        if isinstance(outcome, Answer):
            if pressed.is_among_its_like and pressed.chat is not None:
                self._poster.rewrite(
                    pressed.chat, Rewrite(pressed.message, outcome.screen, outcome.match, outcome.revision)
                )
            for match in outcome.news:
                self._wake(match)
            return
        self._wake(outcome.match)
        if isinstance(outcome, Outcome) and outcome.old_message is not None:
            self._poster.strip(outcome.match.address, outcome.old_message)
        is_settled = isinstance(outcome, Outcome) or outcome.reason in ("match_gone", "stale")
        if pressed.answers_question and is_settled and pressed.chat is not None:
            self._poster.strip(pressed.chat, pressed.message)

    def _said(self, pressed: presses.Pressed, outcome: Outcome | Answer | No) -> str:
        """The toast, in the language of whoever pressed."""
        if isinstance(outcome, Answer):
            return outcome.said
        language = language_of(_spoken_by(pressed.person, outcome.match))
        if isinstance(outcome, No):
            said = toasts.refusal(outcome.reason, outcome.match, language)
        else:
            said = toasts.toast(outcome, language)
        is_unseen = outcome.match is not None and self._poster.reach.is_silenced(outcome.match.address)
        return toasts.unseen(said, language) if is_unseen else said

    def _wake(self, match: Match | None) -> None:
        """Also after a refusal: what is shown may be behind what is kept."""
        if match is not None:
            self._poster.wake(match.address, match.id)

    async def _answer_at_last(self, query: CallbackQuery, text: str) -> None:
        await asyncio.sleep(ANSWER_WITHIN_SECONDS)
        await self._answer(query, text)

    def _tell(self, query: CallbackQuery, text: str, *, is_lesson: bool = False) -> None:
        """Answer a press; its chat does not wait until Telegram has heard it."""
        self._lines.begin(self._answer(query, text, is_lesson=is_lesson))

    async def _answer(self, query: CallbackQuery, text: str, *, is_lesson: bool = False) -> None:
        """A toast; a lesson stays until it is read. When it is too late for either, the board says it all the same."""
        try:
            await query.answer(text, show_alert=is_lesson)
        except TelegramError as error:
            if fate_of(error) is not Fate.TOO_LATE:
                _log.warning("press not answered", reason=str(error))

    # A typed command

    async def _command(self, arrival: Arrival, asked: commands.Asked) -> None:
        the_same = replace(asked, message=0)
        if self._costly.get(the_same) or (asked.verb == "board" and self._has_just_come(asked)):
            await self._finish(arrival)
            return
        person = asked.person.id if asked.person else 0
        asked = replace(asked, spoken=await until_available(self._store.language_in, asked.chat))
        resumed: list[Outcome] = []

        async def act(tx: Transaction, asked: commands.Asked) -> Outcome | Answer | None:
            resumed[:] = await heard(tx, asked.chat, asked.topic)
            return await commands.act(tx, asked)

        answer = await self._commit_by(asked.chat, person, arrival, asked, act)
        self._poster.reach.resumed(asked.chat, resumed)
        if asked.verb in COSTLY and not isinstance(answer, No):
            self._costly.put(the_same, value=True)
        self._show_command(asked, answer)

    def _show_command(self, asked: commands.Asked, answer: Outcome | Answer | No | None) -> None:
        match answer:
            case Answer(screen, match_id, revision):
                self._reply(asked, screen, match_id, revision)
            case Outcome(did=did, match=match):
                self._wake(match)
                if answer.old_message is not None:
                    self._poster.strip(match.address, answer.old_message)
                if did in ("joined", "left", "chosen", "switched", "salted", "verified"):
                    self._say(asked, toasts.toast(answer, asked.language))
            case No("already_done"):
                pass  # it was answered when it was done
            case No(reason, match):
                self._wake(match)
                self._say(asked, toasts.refusal(reason, match, asked.language))

    def _has_just_come(self, asked: commands.Asked) -> bool:
        """Whether /board sent one here a moment ago."""
        here = (asked.chat, asked.topic)
        if self._boards.get(here):
            return True
        self._boards.put(here, value=True)
        return False

    def _say(self, asked: commands.Asked, text: str) -> None:
        if asked.person is not None:
            self._reply(asked, Screen(reply(asked.person, text)))

    def _reply(self, asked: commands.Asked, screen: Screen, match: int = 0, revision: int = 0) -> None:
        self._poster.reply(asked.chat, Reply(asked.topic, screen, asked.message, match, revision))

    # The transaction

    async def _commit_by(
        self,
        chat: int | None,
        person: int,
        arrival: Arrival,
        asking: Asking,
        act: Callable[[Transaction, Asking], Awaitable[Done]],
    ) -> Done | No:
        """Whoever is refused may be an admin: Telegram is asked only then, and between two tries."""
        outcome = await until_available(self._try, arrival, lambda tx: act(tx, asking), undecided=ADMINS_MAY)
        if isinstance(outcome, No) and outcome.reason in ADMINS_MAY:
            is_admin = chat is not None and await self._admins.has(chat, person)
            known = replace(asking, is_admin=is_admin)
            outcome = await self._commit(arrival, lambda tx: act(tx, known))
        if isinstance(outcome, No):
            REFUSALS.labels(outcome.reason).inc()
        return outcome

    async def _commit(self, arrival: Arrival, act: Callable[[Transaction], Awaitable[Done]]) -> Done | No:
        """The effect and the done-mark: both or neither, however often it has to be tried."""
        return await until_available(self._try, arrival, act)

    async def _try(
        self, arrival: Arrival, act: Callable[[Transaction], Awaitable[Done]], undecided: Sequence[str] = ()
    ) -> Done | No:
        """A refusal is an effect too, but for the reasons `undecided`: then nothing is kept."""
        try:
            async with self._store.transaction() as tx:
                try:
                    outcome: Done | No = await act(tx)
                except Refused as refused:
                    if refused.reason in undecided:
                        raise
                    outcome = No(refused.reason, tx.seen)
                await tx.finish(arrival.id)
        except Refused as refused:  # or by `finish`: it has had its effect before, so this one is not kept
            return No(refused.reason, tx.seen)
        return outcome


async def _heard(tx: Transaction, message: Message) -> tuple[Outcome, ...]:
    return await heard(tx, message.chat.id, topic_of(message)) if message.text else ()


def _spoken_by(person: Person, match: Match | None) -> str:
    """What they have chosen, as their seat knows; else what their Telegram says."""
    people = match.people if match else ()
    return next((sitting.language for sitting in people if sitting.id == person.id), person.language)


def _language_of(query: CallbackQuery) -> Language:
    """Also of a press that cannot be read: it may come from nobody, in no language."""
    code = getattr(query.from_user, "language_code", None)
    return language_of(code if isinstance(code, str) else "")
