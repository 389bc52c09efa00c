"""The words below a picture: what is to be done and what happened last; folded, what else the picture shows."""

from collections.abc import Iterable

from bot.views.screen import expandable, paragraphs
from bot.views.width import shown_length

LIMIT = 1024  # Telegram's, for the text of a photo


def caption(prompt: str, story: str, turn: str, *table: str) -> str:
    """HTML, with as much of the table as fits, from its beginning; where nothing of it does, the story goes first."""
    counts = range(len(table), 0, -1)
    versions = ((prompt, told, turn, _folded(table[:count])) for told in (story, "") for count in counts)
    return fitting((*versions, (prompt, story, turn), (prompt, turn), (prompt,)))


def _folded(parts: Iterable[str]) -> str:
    """Said in words for whoever cannot see the picture, out of the way for who can."""
    return expandable(paragraphs(parts))


def fitting(versions: Iterable[Iterable[str]]) -> str:
    """The first of them that is no longer than a caption may be."""
    return next(text for text in map(paragraphs, versions) if shown_length(text) <= LIMIT)
