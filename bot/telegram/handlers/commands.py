"""A typed command: which one, by whom, where; and what it does."""

from collections.abc import Awaitable, Callable, Mapping

from msgspec import Struct
from telegram import Message
from telegram.constants import MessageEntityType

from bot.matches import clock, hints, lobby, press, record
from bot.matches.match import Outcome, Person, Place
from bot.matches.ports import Transaction
from bot.matches.privacy import forget_asked
from bot.telegram.handlers.answer import Answer
from bot.telegram.senders import kept, person_of, topic_of
from bot.views import advice, calls, export, fairness, privacy, replies, settings, statistics
from bot.views.language import Language, language_of
from bot.views.screen import Screen

BOT_COMMAND = MessageEntityType.BOT_COMMAND


class Asked(Struct, frozen=True):
    """One typed command. `person` is None for an anonymous admin or a channel."""

    verb: str
    argument: str
    person: Person | None
    chat: int  # Telegram's id
    kind: str
    topic: int
    message: int
    title: str  # of the chat
    bot_username: str
    is_admin: bool = False
    spoken: str = ""  # the language chosen in this chat, where there is one

    @property
    def bot_name(self) -> str:
        """What makes a command sure to be heard: nothing where nobody else listens."""
        return "" if self.kind == "private" else self.bot_username

    @property
    def language(self) -> Language:
        return language_of(self.spoken or (self.person.language if self.person else ""))


def read(message: Message, bot_username: str) -> Asked | None:
    """The command a message begins with; None when it is none, another bot's, or a post of the group's channel."""
    entity = message.entities[0] if message.entities else None
    if message.is_automatic_forward or entity is None or entity.type != BOT_COMMAND or entity.offset != 0:
        return None
    text = message.text or ""
    command, _, addressee = text[1 : entity.length].partition("@")
    if addressee and addressee.lower() != bot_username.lower():
        return None
    verb, _, game = command.lower().partition("_")  # /play_deluxe is a link to tap on; /play deluxe is typed
    is_somebody = message.from_user is not None and not message.from_user.is_bot and message.sender_chat is None
    return Asked(
        verb=verb,
        argument=game or text[entity.length :].strip(),
        person=person_of(message.from_user) if is_somebody and message.from_user else None,
        chat=message.chat.id,
        kind=message.chat.type,
        topic=topic_of(message),
        message=message.message_id,
        title=kept(message.chat.title),
        bot_username=bot_username,
    )


PRACTICE = ("join", "play", "board", "leave", "stop", "hint", "salt", "verify", "export", "history")


async def act(tx: Transaction, asked: Asked) -> Outcome | Answer | None:
    """Carry out a command; None when there is nothing to say. Raises Refused."""
    if asked.kind == "private" and not await _is_practice(tx, asked):
        return Answer(await _private(tx, asked))
    command = _COMMANDS.get(asked.verb)
    if command is None:
        return None  # another bot's, or nobody's: a group is no place to say so
    if asked.person is None:
        return Answer(Screen(replies.anonymous(asked.language)))
    place = Place(await tx.chat(asked.chat, asked.kind), asked.topic)
    return await command(tx, place, asked.person, asked)


async def _is_practice(tx: Transaction, asked: Asked) -> bool:
    """Whether it is about a match against the computer. /start begins one that is open, and welcomes else."""
    if asked.verb != "start" or asked.argument:
        return asked.verb in PRACTICE
    chat = await tx.known_chat(asked.chat)
    return chat is not None and await tx.open_match(Place(chat)) is not None


async def _private(tx: Transaction, asked: Asked) -> Screen:
    wish = asked.argument if asked.verb == "start" else asked.verb
    if wish == "mygames" and asked.person is not None:
        boards, is_called = await tx.boards_of(asked.person.id), await tx.is_called_to_turns(asked.person.id)
        return calls.my_games(boards, asked.language, is_called=is_called)
    if asked.verb == "stats" and asked.person is not None:
        return statistics.stats(asked.person, None, await tx.sums(asked.person.id), asked.language)
    if wish == "forget" and asked.person is not None:
        return privacy.forget_question(await forget_asked(tx, asked.person), asked.language)
    if asked.verb == "privacy":
        return privacy.privacy(asked.language)
    if asked.verb == "language" and asked.person is not None:
        return settings.own_languages(asked.language)
    if asked.verb == "help":
        return replies.help_alone(asked.language)
    if asked.verb == "rules":
        return _rules_of(asked.argument, asked)
    if asked.verb != "start" and asked.verb in replies.COMMANDS:
        return replies.of_groups(asked.verb, asked.language)
    return replies.welcome(asked.bot_username, asked.language)


async def _join(tx: Transaction, place: Place, person: Person, asked: Asked) -> Outcome:
    await tx.entitle(place, asked.title)
    return await _take_seat(tx, place, person, asked, (await tx.chat_at(place)).settings.game)


async def _take_seat(tx: Transaction, place: Place, person: Person, asked: Asked, game_id: str) -> Outcome:
    take = lobby.practise if asked.kind == "private" else lobby.join
    return await take(tx, place, person, game_id)


async def _start(tx: Transaction, place: Place, person: Person, asked: Asked) -> Outcome | Answer:
    """Without an open match, or with a payload as "Add to a group" posts it, /start only welcomes."""
    if asked.argument or await tx.open_match(place) is None:
        return Answer(replies.welcome_group(asked.bot_username, asked.language))
    return await lobby.start(tx, place, person)


