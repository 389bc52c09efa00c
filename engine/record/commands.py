"""The command lines of a record: a seat, what it does, the dice that fall, or `!` where it must be refused."""

from collections.abc import Iterator

from msgspec import Struct

from engine.dice import SIDES, Fair, Scripted, WrongDice
from engine.game import AnyCommand, AnyEvent, AnyState, Game
from engine.parts.tray import letter, symbol_of
from engine.play import play
from engine.record.header import Header, seat_named
from engine.record.text import Faulty, Line, Problem, parted

_NAMING = ("rob",)  # commands that name a seat: a record writes its name, the engine its number
_NUMBERED = ("grave_digger",)  # games whose dice show 1 to 6; everywhere else a worm stands for 6
_LOSING = ("lose",)  # of two tools a record may name either first
_WALKING = ("walk",)  # a record parts the squares by blanks, the engine does not: a button holds 64 bytes


class Move(Struct, frozen=True):
    """A command that was carried out, and what followed."""

    seat: int
    command: AnyCommand
    events: tuple[AnyEvent, ...]


def carry_out(header: Header, state: AnyState, line: Line, dice: Fair | None) -> tuple[AnyState, Problem | None]:
    """The state after a command line; a problem when it was refused, but for another reason than the one written.

    Raises Faulty when the command cannot be read or goes otherwise than written: what follows cannot be judged then.
    """
    said, refusal = parted(line.rest, "!")
    wish, faces = parted(said, ">")
    seat, command = seat_named(line, line.word, header.seats), read_command(header, line, wish)
    reason = header.game.objection(state, seat, command)
    if refusal is not None:
        return state, _compare_refusal(line, parted(refusal, ">")[0], reason)
    if reason:
        raise Faulty(line.number, f"expected {line.word} {' '.join(wish)}, found refused ({reason})")
    script = Scripted(_read_faces(header, line, faces or ()), spare=dice)
    return _played(header, state, line, Move(seat, command, ()), script), None


def read_command(header: Header, line: Line, wish: tuple[str, ...]) -> AnyCommand:
    if not wish:
        raise Faulty(line.number, "a seat is named, but not what it does")
    if wish[0] in _NAMING:
        wish = (wish[0], *(str(seat_named(line, name, header.seats)) for name in wish[1:]))
    if wish[0] in _LOSING:
        wish = (wish[0], *sorted(wish[1:]))
    if wish[0] in _WALKING:
        wish = (wish[0], *_joined(line, wish[1:]))
    try:
        return header.game.read_command(" ".join(wish))
    except ValueError as problem:
        raise Faulty(line.number, str(problem)) from None


def _joined(line: Line, squares: tuple[str, ...]) -> tuple[str, ...]:
    for square in squares:
        if len(square) != 2:
            raise Faulty(line.number, f"{square} is no square")
    return ("".join(squares),) if squares else ()


def _compare_refusal(line: Line, expected: tuple[str, ...], found: str | None) -> Problem | None:
    """Without a reason written, any will do."""
    if len(expected) > 1:
        raise Faulty(line.number, "one reason at most is written after !")
    wanted = f"refused ({expected[0]})" if expected else "refused"
    if found is None:
        raise Faulty(line.number, f"expected {wanted}, found allowed")
    return None if expected in ((), (found,)) else Problem(line.number, f"expected {wanted}, found refused ({found})")


def _read_faces(header: Header, line: Line, faces: tuple[str, ...]) -> tuple[int, ...]:
    try:
        return tuple(read_face(header.game, face) for face in faces)
    except ValueError as problem:
        raise Faulty(line.number, str(problem)) from None


def read_face(game: Game, text: str) -> int:
    if game.ID not in _NUMBERED:
        return symbol_of(text)
    if text not in map(str, range(1, SIDES + 1)):
        raise ValueError(f"{text} is no face of a die (1 to {SIDES})")
    return int(text)


def _played(header: Header, state: AnyState, line: Line, wish: Move, script: Scripted) -> AnyState:
    written = len(script.faces)
    try:
        step = play(header.game, state, wish.seat, wish.command, script)
    except WrongDice as problem:
        raise Faulty(line.number, str(problem)) from None
    if script.faces:
        raise Faulty(line.number, f"{written - len(script.faces)} dice are thrown, {written} are written")
    return step.state


def write_move(header: Header, move: Move) -> str:
    """A command line with the dice that fell: the `faces` of its events, in order, and the pieces `shuffled`."""
    said = f"{header.seats[move.seat]} {write_command(header, move.command)}"
    faces = tuple(_faces(move))
    symbol = str if header.game.ID in _NUMBERED else letter
    return " ".join((said, ">", *map(symbol, faces))) if faces else said


def write_command(header: Header, command: AnyCommand) -> str:
    word, *rest = header.game.write_command(command).split(" ")
    if word in _NAMING:
        rest = [header.seats[int(seat)] for seat in rest]
    if word in _WALKING:
        rest = [rest[0][place : place + 2] for place in range(0, len(rest[0]), 2)]
    return " ".join((word, *rest))


def _faces(move: Move) -> Iterator[int]:
    for event in move.events:
        yield from getattr(event, "faces", ())
        yield from getattr(event, "shuffled", ())
