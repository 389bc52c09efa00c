"""What a match has been like, counted from its moves: how often each seat failed, snatched, was on a streak, was lucky.

Events of all games are told apart by their stored names.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from math import comb

from msgspec import Struct
from msgspec.structs import replace

from bot.matches.match import Event, Move

FAILURES = ("turn_failed", "ghost_won", "red_ghost_won")
SNATCHES = ("tile_snatched", "specialist_snatched", "bratworm_robbed")
FEWEST_DICE = 4  # of a throw that can be called lucky
FACES = 6


class Tally(Struct, frozen=True):
    """Of one seat. A turn counts when something was thrown in it."""

    turns: int = 0
    failed: int = 0
    snatched: int = 0
    streak: int = 0  # turns in a row that did not fail, at the end
    longest: int = 0  # the longest streak


class Throw(Struct, frozen=True):
    seat: int
    faces: tuple[int, ...]

    @property
    def most(self) -> tuple[int, int]:
        """The face that fell most often, the highest of equals, and how often."""
        often, face = max((self.faces.count(face), face) for face in self.faces)
        return face, often

    @property
    def chance(self) -> float:
        """Of so many alike of any face, or more; an upper bound, near enough to compare throws."""
        dice, (_, often) = len(self.faces), self.most
        alike = sum(comb(dice, count) * (FACES - 1) ** (dice - count) for count in range(often, dice + 1))
        return float(FACES * alike / FACES**dice)


def tallies(seats: int, moves: Sequence[Move]) -> tuple[Tally, ...]:
    """One for each seat."""
    counted = [Tally()] * seats
    for _, turn in groupby(moves, key=lambda move: move.turn):
        events = [event for move in turn for event in move.events]
        for seat in {throw.seat for throw in _throws(events)}:
            counted[seat] = _with_turn(counted[seat], [event for event in events if _seat_of(event) == seat])
    return tuple(counted)


def _with_turn(tally: Tally, events: Sequence[Event]) -> Tally:
    has_failed = any(_name_of(event) in FAILURES for event in events)
    streak = 0 if has_failed else tally.streak + 1
    return replace(
        tally,
        turns=tally.turns + 1,
        failed=tally.failed + has_failed,
        snatched=tally.snatched + sum(_name_of(event) in SNATCHES for event in events),
        streak=streak,
        longest=max(tally.longest, streak),
    )


def luckiest(moves: Sequence[Move]) -> Throw | None:
    """The throw least to be expected, the first of equals; None where too few dice were ever thrown at once."""
    throws = _throws([event for move in moves for event in move.events])
    return min((throw for throw in throws if len(throw.faces) >= FEWEST_DICE), key=lambda it: it.chance, default=None)


def _throws(events: Sequence[Event]) -> Iterator[Throw]:
    for event in events:
        if faces := getattr(event, "faces", ()):
            yield Throw(event.seat, tuple(faces))


def _seat_of(event: Event) -> int | None:
    seat: int | None = getattr(event, "seat", None)
    return seat


def _name_of(event: Event) -> str:
    return str(event.__struct_config__.tag)
