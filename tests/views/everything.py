"""Everything that people can be shown or told, in one language: what is demanded of all of it is tested on this."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta

from msgspec.structs import replace

from bench.positions import positions
from bot.matches.calls import Board
from bot.matches.chat import SETTINGS, Chat, Settings
from bot.matches.match import Computer, Did, Fairness, Match, Outcome, Person, Scene
from bot.matches.ports import TurnWarning
from bot.matches.statistics import Past, Ranked, Rating, Sums
from bot.views import advice, calls, fairness, privacy, replies, settings, statistics
from bot.views.draw import draw
from bot.views.export import exported
from bot.views.games import VIEWS
from bot.views.language import Language
from bot.views.screen import Screen
from bot.views.toasts import REASONS, TRY_AGAIN, WORKING, changed, refusal, toast, unseen
from bot.views.warning import warning
from engine import GAMES
from tests.views.scenes import shown, telling, told
from tests.views.tables import NAMES, lobby, people, pressed, running

BOT = "x" * 32  # the longest user name there can be
SOME = 6  # of so many scenes one is looked at from all sides
DONE: Sequence[Did] = (
    "opened",
    "joined",
    "left",
    "chosen",
    "switched",
    "salted",
    "sealed",
    "skipped",
    "stopped",
    "shown",
    "resumed",
)
PLACES = ("", "Κήπος")  # names of groups, in letters of no language of ours


def names_for(game: str, names: Sequence[str] = NAMES) -> Sequence[str]:
    return names[: max(GAMES[game].SEATS)]


def screens(language: Language, names: Sequence[str] = NAMES) -> Iterator[Screen]:
    for game in GAMES:
        yield from of_lobbies(language, game, names_for(game, names))
        yield from _of_house_rules(language, game, names)
        yield from _of_matches(language, game, names)
        yield replies.rules(game, {}, language)
        yield from of_computers(language, game, names_for(game, names))
        yield from of_fairness(language, game, names_for(game, names))
    for taken in (1, 2):
        yield draw(Scene(replace(lobby(names[:taken]), address=1)), language)
    yield from of_settings(language)
    yield from of_statistics(language, names)
    yield from of_replies(language, names)


def of_lobbies(language: Language, game: str, names: Sequence[str]) -> Iterator[Screen]:
    for taken in (1, len(names)):
        match = lobby(names[:taken], game)
        for question in ("", "rules", "seats"):
            yield draw(Scene(match, question, called=(Person(1, names[-1]), Person(2, ""))), language)
        yield replies.stop_question(match, language)
    for status in ("closed", "expired"):
        yield draw(Scene(replace(lobby(names[:2], game), status=status)), language)


def _of_house_rules(language: Language, game: str, names: Sequence[str]) -> Iterator[Screen]:
    for option in GAMES[game].OPTIONS:
        for value in option.values:
            match = lobby(names[:2], game, **{option.name: value})
            yield draw(Scene(match, "rules"), language)
            yield replies.rules(game, match.options, language)


def _of_matches(language: Language, game: str, names: Sequence[str]) -> Iterator[Screen]:
    for number, scene in enumerate(telling(game, names)):
        yield from shown(scene, language)
        if scene.record:
            yield from _of_an_end(language, scene)
        elif number % SOME == 0:
            yield advice.at_length(scene.match, language)
            yield replies.stop_question(scene.match, language)
            yield from of_a_clock(language, scene.match)
    for match in positions().values():
        if match.game_id == game:
            yield draw(Scene(replace(match, seats=people(names[: len(match.seats)]))), language)


def _of_an_end(language: Language, scene: Scene) -> Iterator[Screen]:
    """What becomes of a match, also of people who are nobody any more."""
    for status in ("sealed", "finished", "stopped", "merged", "expired"):
        yield draw(replace(scene, match=replace(scene.match, status=status)), language)
    yield draw(Scene(replace(scene.match, status="running", suspended="offered")), language)
    unknown = (Person(-1, ""), *people(("\u200b",) * 7)[1 : len(scene.match.seats)])
    yield draw(replace(scene, match=replace(scene.match, seats=unknown)), language)


def of_a_clock(language: Language, match: Match) -> Iterator[Screen]:
    seat = match.game.to_act(match.state)
    if match.is_open and seat is not None:
        for was_late in (False, True):
            told = TurnWarning(Chat(1, -1, "group", ""), match, seat, 1, timedelta(hours=8), was_late)
            yield warning(told, language)


def of_computers(language: Language, game: str, names: Sequence[str]) -> Iterator[Screen]:
    """A table at which two of them sit, and a board that waits for one."""
    sitting = lobby(names[:1], game)
    for level, question in (("easy", ""), ("normal", "seats")):
        seats = (*sitting.seats, Computer(level))
        yield draw(Scene(replace(sitting, seats=seats), question, seats_computers=True), language)
    begun = running(names[:2], game=game)
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
    yield statistics.stats(person, sums, sums, language)
    yield statistics.stats(person, None, sums, language)
    yield statistics.stats(person, None, (), language)
    yield statistics.counted(language)
    yield statistics.not_counted(language)
    for game in VIEWS:
        yield statistics.top(game, [Ranked(name, Rating(), 2, 1) for name in (*names, "")], language)
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
    yield replies.of_groups("next", language)
    yield replies.elsewhere("forget", bot, language)
    yield replies.games(bot, language)
    yield replies.games("", language)
    yield replies.leave_question(person, 0, language)
    yield replies.waits(person, language)
    yield Screen(replies.anonymous(language))
    yield Screen(replies.reply(person, refusal("not_seated", None, language)))
    yield privacy.privacy(language)
    yield privacy.forget_question(2, language)
    yield privacy.forgotten(language)
    yield privacy.not_forgotten(language)


def toasts(language: Language, names: Sequence[str] = NAMES) -> Iterator[str]:
    yield changed(language)
    yield from map(language.say, (TRY_AGAIN, WORKING))
    for game in GAMES:
        sitting, begun = lobby(names_for(game, names), game), running(names_for(game, names), game=game)
        for reason in (*REASONS, *VIEWS[game].REASONS):
            yield refusal(reason, None if reason in REASONS else sitting, language)
            yield refusal(reason, sitting, language)
            yield refusal(reason, begun, language)
            yield unseen(refusal(reason, sitting, language), language)
        for did in DONE:
            yield toast(Outcome(did, sitting), language)
        yield toast(Outcome("opened", replace(sitting, address=1)), language)
        yield refusal("too_few", replace(sitting, address=1), language)
        for lesson in VIEWS[game].LESSONS:
            yield toast(Outcome("joined", sitting, lesson=lesson), language)
        for scene in telling(game, names):
            yield from told(scene, language)
            yield toast(Outcome("hinted", scene.match), language)
    yield from _checked(language)


def _checked(language: Language) -> Iterator[str]:
    """The dice of a match, with a lot and without, and with one that they were not thrown by."""
    for lot in (0, 1):
        begun = running(NAMES[:2])
        thrown = pressed(Scene(replace(begun, fairness=replace(begun.fairness, lot=lot))), "roll")
        over = pressed(thrown, "leave", 1)
        for known in (over.match.fairness, replace(over.match.fairness, lot=2)):
            match = replace(over.match, fairness=known)
            yield toast(Outcome("verified", match, (*over.last_turn, *over.this_turn)), language)


def menus(language: Language) -> Iterator[str]:
    """What Telegram shows of the bot before it is talked to."""
    yield replies.description(language)
    yield replies.short_description(language)
    yield from map(language.say, (*replies.COMMANDS.values(), *replies.PRIVATE_COMMANDS.values()))
