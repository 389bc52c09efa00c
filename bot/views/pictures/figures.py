"""The players' figures, each in a box of 100 by 100: a hat, a head, and a coat of the seat's own form and colour."""

from bot.views.pictures.canvas import (
    BLUE,
    BONE,
    GREEN,
    NIGHT,
    ORANGE,
    PINK,
    STEEL,
    TEAL,
    VIOLET,
    YELLOW,
    Pen,
    Points,
    arc,
)

SEAT_INKS = (BLUE, ORANGE, PINK, TEAL, GREEN, VIOLET, STEEL)
SEAT_SHAPES: tuple[Points, ...] = (
    arc(50, 66, 34, 0, 360),
    [(18, 36), (82, 36), (82, 98), (18, 98)],
    [(50, 14), (98, 98), (2, 98)],
    [(50, 24), (96, 64), (50, 104), (4, 64)],
    [(4, 38), (96, 38), (74, 100), (26, 100)],
    [
        (30, 34),
        (70, 34),
        (70, 48),
        (96, 48),
        (96, 86),
        (70, 86),
        (70, 102),
        (30, 102),
        (30, 86),
        (4, 86),
        (4, 48),
        (30, 48),
    ],
    [(50, 26), (92, 56), (76, 102), (24, 102), (8, 56)],
)
NUMBER_HEIGHTS = (67, 68, 75, 65, 68, 68, 70)


def figure(pen: Pen, seat: int, number: str, *, shines: bool = False) -> None:
    """Its number stands on it. Who is to act shines."""
    form = seat % len(SEAT_SHAPES)
    coat, ink = SEAT_SHAPES[form], SEAT_INKS[form]
    if shines:
        pen.line([*coat, coat[0]], YELLOW, 26, outline=0)
        pen.disc(50, 20, 28, YELLOW, outline=0)
    pen.shape(coat, ink)
    pen.disc(50, 22, 17, BONE)
    pen.shape(arc(50, 18, 19, 180, 360), ink)
    pen.line([(26, 18), (74, 18)], ink, 6)
    pen.text(50, NUMBER_HEIGHTS[form], number, 56, NIGHT)


def away(pen: Pen) -> None:
    """Asleep."""
    for x, y, size in ((20, 76, 40), (52, 50, 48), (82, 20, 56)):
        pen.text(x, y, "z", size, BONE)
