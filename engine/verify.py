"""Whether the dice of a match were fair: its record alone says what its seed must have thrown (docs/fairness.md).

`record.check` believes the dice that are written down; here each shuffle and throw is made once more from the seed, and
has to be the one that stands there.
"""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from engine import record
from engine.dice import Fair, seal
from engine.game import AnyState
from engine.record import Faulty, Header, Problem, Record, position
from engine.record.commands import Made, carry_out, make, read_wish, write_faces
from engine.record.text import Line


class Proof(Struct, frozen=True):
    """What follows from a record: so many commands were played, and all that was drawn for them came from the seed.

    `seal` is the seed's SHA-256, shown before the first throw; `sha256` is the record's, shown at the end.
    """

    commands: int
    draws: int
    lot: int  # 0: none
    salts: int
    seal: str
    sha256: str


def verify(data: bytes) -> Proof:
    """Raises Faulty with the first line that does not follow."""
    match = _from_its_start(record.read(data))
    problems: list[Problem] = []
    try:
        course = record.follow(match, problems, _carry_out)
    except Faulty as fault:
        problems.append(fault.problem)
    if problems:
        raise Faulty(problems[0].line, problems[0].text)
    header, drawn = match.header, match.dice.drawn if match.dice else 0
    shown = record.sha256(header, match.start, course.moves)
    return Proof(len(course.moves), drawn, header.lot, len(header.salts), seal(header.seed), shown)


def _from_its_start(match: Record) -> Record:
    """The same with dice that begin anew: what is written of the start is no draw, it has to follow from one."""
    header, dice = match.header, match.header.dice
    if dice is None:
        raise Faulty(1, "without its seed nothing can be proven of a match")
    start = header.game.new(len(header.seats), header.options, dice)
    drawn = {"to_act": f"to_act {header.seats[0]}", **_by_word(position.write_draws(header, start))}
    for line in match.placing:
        if (written := " ".join(line.words)) != (follows := drawn.get(line.word, "nothing")):
            raise Faulty(line.number, f"{written} stands here, {follows} follows from the seed")
    return replace(match, start=start, dice=dice)


def _by_word(lines: Iterable[str]) -> dict[str, str]:
    return {line.split(" ")[0]: line for line in lines}


def _carry_out(header: Header, state: AnyState, line: Line, dice: Fair | None) -> Made | Problem | None:
    """As `record.commands` does it, but the dice come from the seed whatever is written."""
    wish = read_wish(header, line)
    if wish.refusal is not None or dice is None:
        return carry_out(header, state, line, dice)
    made = make(header, state, line, wish, dice)
    thrown = write_faces(header.game, made.move.events)
    if thrown != wish.faces:
        raise Faulty(line.number, f"{_named(wish.faces)} here, {' '.join(thrown) or 'nothing'} follows from the seed")
    return made


def _named(faces: tuple[str, ...]) -> str:
    return f"{' '.join(faces)} stands" if faces else "no throw stands"
