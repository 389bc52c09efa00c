"""Advice on Heckmeck Deluxe: the classic turn with other prizes, a reward on the way, one more throw or one more die.

What a specialist may bring in later turns is not counted, but for the apple's worms; of two that are to be kept, the
more useful one is. A Bratworm counts like a worm on a tile.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from engine.advice import tile_turn
from engine.advice.answers import Advice, Chance, Choice, Curve, Unit, Worth, preferred
from engine.advice.odds import graph
from engine.advice.tile_turn import SNATCHED, Stakes, Turn
from engine.game import AnyCommand
from engine.games import deluxe
from engine.games.deluxe_moves import Accept, Decline, Reroll, Return, Rob, RollNine
from engine.games.deluxe_table import (
    APPLE_WORMS,
    DICE,
    NINE_DICE,
    TILES,
    Specialist,
    State,
    dice_of,
    has,
    is_failing_throw,
    raven_is_on,
    reach,
    robbable,
    specialists_on,
    takeable,
    worms,
)
from engine.parts import grill as tiles
from engine.parts.tile_turn import Keep
from engine.parts.tray import Tray

UNIT: Unit = "worms"

# By what each adds to a turn with all tiles open (docs/odds.md), the least first; the apple's worms are sure.
USEFUL: tuple[Specialist, ...] = ("hen", "weasel", "canned_worm", "golden_die", "apple")


def warm_up() -> None:
    for dice, has_gold in ((DICE, False), (NINE_DICE, False), (NINE_DICE, True)):
        graph(dice, has_gold=has_gold)


def advise(state: State) -> Advice:
    return Advice(UNIT, tuple(_choice(state, command, value) for command, value in preferred(worths(state))))


def worths(state: State) -> Iterator[Worth]:
    if state.due:
        yield from _answers(state)
        return
    turn = _turn(state)
    yield from tile_turn.worths(turn)
    if turn.tray.thrown and turn.odds.again is not None:
        yield Reroll(), turn.odds.again.throw(turn.node)
    if is_failing_throw(state):
        yield Accept(), turn.odds.failed
    if _can_use_nine(state):
        nine = _turn(state, with_nine=True)
        yield RollNine(), nine.odds.throw(nine.node)


def _answers(state: State) -> Iterator[Worth]:
    """D23: of the leader, the first seat among equals; D11: the least useful goes back."""
    seat = state.table.turn
    if state.due[0] == "return":
        for specialist in sorted(state.holdings[seat], key=USEFUL.index):
            yield Return(specialist), float(-_apple_worms(specialist))
        return
    rest = 0.0 if state.tray is None else tile_turn.standing(_turn(state))
    yield from ((Rob(victim), rest + SNATCHED) for victim in _victims(state))
    yield Decline(), rest


def _victims(state: State) -> list[int]:
    scores = deluxe.result(state).scores or ()
    return sorted(robbable(state, state.table.turn), key=lambda other: -scores[other])


def _apple_worms(specialist: Specialist) -> int:
    return APPLE_WORMS if specialist == "apple" else 0


def _choice(state: State, command: AnyCommand, value: float) -> Choice:
    if isinstance(command, Return) or state.tray is None:
        return Choice(command=command, value=value, fails=0.0)
    turn = _turn(state)
    match command:
        case Rob() | Decline():
            return Choice(command=command, value=value, fails=turn.odds.fails(turn.node))
        case Accept():
            return Choice(command=command, value=value, fails=1.0)
        case Reroll():
            return tile_turn.throwing(_again(turn), command, value)
        case RollNine():
            return tile_turn.throwing(_turn(state, with_nine=True), command, value)
        case Keep(1) if turn.reward(1) and not state.supply:
            return replace(tile_turn.choice(turn, command, value), then=Rob(_victims(state)[0]))
        case _:
            return tile_turn.choice(turn, command, value)


def _again(turn: Turn) -> Turn:
    """D18: after the weasel."""
    return Turn(turn.stakes, turn.tray, turn.odds.again or turn.odds)


def curve(state: State) -> Curve:
    """Before the first throw, with the golden die where that is better. Between two turns no dice lie."""
    if state.tray is None:
        return ()
    turns = [_turn(state)] + [_turn(state, with_nine=True)] * _can_use_nine(state)
    curves = (tile_turn.curve(turn.stakes, turn.tray, TILES) for turn in turns)
    return tuple(map(_better, zip(*curves, strict=True)))


def _better(chances: tuple[Chance, ...]) -> Chance:
    at_least, exactly = (max(getattr(chance, name) for chance in chances) for name in ("at_least", "exactly"))
    return Chance(chances[0].target, at_least, exactly)


def standing(before: State, after: State) -> float:
    """What a throw made of the turn; a throw that fails ends it, or waits for the weasel."""
    lies = after.tray is not None and after.tray.thrown
    return tile_turn.standing(_turn(after)) if lies else _turn(before).odds.failed


def easy(state: State) -> AnyCommand:
    if state.due or is_failing_throw(state):
        return deluxe.legal(state)[0]
    if _can_use_nine(state):
        return RollNine()
    return tile_turn.simple(state, takeable)


# What a turn is played for


def _turn(state: State, *, with_nine: bool = False) -> Turn:
    tray = Tray(NINE_DICE) if with_nine else dice_of(state)
    is_golden = with_nine or state.golden_die == "in_play"
    seat = state.table.turn
    stakes = Stakes(
        dice=len(tray.kept) + tray.dice,
        reach=reach(state, Tray(0)),
        worths=tuple(_tile_worths(state)),
        failed=float(-_loss(state, seat)),
        is_helped=has(state, seat, "canned_worm"),
        can_reroll=has(state, seat, "weasel") and not state.weasel_used,
        has_gold=is_golden and state.options.golden_die == "gold",
        reward=float(_bratworm(state)),
    )
    return tile_turn.turn_of(stakes, tray)


def _can_use_nine(state: State) -> bool:
    """D15."""
    return not dice_of(state).has_begun and has(state, state.table.turn, "golden_die")


def _tile_worths(state: State) -> Iterator[tuple[int, float]]:
    within = reach(state, Tray(0))
    for tile in within.grill:
        apple = sum(map(_apple_worms, specialists_on(state, tile)))
        yield tile, worms(tile) + apple + _bratworm(state) * raven_is_on(state, tile)
    for tile in within.tops:
        yield tile, SNATCHED * _snatched(state, tile)


def _snatched(state: State, tile: int) -> int:
    """D12; D19: the hen instead of a tile brings no worm."""
    victim = tiles.owner_of_top(state.stacks, tile, state.table.turn)
    if victim is None or has(state, victim, "hen"):
        return 0
    follows = state.options.specialist_follows_tile == "on" and has(state, victim, "apple")
    return worms(tile) + APPLE_WORMS * follows


def _loss(state: State, seat: int) -> int:
    """H19; D12; D19: the hen goes back instead of a tile."""
    if has(state, seat, "hen") or not state.stacks[seat]:
        return 0
    goes_back = state.options.specialist_follows_tile == "on" and has(state, seat, "apple")
    return worms(state.stacks[seat][-1]) + APPLE_WORMS * goes_back


def _bratworm(state: State) -> int:
    """D20, D22; D23: from another player once the supply is empty."""
    if state.supply:
        return 1
    return SNATCHED if robbable(state, state.table.turn) else 0
