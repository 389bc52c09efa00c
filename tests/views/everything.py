"""Everything that people can be shown or told, in one language: what is demanded of all of it is tested on this."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from random import Random

from msgspec.structs import replace

from bot.matches.calls import Board
from bot.matches.chat import SETTINGS, Chat, Settings
from bot.matches.match import Computer, Fairness, Match, Move, Outcome, Person, Scene
from bot.matches.ports import TurnWarning
from bot.matches.statistics import Past, Ranked, Rating, Sums
from bot.views import advice, calls, fairness, privacy, replies, settings, statistics
from bot.views.draw import draw, draw_past
from bot.views.export import exported
from bot.views.games import VIEWS
from bot.views.language import Language
from bot.views.screen import Screen
from bot.views.toasts import REASONS, TRY_AGAIN, WORKING, changed, refusal, toast, unseen
from bot.views.warning import warning
from engine import GAMES
from tests.views.tables import NAMES, lobby, play_by_buttons, running

STEPS = 30  # of a random match that are looked at
MOST_AT_ONCE = 2  # moves in one press
BOT = "x" * 32  # the longest user name there can be
PLACES = ("", "Κήπος")  # names of groups, in letters of no language of ours


def names_for(game: str, names: Sequence[str] = NAMES) -> Sequence[str]:
    return names[: max(GAMES[game].SEATS)]


def screens(language: Language, seed: int = 0, names: Sequence[str] = NAMES) -> Iterator[Screen]:
    for game in GAMES:
        yield from of_lobbies(language, game, names_for(game, names))
        yield from _of_house_rules(language, game, names)
        yield from _of_a_match(language, game, names_for(game, names), seed)
        yield replies.rules(game, {}, language)
        yield from of_computers(language, game, names_for(game, names), seed)
        yield from of_fairness(language, game, names_for(game, names))
    yield from of_settings(language)
    yield from of_statistics(language, names)
    yield from of_replies(language, names)


def of_lobbies(language: Language, game: str, names: Sequence[str]) -> Iterator[Screen]:
    for taken in (1, len(names)):
        match = lobby(names[:taken], game)
        for question in ("", "rules", "seats"):
            yield draw(Scene(match, question, called=(Person(1, names[-1]),)), language)
        yield replies.stop_question(match, language)
    for status in ("closed", "expired"):
        yield draw(Scene(replace(lobby(names[:2], game), status=status)), language)


def _of_house_rules(language: Language, game: str, names: Sequence[str]) -> Iterator[Screen]:
    for option in GAMES[game].OPTIONS:
        for value in option.values:
            match = lobby(names[:2], game, **{option.name: value})
            yield draw(Scene(match, "rules"), language)
            yield replies.rules(game, match.options, language)


def _of_a_match(language: Language, game: str, names: Sequence[str], seed: int) -> Iterator[Screen]:
    record: tuple[Move, ...] = ()
    for scene, _ in zip(play_by_buttons(Scene(running(names, seed, game)), Random(seed)), range(STEPS), strict=False):
        for question in ("", "stop"):
            yield draw(replace(scene, question=question, gives_hints=True), language)
        yield advice.at_length(scene.match, language)
        yield draw_past(replace(scene, this_turn=scene.last_turn), language)
        yield from of_a_clock(language, scene.match)
        known = record[-1].revision if record else 0
        record += tuple(move for move in (*scene.last_turn, *scene.this_turn) if move.revision > known)
    yield draw(Scene(replace(scene.match, suspended="offered")), language)
    for status in ("sealed", "finished", "stopped", "merged", "expired"):
        yield draw(Scene(replace(scene.match, status=status), record=record), language)


def of_a_clock(language: Language, match: Match) -> Iterator[Screen]:
    seat = match.game.to_act(match.state)
    if match.is_open and seat is not None:
        for was_late in (False, True):
            told = TurnWarning(Chat(1, -1, "group", ""), match, seat, 1, timedelta(hours=8), was_late)
            yield warning(told, language)


def of_computers(language: Language, game: str, names: Sequence[str], seed: int) -> Iterator[Screen]:
    """A table at which two of them sit, and a board that waits for one."""
    sitting = lobby(names[:1], game)
    seats = (*sitting.seats, Computer("easy"))
    for question in ("", "seats"):
        yield draw(Scene(replace(sitting, seats=seats), question, seats_computers=True), language)
    begun = running(names[:2], seed, game)
    to_act = begun.game.to_act(begun.state)
    played = tuple(Computer("normal") if seat == to_act else person for seat, person in enumerate(begun.seats))
    yield draw(Scene(replace(begun, seats=played)), language)


def of_fairness(language: Language, game: str, names: Sequence[str]) -> Iterator[Screen]:
    """The seal, words added to it, the lot, and the file that it is checked by."""
    salted = Fairness(bytes(range(32)), salts=((0, "βροχή"), (1, "باران")))
    yield draw(Scene(replace(lobby(names[:2], game), fairness=salted)), language)
    begun = running(names, game=game)
    for known in (salted, replace(salted, lot=43), Fairness(bytes(range(32)))):
        for status in ("sealed", "running", "stopped"):
            yield draw(Scene(replace(begun, fairness=known, status=status)), language)
    yield fairness.salting(begun, language)
    yield exported(begun, "", language)


def of_settings(language: Language) -> Iterator[Screen]:
    chat = Chat(1, -1, "group", "", Settings())
    for setting in SETTINGS:
        for value in setting.values:
            yield settings.settings(replace(chat, settings=replace(Settings(), **{setting.name: value})), language)
    yield settings.languages(language)
    yield settings.own_languages(language)


def of_statistics(language: Language, names: Sequence[str]) -> Iterator[Screen]:
    person, sums = Person(1, names[0]), [Sums(game, 3, 1, 20, 30, 7) for game in VIEWS]
    yield statistics.stats(person, (), sums, language)
    yield statistics.stats(person, None, sums, language)
    yield statistics.stats(person, None, (), language)
    yield statistics.counted(language)
    yield statistics.not_counted(language)
    for game in VIEWS:
        yield statistics.top(game, [Ranked(name, Rating(), 2, 1) for name in names], language)
        yield statistics.top(game, (), language)
    moment = datetime(2026, 11, 30, tzinfo=UTC)
    yield statistics.history(
        [Past(7, game, moment, names[:2]) for game in VIEWS] + [Past(8, "junior", moment, ())], language
    )
    yield statistics.history((), language)
    boards = [
        Board(game, title, -1001234567890, 0, 5, is_awaited=is_awaited)
        for game in VIEWS
        for title in PLACES
        for is_awaited in (True, False)
    ]
    for is_called in (True, False):
        yield calls.my_games(boards, language, is_called=is_called)
        yield calls.my_games((), language, is_called=is_called)
    yield calls.your_turn(boards[0], language)


def of_replies(language: Language, names: Sequence[str], bot: str = BOT) -> Iterator[Screen]:
    person = Person(1, names[0])
    yield replies.welcome(bot, language)
    yield replies.welcome_group(bot, language)
    yield replies.help_text(bot, language)
    yield replies.help_alone(language)
    yield replies.games(bot, language)
    yield replies.leave_question(person, 0, language)
    yield replies.waits(person, language)
    yield Screen(replies.anonymous(language))
    yield Screen(replies.reply(person, refusal("not_seated", None, language)))
    yield privacy.privacy(language)
    yield privacy.forget_question(2, language)
    yield privacy.forgotten(language)
    yield privacy.not_forgotten(language)
    yield privacy.forget_elsewhere(bot, language)


def toasts(language: Language, seed: int = 0, names: Sequence[str] = NAMES) -> Iterator[str]:
    yield changed(language)
    yield from map(language.say, (TRY_AGAIN, WORKING))
    for game in GAMES:
        sitting = lobby(names_for(game, names), game)
        for reason in (*REASONS, *VIEWS[game].REASONS):
            yield refusal(reason, None if reason in REASONS else sitting, language)
            yield refusal(reason, sitting, language)
            yield unseen(refusal(reason, sitting, language), language)
        for did in ("opened", "joined", "left", "chosen", "salted", "sealed", "skipped", "stopped", "shown", "resumed"):
            yield toast(Outcome(did, sitting), language)
        for lesson in VIEWS[game].LESSONS:
            yield toast(Outcome("joined", sitting, lesson=lesson), language)
        played = play_by_buttons(Scene(running(names_for(game, names), seed, game)), Random(seed))
        for scene, _ in zip(played, range(STEPS), strict=False):
            yield refusal("not_your_turn", scene.match, language)
            yield toast(Outcome("began", scene.match), language)
            yield toast(Outcome("hinted", scene.match), language)
            yield toast(Outcome("played", scene.match, (scene.this_turn or scene.last_turn)[-MOST_AT_ONCE:]), language)
