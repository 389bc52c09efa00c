"""Worms, each in a box of 100 by 100: the one that counts on tiles, cards and dice, and the one from the grill."""

import math

from bot.views.pictures.canvas import BONE, NIGHT, ORANGE, PINK, WOOD, Ink, Pen, Points, arc, dim

TAIL, NECK = 13.0, 62.0  # where the body begins and ends, from the left


def worm(pen: Pen, ink: Ink = PINK) -> None:
    """It crawls to the right and looks at you."""
    body = [*_waves(), *_curve((62, 76), (86, 78), (80, 40))]
    pen.line(body, ink, 22)
    for x, y in body[4:25:5]:
        pen.line([(x, y - 9), (x, y + 9)], dim(ink), 3.5, outline=0)
    pen.disc(79, 33, 18, ink)
    for x in (72, 86):
        pen.disc(x, 28, 6, BONE, outline=2)
        pen.disc(x + 0.5, 29, 3, NIGHT, outline=0)
    pen.line(arc(80, 37, 7, 20, 160), NIGHT, 3, outline=0)


def _waves() -> Points:
    """Its back, up and down once."""
    steps = [step / 20 for step in range(21)]
    return [(TAIL + (NECK - TAIL) * step, 68 - 10 * math.sin(math.tau * step - 0.6)) for step in steps]


def _curve(start: tuple[float, float], pull: tuple[float, float], end: tuple[float, float]) -> Points:
    """A curve from here to there, pulled to one side."""
    return [
        tuple((1 - t) ** 2 * a + 2 * t * (1 - t) * b + t**2 * c for a, b, c in zip(start, pull, end, strict=True))  # type: ignore[misc]
        for t in (step / 12 for step in range(13))
    ]


def bratworm(pen: Pen) -> None:
    """A sausage that was a worm: bent, with the marks of the grill, and a face."""
    pen.line(arc(50, 22, 38, 18, 162), ORANGE, 32)
    for degrees in (75, 98, 121):
        x, y = 50 + 38 * math.cos(math.radians(degrees)), 22 + 38 * math.sin(math.radians(degrees))
        pen.line([(x - 5, y - 9), (x + 5, y + 9)], dim(WOOD), 6, outline=0)
    for x in (79, 91):
        pen.disc(x, 32, 4.5, NIGHT, outline=0)
    pen.line(arc(85, 38, 6, 20, 160), NIGHT, 3, outline=0)
