"""The table of a game of tiles as a picture shows it: dice, grill, and what every player has."""

from typing import Literal, TypeAlias

from msgspec import Struct

from bot.views.die import Die
from bot.views.player import Player
from engine.games.deluxe_table import Piece, Specialist

Lies: TypeAlias = Literal["open", "closed", "taken"]


class Tile(Struct, frozen=True):
    number: int
    worms: int
    lies: Lies = "open"
    is_takeable: bool = False  # a button takes it now
    pieces: tuple[Piece, ...] = ()  # that stand on it


class Tray(Struct, frozen=True):
    """The dice of a turn."""

    thrown: tuple[Die, ...]  # not set aside
    kept: tuple[Die, ...]
    sum: int
    has_worm: bool
    is_canned: bool = False  # the worm is the canned one, which counts as a die


class Holder(Struct, frozen=True):
    player: Player
    top: Tile | None = None  # of the stack
    tiles: int = 0
    worms: int = 0
    bratworms: int = 0
    specialists: tuple[Specialist, ...] = ()


class TileTable(Struct, frozen=True):
    """`supply` counts the Bratworms left; None in a game without any."""

    grill: tuple[Tile, ...]  # every tile at its place
    holders: tuple[Holder, ...]
    tray: Tray | None = None  # None between turns
    supply: int | None = None
    digits: str = "0123456789"  # of the language's numbers
