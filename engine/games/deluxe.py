"""Heckmeck Deluxe: the classic game with two small tiles, six specialists, a ninth die and Bratworms.

The numbers D1 to D28 are the sentences of its rules page (docs/rules/deluxe.md), H1 to H25 those of the classic one.
`deluxe_table` says what lies on the table, `deluxe_moves` what can be wished and what can happen, `deluxe_course` what
follows from a wish and `deluxe_evolve` what is so after an event.
"""

from collections.abc import Iterable, Mapping

from engine.dice import Dice
from engine.game import Result, Upcast
from engine.games.deluxe_course import decide
from engine.games.deluxe_evolve import evolve
from engine.games.deluxe_moves import (
    REASONS,
    Accept,
    Command,
    Decline,
    Event,
    Reason,
    Reroll,
    Return,
    Rob,
    RollNine,
    Wish,
)
from engine.games.deluxe_notation import NOTATION, POSITION, facts, place, read_command, write_command
from engine.games.deluxe_table import (
    APPLE_WORMS,
    BRATWORMS,
    DICE,
    ID,
    OPENING,
    OPTIONS,
    SMALL_TILES,
    TILES,
    Options,
    State,
    dice_of,
    has,
    is_failing_throw,
    is_over,
    reach,
    robbable,
    takeable,
    to_act,
    worms,
)
from engine.parts import grill as tiles
from engine.parts import tile_turn, turns
from engine.parts import tray as dice_tray
from engine.parts.tile_turn import Keep, Roll, Stop, Take
from engine.parts.tray import Tray
from engine.parts.turns import Absence, Table

__all__ = [
    "ID",
    "NOTATION",
    "OPTIONS",
    "POSITION",
    "REASONS",
    "SCHEMA",
    "SEATS",
    "UPCASTS",
    "Command",
    "Event",
    "Options",
    "State",
    "decide",
    "evolve",
    "facts",
    "legal",
    "new",
    "objection",
    "place",
    "read_command",
    "result",
    "to_act",
    "write_command",
]

SEATS = range(2, 8)  # H3
SCHEMA = 1
UPCASTS: Mapping[int, Upcast] = {}


# The start


def new(seats: int, options: Options, dice: Dice) -> State:
    """D1, D2: all tiles open, a specialist on six of them; the first to join begins, or one drawn by lot."""
    starter = dice.pick(seats) if options.starter == "random" else 0
    table, nothing = Table(seats, starter), ((),) * seats
    return State(options, table, TILES, nothing, OPENING, nothing, (0,) * seats, BRATWORMS, Tray(DICE))


# What is allowed


def objection(state: State, seat: int, command: Command) -> Reason | None:
    if is_over(state):
        return "over"
    if isinstance(command, Absence):
        return turns.objection(state.table, seat, command)
    if reason := turns.objection_to_acting(state.table, seat):
        return reason
    if not isinstance(command, Wish):
        return "unknown_command"
    if state.due:
        return _objection_to_answering(state, seat, command)
    if is_failing_throw(state) and not isinstance(command, Reroll | Accept):
        return "weasel_decides"
    return _objection_in_turn(state, seat, command)


def _objection_to_answering(state: State, seat: int, command: Wish) -> Reason | None:
    """D11, D23: the choice that is open comes before everything else."""
    match state.due[0], command:
        case "bratworm", Decline():
            return None
        case "bratworm", Rob(victim):
            return _objection_to_robbing(state, seat, victim)
        case "bratworm", _:
            return "bratworm_first"
        case "return", Return(specialist):
            return None if has(state, seat, specialist) else "not_held"
        case _:
            return "return_first"


def _objection_to_robbing(state: State, seat: int, victim: int) -> Reason | None:
    """D23."""
    if victim in robbable(state, seat):
        return None
    is_protected = victim != seat and victim < state.table.seats and has(state, victim, "hen")
    return "hen_protects" if is_protected else "no_bratworm_there"


def _objection_in_turn(state: State, seat: int, command: Wish) -> Reason | None:
    tray = dice_of(state)
    match command:
        case Roll():
            return dice_tray.objection_to_rolling(tray)
        case RollNine():
            return _objection_to_nine_dice(state, seat, tray)
        case Reroll():
            return _objection_to_rerolling(state, seat, tray)
        case Accept():
            return None if is_failing_throw(state) else "throw_is_good"
        case Keep(symbol):
            return dice_tray.objection_to_keeping(tray, symbol)
        case Take(tile):
            return dice_tray.objection_to_settling(tray) or _objection_to_taking(state, tray, tile)
        case Stop():
            return dice_tray.objection_to_settling(tray) or ("tile_can_be_taken" if takeable(state, tray) else None)
        case Return() | Rob() | Decline():
            return "nothing_due"


def _objection_to_nine_dice(state: State, seat: int, tray: Tray) -> Reason | None:
    """D15."""
    if not has(state, seat, "golden_die"):
        return "no_golden_die"
    return "only_first_throw" if tray.has_begun or state.golden_die != "unused" else None


def _objection_to_rerolling(state: State, seat: int, tray: Tray) -> Reason | None:
    """D18."""
    if not has(state, seat, "weasel"):
        return "no_weasel"
    if state.weasel_used:
        return "weasel_used"
    return None if tray.thrown else "nothing_thrown"


def _objection_to_taking(state: State, tray: Tray, tile: int) -> Reason | None:
    reason = tile_turn.objection_to_taking(reach(state, tray), tile)
    if reason in (None, "no_worm", "sum_too_low") or tile not in SMALL_TILES:
        return reason
    if tile in state.grill:
        return "only_exact_tile"
    return "never_snatched" if tile in tiles.tops(state.stacks, state.table.turn) else reason


def legal(state: State) -> tuple[Command, ...]:
    seat = to_act(state)
    if seat is None:
        return ()
    return tuple(wish for wish in _wishes(state, seat) if objection(state, seat, wish) is None)


def _wishes(state: State, seat: int) -> Iterable[Command]:
    """What might be allowed; of two specialists the one just gained first."""
    if state.due:
        yield from map(Rob, robbable(state, seat))
        yield Decline()
        yield from map(Return, reversed(state.holdings[seat]))
    if (tray := state.tray) is not None:
        yield from map(Keep, tray.choices)
        yield from (Reroll(), Accept(), Roll(), RollNine())
        yield from map(Take, takeable(state, tray))
        yield Stop()


# The end


def result(state: State) -> Result:
    """D24: worms on tiles, Bratworms, the apple; then the highest single tile; else shared."""
    scores = tuple(_score(state, seat) for seat in range(state.table.seats))
    ranking = turns.ranking(state.table, lambda seat: (scores[seat], max(state.stacks[seat], default=0)))
    return Result(is_over(state), scores, ranking)


def _score(state: State, seat: int) -> int:
    """D14, D21."""
    return sum(map(worms, state.stacks[seat])) + state.bratworms[seat] + APPLE_WORMS * has(state, seat, "apple")
