"""A table of tiles as a picture: the dice of the turn, the grill, and before every player the stack.

Nothing is told by colour alone: what can be taken has a frame, what lies face down is hatched, a die whose symbol is
set aside already is crossed out, and without a worm among the dice set aside there is one crossed out beside the sum.
"""

from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace
from PIL import Image

from bot.views.pictures import specialists, tiles, worms
from bot.views.pictures.canvas import (
    BONE,
    EARTH,
    EDGE,
    GROUND,
    LIT,
    NIGHT,
    ORANGE,
    RED,
    STONE,
    WIDTH,
    CutOut,
    Ink,
    Pen,
    cut_out,
    dim,
    paint_ground,
    piece,
    png,
)
from bot.views.pictures.lettering import font, numeral
from bot.views.pictures.players import CELL_WIDTH, GAP, NAME_LEFT, NAME_LETTERS, Cell, cell
from bot.views.pictures.tray import BELOW_TRAY, FELT, TRAY, TRAY_TOP, die_on, lay_thrown, lay_tray
from bot.views.tile_table import Holder, Tile, TileTable, Tray
from engine.games.deluxe_table import Piece

# All in pixels.
KEPT = 76  # a die that is set aside
SUM = 162
RACK = 14  # what the grill is wider and higher than its tiles
TILE_HEIGHT = 148
PIECE = 58  # stands on a tile's upper edge
SAUSAGE = 56
COALS: Ink = dim(EARTH)
CELL = Cell(height=124, name_width=276, name_line=38)
TOP_WIDTH, TOP_HEIGHT = 84, 104
SPECIALIST, CROWD = 48, 3
LAYER, LAYERS = 7, 4  # a tile below the top one; so many are shown at most


class Layout(Struct, frozen=True):
    """Where things are, from the top."""

    columns: int
    rows_of_tiles: int
    has_pieces: bool
    holders: int

    @property
    def row(self) -> int:
        return TILE_HEIGHT + 10 + (PIECE - 4) * self.has_pieces

    @property
    def grill_height(self) -> int:
        return 2 * RACK - 10 + self.rows_of_tiles * self.row + (SAUSAGE + 8) * self.has_pieces

    @property
    def tile_width(self) -> int:
        return (WIDTH - 2 * (EDGE + RACK)) // self.columns - 8

    @property
    def players_top(self) -> int:
        return BELOW_TRAY + self.grill_height + GAP

    @property
    def height(self) -> int:
        return self.players_top + CELL.rows_height(self.holders) + EDGE

    def corner_of(self, place: int) -> tuple[int, int]:
        """Of a tile, without what stands on it."""
        row, column = divmod(place, self.columns)
        pitch = (WIDTH - 2 * (EDGE + RACK)) / self.columns
        return (
            round(EDGE + RACK + 4 + column * pitch),
            BELOW_TRAY + RACK + (row + 1) * self.row - 10 - TILE_HEIGHT,
        )


