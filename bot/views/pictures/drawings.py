"""What is drawn on a graveyard, each in a box of 100 by 100: tools, ghosts, crosses, tombs."""

import math

from bot.views.pictures.canvas import (
    BONE,
    EARTH,
    GOLD,
    GREEN,
    GROUND,
    LIT,
    MOSS,
    NIGHT,
    RED,
    STEEL,
    STONE,
    WOOD,
    YELLOW,
    Ink,
    Pen,
    arc,
    dim,
    turned,
)


def pickaxe(pen: Pen) -> None:
    pen.line(turned([(50, 24), (50, 94)], 38), WOOD, 10)
    outer, inner = arc(50, 60, 50, 208, 332), arc(50, 74, 52, 322, 218)
    pen.shape(turned([*outer, *inner], 38), STEEL)


def shovel(pen: Pen) -> None:
    pen.line(turned([(50, 8), (50, 60)], 38), WOOD, 10)
    pen.line(turned([(36, 4), (64, 4)], 38), WOOD, 10)
    blade = [(30, 54), (70, 54), (70, 76), (62, 92), (50, 102), (38, 92), (30, 76)]
    pen.shape(turned(blade, 38), STEEL)
    pen.line(turned([(50, 58), (50, 80)], 38), dim(STEEL), 4, outline=0)


def stake(pen: Pen) -> None:
    """A wedge of wood, its head splintered by blows."""
    wedge = [(24, 10), (34, -2), (44, 6), (54, -4), (64, 4), (76, 8), (70, 44), (50, 106), (30, 44)]
    pen.shape(turned(wedge, 38), WOOD)
    pen.line(turned([(42, 18), (46, 78)], 38), dim(WOOD), 4, outline=0)
    pen.line(turned([(57, 16), (55, 54)], 38), dim(WOOD), 4, outline=0)


def ghost(pen: Pen, ink: Ink = BONE) -> None:
    hem = [(86 - 72 * step / 24, 86 + 7 * math.sin(math.tau * 3 * step / 24)) for step in range(25)]
    pen.shape([*arc(50, 44, 36, 180, 360), *hem], ink)
    pen.disc(38, 44, 7, NIGHT, outline=0)
    pen.disc(62, 44, 7, NIGHT, outline=0)
    pen.disc(50, 62, 6, NIGHT, outline=0)


def red_ghost(pen: Pen) -> None:
    """Told from the others by its horns and brows, too."""
    pen.shape([(20, 28), (14, 0), (40, 14)], RED)
    pen.shape([(80, 28), (86, 0), (60, 14)], RED)
    ghost(pen, RED)
    pen.line([(26, 30), (44, 40)], NIGHT, 6, outline=0)
    pen.line([(74, 30), (56, 40)], NIGHT, 6, outline=0)


def cross(pen: Pen, ink: Ink) -> None:
    for width, colour in ((26, NIGHT), (18, ink)):
        pen.line([(20, 20), (80, 80)], colour, width, outline=0)
        pen.line([(80, 20), (20, 80)], colour, width, outline=0)


def red_x(pen: Pen) -> None:
    """A cross on dug earth, and the red ghost rising from it."""
    pen.shape([(0, 66), (12, 42), (88, 42), (100, 66), (88, 100), (12, 100)], EARTH)
    cross(pen.box(7, 22, 86), RED)
    red_ghost(pen.box(22, -10, 56))


def green_x(pen: Pen) -> None:
    """A cross in a ring."""
    pen.disc(50, 50, 46, GREEN)
    pen.disc(50, 50, 36, NIGHT, outline=0)
    cross(pen.box(14, 14, 72), GREEN)


def closed_tomb(pen: Pen, number: str) -> None:
    _mound(pen, EARTH)
    _headstone(pen, LIT, NIGHT, number)


def empty_tomb(pen: Pen, number: str) -> None:
    """The stone is broken, the pit before it open."""
    _mound(pen, EARTH)
    pen.shape([(16, 82), (16, 34), (34, 22), (46, 32), (62, 14), (84, 30), (84, 82)], dim(LIT))
    pen.text(50, 54, number, 42, BONE)
    pen.shape([(18, 78), (82, 78), (92, 98), (8, 98)], NIGHT, outline=0)


