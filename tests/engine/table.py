"""A match at a table of the tests: a position in the notation, moves made from it, and what is then true.

    assert {"grill 22 24 30", "to_act Ben"} <= after("grill 22 24\nstack Ana 30\nkept 1", "Ana roll > 1 1 1 1 1 1 1")

Everything true of a state is a set of the notation's lines: `grill 22 24`, `can Ana take 25`, `winners Ana Ben`.
"""

from collections.abc import Iterator

from engine import GAMES, Refused, play
from engine.dice import Scripted
from engine.game import AnyEvent, AnyState, Fact
from engine.parts import turns
from engine.play import Step

TABLE_WORDS = ("to_act", "left", "benched")


def after(position: str, *moves: str, seats: str = "Ana Ben", game: str = "heckmeck", **options: str) -> set[str]:
    """What is true when these moves have been made; without a position the match starts as the rules say."""
    return set(_lines(_played(position, moves, seats, game, options)[0].state, seats.split(), game))


def events(
    position: str, *moves: str, seats: str = "Ana Ben", game: str = "heckmeck", **options: str
) -> list[AnyEvent]:
    """What the last of these moves brought about."""
    return list(_played(position, moves, seats, game, options)[0].events)


def refusal(position: str, *moves: str, seats: str = "Ana Ben", game: str = "heckmeck", **options: str) -> str | None:
    """Why the last of these moves is refused; None when it is not. All before it must be allowed."""
    return _played(position, moves, seats, game, options)[1]


def placed(position: str, seats: str = "Ana Ben", game: str = "heckmeck", **options: str) -> AnyState:
    """The state a position describes; without one, the start."""
    rules, names = GAMES[game], seats.split()
    house_rules = rules.Options(**options)
    facts = [_fact(line, names, game) for line in position.splitlines()]
    if not facts:
        return rules.new(len(names), house_rules, Scripted())
    return rules.place(facts, turns.place(facts, len(names)), house_rules)


def _fact(line: str, names: list[str], game: str) -> Fact:
    word, *values = line.split()
    has_seat = word in TABLE_WORDS or GAMES[game].POSITION[word]
    return Fact(word, names.index(values[0]), tuple(values[1:])) if has_seat else Fact(word, None, tuple(values))


def _played(
    position: str, moves: tuple[str, ...], seats: str, game: str, options: dict[str, str]
) -> tuple[Step, str | None]:
    step = Step(placed(position, seats, game, **options), ())
    for number, move in enumerate(moves, start=1):
        try:
            step = _moved(step.state, move, seats.split(), game)
        except Refused as refused:
            if number < len(moves):
                raise AssertionError(f"{move} is refused: {refused.reason}") from refused
            return step, refused.reason
    return step, None


def _moved(state: AnyState, move: str, names: list[str], game: str) -> Step:
    wish, _, dice_written = move.partition(">")
    name, _, command = wish.strip().partition(" ")
    dice = Scripted([6 if face == "W" else int(face) for face in dice_written.split()])
    step = play(GAMES[game], state, names.index(name), GAMES[game].read_command(command), dice)
    assert not dice.faces, f"{move} leaves dice over"
    return step


def _lines(state: AnyState, names: list[str], game: str) -> Iterator[str]:
    rules, result = GAMES[game], GAMES[game].result(state)
    acting = rules.to_act(state)
    for fact in rules.facts(state):
        yield " ".join((fact.word, *([] if fact.seat is None else [names[fact.seat]]), *fact.values))
    yield f"to_act {'-' if acting is None else names[acting]}"
    yield from (f"left {names[seat]}" for seat in state.table.left)
    yield from (f"benched {names[seat]}" for seat in state.table.benched)
    yield from (f"can {names[acting or 0]} {rules.write_command(wish)}" for wish in rules.legal(state))
    yield "over" if result.is_over else "going"
    yield from (f"score {name} {score}" for name, score in zip(names, result.scores or (), strict=bool(result.scores)))
    yield " ".join(("winners", *(names[seat] for seat in result.winners)))
    yield " ".join(("ranking", *(",".join(names[seat] for seat in place) for place in result.ranking)))


def choices(lines: set[str]) -> set[str]:
    """Only what may be done now, without the seat's name: `take 25`."""
    return {line.split(" ", 2)[2] for line in lines if line.startswith("can ")}
