"""A match looked at afterwards: what each seat gave away by its decisions, and what the dice gave and took."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from engine.advice.advisers import ADVISERS
from engine.advice.answers import Unit, preferred
from engine.advice.odds import EQUAL
from engine.game import AnyCommand, AnyEvent, AnyState, Game
from engine.parts.turns import Absence
from engine.play import Move, replay


class Decision(Struct, frozen=True):
    """`number` is the move's, from 0; `cost` is what the best command would have been worth more."""

    number: int
    seat: int
    command: AnyCommand
    best: AnyCommand
    cost: float


class Throw(Struct, frozen=True):
    """`luck` is what the turn was worth more after these dice than before them."""

    number: int
    seat: int
    faces: tuple[int, ...]
    luck: float


class Tally(Struct, frozen=True):
    """Of one seat; decisions are those that left a choice. `worst` is None where nothing was given away."""

    decisions: int
    given_away: float
    worst: Decision | None


class Review(Struct, frozen=True):
    unit: Unit
    seats: tuple[Tally, ...]
    luckiest: Throw | None
    unluckiest: Throw | None


def review(game: Game, start: AnyState, moves: Iterable[Move]) -> Review:
    """Of a match, or of the part of it that begins with this state. Going away and coming back is no decision."""
    decisions, throws = list[Decision](), list[Throw]()
    for number, move, before, after in _course(game, start, moves):
        ways = dict(preferred(ADVISERS[game.ID].worths(before)))
        best, worth = next(iter(ways.items()))
        value = ways[move.command]
        if len(ways) > 1:
            decisions.append(Decision(number, move.seat, move.command, best, _cost(worth, value)))
        if faces := _faces(move.events):
            luck = ADVISERS[game.ID].standing(before, after) - value
            throws.append(Throw(number, move.seat, faces, luck))
    return Review(
        ADVISERS[game.ID].UNIT,
        tuple(_tally(seat, decisions) for seat in range(start.table.seats)),
        max(throws, key=lambda throw: throw.luck, default=None),
        min(throws, key=lambda throw: throw.luck, default=None),
    )


def _course(game: Game, state: AnyState, moves: Iterable[Move]) -> Iterator[tuple[int, Move, AnyState, AnyState]]:
    """The moves that seats made in the game, with the state before and after each."""
    for number, move in enumerate(moves):
        after = replay(game, state, move.events)
        if not isinstance(move.command, Absence):
            yield number, move, state, after
        state = after


def _cost(best: float, value: float) -> float:
    return best - value if best - value > EQUAL else 0.0


def _faces(events: Iterable[AnyEvent]) -> tuple[int, ...]:
    return tuple(face for event in events for face in getattr(event, "faces", ()))


def _tally(seat: int, decisions: Iterable[Decision]) -> Tally:
    mine = [decision for decision in decisions if decision.seat == seat]
    costly = [decision for decision in mine if decision.cost > 0]
    worst = max(costly, key=lambda decision: decision.cost, default=None)
    return Tally(len(mine), sum(decision.cost for decision in mine), worst)
