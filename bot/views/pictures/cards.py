"""Worm cards, face up and face down. A pen here counts pixels, for a card has the size its place bears."""

from collections.abc import Mapping, Sequence

from bot.views.pictures.canvas import BONE, GOLD, LIT, NIGHT, STEEL, STONE, YELLOW, Pen
from bot.views.pictures.worms import worm

# By how many worms a card has: where they are, in hundredths of it, and how large, as part of its width
CROWDS: Mapping[int, Sequence[tuple[float, float]]] = {
    1: [(50, 64)],
    2: [(50, 48), (50, 79)],
    3: [(50, 47), (27, 79), (73, 79)],
}
SIZES: Mapping[int, float] = {1: 0.74, 2: 0.5, 3: 0.42}


def card(pen: Pen, width: float, height: float, number: str, worms: int, *, is_claimable: bool) -> None:
    """A claimable one has a frame that no other has."""
    _sheet(pen, width, height, is_marked=is_claimable)
    pen.disc(width * 0.22, height * 0.18, height * 0.13, NIGHT, outline=0)
    pen.text(width * 0.22, height * 0.18, number, height * 0.19, BONE)
    size = width * SIZES[worms]
    for x, y in CROWDS[worms]:
        worm(pen.box(width * x / 100 - size / 2, height * y / 100 - size * 0.54, size))


def small_card(pen: Pen, width: float, height: float, number: str, *, is_marked: bool = False) -> None:
    """Nothing but its number."""
    _sheet(pen, width, height, is_marked=is_marked)
    pen.text(width / 2, height / 2 - 2, number, min(width, height) * 0.66, NIGHT)


def emblem(pen: Pen) -> None:
    """In a box of 100 by 100."""
    card(pen.at(14, 0), 72, 98, "5", 3, is_claimable=False)


def edge_of_a_card(pen: Pen, width: float, height: float) -> None:
    """What can be seen of one that another covers."""
    pen.slab(0, 0, width, height, NIGHT, corner=18)
    pen.slab(4, 4, width - 8, height - 9, STEEL, corner=14)


def face_down(pen: Pen, width: float, height: float) -> None:
    """A worm in the night."""
    pen.slab(0, 0, width, height, NIGHT, corner=14)
    pen.slab(3, 3, width - 6, height - 8, LIT, corner=11)
    pen.slab(8, 8, width - 16, height - 18, STONE, corner=8)
    worm(pen.box(width * 0.17, height * 0.2, width * 0.66), LIT)


def _sheet(pen: Pen, width: float, height: float, *, is_marked: bool) -> None:
    corner = min(18, width / 5)
    rim = max(5, width / 23)
    pen.slab(0, 0, width, height, NIGHT, corner=corner)
    pen.slab(3, 3, width - 6, height - 8, YELLOW if is_marked else BONE, corner=corner - 3)
    if is_marked:
        pen.slab(3 + rim, 3 + rim, width - 6 - 2 * rim, height - 8 - 2 * rim, GOLD, corner=max(3, corner - 3 - rim))
