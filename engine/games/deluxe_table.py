"""What lies on the table of Heckmeck Deluxe: tiles, the specialists on them and before the players, the Bratworms.

The vocabulary of the game and what can be read off it; the rules follow in `deluxe`. D is its rules page, H the
classic one's.
"""

from typing import Literal, TypeAlias, get_args

from msgspec import Struct
from msgspec.structs import replace

from engine.game import options_of
from engine.parts import grill as tiles
from engine.parts import tile_turn, turns
from engine.parts.grill import Stacks
from engine.parts.tile_turn import LowerTile, Reach, Snatch
from engine.parts.tray import WORM, Tray, points
from engine.parts.turns import Table

ID = "deluxe"

DICE, NINE_DICE = 8, 9
SMALL_TILES = (11, 13)
TILES = (*SMALL_TILES, *range(21, 37))
BRATWORMS = 7
APPLE_WORMS = 3

Specialist = Literal["canned_worm", "hen", "weasel", "golden_die", "apple"]  # can be owned
Piece: TypeAlias = Specialist | Literal["raven"]  # stands on a tile
SPECIALISTS: tuple[Specialist, ...] = get_args(Specialist)


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    starter: Literal["first", "random"] = "first"  # D2
    snatch: Snatch = "optional"  # D6
    lower_tile: LowerTile = "highest"  # D7
    short_game: Literal["off", "on"] = "off"
    empty_bust_closes: Literal["on", "off"] = "on"  # D9
    returned_highest_spared: Literal["off", "on"] = "off"  # D9
    specialist_limit: Literal["one", "none"] = "one"  # D11
    specialist_follows_tile: Literal["off", "on"] = "off"  # D12
    golden_die: Literal["regular", "gold"] = "regular"  # D15


OPTIONS = options_of(Options)


class Standing(Struct, frozen=True, order=True):
    """A piece on a tile."""

    tile: int
    piece: Piece


GoldenDie = Literal["unused", "in_play", "set_aside"]  # in play: among the dice that are not set aside
Due = Literal["bratworm", "return"]  # D23: take one from somebody, or not; D11: which specialist goes back
Holdings: TypeAlias = tuple[tuple[Specialist, ...], ...]  # each seat's, in the order gained


class State(Struct, frozen=True, tag=ID):
    """`tray` is None between turns: while the choice of who just ended one is due, when the match is over, or when
    nobody is present to begin the next.
    """

    options: Options
    table: Table
    grill: tuple[int, ...]  # open tiles, ascending
    stacks: Stacks
    standing: tuple[Standing, ...]  # pieces on open tiles, ascending
    holdings: Holdings
    bratworms: tuple[int, ...]  # each seat's
    supply: int
    tray: Tray | None = None
    golden_die: GoldenDie = "unused"
    weasel_used: bool = False
    due: tuple[Due, ...] = ()  # choices that wait for the seat whose turn it is


OPENING = (
    Standing(11, "canned_worm"),
    Standing(21, "hen"),
    Standing(23, "raven"),
    Standing(25, "weasel"),
    Standing(27, "golden_die"),
    Standing(29, "apple"),
)


def worms(tile: int) -> int:
    """11 and 13 carry one each; the others as in the classic game."""
    return 1 if tile in SMALL_TILES else tiles.worms(tile)


def to_act(state: State) -> int | None:
    return None if is_over(state) else turns.to_act(state.table)


def is_over(state: State) -> bool:
    """D24: no open tile is left on the grill, and no choice is open (D27); A1: one seat is left."""
    return not (state.grill or state.due) or turns.is_deserted(state.table)


# Specialists and Bratworms


def has(state: State, seat: int, specialist: Specialist) -> bool:
    return specialist in state.holdings[seat]


def holder_of(state: State, specialist: Specialist) -> int | None:
    return next((seat for seat, held in enumerate(state.holdings) if specialist in held), None)


def raven_is_on(state: State, tile: int) -> bool:
    return Standing(tile, "raven") in state.standing


def specialists_on(state: State, tile: int) -> tuple[Specialist, ...]:
    return tuple(there.piece for there in state.standing if there.tile == tile and there.piece != "raven")


def free_tile(state: State) -> int | None:
    """D11: the lowest open tile with no piece on it; the raven is a piece."""
    taken = {there.tile for there in state.standing}
    return next((tile for tile in state.grill if tile not in taken), None)


def has_too_many(state: State, seat: int) -> bool:
    """D11."""
    return state.options.specialist_limit == "one" and len(state.holdings[seat]) > 1


def moved(standing: tuple[Standing, ...], piece: Piece, tile: int | None) -> tuple[Standing, ...]:
    """The piece on that tile instead of where it stood; None is out of the game, or in somebody's hands."""
    others = [there for there in standing if there.piece != piece]
    return tuple(sorted(others if tile is None else [*others, Standing(tile, piece)]))


def with_held(holdings: Holdings, seat: int, specialist: Specialist) -> Holdings:
    return (*holdings[:seat], (*holdings[seat], specialist), *holdings[seat + 1 :])


def without_held(holdings: Holdings, seat: int, specialist: Specialist) -> Holdings:
    kept = tuple(held for held in holdings[seat] if held != specialist)
    return (*holdings[:seat], kept, *holdings[seat + 1 :])


def robbable(state: State, seat: int) -> tuple[int, ...]:
    """D23: the others who have a Bratworm, except the hen's owner."""
    hen = holder_of(state, "hen")
    return tuple(other for other, count in enumerate(state.bratworms) if count and other not in (seat, hen))


def with_count(bratworms: tuple[int, ...], seat: int, more: int) -> tuple[int, ...]:
    return (*bratworms[:seat], bratworms[seat] + more, *bratworms[seat + 1 :])


# The turn in progress


def dice_of(state: State) -> Tray:
    if state.tray is None:
        raise AssertionError("no dice lie between two turns")
    return state.tray


def between_turns(state: State) -> State:
    return replace(state, tray=None, golden_die="unused", weasel_used=False)


def can_reroll(state: State) -> bool:
    """D18: once a turn, right after a throw."""
    return has(state, state.table.turn, "weasel") and not state.weasel_used and bool(state.tray and state.tray.thrown)


def is_failing_throw(state: State) -> bool:
    """H6: it shows no symbol that is still free."""
    return bool(state.tray and state.tray.thrown and not state.tray.choices)


def takeable(state: State, tray: Tray) -> tuple[int, ...]:
    """The tiles these dice can take; a snatch first, then what the grill offers."""
    return tile_turn.takeable(reach(state, tray))


def reach(state: State, tray: Tray) -> Reach:
    """D3, D4, D7: 11 and 13 are never a lower tile and never snatched. D17: the canned worm stands in for a worm."""
    seat, rules = state.table.turn, state.options
    is_helped = has(state, seat, "canned_worm") and WORM not in tray.kept
    return Reach(
        tray.sum + points(WORM) * is_helped,
        is_helped or WORM in tray.kept,
        state.grill,
        _large(state.grill),
        _large(tiles.tops(state.stacks, seat)),
        rules.snatch,
        rules.lower_tile,
    )


def _large(some: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(tile for tile in some if tile not in SMALL_TILES)
