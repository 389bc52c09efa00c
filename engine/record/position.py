"""Where a record begins: the position it describes, or the game's own start. And the same lines for any state."""

import re
from collections.abc import Iterator, Mapping, Sequence

from engine.dice import SIDES, Fair, Scripted, WrongDice
from engine.game import AnyState, Draw, Fact, Game, Misplaced
from engine.parts import turns
from engine.parts.turns import Table
from engine.record.header import Header, seat_named
from engine.record.text import Faulty, Line

_NUMBER = re.compile(r"[0-9]{1,4}")  # of a piece
_SHARED_WORDS = {"to_act": True, "left": True, "benched": True}  # → whether a seat follows, as in Game.POSITION


def words(game: Game) -> Mapping[str, bool]:
    """The words a position of this game can have, and whether a seat follows."""
    return {**_SHARED_WORDS, **game.POSITION}


def read_fact(header: Header, line: Line, said: tuple[str, ...], known: Mapping[str, bool]) -> Fact:
    """`stack Ana 21 30` as a fact; `known` words say whether a seat follows."""
    word, *values = said
    if not known[word]:
        return Fact(word, None, tuple(values))
    if not values:
        raise Faulty(line.number, f"{word} is followed by a seat")
    return Fact(word, seat_named(line, values[0], header.seats), tuple(values[1:]))


def write_fact(header: Header, fact: Fact) -> str:
    seat = () if fact.seat is None else (header.seats[fact.seat],)
    return " ".join((fact.word, *seat, *fact.values))


def begin(header: Header, lines: Sequence[Line], dice: Fair | None) -> AnyState:
    """The state the lines of a position describe. `to_act` and a shuffle alone say what the game's own start drew."""
    known, drawn = words(header.game), header.game.NOTATION.drawn
    facts = tuple(read_fact(header, line, line.words, known) for line in lines)
    try:
        table = turns.place(facts, len(header.seats))
        if not is_own_start(header.game, lines):
            return header.game.place(facts, table, header.options)
        starter = table.turn if any(fact.word == "to_act" for fact in facts) else None
        return _own_start(header, starter, tuple(_shuffles(facts, drawn)), tuple(_faces(facts, drawn)), dice)
    except Misplaced as problem:
        at_fault = (line for line, fact in zip(lines, facts, strict=True) if fact is problem.fact)
        raise Faulty(next(at_fault, lines[0]).number, str(problem)) from None
    except WrongDice as problem:
        raise Faulty(next((line.number for line in lines if line.word in drawn), 1), str(problem)) from None


def is_own_start(game: Game, lines: Sequence[Line]) -> bool:
    """Whether these lines only say what the game's own start drew."""
    return all(line.word in ("to_act", *game.NOTATION.drawn) for line in lines)


def _faces(facts: Sequence[Fact], drawn: Mapping[str, Draw]) -> Iterator[int]:
    for fact in _drawn(facts, drawn, "die"):
        if len(fact.values) != 1 or fact.values[0] not in map(str, range(1, SIDES + 1)):
            raise Misplaced(f"{fact.word} is followed by a number from 1 to {SIDES}", fact)
        yield int(fact.values[0])


def _shuffles(facts: Sequence[Fact], drawn: Mapping[str, Draw]) -> Iterator[tuple[int, ...]]:
    for fact in _drawn(facts, drawn, "shuffle"):
        if not all(map(_NUMBER.fullmatch, fact.values)):
            raise Misplaced(f"{fact.word} is followed by numbers", fact)
        yield tuple(map(int, fact.values))


def _drawn(facts: Sequence[Fact], drawn: Mapping[str, Draw], kind: str) -> Iterator[Fact]:
    """What is written of draws of this kind, in the order the game makes them."""
    for word in (word for word, draw in drawn.items() if draw.kind == kind):
        lines = [fact for fact in facts if fact.word == word]
        if len(lines) > 1:
            raise Misplaced(f"{word} stands twice", lines[1])
        yield from lines


def _own_start(
    header: Header, starter: int | None, shuffles: Sequence[Sequence[int]], faces: Sequence[int], dice: Fair | None
) -> AnyState:
    """Who begins is as written, also where the game draws a lot; not written, the seed says, else it is the first."""
    game, seats = header.game, len(header.seats)
    lots = () if starter is None and dice else (starter or 0,)
    start = game.new(seats, header.options, Scripted(faces, lots, shuffles, spare=dice))
    if starter in (None, game.to_act(start)):
        return start
    return game.place(tuple(_placeable(game, start)), Table(seats, starter or 0), header.options)


def _placeable(game: Game, state: AnyState) -> Iterator[Fact]:
    return (fact for fact in game.facts(state) if fact.word in game.POSITION)


def write_position(header: Header, state: AnyState) -> Iterator[str]:
    """The lines of a position. What is empty or none is left out, but the first line always stands: it makes one."""
    first, *others = _placeable(header.game, state)
    away = (fact for fact in turns.facts(state.table) if fact.word != "to_act")
    for fact in (first, *(fact for fact in others if fact.values not in ((), ("0",))), *away):
        yield write_fact(header, fact)
    if (acting := header.game.to_act(state)) is not None:
        yield write_fact(header, Fact("to_act", acting, ()))


def write_draws(header: Header, start: AnyState) -> Iterator[str]:
    """What a game's own start drew: who begins, unless it is the first seat, and how the pieces were shuffled."""
    facts = {fact.word: fact.values for fact in header.game.facts(start)}
    for word, draw in header.game.NOTATION.drawn.items():
        yield " ".join((word, *(value for shown in draw.shown for value in facts[shown])))
    if starter := header.game.to_act(start):
        yield f"to_act {header.seats[starter]}"
