"""Dice, each in a box of 100 by 100."""

from collections.abc import Mapping

from bot.views.die import Die
from bot.views.pictures.canvas import BONE, GOLD, GROUND, LIT, NIGHT, STONE, YELLOW, Ink, Pen, Points
from bot.views.pictures.worms import worm
from engine.parts.tray import WORM

PIPS: Mapping[int, Points] = {
    1: [(50, 50)],
    2: [(28, 28), (72, 72)],
    3: [(26, 26), (50, 50), (74, 74)],
    4: [(28, 28), (72, 28), (28, 72), (72, 72)],
    5: [(27, 27), (73, 27), (50, 50), (27, 73), (73, 73)],
}


def die(pen: Pen, shown: Die) -> None:
    if shown.face is None:
        _block(pen, GROUND, rim=GOLD if shown.is_golden else STONE)
        return
    _block(pen, _side(shown))
    if shown.is_golden:
        pen.frame(10, 10, 80, 80, NIGHT, corner=14, line=3)
    if shown.face == WORM:
        worm(pen.box(9, 5, 82))
    for x, y in PIPS.get(shown.face, ()):
        pen.disc(x, y, 9.5, NIGHT, outline=0)
    if shown.is_spent:
        pen.line([(14, 86), (86, 14)], NIGHT, 7, outline=0)


def _side(shown: Die) -> Ink:
    if shown.is_spent:
        return LIT
    return YELLOW if shown.is_golden else BONE


def _block(pen: Pen, ink: Ink, rim: Ink = NIGHT) -> None:
    pen.slab(2, 2, 96, 96, rim, corner=22)
    pen.slab(6, 6, 88, 88, ink, corner=18)
