"""The state of Heckmeck Deluxe after an event. Nothing is decided here: events carry every fact."""

from msgspec.structs import replace

from engine.games.deluxe_moves import (
    BratwormDeclined,
    BratwormDue,
    BratwormGained,
    BratwormRobbed,
    DiceRerolled,
    Event,
    GoldenDieAdded,
    RavenMoved,
    SpecialistGained,
    SpecialistMoved,
    SpecialistReturned,
    SpecialistSnatched,
    SpecialistTooMany,
)
from engine.games.deluxe_table import (
    DICE,
    NINE_DICE,
    Due,
    State,
    between_turns,
    dice_of,
    is_over,
    moved,
    with_count,
    with_held,
    without_held,
)
from engine.parts import grill as tiles
from engine.parts import tray as dice_tray
from engine.parts import turns
from engine.parts.tile_turn import (
    DiceKept,
    DiceThrown,
    TileReturned,
    TileSnatched,
    TileTaken,
    TileTurnedDown,
    TurnFailed,
)
from engine.parts.tray import Tray
from engine.parts.turns import SeatBenched, SeatLeft, SeatReturned, TurnBegan, TurnPassed


def evolve(state: State, event: Event) -> State:
    match event:
        case TurnBegan():
            return replace(state, table=turns.evolve(state.table, event), tray=Tray(DICE))
        case GoldenDieAdded():
            return replace(state, tray=Tray(NINE_DICE), golden_die="in_play")
        case DiceThrown(faces=faces):
            return replace(state, tray=dice_tray.throw(dice_of(state), faces))
        case DiceRerolled(faces=faces):
            return replace(state, tray=dice_tray.throw(dice_of(state), faces), weasel_used=True)
        case DiceKept(symbol=symbol):
            return _with_kept(state, symbol)
        case TurnFailed() | TurnPassed():
            return between_turns(state)
        case TileTaken() | TileSnatched() | TileReturned() | TileTurnedDown():
            return _with_tile_moved(state, event)
        case SpecialistGained() | SpecialistSnatched() | SpecialistReturned():
            return _with_specialist_moved(state, event)
        case SpecialistMoved(specialist, tile):
            return replace(state, standing=moved(state.standing, specialist, tile))
        case RavenMoved(tile):
            return replace(state, standing=moved(state.standing, "raven", tile))
        case SpecialistTooMany():
            return replace(state, due=(*state.due, "return"))
        case BratwormGained() | BratwormDue() | BratwormRobbed() | BratwormDeclined():
            return _with_bratworm(state, event)
        case SeatLeft(seat):
            left = replace(state, table=turns.evolve(state.table, event))
            return replace(between_turns(left), due=()) if seat == state.table.turn or is_over(left) else left
        case SeatBenched() | SeatReturned():
            return replace(state, table=turns.evolve(state.table, event))


def _with_kept(state: State, symbol: int) -> State:
    tray = dice_of(state)
    is_golden = state.golden_die == "in_play" and tray.thrown[-1] == symbol
    return replace(
        state,
        tray=dice_tray.keep(tray, symbol),
        golden_die="set_aside" if is_golden else state.golden_die,
    )


def _with_tile_moved(state: State, event: TileTaken | TileSnatched | TileReturned | TileTurnedDown) -> State:
    match event:
        case TileTaken(seat, tile):
            stacks = tiles.with_top(state.stacks, seat, tile)
            return replace(between_turns(state), grill=tiles.without_tile(state.grill, tile), stacks=stacks)
        case TileSnatched(seat, tile, victim):
            stacks = tiles.with_top(tiles.without_top(state.stacks, victim), seat, tile)
            return replace(between_turns(state), stacks=stacks)
        case TileReturned(seat, tile, is_open):
            grill = tiles.with_tile(state.grill, tile) if is_open else state.grill
            return replace(state, grill=grill, stacks=tiles.without_top(state.stacks, seat))
        case TileTurnedDown(tile):
            return replace(state, grill=tiles.without_tile(state.grill, tile))


def _with_specialist_moved(state: State, event: SpecialistGained | SpecialistSnatched | SpecialistReturned) -> State:
    match event:
        case SpecialistGained(seat, specialist):
            standing = moved(state.standing, specialist, None)
            return replace(state, standing=standing, holdings=with_held(state.holdings, seat, specialist))
        case SpecialistSnatched(seat, specialist, victim):
            holdings = with_held(without_held(state.holdings, victim, specialist), seat, specialist)
            return replace(between_turns(state), holdings=holdings)
        case SpecialistReturned(seat, specialist, tile):
            standing = moved(state.standing, specialist, tile)
            holdings = without_held(state.holdings, seat, specialist)
            return replace(state, standing=standing, holdings=holdings, due=_answered(state, "return"))


def _with_bratworm(state: State, event: BratwormGained | BratwormDue | BratwormRobbed | BratwormDeclined) -> State:
    match event:
        case BratwormGained(seat):
            return replace(state, supply=state.supply - 1, bratworms=with_count(state.bratworms, seat, 1))
        case BratwormDue():
            return replace(state, due=(*state.due, "bratworm"))
        case BratwormRobbed(seat, victim):
            bratworms = with_count(with_count(state.bratworms, victim, -1), seat, 1)
            return replace(state, bratworms=bratworms, due=_answered(state, "bratworm"))
        case BratwormDeclined():
            return replace(state, due=_answered(state, "bratworm"))


def _answered(state: State, answered: Due) -> tuple[Due, ...]:
    return tuple(due for due in state.due if due != answered)