def vampire_tomb(pen: Pen, number: str) -> None:
    """He rises from it: pale, in a red collar, with two teeth."""
    pen.shape([(2, 100), (8, 40), (38, 66), (62, 66), (92, 40), (98, 100)], RED)
    pen.shape([*arc(50, 30, 29, 180, 360), (74, 50), (50, 70), (26, 50)], BONE)
    pen.shape([*arc(50, 30, 31, 180, 360), (66, 22), (50, 36), (34, 22)], NIGHT, outline=0)
    for x in (39, 61):
        pen.disc(x, 38, 5, RED, outline=0)
        pen.shape([(x - 5, 50), (x + 5, 50), (x, 61)], NIGHT, outline=0)
    pen.line([(36, 50), (64, 50)], NIGHT, 4, outline=0)
    pen.text(50, 86, number, 34, NIGHT)


def _mound(pen: Pen, ink: Ink) -> None:
    pen.shape([(4, 98), (10, 82), (90, 82), (96, 98)], ink)


def _headstone(pen: Pen, ink: Ink, letters: Ink, number: str) -> None:
    pen.shape([*arc(50, 40, 34, 180, 360), (84, 82), (16, 82)], ink)
    pen.text(50, 46, number, 46, letters)


def die(pen: Pen, number: str) -> None:
    pen.slab(2, 2, 96, 96, NIGHT, corner=22)
    pen.slab(6, 6, 88, 88, BONE, corner=18)
    pen.text(50, 50, number, 66, NIGHT)


def footprints(pen: Pen) -> None:
    """Steps to walk."""
    for x, y in ((26, 56), (66, 22)):
        pen.shape([*arc(x, y, 15, 180, 360), (x + 11, y + 20), (x - 11, y + 20)], YELLOW, outline=0)
        pen.shape(arc(x, y + 32, 10, 0, 180), YELLOW, outline=0)


def dead_tree(pen: Pen) -> None:
    bark = dim(EARTH)
    for points, width in (
        ([(50, 96), (50, 40), (62, 8)], 9),
        ([(50, 56), (26, 34), (24, 14)], 6),
        ([(52, 44), (78, 32), (86, 18)], 6),
        ([(34, 42), (14, 40)], 4),
    ):
        pen.line(points, bark, width, outline=0)


def old_grave(pen: Pen) -> None:
    stone = dim(LIT)
    pen.line([(50, 22), (50, 86)], stone, 12, outline=0)
    pen.line([(32, 42), (68, 42)], stone, 12, outline=0)
    pen.shape([(24, 92), (32, 80), (68, 80), (76, 92)], dim(MOSS), outline=0)


def grass(pen: Pen) -> None:
    for x, y in ((30, 46), (70, 74)):
        for lean in (-8, 0, 8):
            pen.line([(x, y), (x + lean, y - 14)], MOSS, 4, outline=0)


def bat(pen: Pen) -> None:
    wing = [(53, 40), (57, 32), (60, 40), (80, 32), (96, 46), (84, 46), (78, 56), (68, 50), (60, 58), (50, 70)]
    pen.shape([*wing, *((100 - x, y) for x, y in reversed(wing))], dim(STONE), outline=0)


def flagstone(pen: Pen, ink: Ink, rim: Ink) -> None:
    pen.slab(3, 4, 94, 94, NIGHT, corner=12)
    pen.slab(3, 2, 94, 92, rim, corner=12)
    pen.slab(6, 5, 88, 86, ink, corner=9)


def slot(pen: Pen, ink: Ink = GROUND) -> None:
    pen.slab(2, 2, 96, 96, ink, corner=18)


def crown(pen: Pen) -> None:
    points = [(10, 80), (4, 30), (28, 52), (50, 12), (72, 52), (96, 30), (90, 80)]
    pen.shape(points, YELLOW)
    pen.line([(16, 84), (84, 84)], GOLD, 12)
    for x, y in ((4, 28), (50, 10), (96, 28)):
        pen.disc(x, y, 7, GOLD)
