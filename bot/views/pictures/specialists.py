"""The pieces of Heckmeck Deluxe, each in a box of 100 by 100, and told apart by their form alone."""

from collections.abc import Callable, Mapping

from bot.views.pictures.canvas import (
    BONE,
    GOLD,
    GREEN,
    NIGHT,
    ORANGE,
    RED,
    STEEL,
    WOOD,
    YELLOW,
    Pen,
    arc,
    dim,
)
from bot.views.pictures.worms import worm
from engine.games.deluxe_table import Piece


def canned_worm(pen: Pen) -> None:
    """A tin with its lid bent open, and somebody looks out."""
    pen.shape(_oval(22, 30, 13, 26), STEEL)
    worm(pen.box(22, -10, 74))
    pen.shape([(20, 52), (80, 52), *_half(50, 88, 30, 10)], STEEL)
    pen.shape(_half(50, 52, 30, 9), dim(STEEL), outline=0)
    pen.line([(22, 72), (78, 72)], RED, 12, outline=0)


def hen(pen: Pen) -> None:
    """She sits on her nest."""
    pen.shape([(62, 26), (58, 10), (68, 16), (74, 4), (80, 16), (88, 12), (84, 30)], RED)
    pen.shape([(86, 36), (104, 42), (86, 50)], ORANGE)
    back, head, belly = [(8, 30), (30, 52), (58, 44), (60, 30)], arc(73, 36, 16, 200, 360), arc(48, 62, 38, 10, 170)
    pen.shape([*back, *head, (86, 60), *belly], BONE)
    pen.disc(76, 34, 4.5, NIGHT, outline=0)
    pen.line(arc(42, 56, 18, 10, 150), STEEL, 5, outline=0)
    pen.shape([(2, 78), (98, 78), (84, 100), (16, 100)], WOOD)
    for x in (22, 42, 62, 82):
        pen.line([(x - 6, 84), (x + 2, 94)], dim(WOOD), 4, outline=0)


def raven(pen: Pen) -> None:
    """Black as night, so its edge is light."""
    parts = (_oval(42, 60, 32, 22, lean=-0.35), arc(66, 34, 20, 0, 360), [(22, 62), (2, 98), (36, 80), (22, 62)])
    for part in parts:
        pen.line(part, STEEL, 12, outline=0)
    for part in parts:
        pen.shape(part, NIGHT)
    pen.shape([(82, 26), (106, 38), (82, 44)], GOLD)
    pen.disc(70, 30, 6, YELLOW, outline=0)
    pen.disc(71, 30, 3, NIGHT, outline=0)
    pen.line(arc(40, 58, 20, 20, 140), STEEL, 4, outline=0)
    for x in (42, 54):
        pen.line([(x, 82), (x, 98)], GOLD, 4)


def weasel(pen: Pen) -> None:
    """It rises and looks at you: round ears, a white chin, a long body."""
    pen.line([(14, 92), (30, 96), (44, 90)], WOOD, 13)
    pen.line([(50, 90), (52, 40)], WOOD, 34)
    pen.shape(_oval(52, 74, 10, 22), BONE, outline=0)
    for x in (26, 74):
        pen.disc(x, 14, 11, WOOD)
        pen.disc(x, 14, 5, dim(WOOD), outline=0)
    pen.disc(50, 30, 28, WOOD)
    pen.shape(_oval(50, 42, 19, 13), BONE, outline=0)
    for x in (39, 61):
        pen.disc(x, 26, 5, NIGHT, outline=0)
    pen.shape([(43, 36), (57, 36), (50, 44)], NIGHT, outline=1)


def golden_die(pen: Pen) -> None:
    """Seen from its edge, and it shines."""
    top, left, right = (50, 2), (8, 26), (92, 26)
    middle, bottom = (50, 50), (50, 100)
    pen.shape([top, right, (92, 76), bottom, (8, 76), left], YELLOW)
    pen.shape([left, middle, bottom, (8, 76)], GOLD, outline=0)
    pen.line([left, middle, right], NIGHT, 4, outline=0)
    pen.line([middle, bottom], NIGHT, 4, outline=0)
    pen.shape(_oval(50, 26, 9, 6), NIGHT, outline=0)
    for x, y in ((20, 48), (38, 78)):
        pen.shape(_oval(x, y, 5, 8), NIGHT, outline=0)
    for x, y in ((80, 48), (71, 64), (62, 80)):
        pen.shape(_oval(x, y, 5, 8), NIGHT, outline=0)


def apple(pen: Pen) -> None:
    """What it is worth stands on it."""
    pen.line([(50, 34), (48, 18), (56, 4)], WOOD, 7)
    pen.shape([(54, 20), (66, 6), (88, 6), (78, 24)], GREEN)
    pen.shape([(50, 34), *arc(68, 58, 28, 250, 430), (50, 98), *arc(32, 58, 28, 110, 290)], RED)
    pen.text(50, 64, "3", 56, NIGHT)


def _oval(x: float, y: float, wide: float, high: float, lean: float = 0) -> list[tuple[float, float]]:
    points = arc(0, 0, 1, 0, 360)
    return [(x + wide * a - lean * high * b, y + high * b + lean * wide * a) for a, b in points]


def _half(x: float, y: float, wide: float, high: float) -> list[tuple[float, float]]:
    """The lower half of an oval, from the right to the left."""
    return [(x + wide * a, y + high * b) for a, b in arc(0, 0, 1, 0, 180)]


SPECIALISTS: Mapping[Piece, Callable[[Pen], None]] = {
    "canned_worm": canned_worm,
    "hen": hen,
    "raven": raven,
    "weasel": weasel,
    "golden_die": golden_die,
    "apple": apple,
}
