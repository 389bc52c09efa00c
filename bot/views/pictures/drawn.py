"""A picture drawn: the bytes that a chat is sent. It holds no words but names, so it serves every language."""

from bot.views.pictures import graveyard
from bot.views.screen import Picture


def drawn(picture: Picture) -> bytes:
    """A PNG; the same for the same picture. Takes some 20 ms: draw in a worker thread."""
    return graveyard.picture(picture)
