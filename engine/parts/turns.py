"""Whose turn it is, and who is away: the sentences A1 to A3 that all four games share.

A seat leaves for good (A1), runs out of time (A2), is benched and comes back (A3). What a turn in progress is worth
when its player vanishes is each game's own affair.
"""

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from engine.game import Fact, Misplaced
from engine.refusal import SharedReason


class Table(Struct, frozen=True):
    """Who sits here. `turn` is the seat whose turn it is, or was when everybody went away."""

    seats: int
    turn: int = 0
    left: tuple[int, ...] = ()  # in the order they left
    benched: tuple[int, ...] = ()


class Leave(Struct, frozen=True, tag="leave"): ...


class TimeOut(Struct, frozen=True, tag="timeout"): ...


class Bench(Struct, frozen=True, tag="bench"): ...


class Back(Struct, frozen=True, tag="back"): ...


Absence: TypeAlias = Leave | TimeOut | Bench | Back

_WORDS: dict[str, Absence] = {"leave": Leave(), "timeout": TimeOut(), "bench": Bench(), "back": Back()}


class TurnBegan(Struct, frozen=True, tag="turn_began"):
    seat: int


class TurnPassed(Struct, frozen=True, tag="turn_passed"):
    """A2: nothing had been thrown, so the turn is passed over without loss."""

    seat: int


class SeatLeft(Struct, frozen=True, tag="seat_left"):
    seat: int


class SeatBenched(Struct, frozen=True, tag="seat_benched"):
    seat: int


class SeatReturned(Struct, frozen=True, tag="seat_returned"):
    seat: int


Attendance: TypeAlias = TurnBegan | SeatLeft | SeatBenched | SeatReturned


def to_act(table: Table) -> int | None:
    """The seat whose turn it is; None when it is away, which only happens when every seat is."""
    return table.turn if is_present(table, table.turn) else None


def is_present(table: Table, seat: int) -> bool:
    return seat not in table.left and seat not in table.benched


def staying(table: Table) -> tuple[int, ...]:
    """The seats that have not left for good; benched ones are still in the match."""
    return tuple(seat for seat in range(table.seats) if seat not in table.left)


def is_deserted(table: Table) -> bool:
    """A1: one seat is left, and wins."""
    return len(table.left) == table.seats - 1


def next_seat(table: Table) -> int | None:
    """The seat that is to act after this turn, in join order; None when nobody is present."""
    for step in range(1, table.seats + 1):
        seat = (table.turn + step) % table.seats
        if is_present(table, seat):
            return seat
    return None


def next_turn(table: Table) -> tuple[TurnBegan, ...]:
    """What follows a turn that is over: nothing while nobody is present."""
    following = next_seat(table)
    return () if following is None else (TurnBegan(following),)


def objection(table: Table, seat: int, command: Absence) -> SharedReason | None:
    """Why a seat cannot leave, time out, be benched or come back; whether the match is over is asked before."""
    if seat in table.left:
        return "left"
    match command:
        case Leave():
            return None
        case TimeOut():
            return objection_to_acting(table, seat)
        case Bench():
            return "benched" if seat in table.benched else None
        case Back():
            return None if seat in table.benched else "not_benched"


def objection_to_acting(table: Table, seat: int) -> SharedReason | None:
    """Why this seat may do nothing in the game now."""
    if seat in table.left:
        return "left"
    if seat in table.benched:
        return "benched"
    if seat == table.turn:
        return None
    return "nobody_to_act" if to_act(table) is None else "not_your_turn"


def is_settled_first(table: Table, seat: int, command: Absence) -> bool:
    """A2; A3, of the seat to act: whether its turn is settled prudently before anything else."""
    return isinstance(command, TimeOut) or (isinstance(command, Bench) and seat == to_act(table))


def comings_and_goings(seat: int, command: Absence) -> tuple[SeatLeft | SeatBenched | SeatReturned, ...]:
    """What the command does beside settling a turn."""
    match command:
        case Leave():
            return (SeatLeft(seat),)
        case TimeOut():
            return ()
        case Bench():
            return (SeatBenched(seat),)
        case Back():
            return (SeatReturned(seat),)


def evolve(table: Table, event: Attendance) -> Table:
    match event:
        case TurnBegan(seat):
            return replace(table, turn=seat)
        case SeatLeft(seat):
            return replace(table, left=(*table.left, seat), benched=_without(table.benched, seat))
        case SeatBenched(seat):
            return replace(table, benched=(*table.benched, seat))
        case SeatReturned(seat):
            return replace(table, benched=_without(table.benched, seat))


def _without(seats: tuple[int, ...], gone: int) -> tuple[int, ...]:
    return tuple(seat for seat in seats if seat != gone)


def ranking(table: Table, strength: Callable[[int], Any]) -> tuple[tuple[int, ...], ...]:
    """Places, best first: who stayed by strength, equals sharing a place; then who left, the last to leave first."""
    strengths = sorted({strength(seat) for seat in staying(table)}, reverse=True)
    stayed = (tuple(seat for seat in staying(table) if strength(seat) == value) for value in strengths)
    return (*stayed, *((seat,) for seat in reversed(table.left)))


def read_absence(text: str) -> Absence | None:
    return _WORDS.get(text)


def write_absence(command: Absence) -> str:
    return str(command.__struct_config__.tag)


def facts(table: Table) -> Sequence[Fact]:
    """The lines of a position that say whose turn it is and who is away."""
    return (
        Fact("to_act", table.turn, ()),
        *(Fact("left", seat, ()) for seat in table.left),
        *(Fact("benched", seat, ()) for seat in table.benched),
    )


def place(position: Sequence[Fact], seats: int) -> Table:
    """The table a position describes; a turn given to a seat that is away goes on to the next who is present."""
    named: dict[str, tuple[int, ...]] = {"left": (), "benched": (), "to_act": ()}
    for fact in position:
        if fact.word in named:
            if fact.seat is None or fact.values:
                raise Misplaced(f"{fact.word} is followed by one seat", fact)
            if fact.seat in named[fact.word]:
                raise Misplaced(f"{fact.word} names this seat twice", fact)
            if fact.word == "to_act" and named["to_act"]:
                raise Misplaced("to_act stands twice", fact)
            if fact.word == "benched" and fact.seat in named["left"]:
                raise Misplaced("a seat that left cannot be benched", fact)
            named[fact.word] += (fact.seat,)
    if len(named["left"]) == seats:
        raise Misplaced("one seat has to stay")
    table = Table(seats, (*named["to_act"], 0)[0], named["left"], named["benched"])
    here = table.turn if is_present(table, table.turn) else next_seat(table)
    return table if here is None else replace(table, turn=here)
