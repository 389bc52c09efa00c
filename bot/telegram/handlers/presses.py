"""A tapped button: what its data asks for, judged by the seat of whoever tapped it."""

from msgspec import Struct
from telegram import CallbackQuery, Message

from bot.matches import clock, hints, lobby, places, press, settings
from bot.matches.match import Outcome, Person, Place
from bot.matches.ports import Transaction
from bot.matches.privacy import forget
from bot.telegram import buttons
from bot.telegram.handlers.answer import Answer
from bot.telegram.senders import TOPIC_NONE, person_of, topic_of
from bot.views import calls, privacy, statistics, toasts
from bot.views import settings as screens
from bot.views.language import language_of
from engine import Refused

# The buttons of a message of their own, needed once
QUESTION_VERBS = ("stop yes", "stop no", "leave yes", "leave no", "go on", "skip")
# What counts only in the match's chat
LOCAL_VERBS = (
    *("join", "again", "leave", "start", "game", "rule", "computer", "remove", "ask"),
    *("verify", "stop yes", "stop no", "go on", "skip"),
)

NO_MATCH = 0  # in the data of buttons that belong to no match


class Pressed(Struct, frozen=True):
    press: buttons.Press | None  # None: not one of our buttons
    person: Person
    chat: int | None  # Telegram's id of where the button stands; None: nobody can see it any more
    kind: str  # of that chat
    topic: int
    message: int
    is_out_of_sight: bool  # too old for Telegram to show
    is_genuine: bool = False  # the message really has this button
    is_among_its_like: bool = False  # or one for the same, so that it may be written over: no forger's board
    is_admin: bool = False

    @property
    def answers_question(self) -> bool:
        return self.is_genuine and self.press is not None and self.press.verb.startswith(QUESTION_VERBS)

    @property
    def asks_for_proof(self) -> bool:
        return self.press is not None and self.press.verb == "verify"

    @property
    def is_local(self) -> bool:
        """Whether it asks for something that needs no seat, so that only the place says whose business it is."""
        return self.press is not None and self.press.verb.startswith(LOCAL_VERBS)


def read(query: CallbackQuery) -> Pressed:
    message = query.message
    return Pressed(
        press=None if query.from_user.is_bot else buttons.read(query.data or ""),
        person=person_of(query.from_user),
        chat=message.chat.id if message else None,
        kind=message.chat.type if message else "",
        topic=topic_of(message) if isinstance(message, Message) else TOPIC_NONE,
        message=message.message_id if message else 0,
        is_out_of_sight=message is not None and not message.is_accessible,
        is_genuine=query.data in _data_of(message),
        is_among_its_like=_is_for(query.data or "") in map(_is_for, _data_of(message)),
    )


def _data_of(message: object) -> set[str]:
    """What the buttons of a message carry, as far as Telegram shows it."""
    markup = message.reply_markup if isinstance(message, Message) else None
    rows = markup.inline_keyboard if markup else ()
    return {str(button.callback_data) for row in rows for button in row if button.callback_data}


def _is_for(data: str) -> tuple[int, str] | None:
    """The match, or none, and the first word of what is asked."""
    press = buttons.read(data)
    return None if press is None else (press.match, press.verb.split(" ")[0])


async def act(tx: Transaction, pressed: Pressed) -> Outcome | Answer:
    """Carry out a press. Raises Refused."""
    if pressed.press is None:
        raise Refused("unreadable_press")
    if pressed.press.match == NO_MATCH:
        return await _of_the_chat(tx, pressed, pressed.press.verb)
    if pressed.is_local:
        await _require_place(tx, pressed, pressed.press.match)
    try:
        return await places.acted(tx, await _use_case(tx, pressed, pressed.press))
    except Refused:
        if tx.seen is not None and tx.seen.suspended and tx.seen.address == pressed.chat:
            await places.heard(tx, tx.seen.address, tx.seen.place.topic)
        raise
    finally:
        if pressed.is_out_of_sight and tx.seen is not None and tx.seen.address == pressed.chat:
            await tx.show_instead(tx.seen, pressed.message)


