"""Advice on Heckmeck am Bratwurmeck: the exact turn, and two ways to play it."""

from engine.advice import tile_turn
from engine.advice.answers import Advice, Curve, Unit, Worth
from engine.advice.odds import graph
from engine.advice.tile_turn import SNATCHED, Stakes, Turn
from engine.game import AnyCommand
from engine.games.heckmeck import DICE, TILES, State, reach, takeable
from engine.parts.grill import worms
from engine.parts.tray import Tray

UNIT: Unit = "worms"


def warm_up() -> None:
    graph(DICE)


def worths(state: State) -> tuple[Worth, ...]:
    return tuple(tile_turn.worths(_turn(state)))


def advise(state: State) -> Advice:
    return Advice(UNIT, tuple(tile_turn.choices(_turn(state))))


def curve(state: State) -> Curve:
    turn = _turn(state)
    return tile_turn.curve(turn.stakes, turn.tray, TILES)


def standing(before: State, after: State) -> float:
    """What a throw made of the turn; a throw that fails ends it."""
    lies = after.tray is not None and after.tray.thrown
    return tile_turn.standing(_turn(after)) if lies else _turn(before).odds.failed


def easy(state: State) -> AnyCommand:
    return tile_turn.simple(state, takeable)


def _turn(state: State) -> Turn:
    tray = _tray(state)
    return tile_turn.turn_of(_stakes(state, len(tray.kept) + tray.dice), tray)


def _tray(state: State) -> Tray:
    if state.tray is None:
        raise AssertionError("advice is asked by the seat to act")
    return state.tray


def _stakes(state: State, dice: int) -> Stakes:
    within = reach(state, Tray(0))
    own = state.stacks[state.table.turn][-1:]
    return Stakes(
        dice=dice,
        reach=within,
        worths=(
            *((tile, worms(tile)) for tile in within.grill),
            *((tile, worms(tile) * SNATCHED) for tile in within.tops),
        ),
        failed=-sum(map(worms, own)),
    )
