"""The words below a picture: what is to be done, what happened last, and what the table holds, as much as fits."""

from bot.views.screen import paragraphs
from bot.views.width import shown_length

LIMIT = 1024  # Telegram's, for the text of a photo


def caption(prompt: str, story: str, *table: str) -> str:
    """HTML. Where it would be too long, the story goes first, then the table from its end."""
    shorter = ((prompt, *table[:count]) for count in range(len(table), -1, -1))
    captions = map(paragraphs, ((prompt, story, *table), *shorter))
    return next(text for text in captions if shown_length(text) <= LIMIT)
