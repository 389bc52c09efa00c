"""What all pictures share: the inks, a pen with smooth edges, and the way to a small PNG.

Every picture is laid out of pieces: a piece is drawn three times as large, reduced, and brought to one palette of 34
colours. Pieces are cached by what they show, so a new position is little more than pasting.
"""

import math
from collections.abc import Callable, Sequence
from io import BytesIO
from typing import TypeAlias

from msgspec import Struct
from PIL import Image, ImageDraw

from bot.views.pictures.lettering import CAPITAL, font

Ink: TypeAlias = tuple[int, int, int]
Points: TypeAlias = Sequence[tuple[float, float]]

NIGHT: Ink = (20, 18, 40)  # outlines, and letters on bright inks
GROUND: Ink = (38, 44, 60)
STONE: Ink = (92, 92, 124)
LIT: Ink = (126, 124, 158)
BONE: Ink = (246, 243, 230)
STEEL: Ink = (190, 202, 220)
WOOD: Ink = (186, 122, 66)
EARTH: Ink = (94, 66, 58)
MOSS: Ink = (62, 92, 84)
YELLOW: Ink = (255, 216, 74)
GOLD: Ink = (196, 166, 66)
RED: Ink = (240, 72, 72)
GREEN: Ink = (76, 214, 110)
BLUE: Ink = (96, 186, 255)
ORANGE: Ink = (255, 160, 62)
PINK: Ink = (255, 142, 216)
TEAL: Ink = (58, 220, 204)
INKS = (NIGHT, GROUND, STONE, LIT, BONE, STEEL, WOOD, EARTH, MOSS, YELLOW, GOLD, RED, GREEN, BLUE, ORANGE, PINK, TEAL)

SMOOTH = 3  # drawn so many times larger, then reduced
LEVEL = 7  # of compression
OUTLINE = 4.0  # in hundredths of what is drawn


def dim(ink: Ink) -> Ink:
    """Halfway to night, as smooth edges are."""
    red, green, blue = ((dark + full) // 2 for dark, full in zip(NIGHT, ink, strict=True))
    return red, green, blue


PALETTE = Image.new("P", (1, 1))
PALETTE.putpalette([part for ink in INKS for part in (*ink, *dim(ink))])


class Pen(Struct, frozen=True):
    """Draws in a box: its left and top corner, and how many large pixels one unit of it has."""

    draw: ImageDraw.ImageDraw
    left: float
    top: float
    unit: float

    def box(self, x: float, y: float, size: float) -> "Pen":
        """A pen for a square part of this box, in which 100 units are its side."""
        return Pen(self.draw, self.left + x * self.unit, self.top + y * self.unit, size * self.unit / 100)

    def shape(self, points: Points, ink: Ink, *, outline: float = OUTLINE) -> None:
        """A filled outline of any form."""
        if outline:
            self._stroke([*points, points[0]], NIGHT, 2 * outline)
        self.draw.polygon(self._at(points), ink)

    def line(self, points: Points, ink: Ink, width: float, *, outline: float = OUTLINE) -> None:
        """A thick line with round ends."""
        if outline:
            self._stroke(points, NIGHT, width + 2 * outline)
        self._stroke(points, ink, width)

    def disc(self, x: float, y: float, radius: float, ink: Ink, *, outline: float = OUTLINE) -> None:
        if outline:
            self._dot(x, y, radius + outline, NIGHT)
        self._dot(x, y, radius, ink)

    def slab(self, x: float, y: float, width: float, height: float, ink: Ink, *, corner: float) -> None:
        """A rectangle with round corners."""
        self.draw.rounded_rectangle(self._at([(x, y), (x + width, y + height)]), corner * self.unit, ink)

    def text(self, x: float, y: float, text: str, size: float, ink: Ink, *, anchor: str = "m") -> None:
        """One line, its capitals centred at the height y; the anchor says which end of it is at x: l, m or r."""
        [place] = self._at([(x, y + size * CAPITAL / 2)])
        self.draw.text(place, text, ink, font(round(size * self.unit)), anchor=f"{anchor}s")

    def _stroke(self, points: Points, ink: Ink, width: float) -> None:
        self.draw.line(self._at(points), ink, round(width * self.unit))
        for x, y in points:
            self._dot(x, y, width / 2, ink)

    def _dot(self, x: float, y: float, radius: float, ink: Ink) -> None:
        self.draw.ellipse(self._at([(x - radius, y - radius), (x + radius, y + radius)]), ink)

    def _at(self, points: Points) -> list[tuple[float, float]]:
        return [(self.left + x * self.unit, self.top + y * self.unit) for x, y in points]


def arc(x: float, y: float, radius: float, start: float, end: float) -> list[tuple[float, float]]:
    """Points on a circle; degrees run clockwise from the right."""
    angles = [math.radians(start + (end - start) * step / 24) for step in range(25)]
    return [(x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in angles]


def turned(points: Points, degrees: float) -> list[tuple[float, float]]:
    """Points of a box turned clockwise around its middle."""
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return [(50 + (x - 50) * cos - (y - 50) * sin, 50 + (x - 50) * sin + (y - 50) * cos) for x, y in points]


def piece(width: int, height: int, ground: Ink, paint: Callable[[Pen], None]) -> Image.Image:
    """What `paint` draws with a pen that counts pixels from the left and the top."""
    large = Image.new("RGB", (width * SMOOTH, height * SMOOTH), ground)
    paint(Pen(ImageDraw.Draw(large), 0, 0, SMOOTH))
    return large.reduce(SMOOTH).quantize(palette=PALETTE, dither=Image.Dither.NONE)


def png(image: Image.Image) -> bytes:
    file = BytesIO()
    image.save(file, "PNG", compress_level=LEVEL)
    return file.getvalue()
