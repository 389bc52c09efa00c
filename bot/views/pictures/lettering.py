"""Letters for pictures: one font, shaped by raqm, and names made to fit.

The font is Vazirmatn (OFL, see fonts/OFL.txt): Latin and Arabic letters. What it cannot draw, such as emoji, is left
out; a name with other letters it cannot draw is shown as the seat's number, for half a name may be another's.
"""

from functools import cache, lru_cache
from pathlib import Path
from unicodedata import normalize

import regex
from PIL import ImageFont, features

from bot.views.names import HEAPED_MARKS, HIDDEN, SPACE, VISIBLE, WIDTH
from bot.views.width import ELLIPSIS, graphemes

FILE = Path(__file__).parent / "fonts" / "Vazirmatn-Bold.ttf"
CAPITAL = 0.7  # the height of capitals and digits, as part of the size
NO_CHARACTER = "\U0010ffff"
LETTER = regex.compile(r"[\p{L}\p{N}]")
SELECTOR = "\N{VARIATION SELECTOR-16}"


@cache
def is_available() -> bool:
    """Whether pictures can be drawn here: without raqm Persian would come out unshaped."""
    try:
        font(30)
    except OSError:
        return False
    return bool(features.check("raqm"))


@lru_cache(maxsize=64)
def font(size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FILE, size)


def name_that_fits(text: str, seat: int, size: int, width: float) -> str:
    """The name, or its beginning, no wider than said; the seat's number when it cannot be drawn."""
    shown = _drawable(text)[:WIDTH]
    rest = shown
    while rest and font(size).getlength("".join(rest) + ELLIPSIS * (rest != shown)) > width:
        rest = rest[:-1]
    name = "".join(rest).rstrip() + ELLIPSIS * (rest != shown)
    return name if VISIBLE.search("".join(rest)) else f"#{seat + 1}"


def _drawable(text: str) -> list[str]:
    """The graphemes of a name as the font can draw them; none where a letter is missing."""
    tidy = HEAPED_MARKS.sub(r"\1", HIDDEN.sub("", SPACE.sub(" ", text)).replace(SELECTOR, "")).strip()
    pairs = [(grapheme, _nearest(grapheme)) for grapheme in graphemes(tidy)]
    is_half = any(LETTER.search(grapheme) for grapheme, drawn in pairs if not drawn)
    return [] if is_half else [drawn for _, drawn in pairs if drawn]


def _nearest(grapheme: str) -> str:
    """As it is, or in common letters (an ornate 𝓐), or without its accents; '' when the font has none of these."""
    forms = (grapheme, normalize("NFKC", grapheme), normalize("NFKD", grapheme)[:1])
    return next((form for form in forms if all(map(_has, form))), "")


@lru_cache(maxsize=4096)
def _has(character: str) -> bool:
    return _look(character) != _look(NO_CHARACTER)


def _look(character: str) -> tuple[tuple[int, int], bytes]:
    mask = _unshaped().getmask(character)
    return mask.size, bytes(mask)


@cache
def _unshaped() -> ImageFont.FreeTypeFont:
    """One glyph a character, so that a missing one shows."""
    return ImageFont.truetype(FILE, 40, layout_engine=ImageFont.Layout.BASIC)
