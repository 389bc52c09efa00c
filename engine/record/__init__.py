r"""Records: a match in words that a person at the table could write (docs/notation.md). Read, checked and written here.

>>> [str(problem) for problem in check(b"game heckmeck\nseats Ana Ben\n= to_act Ben")]
['3: expected to_act Ben, found to_act Ana']
"""

import hashlib
from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import TypeAlias

from msgspec import Struct

from engine.dice import Fair
from engine.game import AnyState
from engine.play import Move, replay
from engine.record import header as heading
from engine.record import position
from engine.record.commands import Made, carry_out, write_move
from engine.record.expectations import judge, write_outcome
from engine.record.header import Header, nameless, read_header, write_header
from engine.record.text import LONGEST, Faulty, Line, Problem, read_lines

__all__ = [
    "LONGEST",
    "Faulty",
    "Header",
    "Move",
    "Problem",
    "Record",
    "check",
    "follow",
    "read",
    "sha256",
    "show",
    "write",
    "write_state",
]


class Record(Struct, frozen=True):
    """A record up to its first command or expectation, and the lines from there on.

    `placing` are the lines of the position. `dice` stands after the draws that the start needed; None where all dice
    are written out.
    """

    header: Header
    placing: tuple[Line, ...]
    start: AnyState
    dice: Fair | None
    lines: tuple[Line, ...]


def read(data: bytes) -> Record:
    """The header and the position, as they lie in a file. Raises Faulty."""
    opening, following = _opened(read_lines(data))
    header = read_header(opening)
    placing = tuple(line for line in opening if line.word not in heading.WORDS)
    for line in placing:
        if line.word not in position.words(header.game):
            raise Faulty(line.number, f"{line.word} is neither a seat nor a word of {header.game.ID}")
    dice = header.dice
    return Record(header, placing, position.begin(header, placing, dice), dice, following)


def _opened(lines: Sequence[Line]) -> tuple[Sequence[Line], tuple[Line, ...]]:
    """The lines before, and from, the first that begins with a seat's name or with `=`."""
    names = set(chain.from_iterable(line.rest for line in lines if line.word == "seats"))
    beginnings = {"=", *names - heading.RESERVED}
    first = next((place for place, line in enumerate(lines) if line.word in beginnings), len(lines))
    if first == 0:
        raise Faulty(lines[0].number, "a record begins with its game and its seats")
    return lines[:first], tuple(lines[first:])


def check(data: bytes) -> tuple[Problem, ...]:
    """Everything that is wrong with a record; what follows an error is not judged."""
    problems: list[Problem] = []
    try:
        follow(read(data), problems)
    except Faulty as fault:
        problems.append(fault.problem)
    return tuple(problems)


def show(data: bytes) -> str:
    """The last position of a record, as a record that can be read and shown again. Raises Faulty."""
    record = read(data)
    return write_state(record.header, follow(record, []).state)


class Course(Struct):
    """How far a record has been followed."""

    state: AnyState
    moves: list[Move]


CarryOut: TypeAlias = Callable[[Header, AnyState, Line, Fair | None], Made | Problem | None]


def follow(record: Record, problems: list[Problem], carry_out: CarryOut = carry_out) -> Course:
    """To the last line; what was expected in vain is added to `problems`. Raises Faulty."""
    course = Course(record.start, [])
    for line in record.lines:
        match _after(record, course, line, carry_out):
            case Problem() as problem:
                problems.append(problem)
            case Made(move, state):
                course.moves.append(move)
                course.state = state
    return course


def _after(record: Record, course: Course, line: Line, carry_out: CarryOut) -> Made | Problem | None:
    if line.words[:2] == ("=", "sha256"):
        return _compare_sha256(record, course, line)
    if line.word == "=":
        return judge(record.header, course.state, line)
    if line.word in heading.WORDS or line.word in position.words(record.header.game):
        raise Faulty(line.number, f"{line.word} can only stand before all commands and expectations")
    return carry_out(record.header, course.state, line, record.dice)


def _compare_sha256(record: Record, course: Course, line: Line) -> Problem | None:
    if line is not record.lines[-1]:
        raise Faulty(line.number, "sha256 can only stand in the last line")
    if not position.is_own_start(record.header.game, record.placing):
        raise Faulty(line.number, "only a match from its own start has a sha256")
    found = sha256(record.header, record.start, course.moves)
    expected = " ".join(line.rest[1:]).lower()
    return None if expected == found else Problem(line.number, f"expected sha256 {expected}, found sha256 {found}")


def write_state(header: Header, state: AnyState) -> str:
    """Any state as a position. What an exported match says about its chance is left out: its dice lie behind."""
    kept = Header(header.game, header.seats, header.options, names=header.names)
    return _text(write_header(kept), position.write_position(header, state), write_outcome(header, state))


def write(header: Header, start: AnyState, moves: Sequence[Move]) -> str:
    """A whole match from its own start on, dice written out, what is true at its end, and the SHA-256 of all this."""
    return f"{_match(header, start, moves)}= sha256 {sha256(header, start, moves)}\n"


def sha256(header: Header, start: AnyState, moves: Sequence[Move]) -> str:
    """Of the text of a whole match: in it seats are called P1, P2 …, and nobody's name stands."""
    return hashlib.sha256(_match(nameless(header), start, moves).encode()).hexdigest()


def _match(header: Header, start: AnyState, moves: Sequence[Move]) -> str:
    end = replay(header.game, start, chain.from_iterable(move.events for move in moves))
    expected = (f"= {line}" for line in position.write_position(header, end))
    played = (write_move(header, move) for move in moves)
    drawn = () if header.seed else position.write_draws(header, start)
    return _text(write_header(header), drawn, played, chain(expected, write_outcome(header, end)))


def _text(*parts: Iterable[str]) -> str:
    """Parts parted by a blank line."""
    return "\n\n".join(text for part in parts if (text := "\n".join(part))) + "\n"
