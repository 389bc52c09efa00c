"""A picture drawn: the bytes that a chat is sent. It holds no words but names, so it serves every language."""

from bot.views.card_table import CardTable
from bot.views.graveyard import Graveyard
from bot.views.pictures import card_table, graveyard, scoreboard, tile_table
from bot.views.scoreboard import Scoreboard
from bot.views.screen import Picture
from bot.views.tile_table import TileTable


def drawn(picture: Picture) -> bytes:
    """A PNG; the same for the same picture. Takes some 20 ms: draw in a worker thread."""
    match picture:
        case TileTable():
            return tile_table.picture(picture)
        case CardTable():
            return card_table.picture(picture)
        case Graveyard():
            return graveyard.picture(picture)
        case Scoreboard():
            return scoreboard.picture(picture)
