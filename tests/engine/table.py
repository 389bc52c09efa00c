"""A match at a table of the tests: a position in the notation, moves made from it, and what is then true.

    assert {"grill 22 24 30", "to_act Ben"} <= after("grill 22 24\\nstack Ana 30\\nkept 1", "Ana roll > 1 1 1 1 1 1 1")

Everything true of a state is a set of the notation's lines: `grill 22 24`, `can Ana take 25`, `winners Ana Ben`.
"""

from collections.abc import Iterator

from engine import Refused, play, record
from engine.dice import Scripted
from engine.game import AnyEvent, AnyState
from engine.play import Step
from engine.record import Header, commands
from engine.record.text import Line


def after(position: str, *moves: str, seats: str = "Ana Ben", game: str = "heckmeck", **options: str) -> set[str]:
    """What is true when these moves have been made; without a position the match starts as the rules say."""
    opening = _opening(position, seats, game, options)
    return set(_lines(opening.header, _played(opening, moves)[0].state))


def events(
    position: str, *moves: str, seats: str = "Ana Ben", game: str = "heckmeck", **options: str
) -> list[AnyEvent]:
    """What the last of these moves brought about."""
    return list(_played(_opening(position, seats, game, options), moves)[0].events)


def refusal(position: str, *moves: str, seats: str = "Ana Ben", game: str = "heckmeck", **options: str) -> str | None:
    """Why the last of these moves is refused; None when it is not. All before it must be allowed."""
    return _played(_opening(position, seats, game, options), moves)[1]


def placed(position: str, seats: str = "Ana Ben", game: str = "heckmeck", **options: str) -> AnyState:
    """The state a position describes; without one, the start."""
    return _opening(position, seats, game, options).start


def _opening(position: str, seats: str, game: str, options: dict[str, str]) -> record.Record:
    house_rules = [f"option {name} {value}" for name, value in options.items()]
    return record.read("\n".join((f"game {game}", f"seats {seats}", *house_rules, position)).encode())


def _played(opening: record.Record, moves: tuple[str, ...]) -> tuple[Step, str | None]:
    step = Step(opening.start, ())
    for number, move in enumerate(moves, start=1):
        try:
            step = _moved(opening.header, step.state, move)
        except Refused as refused:
            if number < len(moves):
                raise AssertionError(f"{move} is refused: {refused.reason}") from refused
            return step, refused.reason
    return step, None


def _moved(header: Header, state: AnyState, move: str) -> Step:
    wish, _, faces = move.partition(">")
    name, _, command = wish.strip().partition(" ")
    dice = Scripted([commands.read_face(header.game, face) for face in faces.split()])
    said = commands.read_command(header, Line(1, (name, *command.split(" "))), tuple(command.split(" ")))
    step = play(header.game, state, header.seats.index(name), said, dice)
    assert not dice.faces, f"{move} leaves dice over"
    return step


def _lines(header: Header, state: AnyState) -> Iterator[str]:
    game, names, result = header.game, header.seats, header.game.result(state)
    acting = game.to_act(state)
    for fact in game.facts(state):
        yield " ".join((fact.word, *(() if fact.seat is None else (names[fact.seat],)), *fact.values))
    yield f"to_act {'-' if acting is None else names[acting]}"
    yield from (f"left {names[seat]}" for seat in state.table.left)
    yield from (f"benched {names[seat]}" for seat in state.table.benched)
    yield from (f"can {names[acting or 0]} {commands.write_command(header, wish)}" for wish in game.legal(state))
    yield "over" if result.is_over else "going"
    yield from (f"score {names[seat]} {score}" for seat, score in enumerate(result.scores or ()))
    yield " ".join(("winners", *(names[seat] for seat in result.winners)))
    yield " ".join(("ranking", *(",".join(names[seat] for seat in place) for place in result.ranking)))


def choices(lines: set[str]) -> set[str]:
    """Only what may be done now, without the seat's name: `take 25`."""
    return {line.split(" ", 2)[2] for line in lines if line.startswith("can ")}
