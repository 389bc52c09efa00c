"""The end of any game as a picture shows it: who came where, with how many worms, and on what."""

from typing import Literal

from msgspec import Struct

from bot.views.player import Player
from engine.games.grave_digger_board import Tool


class Spoil(Struct, frozen=True):
    """Something a player has at the end. Tiles, cards and the vampire's tomb have a number."""

    kind: Literal["tile", "card", "bratworm", "apple", "vampire"] | Tool
    number: int = 0


class Standing(Struct, frozen=True):
    place: int  # from 1; who is equal shares one
    player: Player
    score: int | None  # worms; None in a game without any
    spoils: tuple[Spoil, ...] = ()


class Scoreboard(Struct, frozen=True):
    """Best place first."""

    game_id: str
    game: str  # its name, in the language
    standings: tuple[Standing, ...]
    digits: str = "0123456789"  # of the language's numbers