async def _leave(tx: Transaction, place: Place, person: Person, asked: Asked) -> Outcome | Answer:
    """A lobby's seat at once; a running match after a question."""
    match, seat = await press.leave_asked(tx, place, person)
    if match.status == "lobby":
        return await lobby.give_seat_back(tx, match, person)
    return Answer(replies.leave_question(person, seat, asked.language), match.id, match.revision)


async def _play(tx: Transaction, place: Place, person: Person, asked: Asked) -> Outcome | Answer:
    """Open a table for a game, or change the game of the open one."""
    game_id = replies.game_named(asked.argument)
    if game_id is None:
        return Answer(replies.games(asked.bot_name, asked.language))
    match = await tx.open_match(place)
    if match is None:
        return await _take_seat(tx, place, person, asked, game_id)
    return await lobby.choose_game(tx, match.id, person, game_id, is_admin=asked.is_admin)


async def _board(tx: Transaction, place: Place, _person: Person, _asked: Asked) -> Outcome:
    return await press.shown(tx, place)


async def _rules(tx: Transaction, place: Place, _person: Person, asked: Asked) -> Answer:
    """Of the open match with its house rules, or of the game named."""
    match = await tx.open_match(place)
    if match is not None and not asked.argument:
        return Answer(replies.rules(match.game_id, match.options, asked.language))
    return Answer(_rules_of(asked.argument, asked))


def _rules_of(named: str, asked: Asked) -> Screen:
    """The rules of a game; all games where none is named."""
    game_id = replies.game_named(named)
    return (
        replies.games(asked.bot_name, asked.language) if game_id is None else replies.rules(game_id, {}, asked.language)
    )


async def _salt(tx: Transaction, place: Place, person: Person, asked: Asked) -> Outcome | Answer:
    """Add a word; without one the seal is shown, which is worth something before a word is chosen."""
    if not asked.argument:
        return Answer(fairness.salting(await lobby.salted_here(tx, place), asked.language))
    return await lobby.salt(tx, place, person, asked.argument)


async def _verify(tx: Transaction, place: Place, _person: Person, _asked: Asked) -> Outcome:
    return await press.verified_here(tx, place)


async def _stop(tx: Transaction, place: Place, person: Person, asked: Asked) -> Answer:
    match = await press.stop_asked(tx, place, person, is_admin=asked.is_admin)
    return Answer(replies.stop_question(match, asked.language), match.id, match.revision)


async def _skip(tx: Transaction, place: Place, person: Person, asked: Asked) -> Outcome:
    return await clock.skip(tx, place, person, is_admin=asked.is_admin)


async def _hint(tx: Transaction, place: Place, person: Person, asked: Asked) -> Answer:
    outcome = await hints.ask_here(tx, place, person)
    return Answer(advice.at_length(outcome.match, asked.language))


async def _next(tx: Transaction, place: Place, person: Person, asked: Asked) -> Answer:
    await lobby.wait(tx, place, person)
    return Answer(replies.waits(person, asked.language))


async def _stats(tx: Transaction, place: Place, person: Person, asked: Asked) -> Answer:
    here, overall = await tx.sums(person.id, place.chat), await tx.sums(person.id)
    return Answer(statistics.stats(person, here, overall, asked.language))


async def _top(tx: Transaction, place: Place, _person: Person, asked: Asked) -> Answer:
    """In the game named, or the one played last here, or the one this group usually plays."""
    game_id = replies.game_named(asked.argument) or await _usual_game(tx, place)
    return Answer(statistics.top(game_id, await tx.top(place.chat, game_id), asked.language))


async def _usual_game(tx: Transaction, place: Place) -> str:
    last = next(iter(await tx.history(place)), None)
    return last.game_id if last else (await tx.chat_at(place)).settings.game


async def _history(tx: Transaction, place: Place, _person: Person, asked: Asked) -> Answer:
    return Answer(statistics.history(await tx.history(place), asked.language))


async def _export(tx: Transaction, place: Place, _person: Person, asked: Asked) -> Answer:
    """The match that was played last here, or the one of a number, as /history names it."""
    number = asked.argument if asked.argument.isascii() and asked.argument.isdigit() else ""
    over = await (press.verified_there(tx, place, int(number[:18])) if number else press.verified_here(tx, place))
    return Answer(export.exported(over.match, record.text(over.match, over.moves), asked.language))


async def _settings(tx: Transaction, place: Place, _person: Person, asked: Asked) -> Answer:
    return Answer(settings.settings(await tx.chat_at(place), asked.language))


async def _language(_tx: Transaction, _place: Place, _person: Person, asked: Asked) -> Answer:
    return Answer(settings.languages(asked.language))


async def _privacy(_tx: Transaction, _place: Place, _person: Person, asked: Asked) -> Answer:
    return Answer(privacy.privacy(asked.language))


async def _elsewhere(_tx: Transaction, _place: Place, _person: Person, asked: Asked) -> Answer:
    return Answer(replies.elsewhere(asked.verb, asked.bot_username, asked.language))


async def _help(_tx: Transaction, _place: Place, _person: Person, asked: Asked) -> Answer:
    return Answer(replies.help_text(asked.bot_username, asked.language))


_COMMANDS: Mapping[str, Callable[[Transaction, Place, Person, Asked], Awaitable[Outcome | Answer]]] = {
    "join": _join,
    "start": _start,
    "leave": _leave,
    "play": _play,
    "skip": _skip,
    "board": _board,
    "rules": _rules,
    "salt": _salt,
    "verify": _verify,
    "stop": _stop,
    "hint": _hint,
    "next": _next,
    "stats": _stats,
    "top": _top,
    "history": _history,
    "export": _export,
    "settings": _settings,
    "language": _language,
    "privacy": _privacy,
    "forget": _elsewhere,
    "mygames": _elsewhere,
    "help": _help,
}
