"""The command lines of a record: a seat, what it does, the dice that fall, or `!` where it must be refused."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from engine.dice import Fair, Scripted, WrongDice
from engine.game import AnyCommand, AnyEvent, AnyState, Game
from engine.play import play
from engine.record.header import Header, seat_named
from engine.record.text import Faulty, Line, Problem, parted


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
    verb, *said = wish
    try:
        return header.game.read_command(" ".join((verb, *_text_form(header, line, verb, said))))
    except ValueError as problem:
        raise Faulty(line.number, str(problem)) from None


def _text_form(header: Header, line: Line, verb: str, said: Sequence[str]) -> Sequence[str]:
    """What follows a verb, as the engine writes it."""
    match header.game.NOTATION.spelling.get(verb):
        case "seats":
            return [str(seat_named(line, name, header.seats)) for name in said]
        case "squares":
            return _joined(line, said)
        case "any_order":
            return sorted(said)
        case None:
            return said


def _joined(line: Line, squares: Sequence[str]) -> Sequence[str]:
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
    faces = game.NOTATION.faces
    if text not in faces:
        raise ValueError(f"{text} is no symbol of a die ({' '.join(faces)})")
    return faces.index(text) + 1


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
    fallen = [header.game.NOTATION.faces[face - 1] for face in _faces(move)]
    return " ".join((said, ">", *fallen)) if fallen else said


def write_command(header: Header, command: AnyCommand) -> str:
    verb, *rest = header.game.write_command(command).split(" ")
    match header.game.NOTATION.spelling.get(verb):
        case "seats":
            rest = [header.seats[int(seat)] for seat in rest]
        case "squares":
            rest = [rest[0][place : place + 2] for place in range(0, len(rest[0]), 2)]
        case "any_order" | None:
            pass
    return " ".join((verb, *rest))


def _faces(move: Move) -> Iterator[int]:
    for event in move.events:
        yield from getattr(event, "faces", ())
        yield from getattr(event, "shuffled", ())
