"""The graveyard as a picture, made for a phone: the map, the six tombs, the number thrown, and every player.

It holds no words but names, so it serves every language. Colour never stands alone: figures differ in form and number,
the red X has its ghost, the green X its ring, a square that can be reached bears its name.
"""

from functools import lru_cache
from typing import TypeAlias

from msgspec import Struct
from PIL import Image

from bot.views.graveyard import Figure, Graveyard, Square
from bot.views.pictures import drawings
from bot.views.pictures.canvas import (
    BONE,
    EDGE,
    GOLD,
    GROUND,
    NIGHT,
    STONE,
    WIDTH,
    YELLOW,
    Pen,
    paint_ground,
    piece,
    png,
)
from bot.views.pictures.figures import figure
from bot.views.pictures.lettering import font, numeral
from bot.views.pictures.players import CELL_WIDTH, GAP, Cell, cell
from engine.games.grave_digger_board import TOOLS, Tool

Corner: TypeAlias = tuple[int, int]
Box: TypeAlias = tuple[int, int, int]  # its corner and its side

# All in pixels.
MARGIN = 44  # for the letters of files and the numbers of ranks
BOARD = 924  # at most so wide and high
LETTERS = 34
TOMB = 116
CELL = Cell(height=84, name_width=204, name_line=42)

ITEMS = {
    "red_x": drawings.red_x,
    "green_x": drawings.green_x,
    "pickaxe": drawings.pickaxe,
    "shovel": drawings.shovel,
    "stake": drawings.stake,
}
TOMBS = {"closed": drawings.closed_tomb, "empty": drawings.empty_tomb, "vampire": drawings.vampire_tomb}
SCENERY = (drawings.dead_tree, drawings.grass, drawings.old_grave, drawings.bat, drawings.grass)

# In hundredths of a square, by how many figures stand on it: the item's corner and size, the figures' size and corners.
BELOW_LABEL = (28, 29, 65)
PLACES: tuple[tuple[Box, int, tuple[Corner, ...]], ...] = (
    ((16, 16, 68), 0, ()),
    ((44, 5, 50), 54, ((6, 37),)),
    ((48, 4, 44), 46, ((4, 46), (50, 46))),
    ((67, 0, 32), 43, ((1, 15), (54, 15), (1, 54), (54, 54))),
)


class Layout(Struct, frozen=True):
    """Where things are: the board's side of a square and left corner, and the picture's height."""

    files: int
    ranks: int
    players: int

    @property
    def side(self) -> int:
        return BOARD // max(self.files, self.ranks)

    @property
    def left(self) -> int:
        return (WIDTH + MARGIN - self.side * self.files) // 2

    @property
    def below_board(self) -> int:
        return EDGE + MARGIN + self.side * self.ranks + GAP

    @property
    def height(self) -> int:
        return self.below_board + TOMB + GAP + CELL.rows_height(self.players) + EDGE

    def corner_of(self, name: str) -> tuple[int, int]:
        file, rank = ord(name[0]) - ord("a"), int(name[1:]) - 1
        return self.left + file * self.side, EDGE + MARGIN + rank * self.side

    def centre_of(self, name: str) -> tuple[int, int]:
        x, y = self.corner_of(name)
        return x + self.side // 2, y + self.side // 2


class Look(Struct, frozen=True):
    """What a square shows, wherever it is."""

    kind: str
    has_ghost: bool
    figures: tuple[int, ...]
    shining: int | None
    is_reachable: bool


def layout_of(graveyard: Graveyard) -> Layout:
    return Layout(graveyard.files, graveyard.ranks, len(graveyard.figures))


def picture(graveyard: Graveyard) -> bytes:
    """A PNG; the same for the same description."""
    return png(_laid(graveyard))


def _laid(graveyard: Graveyard) -> Image.Image:
    layout = layout_of(graveyard)
    canvas = _ground(layout, tuple(square.name for square in graveyard.squares)).copy()
    players = [standing.player for standing in graveyard.figures]
    to_act = next((player.seat for player in players if player.is_to_act), None)
    for square in graveyard.squares:
        _lay_square(canvas, layout, square, to_act, graveyard.digits)
    _lay_tombs(canvas, layout, graveyard)
    _lay_players(canvas, layout, graveyard)
    return canvas