def layout_of(table: TileTable) -> Layout:
    return Layout((len(table.grill) + 1) // 2, 2, table.supply is not None, len(table.holders))


def picture(table: TileTable) -> bytes:
    """A PNG; the same for the same description."""
    return png(_laid(table))


def _laid(table: TileTable) -> Image.Image:
    layout = layout_of(table)
    canvas = _ground(layout).copy()
    if table.tray:
        _lay_dice(canvas, table.tray, table.digits)
    _lay_tiles(canvas, layout, table)
    _lay_players(canvas, layout, table)
    return canvas


@lru_cache(maxsize=16)
def _ground(layout: Layout) -> Image.Image:
    """The night, and in it the grill over its embers."""

    def paint(pen: Pen) -> None:
        paint_ground(pen, layout.height)
        top, height = BELOW_TRAY, layout.grill_height
        pen.slab(EDGE, top, WIDTH - 2 * EDGE, height, NIGHT, corner=18)
        pen.slab(EDGE + 5, top + 5, WIDTH - 2 * EDGE - 10, height - 10, COALS, corner=14)
        for place in range(60):
            x, y = EDGE + 30 + place * 397 % (WIDTH - 2 * EDGE - 60), top + 26 + place * 211 % (height - 52)
            pen.disc(x, y, 7 + place % 3 * 4, (dim(RED), EARTH, dim(ORANGE))[place % 3], outline=0)
        for bar in range(EDGE + 24, WIDTH - EDGE - 10, 40):
            pen.line([(bar, top + 10), (bar, top + height - 10)], NIGHT, 7, outline=0)

    return piece(WIDTH, layout.height, GROUND, paint)


# The dice


def _lay_dice(canvas: Image.Image, tray: Tray, digits: str) -> None:
    lay_thrown(canvas, tray.thrown)
    lay_tray(canvas)
    for place, shown in enumerate(tray.kept):
        canvas.paste(die_on(FELT, KEPT, shown), (EDGE + 14 + place * (KEPT + 6), TRAY_TOP + (TRAY - KEPT) // 2))
    if tray.kept:
        shown_sum = _sum(tray.sum, digits, tray.has_worm, tray.is_canned)
        canvas.paste(shown_sum, (WIDTH - EDGE - 10 - SUM, TRAY_TOP + 8))


@lru_cache(maxsize=128)
def _sum(total: int, digits: str, has_worm: bool, is_canned: bool) -> Image.Image:  # noqa: FBT001  of a cache
    """Behind it the worm that a tile costs: crossed out while it is missing, in its tin where that one counts."""
    height = TRAY - 14

    def paint(pen: Pen) -> None:
        shown = numeral(total, digits)
        pen.text(SUM - 66, height / 2, shown, 50, BONE, anchor="r")
        left = SUM - 66 - font(50).getlength(shown)
        for y in (height / 2 - 8, height / 2 + 8):
            pen.line([(left - 34, y), (left - 16, y)], BONE, 6, outline=0)
        box = pen.box(SUM - 58, 14, 58)
        if is_canned:
            specialists.canned_worm(box)
        elif has_worm:
            worms.worm(box)
        else:
            worms.worm(box, LIT)
            pen.line([(SUM - 54, height - 16), (SUM - 4, 16)], RED, 7)

    return piece(SUM, height, FELT, paint)


# The grill


def _lay_tiles(canvas: Image.Image, layout: Layout, table: TileTable) -> None:
    for place, tile in enumerate(table.grill):
        x, y = layout.corner_of(place)
        if tile.lies != "taken":
            _tile(layout.tile_width, replace(tile, pieces=()), table.digits).lay(canvas, (x, y))
        if tile.pieces:
            _pieces(layout.tile_width, tile.pieces).lay(canvas, (x, y - PIECE))
    for place in range(table.supply or 0):
        top = BELOW_TRAY + layout.grill_height - RACK - SAUSAGE
        _sausage().lay(canvas, (EDGE + RACK + 4 + place * (SAUSAGE + 8), top))


@lru_cache(maxsize=128)
def _tile(width: int, tile: Tile, digits: str) -> CutOut:
    def paint(pen: Pen) -> None:
        if tile.lies == "closed":
            tiles.closed_tile(pen, width, TILE_HEIGHT)
        else:
            number = numeral(tile.number, digits)
            tiles.open_tile(pen, width, TILE_HEIGHT, number, tile.worms, is_takeable=tile.is_takeable)

    return cut_out(width, TILE_HEIGHT, COALS, paint)


@lru_cache(maxsize=64)
def _pieces(width: int, standing: tuple[Piece, ...]) -> CutOut:
    """They stand on the tile's upper edge."""

    def paint(pen: Pen) -> None:
        room = width / len(standing)
        for place, shown in enumerate(standing):
            size = min(PIECE - 6, room - 4)
            specialists.SPECIALISTS[shown](pen.box((place + 0.5) * room - size / 2, PIECE - 3 - size, size))

    return cut_out(width, PIECE, COALS, paint)


@lru_cache(maxsize=1)
def _sausage() -> CutOut:
    return cut_out(SAUSAGE, SAUSAGE, COALS, lambda pen: worms.bratworm(pen.box(2, 2, SAUSAGE - 4)))


# The players


def _lay_players(canvas: Image.Image, layout: Layout, table: TileTable) -> None:
    corners = CELL.corners(len(table.holders), layout.players_top)
    for holder, corner in zip(table.holders, corners, strict=True):
        canvas.paste(_cell(holder, table.digits), corner)


@lru_cache(maxsize=256)
def _cell(holder: Holder, digits: str) -> Image.Image:
    """One player, the stack and what else there is; specialists stand beside the name, a crowd is smaller."""
    size = SPECIALIST if len(holder.specialists) < CROWD else SPECIALIST - 12

    def paint(pen: Pen) -> None:
        _paint_stack(pen, holder, digits)
        _paint_counts(pen, holder, digits)
        for place, specialist in enumerate(reversed(holder.specialists), start=1):
            left = NAME_LEFT + CELL.name_width - place * size
            specialists.SPECIALISTS[specialist](pen.box(left, 36 - size / 2, size - 4))

    return cell(CELL, holder.player, digits, paint, reserved=size * len(holder.specialists))


def _paint_stack(pen: Pen, holder: Holder, digits: str) -> None:
    """The top tile, and the edges of some that lie beneath."""
    left, top = CELL_WIDTH - 10 - TOP_WIDTH, (CELL.height - TOP_HEIGHT) / 2
    if holder.top is None:
        pen.frame(left, top, TOP_WIDTH, TOP_HEIGHT - 3, STONE, corner=12, line=4)
        return
    for layer in reversed(range(1, min(holder.tiles, LAYERS))):
        tiles.edge_of_a_tile(pen.at(left - layer * LAYER, top), TOP_WIDTH, TOP_HEIGHT)
    number, is_takeable = numeral(holder.top.number, digits), holder.top.is_takeable
    tiles.open_tile(pen.at(left, top), TOP_WIDTH, TOP_HEIGHT, number, holder.top.worms, is_takeable=is_takeable)


def _paint_counts(pen: Pen, holder: Holder, digits: str) -> None:
    """Of worms, tiles and Bratworms."""
    counted = ((worms.worm, holder.worms), (tiles.stack, holder.tiles), (worms.bratworm, holder.bratworms))
    x = NAME_LEFT - 4.0
    for paint, count in counted:
        if count:
            shown = numeral(count, digits)
            paint(pen.box(x, 66, 44))
            pen.text(x + 48, 90, shown, NAME_LETTERS, BONE, anchor="l")
            x += 62 + font(NAME_LETTERS).getlength(shown)
