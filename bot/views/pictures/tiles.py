"""Tiles, open and face down. A pen here counts pixels, for a tile has the size its place bears."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from bot.views.pictures.canvas import BONE, GOLD, LIT, NIGHT, STEEL, STONE, YELLOW, Pen, dim
from bot.views.pictures.worms import worm

Spot: TypeAlias = tuple[float, float]

# Where the worms are on the lower half, in hundredths of its width and height; a crowd is smaller
CROWDS: Mapping[int, Sequence[Spot]] = {
    1: [(50, 50)],
    2: [(27, 50), (73, 50)],
    3: [(50, 27), (27, 74), (73, 74)],
    4: [(27, 27), (73, 27), (27, 74), (73, 74)],
}


def open_tile(pen: Pen, width: float, height: float, number: str, worms: int, *, is_takeable: bool) -> None:
    """A takeable one has a frame that no other has."""
    pen.slab(0, 0, width, height, NIGHT, corner=14)
    pen.slab(3, 3, width - 6, height - 9, YELLOW if is_takeable else BONE, corner=11)
    if is_takeable:
        pen.slab(9, 9, width - 18, height - 21, GOLD, corner=8)
    pen.text(width / 2, height * 0.25, number, min(width * 0.5, height * 0.44), NIGHT)
    top = height * 0.46
    pen.line([(width * 0.16, top), (width * 0.84, top)], NIGHT if is_takeable else STEEL, 3, outline=0)
    _crowd(pen, width, top, height - 6 - top, worms)


def _crowd(pen: Pen, width: float, top: float, height: float, worms: int) -> None:
    size = min(width * 0.44, height * (0.9 if worms < 3 else 0.62))
    for x, y in CROWDS[worms]:
        worm(pen.box(width * x / 100 - size / 2, top + height * y / 100 - size * 0.53, size))


def plain_tile(pen: Pen, size: float, number: str) -> None:
    """Nothing but its number."""
    pen.slab(0, 0, size, size, NIGHT, corner=9)
    pen.slab(2, 2, size - 4, size - 6, BONE, corner=7)
    pen.text(size / 2, size / 2 - 1, number, size * (0.56 if len(number) > 1 else 0.68), NIGHT)


def edge_of_a_tile(pen: Pen, width: float, height: float) -> None:
    """What can be seen of one that another covers."""
    pen.slab(0, 0, width, height, NIGHT, corner=14)
    pen.slab(3, 3, width - 6, height - 9, STEEL, corner=11)


def stack(pen: Pen) -> None:
    """Some tiles, in a box of 100 by 100."""
    for left in (8, 24, 40):
        pen.slab(left, 10, 56, 84, NIGHT, corner=12)
        pen.slab(left + 5, 15, 46, 72, BONE if left == 40 else STEEL, corner=8)


def closed_tile(pen: Pen, width: float, height: float) -> None:
    """Its back is hatched."""
    pen.slab(0, 0, width, height, NIGHT, corner=14)
    pen.slab(3, 3, width - 6, height - 9, dim(LIT), corner=11)
    left, right, top, bottom = 14, width - 14, 14, height - 20
    for step in range(1, 9):
        reach = (right - left + bottom - top) * step / 9
        start = (left + max(0, reach - (bottom - top)), top + min(bottom - top, reach))
        end = (left + min(right - left, reach), top + max(0, reach - (right - left)))
        pen.line([start, end], STONE, 4, outline=0)