async def _of_the_chat(tx: Transaction, pressed: Pressed, verb: str) -> Answer:
    """A button of a message that belongs to a chat, or to the person who is alone with the bot, not to a match."""
    if pressed.chat is None:
        raise Refused("unreadable_press")
    match verb.split(" "):
        case ["set", name, value] if pressed.kind != "private":
            place = Place(await tx.chat(pressed.chat, pressed.kind), pressed.topic)
            return await _set(tx, place, pressed, name, value)
        case ["speak", code]:
            return await _speak(tx, pressed.person, code)
        case ["call", "on" | "off" as wish]:
            return await _call(tx, pressed.person, is_called=wish == "on")
        case ["count", "on" | "off" as wish]:
            return await _count(tx, pressed.person, is_counted=wish == "on")
        case ["forget", "yes" | "no" as answer] if pressed.kind == "private":
            return await _forget(tx, pressed.person, is_sure=answer == "yes")
        case _:
            raise Refused("unreadable_press")


async def _set(tx: Transaction, place: Place, pressed: Pressed, name: str, value: str) -> Answer:
    chat = await settings.choose(tx, place, pressed.person, name, value, is_admin=pressed.is_admin)
    language = language_of(chat.language)
    screen = screens.languages(language) if name == "language" else screens.settings(chat, language)
    said = toasts.changed(language_of(pressed.person.language))
    return Answer(screen, said=said, news=await tx.open_in(chat.key))


async def _speak(tx: Transaction, person: Person, code: str) -> Answer:
    language = language_of((await settings.speak(tx, person, code)).language)
    return Answer(screens.own_languages(language), said=toasts.changed(language))


async def _call(tx: Transaction, person: Person, *, is_called: bool) -> Answer:
    await tx.call_to_turns(person, is_called=is_called)
    language, boards = language_of(person.language), await tx.boards_of(person.id)
    return Answer(calls.my_games(boards, language, is_called=is_called), said=toasts.changed(language))


async def _count(tx: Transaction, person: Person, *, is_counted: bool) -> Answer:
    await tx.count(person, is_counted=is_counted)
    language = language_of(person.language)
    screen = statistics.counted(language) if is_counted else statistics.not_counted(language)
    return Answer(screen, said=toasts.changed(language))


async def _forget(tx: Transaction, person: Person, *, is_sure: bool) -> Answer:
    language = language_of(person.language)
    if not is_sure:
        return Answer(privacy.not_forgotten(language))
    return Answer(privacy.forgotten(language), news=tuple(await forget(tx, person)))


async def _require_place(tx: Transaction, pressed: Pressed, match_id: int) -> None:
    """Raises Refused unless the button stands in the chat of its match, whatever its address was then."""
    match = await tx.match(match_id)
    if match is None or pressed.chat is None:
        raise Refused("match_gone")
    if match.address != pressed.chat and match.place.chat != await tx.known_chat(pressed.chat):
        raise Refused("match_gone")


async def _use_case(tx: Transaction, pressed: Pressed, asked: buttons.Press) -> Outcome:
    person, match, is_admin = pressed.person, asked.match, pressed.is_admin
    match asked.verb.split(" "):
        case ["join"]:
            return await lobby.join_match(tx, match, person)
        case ["again"]:
            return await lobby.again(tx, match, person)
        case ["leave"]:
            return await lobby.leave_match(tx, match, person)
        case ["start"]:
            return await lobby.start_match(tx, match, person)
        case ["game", game_id]:
            return await lobby.choose_game(tx, match, person, game_id, is_admin=is_admin)
        case ["rule", name, value]:
            return await lobby.choose_option(tx, match, person, name, value, is_admin=is_admin)
        case ["computer", level]:
            return await lobby.seat_computer(tx, match, person, level, is_admin=is_admin)
        case ["remove", seat] if seat.isascii() and seat.isdigit():
            return await lobby.remove(tx, match, asked.revision, person, int(seat), is_admin=is_admin)
        case ["go", "on"]:
            return await places.go_on(tx, match, person)
        case ["verify"]:
            return await press.verified(tx, match)
        case ["stop", "yes" | "no" as answer]:
            return await press.stop(tx, match, person, is_sure=answer == "yes", is_admin=is_admin)
        case ["leave", "yes" | "no" as answer, seat] if seat.isascii() and seat.isdigit():
            return await press.leave(tx, match, person, int(seat), is_sure=answer == "yes")
        case ["hint"]:
            return await hints.ask(tx, match, asked.revision, person)
        case ["skip"]:
            return await clock.skip_match(tx, match, asked.revision, person, is_admin=is_admin)
        case ["ask", *question]:
            return await press.ask(tx, match, asked.revision, " ".join(question), person, is_admin=is_admin)
        case _:
            return await press.press(tx, match, asked.revision, asked.verb.split("+"), person)
