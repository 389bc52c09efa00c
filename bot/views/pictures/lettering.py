"""Letters for pictures: shaped by raqm, and names made to fit.

Numbers, and whatever else is no name, are in the first font: Vazirmatn, for Latin and Arabic letters. A name is in the
first that has all its letters (licences in fonts/). What no font has, such as emoji, is left out; a name with other
letters none has is shown as the seat's number, for half a name may be another's.
"""

from functools import cache, lru_cache
from itertools import product
from pathlib import Path
from unicodedata import normalize

import regex
from msgspec import Struct
from PIL import ImageFont, features

from bot.views.names import HEAPED_MARKS, HIDDEN, SPACE, VISIBLE, WIDTH
from bot.views.width import ELLIPSIS, graphemes

FOLDER = Path(__file__).parent / "fonts"
FACES = (
    "Vazirmatn-Bold",
    "Roboto-Bold",  # Cyrillic and Greek letters beside the same Latin ones
    "NotoSansHebrew-Bold",
    "NotoSansArmenian-Bold",
    "NotoSansGeorgian-Bold",
    "NotoSansThai-Bold",
    "NotoSansDevanagari-Bold",
)
COMMON = FACES[0]
CAPITAL = 0.7  # the height of capitals and digits, as part of the size
NO_CHARACTER = "\U0010ffff"
LETTER = regex.compile(r"[\p{L}\p{N}]")
SELECTOR = "\N{VARIATION SELECTOR-16}"


class Name(Struct, frozen=True):
    """A name as it can be drawn, and the font that has its letters."""

    text: str
    face: str = COMMON


@cache
def is_available() -> bool:
    """Whether pictures can be drawn here: without raqm Persian would come out unshaped."""
    try:
        font(30)
    except OSError:
        return False
    return bool(features.check("raqm"))


@lru_cache(maxsize=64)
def font(size: int, face: str = COMMON) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FOLDER / f"{face}.ttf", size)


def numeral(number: int, digits: str) -> str:
    """The number in a language's own digits, 0 to 9."""
    return "".join(digits[int(digit)] for digit in str(number))


def name_that_fits(text: str, otherwise: str, size: int, width: float) -> Name:
    """The name, or its beginning, no wider than said; something else when it cannot be drawn."""
    face, letters = _drawable(text)
    shown = letters[:WIDTH]
    while shown and _width(shown, letters, size, face) > width:
        shown = shown[:-1]
    return Name(_joined(shown, letters), face) if VISIBLE.search("".join(shown)) else Name(otherwise)


def _width(shown: list[str], letters: list[str], size: int, face: str) -> float:
    return font(size, face).getlength(_joined(shown, letters))


def _joined(shown: list[str], letters: list[str]) -> str:
    return "".join(shown).rstrip() + ELLIPSIS * (len(shown) < len(letters))


def _drawable(text: str) -> tuple[str, list[str]]:
    """The first font with all letters of a name, and its graphemes there; no grapheme where no font has them all.

    Rather as they are in another font than in the first one without their accents.
    """
    tidy = HEAPED_MARKS.sub(r"\1", HIDDEN.sub("", SPACE.sub(" ", text)).replace(SELECTOR, "")).strip()
    shown = graphemes(tidy)
    for form, face in product((_exact, _nearest), FACES):
        drawn = [form(grapheme, face) for grapheme in shown]
        if all(drawn[place] or not LETTER.search(grapheme) for place, grapheme in enumerate(shown)):
            return face, graphemes(SPACE.sub(" ", "".join(drawn)).strip())
    return COMMON, []


def _exact(grapheme: str, face: str) -> str:
    """'' when the font has not all of it."""
    return grapheme if all(_has(character, face) for character in grapheme) else ""


def _nearest(grapheme: str, face: str) -> str:
    """As it is, or in common letters (an ornate 𝓐), or without its accents; '' when the font has none of these."""
    forms = (grapheme, normalize("NFKC", grapheme), normalize("NFKD", grapheme)[:1])
    return next((form for form in forms if _exact(form, face)), "")


@lru_cache(maxsize=4096)
def _has(character: str, face: str) -> bool:
    return _look(character, face) != _look(NO_CHARACTER, face)


def _look(character: str, face: str) -> tuple[tuple[int, int], bytes]:
    mask = _unshaped(face).getmask(character)
    return mask.size, bytes(mask)


@cache
def _unshaped(face: str) -> ImageFont.FreeTypeFont:
    """One glyph a character, so that a missing one shows."""
    return ImageFont.truetype(FOLDER / f"{face}.ttf", 40, layout_engine=ImageFont.Layout.BASIC)
