"""The command lines of a record: a seat, what it does, the dice that fall, or `!` where it must be refused."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from engine.dice import Dice, Fair, Scripted, WrongDice
from engine.game import AnyCommand, AnyEvent, AnyState, Game
from engine.play import Move, play
from engine.record.header import Header, seat_named
from engine.record.text import Faulty, Line, Problem, parted
from engine.refusal import Refused


class Made(Struct, frozen=True):
    """A move, and the state after it."""

    move: Move
    state: AnyState


class Wish(Struct, frozen=True):
    """A command line as it is written; `refusal` is what stands after `!`, None where that does not stand."""

    seat: int
    command: AnyCommand
    faces: tuple[str, ...]
    refusal: tuple[str, ...] | None


def read_wish(header: Header, line: Line) -> Wish:
    said, refusal = parted(line.rest, "!")
    wish, faces = parted(said, ">")
    seat, command = seat_named(line, line.word, header.seats), read_command(header, line, wish)
    return Wish(seat, command, faces or (), None if refusal is None else parted(refusal, ">")[0])


def carry_out(header: Header, state: AnyState, line: Line, dice: Fair | None) -> Made | Problem | None:
    """What a command does. None when it is refused as written, a problem when that is for another reason.

    Raises Faulty when the command cannot be read or goes otherwise than written: what follows cannot be judged then.
    """
    wish = read_wish(header, line)
    if wish.refusal is not None:
        return _compare_refusal(line, wish.refusal, header.game.objection(state, wish.seat, wish.command))
    script = Scripted(_read_faces(header, line, wish.faces), spare=dice)
    made = make(header, state, line, wish, script)
    if script.faces:
        written = len(wish.faces)
        raise Faulty(line.number, f"{written - len(script.faces)} dice are thrown, {written} are written")
    return made


def make(header: Header, state: AnyState, line: Line, wish: Wish, dice: Dice) -> Made:
    """What a command does. Raises Faulty where it is refused."""
    try:
        step = play(header.game, state, wish.seat, wish.command, dice)
    except Refused as refused:
        said = f"{header.seats[wish.seat]} {write_command(header, wish.command)}"
        raise Faulty(line.number, f"expected {said}, found refused ({refused.reason})") from None
    except WrongDice as problem:
        raise Faulty(line.number, str(problem)) from None
    return Made(Move(wish.seat, wish.command, step.events), step.state)


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


def write_move(header: Header, move: Move) -> str:
    """A command line with the dice that fell: the `faces` of its events, in order, and the pieces `shuffled`."""
    said = f"{header.seats[move.seat]} {write_command(header, move.command)}"
    fallen = write_faces(header.game, move.events)
    return " ".join((said, ">", *fallen)) if fallen else said


def write_faces(game: Game, events: Sequence[AnyEvent]) -> tuple[str, ...]:
    return tuple(game.NOTATION.faces[face - 1] for face in _faces(events))


def _faces(events: Sequence[AnyEvent]) -> Iterator[int]:
    for event in events:
        yield from getattr(event, "faces", ())
        yield from getattr(event, "shuffled", ())


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
