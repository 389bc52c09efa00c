"""A screen: what one message shows. Its text is Telegram's HTML, everything in it escaped."""

import html
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TypeAlias

from msgspec import Struct

from bot.views.card_table import CardTable
from bot.views.graveyard import Graveyard
from bot.views.scoreboard import Scoreboard
from bot.views.tile_table import TileTable
from bot.views.width import graphemes

HALF = 18  # graphemes of a label that shares its row: more are cut off on a phone

LONGEST = 4096  # UTF-16 units of a text without its tags: Telegram's


class Button(Struct, frozen=True):
    """`verb` is what a press says (`keep 5+roll`); a button with a `url` opens that instead."""

    label: str
    verb: str = ""
    url: str = ""


Rows: TypeAlias = tuple[tuple[Button, ...], ...]

Picture: TypeAlias = TileTable | CardTable | Graveyard | Scoreboard  # what a picture shows; `pictures` draws it


class Photo(Struct, frozen=True):
    """A picture and the words below it: at most 1,024 characters."""

    picture: Picture
    caption: str


class Document(Struct, frozen=True):
    """A file to keep, and what to say where files may not be sent."""

    name: str
    content: bytes
    otherwise: str


class Screen(Struct, frozen=True):
    """The text says all of it; a photo, where there is one, may stand in its place, a document goes with it."""

    text: str
    rows: Rows = ()
    photo: Photo | None = None
    document: Document | None = None

    @property
    def needs_a_message(self) -> bool:
        """Whether it cannot share one."""
        return bool(self.rows or self.document)


def in_rows(buttons: Sequence[Button], width: int) -> Rows:
    """The buttons in order, `width` to a row."""
    return tuple(tuple(buttons[start : start + width]) for start in range(0, len(buttons), width))


def packed(buttons: Sequence[Button]) -> Rows:
    """The buttons in order, two to a row; a long label has a row to itself."""
    rows: list[tuple[Button, ...]] = []
    for is_short, alike in groupby(buttons, lambda button: len(graphemes(button.label)) <= HALF):
        rows += in_rows(list(alike), 2 if is_short else 1)
    return tuple(rows)


def escaped(text: str) -> str:
    return html.escape(text)


def bold(markup: str) -> str:
    return f"<b>{markup}</b>"


def italic(markup: str) -> str:
    return f"<i>{markup}</i>"


def code(markup: str) -> str:
    """To be copied by tapping on it."""
    return f"<code>{markup}</code>"


def expandable(markup: str) -> str:
    """Folded away until somebody wants to read it."""
    return f"<blockquote expandable>{markup}</blockquote>"


def paragraphs(parts: Iterable[str]) -> str:
    """The parts that hold anything, an empty line between them."""
    return "\n\n".join(part for part in parts if part)
