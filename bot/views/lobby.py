"""The lobby's screen: who sits, which game, which house rules, and what is missing before it can begin."""

from collections.abc import Iterator, Mapping

from bot.matches.match import Computer, Match, Scene
from bot.views import fairness
from bot.views.games import VIEWS, GameView, options_in_force, view_of
from bot.views.language import Language, words
from bot.views.names import called, name, plain
from bot.views.screen import Button, Rows, Screen, bold, escaped, in_rows, packed, paragraphs
from engine import GAMES
from engine.game import Option

LEVELS: Mapping[str, str] = {"easy": words("easy"), "normal": words("normal")}  # of computer players
REMOVAL_WIDTH = 12  # graphemes of a name on the button that removes it


def lobby(scene: Scene, language: Language) -> Screen:
    match = scene.match
    parts = (
        bold(escaped(language.say(view_of(match).NAME))),
        "\n".join(_seat_lines(match, language)),
        _what_is_missing(match, language),
        _called(scene, language),
        fairness.words_added(match, language),
        "\n".join(house_rules(match, language, is_choosing=scene.question == "rules")),
    )
    return Screen(paragraphs(parts), _buttons(scene, language))


def _seat_lines(match: Match, language: Language) -> Iterator[str]:
    for seat in range(len(match.seats)):
        player = name(match, seat, language)
        if seat == match.seat_of(match.host):
            player = language.say("{player} (host)", player=player)
        elif isinstance(computer := match.seats[seat], Computer):
            player = language.say("🤖 {player} ({level})", player=player, level=language.say(LEVELS[computer.level]))
        yield language.say("{n}. {player}", n=seat + 1, player=player)


def _what_is_missing(match: Match, language: Language) -> str:
    taken, seats = len(match.seats), match.game.SEATS
    if match.is_practice:
        return _before_practice(match, language)
    if taken < min(seats):
        missing = min(seats) - taken
        return language.plural("{n} more player is needed: /join.", "{n} more players are needed: /join.", missing)
    if taken == max(seats):
        return language.say("The table is full. Press Start to begin.")
    free = max(seats) - taken
    more = language.plural("{n} seat is free: /join.", "{n} seats are free: /join.", free)
    return " ".join((more, language.say("Or press Start to begin.")))


def _before_practice(match: Match, language: Language) -> str:
    """Nobody else can come."""
    if len(match.seats) < min(match.game.SEATS):
        return language.say("A computer is missing: press Seats to add one.")
    return language.say("Press Start to begin.")


def _called(scene: Scene, language: Language) -> str:
    """Calls those who waited for this table."""
    waiting = [person for person in scene.called if scene.match.seat_of(person.id) is None]
    if not waiting:
        return ""
    players = language.listed([called(person, language) for person in waiting])
    return language.say("📣 {players}: the table you waited for.", players=players)


def house_rules(match: Match, language: Language, *, is_choosing: bool) -> Iterator[str]:
    """The house rules that differ from the game's own rules; while they are chosen, what each of them says."""
    view, own = view_of(match), options_in_force(match.game_id, {})
    for option, value in options_in_force(match.game_id, match.options).items():
        rule = language.say(view.OPTION_RULES[option][value])
        if value != own[option]:
            yield language.say("House rule: {rule}", rule=rule)
        elif is_choosing:
            yield language.say("• {rule}", rule=rule)


# The buttons


def _buttons(scene: Scene, language: Language) -> Rows:
    match = scene.match
    seats = _seat_rows(match, language)
    if scene.question == "seats":
        return (
            *_removal_rows(match, language),
            *_computer_rows(scene, language),
            (Button(language.say("Done"), "ask"),),
        )
    if scene.question == "rules":
        return (*seats, *_rule_rows(match, language), (Button(language.say("Done"), "ask"),))
    return (*seats, _choices(scene, language), *_game_rows(match, language))


def _seat_rows(match: Match, language: Language) -> Rows:
    taken, seats = len(match.seats), match.game.SEATS
    can_join = taken < max(seats) and not match.is_practice
    join = (Button(language.say("Join"), "join"),) if can_join else ()
    start = ((Button(language.say("Start"), "start"),),) if taken >= min(seats) else ()
    return ((*join, Button(language.say("Leave"), "leave")), *start)


def _choices(scene: Scene, language: Language) -> tuple[Button, ...]:
    rules, seats = Button(language.say("House rules"), "ask rules"), Button(language.say("Seats"), "ask seats")
    return (rules, seats) if len(scene.match.seats) > 1 or scene.seats_computers else (rules,)


def _removal_rows(match: Match, language: Language) -> Rows:
    """For the host: whose seat is to be given back."""
    seats = [seat for seat in range(len(match.seats)) if seat != match.seat_of(match.host)]
    return tuple((_removal(match, seat, language),) for seat in seats)


def _removal(match: Match, seat: int, language: Language) -> Button:
    player = plain(match, seat, language, REMOVAL_WIDTH)
    return Button(language.say("Remove {player}", player=player), f"remove {seat}")


def _computer_rows(scene: Scene, language: Language) -> Rows:
    """For the host: a seat for a computer, easy or harder to beat."""
    if not scene.seats_computers or len(scene.match.seats) >= max(scene.match.game.SEATS):
        return ()
    easy = Button(language.say("+ Computer, easy"), "computer easy")
    return ((easy,), (Button(language.say("+ Computer, normal"), "computer normal"),))


def _game_rows(match: Match, language: Language) -> Rows:
    """The other games that seat everybody who sits here."""
    others = [
        Button(language.say(VIEWS[game_id].NAME), f"game {game_id}")
        for game_id, game in GAMES.items()
        if game_id != match.game_id and len(match.seats) <= max(game.SEATS)
    ]
    return packed(others)


def _rule_rows(match: Match, language: Language) -> Rows:
    view, in_force = view_of(match), options_in_force(match.game_id, match.options)
    return in_rows([_rule_button(view, rule, in_force[rule.name], language) for rule in match.game.OPTIONS], 1)


def _rule_button(view: GameView, rule: Option, value: str, language: Language) -> Button:
    """Shows the value in force; a press sets the next one."""
    following = rule.values[(rule.values.index(value) + 1) % len(rule.values)]
    named = language.say(view.OPTIONS[rule.name])
    label = language.say("{rule}: {value}", rule=named, value=language.say(view.VALUES[rule.name][value]))
    return Button(label, f"rule {rule.name} {following}")
