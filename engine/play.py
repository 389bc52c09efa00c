"""play: one command, checked, decided and folded in. replay: many events folded in."""

from collections.abc import Iterable
from functools import reduce

from msgspec import Struct

from engine.dice import Dice
from engine.game import AnyCommand, AnyEvent, AnyState, Game
from engine.refusal import Refused


class Move(Struct, frozen=True):
    """A command that was carried out, and what followed."""

    seat: int
    command: AnyCommand
    events: tuple[AnyEvent, ...]


class Step(Struct, frozen=True):
    """What one command did: the new state, and the facts that lead to it."""

    state: AnyState
    events: tuple[AnyEvent, ...]


def play(game: Game, state: AnyState, seat: int, command: AnyCommand, dice: Dice) -> Step:
    """Carry out a command; raises Refused, and then nothing has changed and no die was thrown."""
    if reason := game.objection(state, seat, command):
        raise Refused(reason)
    events = tuple(game.decide(state, seat, command, dice))
    return Step(reduce(game.evolve, events, state), events)


def replay(game: Game, state: AnyState, events: Iterable[AnyEvent]) -> AnyState:
    """Fold events into a state. Needs neither seed nor dice."""
    return reduce(game.evolve, events, state)
