"""What a match has been like, counted from its moves: how often each seat failed, snatched, and was on a streak.

Events of all games are told apart by their stored names.
"""

from collections.abc import Sequence
from itertools import groupby

from msgspec import Struct
from msgspec.structs import replace

from bot.matches.match import Event, Move

FAILURES = ("turn_failed", "ghost_won", "red_ghost_won")
SNATCHES = ("tile_snatched", "specialist_snatched", "bratworm_robbed")


class Tally(Struct, frozen=True):
    """Of one seat. A turn counts when something was thrown in it."""

    turns: int = 0
    failed: int = 0
    snatched: int = 0
    streak: int = 0  # turns in a row that did not fail, at the end
    longest: int = 0  # the longest streak


def tallies(seats: int, moves: Sequence[Move]) -> tuple[Tally, ...]:
    """One for each seat."""
    counted = [Tally()] * seats
    for _, turn in groupby(moves, key=lambda move: move.turn):
        events = [event for move in turn for event in move.events]
        for seat in {event.seat for event in events if getattr(event, "faces", ())}:
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


def _seat_of(event: Event) -> int | None:
    seat: int | None = getattr(event, "seat", None)
    return seat


def _name_of(event: Event) -> str:
    return str(event.__struct_config__.tag)
