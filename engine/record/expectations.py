"""The lines that begin with `=`: what has to be true at this point of a record."""

from collections.abc import Iterable, Iterator

from engine.game import AnyState, Fact
from engine.parts import turns
from engine.record import position
from engine.record.commands import read_command
from engine.record.header import Header, seat_named
from engine.record.text import Faulty, Line, Problem


def judge(header: Header, state: AnyState, line: Line) -> Problem | None:
    """None when it is so. Raises Faulty when the line says nothing that can be judged."""
    holds, found = _compared(header, state, line)
    return None if holds else Problem(line.number, f"expected {' '.join(line.rest)}, found {found}")


def _compared(header: Header, state: AnyState, line: Line) -> tuple[bool, str]:
    """Whether the line holds, and what is so instead."""
    result = header.game.result(state)
    match line.rest:
        case ("over" | "going" as word,):
            found = "over" if result.is_over else "going"
            return word == found, found
        case ("to_act", name):
            acting = header.game.to_act(state)
            expected = None if name == "-" else seat_named(line, name, header.seats)
            return expected == acting, f"to_act {'-' if acting is None else header.seats[acting]}"
        case ("can" | "cannot" as word, name, *wish):
            reason = _objection(header, state, line, name, tuple(wish))
            return (word == "can") == (reason is None), f"refused ({reason})" if reason else "allowed"
        case ("left" | "benched" as word, name):
            away = {fact.seat for fact in turns.facts(state.table) if fact.word == word}
            return _seats(header, line, [name]) <= away, _named(header, word, away)
        case ("winners", *names):
            winners = set(result.winners)
            return _seats(header, line, names) == winners, _named(header, "winners", winners)
        case ("ranking", *places):
            ranking = [_seats(header, line, place.split(",")) for place in places]
            return ranking == [set(place) for place in result.ranking], write_ranking(header, result.ranking)
        case _:
            return _compared_fact(header, state, line)


def _objection(header: Header, state: AnyState, line: Line, name: str, wish: tuple[str, ...]) -> str | None:
    seat = seat_named(line, name, header.seats)
    return header.game.objection(state, seat, read_command(header, line, wish))


def _seats(header: Header, line: Line, names: Iterable[str]) -> set[int]:
    return {seat_named(line, name, header.seats) for name in names}


def _named(header: Header, word: str, seats: Iterable[int | None]) -> str:
    return " ".join((word, *(name for seat, name in enumerate(header.seats) if seat in seats)))


def _compared_fact(header: Header, state: AnyState, line: Line) -> tuple[bool, str]:
    """What nothing is said of is empty; of several facts (two pieces on one tile) any will do."""
    expected = _read_fact(header, line)
    alike = [fact for fact in _facts(header, state) if (fact.word, fact.seat) == (expected.word, expected.seat)]
    found = alike or [Fact(expected.word, expected.seat, ())]
    ordered = header.game.NOTATION.ordered
    holds = any(_values(expected, ordered) == _values(fact, ordered) for fact in found)
    return holds, ", ".join(position.write_fact(header, fact) for fact in found)


def _read_fact(header: Header, line: Line) -> Fact:
    known = {**header.game.POSITION, **dict.fromkeys(header.game.NOTATION.counted, False), "score": True}
    if not line.rest or line.rest[0] not in known:
        raise Faulty(line.number, f"{' '.join(line.words)} is nothing that can be expected of {header.game.ID}")
    return position.read_fact(header, line, line.rest, known)


def _values(fact: Fact, ordered: tuple[str, ...]) -> tuple[str, ...]:
    return fact.values if fact.word in ordered else tuple(sorted(fact.values))


def _facts(header: Header, state: AnyState) -> Iterator[Fact]:
    yield from header.game.facts(state)
    for seat, score in enumerate(header.game.result(state).scores or ()):
        yield Fact("score", seat, (str(score),))


def write_ranking(header: Header, ranking: Iterable[Iterable[int]]) -> str:
    """Best first; seats that share a place are joined by a comma."""
    return " ".join(("ranking", *(",".join(header.seats[seat] for seat in place) for place in ranking)))


def write_outcome(header: Header, state: AnyState) -> Iterator[str]:
    """Whether the match is over, and then how it ended, as expectations that hold."""
    result = header.game.result(state)
    yield "= over" if result.is_over else "= going"
    if result.is_over:
        for fact in _facts(header, state):
            if fact.word == "score":
                yield f"= {position.write_fact(header, fact)}"
        yield f"= {write_ranking(header, result.ranking)}"
