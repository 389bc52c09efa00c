"""Matches to look at: made up, or played by pressing only what the board offers."""

from collections.abc import Iterator, Sequence
from random import Random

from msgspec.structs import replace

from bot.matches import press
from bot.matches.lobby import dice_of
from bot.matches.match import FIRST_TURN, Fairness, Match, Person, Place, Scene
from bot.views.draw import draw
from bot.views.language import ENGLISH
from bot.views.screen import Screen
from engine.game import Fact
from engine.parts import turns

NAMES = ("Ana", "Ben", "Cid", "Dora", "Eva", "Finn", "Gül")
LONGEST = "\N{FAMILY}" * 200  # emoji cost most units
ZALGO = "Z" + "\u0336\u0489" * 500
HOSTILE = ("</b>", "A&B <3", "_*[", "\u202egnimoc", "\u200b\u2060", LONGEST, ZALGO)


def people(names: Sequence[str] = NAMES) -> tuple[Person, ...]:
    return tuple(Person(7_790_427_779 + seat, name) for seat, name in enumerate(names))


def lobby(names: Sequence[str] = NAMES[:3], game: str = "heckmeck", **options: str) -> Match:
    seats = people(names)
    fairness = Fairness(b"s" * 32)
    return Match(1, Place(1), game, seats[0].id, fairness, options, seats, revision=len(seats))


def running(names: Sequence[str] = NAMES[:3], seed: int = 0, game: str = "heckmeck", **options: str) -> Match:
    match = replace(lobby(names, game, **options), fairness=Fairness(seed.to_bytes(32, "big")))
    state = match.game.new(len(names), match.game.Options(**options), dice_of(match))
    return replace(match, status="running", turn=FIRST_TURN, opening=state, state=state)


def at(position: Sequence[str], names: Sequence[str] = NAMES[:3], game: str = "heckmeck", **options: str) -> Match:
    """A match in a position of the notation; seats are called by number: `stack 0 21 30`."""
    match = running(names, game=game, **options)
    facts = [_fact(line, match) for line in position]
    table = turns.place([fact for fact in facts if fact.word in ("to_act", "left", "benched")], len(names))
    rest = [fact for fact in facts if fact.word not in ("to_act", "left", "benched")]
    return replace(match, state=match.game.place(rest, table, match.game.Options(**options)))


def _fact(line: str, match: Match) -> Fact:
    word, *values = line.split()
    has_seat = match.game.POSITION.get(word, True)
    return Fact(word, int(values[0]), tuple(values[1:])) if has_seat else Fact(word, None, tuple(values))


def verbs(screen: Screen) -> tuple[str, ...]:
    return tuple(button.verb for row in screen.rows for button in row)


def pressed(scene: Scene, verb: str, seat: int | None = None) -> Scene:
    """The scene after a press, as a use case would leave it."""
    match = scene.match
    seat = match.game.to_act(match.state) if seat is None else seat
    after, moves = press._played(match, seat, [match.game.read_command(wish) for wish in verb.split("+")])
    if after.turn == match.turn:
        return Scene(after, "", (*scene.this_turn, *moves), scene.last_turn)
    return Scene(after, "", (), (*scene.this_turn, *moves))


def play_by_buttons(scene: Scene, random: Random) -> Iterator[Scene]:
    """Every scene of a match in which somebody presses some button of the board, or goes away or comes back."""
    yield scene
    while scene.match.status == "running":
        game, state = scene.match.game, scene.match.state
        if random.random() < 0.03:
            absent = [(seat, wish) for seat in range(len(scene.match.seats)) for wish in ("leave", "bench", "back")]
            seat, wish = random.choice(
                [(s, w) for s, w in absent if not game.objection(state, s, game.read_command(w))]
            )
            scene = pressed(scene, wish, seat)
        elif game.to_act(state) is None:
            scene = pressed(scene, "back", state.table.benched[0])
        else:
            asked = replace(scene, question=random.choice(("", "", "stop")))
            offered = [verb for verb in verbs(draw(asked, ENGLISH)) if verb.split()[0] not in ("ask", "back")]
            scene = pressed(scene, random.choice(offered))
        yield scene
