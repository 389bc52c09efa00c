"""The dice of a turn, above every board of dice: those not set aside, and the tray for those that are."""

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image

from bot.views.die import Die
from bot.views.pictures.canvas import EDGE, GROUND, NIGHT, STONE, WIDTH, Ink, Pen, dim, piece
from bot.views.pictures.dice import die
from bot.views.pictures.players import GAP

# All in pixels.
DIE = 96
TRAY = 104
TRAY_TOP = EDGE + DIE + GAP
BELOW_TRAY = TRAY_TOP + TRAY + GAP
FELT: Ink = dim(STONE)


def lay_thrown(canvas: Image.Image, dice: Sequence[Die]) -> None:
    for place, shown in enumerate(dice):
        canvas.paste(die_on(GROUND, DIE, shown), (EDGE + 4 + place * (DIE + GAP), EDGE))


def lay_tray(canvas: Image.Image) -> None:
    canvas.paste(_tray(), (EDGE, TRAY_TOP))


@lru_cache(maxsize=1)
def _tray() -> Image.Image:
    def paint(pen: Pen) -> None:
        pen.slab(0, 0, WIDTH - 2 * EDGE, TRAY, NIGHT, corner=18)
        pen.slab(4, 6, WIDTH - 2 * EDGE - 8, TRAY - 8, FELT, corner=15)

    return piece(WIDTH - 2 * EDGE, TRAY, GROUND, paint)


@lru_cache(maxsize=128)
def die_on(ground: Ink, size: int, shown: Die) -> Image.Image:
    return piece(size, size, ground, lambda pen: die(pen.box(0, 0, size), shown))