@lru_cache(maxsize=16)
def _ground(layout: Layout, squares: tuple[str, ...]) -> Image.Image:
    """The land, its edge, the names of files and ranks, and what grows where no square is."""

    def paint(pen: Pen) -> None:
        paint_ground(pen, layout.height)
        _paint_files_and_ranks(pen, layout)
        for name in _blanks(layout, squares):
            x, y = layout.corner_of(name)
            SCENERY[(x * 7 + y * 3) // layout.side % len(SCENERY)](pen.box(x, y, layout.side))

    return piece(WIDTH, layout.height, GROUND, paint)


def _blanks(layout: Layout, squares: tuple[str, ...]) -> list[str]:
    every = [f"{chr(ord('a') + file)}{rank + 1}" for file in range(layout.files) for rank in range(layout.ranks)]
    return [name for name in every if name not in squares]


def _paint_files_and_ranks(pen: Pen, layout: Layout) -> None:
    for file in range(layout.files):
        name = chr(ord("a") + file)
        pen.text(layout.centre_of(f"{name}1")[0], EDGE + MARGIN / 2, name, LETTERS, BONE)
    for rank in range(1, layout.ranks + 1):
        pen.text(layout.left - MARGIN / 2, layout.centre_of(f"a{rank}")[1], str(rank), LETTERS, BONE)


def _lay_square(canvas: Image.Image, layout: Layout, square: Square, to_act: int | None, digits: str) -> None:
    x, y = layout.corner_of(square.name)
    shining = to_act if to_act in square.figures else None
    look = Look(square.kind, square.has_ghost, square.figures, shining, square.is_reachable)
    canvas.paste(_square(layout.side, look, digits), (x, y))
    if square.is_reachable:
        label = _label(square.name, min(LETTERS, layout.side // 3))
        canvas.paste(label, (x + layout.side // 13, y + layout.side // 18))


@lru_cache(maxsize=512)
def _square(side: int, look: Look, digits: str) -> Image.Image:
    item, size, places = PLACES[min(len(look.figures), 3)]

    def paint(pixels: Pen) -> None:
        pen = pixels.box(0, 0, side)
        drawings.flagstone(pen, GOLD if look.is_reachable else STONE, YELLOW if look.is_reachable else STONE)
        for seat, corner in zip(look.figures, places, strict=False):
            figure(pen.box(*corner, size), seat, numeral(seat + 1, digits), shines=seat == look.shining)
        _paint_item(pen.box(*(BELOW_LABEL if look.is_reachable and not places else item)), look)

    return piece(side, side, GROUND, paint)


@lru_cache(maxsize=256)
def _label(name: str, size: int) -> Image.Image:
    """As little as the letters need, for it covers what it is laid on."""
    width = round(font(size).getlength(name))
    return piece(width, size, GOLD, lambda pen: pen.text(width / 2, size * 0.4, name, size, NIGHT))


def _paint_item(pen: Pen, look: Look) -> None:
    if look.kind in ITEMS:
        ITEMS[look.kind](pen)
    if look.has_ghost and look.kind != "red_x":
        drawings.ghost(pen if look.kind == "plain" else pen.box(40, 36, 64))


def _lay_tombs(canvas: Image.Image, layout: Layout, graveyard: Graveyard) -> None:
    top = layout.below_board
    for place, tomb in enumerate(graveyard.tombs):
        canvas.paste(_tomb(tomb, numeral(place + 1, graveyard.digits)), (EDGE + place * TOMB, top))
    if graveyard.thrown is not None:
        canvas.paste(_thrown(numeral(graveyard.thrown, graveyard.digits)), (WIDTH - EDGE - 2 * TOMB, top))


@lru_cache(maxsize=32)
def _tomb(kind: str, number: str) -> Image.Image:
    return piece(TOMB, TOMB, GROUND, lambda pen: TOMBS[kind](pen.box(6, 6, TOMB - 12), number))


@lru_cache(maxsize=16)
def _thrown(number: str) -> Image.Image:
    def paint(pen: Pen) -> None:
        drawings.footprints(pen.box(0, 8, TOMB - 16))
        drawings.die(pen.box(TOMB, 4, TOMB - 8), number)

    return piece(2 * TOMB, TOMB, GROUND, paint)


def _lay_players(canvas: Image.Image, layout: Layout, graveyard: Graveyard) -> None:
    """Below the tombs."""
    corners = CELL.corners(len(graveyard.figures), layout.below_board + TOMB + GAP)
    for standing, corner in zip(graveyard.figures, corners, strict=True):
        canvas.paste(_cell(standing, graveyard.digits), corner)


@lru_cache(maxsize=256)
def _cell(standing: Figure, digits: str) -> Image.Image:
    return cell(CELL, standing.player, digits, lambda pen: _paint_tools(pen, standing.tools))


def _paint_tools(pen: Pen, tools: tuple[Tool, ...]) -> None:
    """A place for each of the three, lit where it is held."""
    for place, tool in enumerate(TOOLS):
        box = pen.box(CELL_WIDTH - 12 - (3 - place) * 57, 14, 56)
        drawings.slot(box, STONE if tool in tools else GROUND)
        if tool in tools:
            ITEMS[tool](box.box(12, 12, 76))
