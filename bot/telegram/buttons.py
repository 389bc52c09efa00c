"""What a button carries: `match:revision:verb`, at most 64 bytes.

A press is judged by who presses, never by the data.
"""

from msgspec import Struct
from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot.views.screen import Screen

LIMIT = 64  # bytes, Telegram's


class Press(Struct, frozen=True):
    match: int
    revision: int
    verb: str


def write(press: Press) -> str:
    """ValueError when it does not fit: a bug of the view."""
    data = f"{press.match}:{press.revision}:{press.verb}"
    if len(data.encode()) > LIMIT:
        raise ValueError(f"button data of {len(data.encode())} bytes: {data}")
    return data


def read(data: str) -> Press | None:
    """None when these are no data of ours: forged, or of a button we no longer make."""
    match, separator, rest = data.partition(":")
    revision, other, verb = rest.partition(":")
    if not (separator and other and _is_number(match) and _is_number(revision) and verb.isprintable()):
        return None
    return Press(int(match), int(revision), verb)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 19  # fits a BIGINT


def keyboard(screen: Screen, match: int, revision: int) -> InlineKeyboardMarkup | None:
    """None takes a message's buttons away."""
    rows = [
        [
            InlineKeyboardButton(text=button.label, url=button.url)
            if button.url
            else InlineKeyboardButton(text=button.label, callback_data=write(Press(match, revision, button.verb)))
            for button in row
        ]
        for row in screen.rows
    ]
    return InlineKeyboardMarkup(rows) if rows else None
