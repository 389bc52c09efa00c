"""Letters stand out from what they are written on."""

import pytest

from bot.views.pictures.canvas import BONE, GOLD, GROUND, INKS, LIT, NIGHT, PALETTE, RED, STONE, YELLOW, Ink, dim
from bot.views.pictures.figures import SEAT_INKS

WRITTEN = [
    *((NIGHT, ink) for ink in SEAT_INKS),
    *((BONE, ink) for ink in (GROUND, dim(STONE), dim(LIT))),
    *((NIGHT, ink) for ink in (GOLD, LIT, BONE, RED)),
]


def luminance(ink: Ink) -> float:
    """WCAG's relative luminance."""
    red, green, blue = (((part / 255 + 0.055) / 1.055) ** 2.4 if part > 10 else part / 3295 for part in ink)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Ink, other: Ink) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize(("letters", "ground"), WRITTEN)
def test_letters_have_contrast(letters: Ink, ground: Ink) -> None:
    assert contrast(letters, ground) >= 4.5


def test_a_square_in_reach_stands_out_from_others() -> None:
    """WCAG's 3 for what is no text: its rim against the squares around it."""
    assert contrast(YELLOW, STONE) >= 3


def test_every_ink_is_in_the_palette_as_it_is() -> None:
    colours = PALETTE.getpalette() or []
    held = {tuple(colours[at : at + 3]) for at in range(0, len(colours), 3)}
    assert {*INKS, *map(dim, INKS)} <= held
