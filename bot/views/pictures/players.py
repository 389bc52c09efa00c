"""The players below every board, two in a row: figure and name in a frame; what they have is drawn by the game."""

from collections.abc import Callable, Iterator

from msgspec import Struct
from msgspec.structs import replace
from PIL import Image

from bot.views.pictures.canvas import BONE, EDGE, GROUND, STONE, WIDTH, YELLOW, Ink, Pen, dim, piece
from bot.views.pictures.figures import away, figure
from bot.views.pictures.lettering import name_that_fits, numeral
from bot.views.player import Player

CELL: Ink = dim(STONE)
CELL_WIDTH = 478
GAP = WIDTH - 2 * EDGE - 2 * CELL_WIDTH
FIGURE = 60
NAME_LEFT = 88
NAME_LETTERS = 30
SLEEP = 52  # of which an absent player's name leaves so much


class Cell(Struct, frozen=True):
    """How high a player's cell is, and of the name how wide it may be and how far down its middle is."""

    height: int
    name_width: int
    name_line: float

    def rows_height(self, players: int) -> int:
        return (players + 1) // 2 * (self.height + GAP) - GAP

    def corners(self, players: int, top: int) -> Iterator[tuple[int, int]]:
        for place in range(players):
            yield EDGE + place % 2 * (CELL_WIDTH + GAP), top + place // 2 * (self.height + GAP)


def cell(shape: Cell, player: Player, digits: str, paint: Callable[[Pen], None], *, reserved: int = 0) -> Image.Image:
    """Who is to act is framed and shines as on the map; who is away sleeps.

    `paint` adds what the player has; so much of the name's width is reserved for it.
    """
    line = replace(shape, name_width=shape.name_width - reserved)

    def paint_all(pen: Pen) -> None:
        pen.slab(0, 0, CELL_WIDTH, shape.height, YELLOW if player.is_to_act else CELL, corner=16)
        pen.slab(5, 5, CELL_WIDTH - 10, shape.height - 10, CELL, corner=12)
        number = numeral(player.seat + 1, digits)
        figure(pen.box(18, shape.height / 2 - 31, FIGURE), player.seat, number, shines=player.is_to_act)
        _paint_name(pen, line, player, number)
        paint(pen)

    return piece(CELL_WIDTH, shape.height, GROUND, paint_all)


def _paint_name(pen: Pen, shape: Cell, player: Player, number: str) -> None:
    name = name_that_fits(player.name, f"#{number}", NAME_LETTERS, shape.name_width - SLEEP * player.is_away)
    pen.text(NAME_LEFT, shape.name_line, name, NAME_LETTERS, BONE, anchor="l")
    if player.is_away:
        away(pen.box(NAME_LEFT + shape.name_width - SLEEP, shape.name_line - 20, SLEEP - 10))
