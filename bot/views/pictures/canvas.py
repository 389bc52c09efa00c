"""What all pictures share: the inks, a pen with smooth edges, and the way to a small PNG.

Every picture is laid out of pieces: a piece is drawn three times as large, reduced, and brought to one palette of 36
colours. Pieces are cached by what they show, so a new position is little more than pasting.
"""

import math
from collections.abc import Callable, Sequence
from io import BytesIO
from typing import TypeAlias

from msgspec import Struct
from PIL import Image, ImageDraw

from bot.views.pictures.lettering import CAPITAL, Name, font

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
VIOLET: Ink = (186, 156, 255)
INKS = (
    *(NIGHT, GROUND, STONE, LIT, BONE, STEEL, WOOD, EARTH, MOSS),
    *(YELLOW, GOLD, RED, GREEN, BLUE, ORANGE, PINK, TEAL, VIOLET),
)

# In pixels. A photo in a chat is about 390 points wide: 30 pixels are letters of 12 points there.
WIDTH = 1000
EDGE = 16

SMOOTH = 3  # drawn so many times larger, then reduced
LEVEL = 7  # of compression
OUTLINE = 4.0  # in hundredths of what is drawn


def dim(ink: Ink) -> Ink:
    """Halfway to night, as smooth edges are."""
    red, green, blue = ((dark + full) // 2 for dark, full in zip(NIGHT, ink, strict=True))
    return red, green, blue


SHADES = tuple(dict.fromkeys(shade for ink in INKS for shade in (ink, dim(ink))))
PALETTE = Image.new("P", (1, 1))
PALETTE.putpalette([part for shade in SHADES for part in shade])


class Pen(Struct, frozen=True):
    """Draws in a box: its left and top corner, and how many large pixels one unit of it has."""

    draw: ImageDraw.ImageDraw
    left: float
    top: float
    unit: float

    def box(self, x: float, y: float, size: float) -> "Pen":
        """A pen for a square part of this box, in which 100 units are its side."""
        return Pen(self.draw, self.left + x * self.unit, self.top + y * self.unit, size * self.unit / 100)

    def at(self, x: float, y: float) -> "Pen":
        """The same pen in a box that begins there."""
        return Pen(self.draw, self.left + x * self.unit, self.top + y * self.unit, self.unit)

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

    def frame(self, x: float, y: float, width: float, height: float, ink: Ink, *, corner: float, line: float) -> None:
        """The edge of such a rectangle, its line inside."""
        box = self._at([(x, y), (x + width, y + height)])
        self.draw.rounded_rectangle(box, corner * self.unit, outline=ink, width=round(line * self.unit))

    def text(self, x: float, y: float, text: str | Name, size: float, ink: Ink, *, anchor: str = "m") -> None:
        """One line, its capitals centred at the height y; the anchor says which end of it is at x: l, m or r."""
        name = Name(text) if isinstance(text, str) else text
        [place] = self._at([(x, y + size * CAPITAL / 2)])
        self.draw.text(place, name.text, ink, font(round(size * self.unit), name.face), anchor=f"{anchor}s")

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


def paint_ground(pen: Pen, height: int) -> None:
    """What every picture lies on, with its edge."""
    pen.slab(0, 0, WIDTH, height, LIT, corner=0)
    pen.slab(5, 5, WIDTH - 10, height - 10, NIGHT, corner=14)
    pen.slab(9, 9, WIDTH - 18, height - 18, GROUND, corner=12)


def piece(width: int, height: int, ground: Ink, paint: Callable[[Pen], None]) -> Image.Image:
    """What `paint` draws with a pen that counts pixels from the left and the top."""
    large = Image.new("RGB", (width * SMOOTH, height * SMOOTH), ground)
    paint(Pen(ImageDraw.Draw(large), 0, 0, SMOOTH))
    return large.reduce(SMOOTH).quantize(palette=PALETTE, dither=Image.Dither.NONE)


class CutOut(Struct, frozen=True):
    """A piece without the ground it was drawn on, to be laid on something else."""

    image: Image.Image
    mask: Image.Image

    def lay(self, canvas: Image.Image, corner: tuple[int, int]) -> None:
        canvas.paste(self.image, corner, self.mask)


def cut_out(width: int, height: int, ground: Ink, paint: Callable[[Pen], None]) -> CutOut:
    """The ground is what it will lie on, more or less: smooth edges are mixed with it."""
    image = piece(width, height, ground, paint)
    drawn = [255 * (entry != SHADES.index(ground)) for entry in range(256)]
    return CutOut(image, image.point(drawn, "1"))


def png(image: Image.Image) -> bytes:
    file = BytesIO()
    image.save(file, "PNG", compress_level=LEVEL)
    return file.getvalue()
