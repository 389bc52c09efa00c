"""A turn for a tile: what its player can wish, what can happen, and which tiles a sum takes (H4 to H21).

The two games of tiles share these sentences. What a turn that failed costs is each game's own affair.
"""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Literal, TypeAlias

from msgspec import Struct

from engine.parts import grill as tiles
from engine.parts import tray as dice_tray
from engine.parts.tray import Tray

# What a player can wish


class Roll(Struct, frozen=True, tag="roll"):
    """Throw all dice that are not set aside."""


class Keep(Struct, frozen=True, tag="keep"):
    """Set aside all dice of one symbol."""

    symbol: int


class Take(Struct, frozen=True, tag="take"):
    """Take a tile, from the grill or from the top of another player's stack."""

    tile: int


class Stop(Struct, frozen=True, tag="stop"):
    """Give the turn up: it fails."""


Wish: TypeAlias = Roll | Keep | Take | Stop

WORDS = ("roll", "keep", "take", "stop", "W")  # of the notation
COUNTED = ("dice", "sum", "closed")  # what follows from a position


def read_wish(text: str, known: Sequence[int]) -> Wish | None:
    """The wish of a text form, None when it is none; ValueError for an unknown symbol or tile."""
    match text.split(" "):
        case ["roll"]:
            return Roll()
        case ["stop"]:
            return Stop()
        case ["keep", symbol]:
            return Keep(dice_tray.symbol_of(symbol))
        case ["take", tile]:
            return Take(tiles.tile_of(tile, known))
        case _:
            return None


def write_wish(wish: Wish) -> str:
    match wish:
        case Roll():
            return "roll"
        case Keep(symbol):
            return f"keep {dice_tray.letter(symbol)}"
        case Take(tile):
            return f"take {tile}"
        case Stop():
            return "stop"


# What can happen

FailureCause = Literal["nothing_new", "nothing_to_take", "gave_up", "too_slow"]


class DiceThrown(Struct, frozen=True, tag="dice_thrown"):
    seat: int
    faces: tuple[int, ...]


class DiceKept(Struct, frozen=True, tag="dice_kept"):
    seat: int
    symbol: int
    count: int


class TileTaken(Struct, frozen=True, tag="tile_taken"):
    seat: int
    tile: int


class TileSnatched(Struct, frozen=True, tag="tile_snatched"):
    seat: int
    tile: int
    victim: int


class TurnFailed(Struct, frozen=True, tag="turn_failed"):
    seat: int
    cause: FailureCause


class TileReturned(Struct, frozen=True, tag="tile_returned"):
    seat: int
    tile: int
    is_open: bool  # face down with the house rule `short_game`


class TileTurnedDown(Struct, frozen=True, tag="tile_turned_down"):
    tile: int


# Which tiles a sum takes

Snatch = Literal["optional", "forced"]
LowerTile = Literal["highest", "any", "lowest"]

TakingReason = Literal[
    "no_worm",  # H10
    "sum_too_low",  # H10
    "exact_tile_open",  # H11: the tile that equals the sum has to be taken
    "must_snatch",  # house rule `snatch forced`
    "only_highest",  # H14
    "only_lowest",  # house rule `lower_tile lowest`
    "tile_not_there",  # neither open on the grill nor on top of another stack
    "only_exact_snatch",  # H12
    "tile_can_be_taken",  # H18
]


class Reach(Struct, frozen=True):
    """A sum, the tiles it might take, and the house rules about it."""

    sum: int
    has_worm: bool
    grill: tuple[int, ...]
    lower: tuple[int, ...]  # those of the grill that a higher sum can take
    tops: tuple[int, ...]  # of other players' stacks, that can be snatched
    snatch: Snatch
    lower_tile: LowerTile


def takeable(reach: Reach) -> tuple[int, ...]:
    """The tiles this sum can take (H10 to H16); a snatch first, then what the grill offers."""
    if not reach.has_worm:
        return ()
    if reach.sum in reach.grill:
        return (reach.sum,)
    snatch = (reach.sum,) if reach.sum in reach.tops else ()
    if snatch and reach.snatch == "forced":
        return snatch
    return (*snatch, *_lower_tiles(reach))


def _lower_tiles(reach: Reach) -> tuple[int, ...]:
    """H14: the highest open tile below the sum, unless a house rule says otherwise."""
    lower = reach.lower[: bisect_left(reach.lower, reach.sum)]
    match reach.lower_tile:
        case "highest":
            return lower[-1:]
        case "lowest":
            return lower[:1]
        case "any":
            return lower


def objection_to_taking(reach: Reach, tile: int) -> TakingReason | None:
    allowed = takeable(reach)
    if tile in allowed:
        return None
    if not reach.has_worm:
        return "no_worm"
    if tile > reach.sum:
        return "sum_too_low"
    if tile not in reach.grill:
        return "only_exact_snatch" if tile in reach.tops else "tile_not_there"
    if reach.sum in reach.grill:
        return "exact_tile_open"
    if reach.sum in allowed and reach.snatch == "forced":
        return "must_snatch"
    return "only_highest" if reach.lower_tile == "highest" else "only_lowest"


def best_offer(
    tray: Tray, grill: tuple[int, ...], takeable_with: Callable[[Tray], tuple[int, ...]]
) -> tuple[int, int] | None:
    """A2: the highest tile the grill offers, and the symbol to keep before (0 where no throw lies there)."""
    ways = {symbol: dice_tray.keep(tray, symbol) for symbol in tray.choices} if tray.thrown else {0: tray}
    offers = [(tile, symbol) for symbol, kept in ways.items() for tile in takeable_with(kept) if tile in grill]
    return max(offers, key=itemgetter(0), default=None)  # the first of equals
