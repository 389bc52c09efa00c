"""The graveyard as a chat should see it: one description, drawn once as text and once as a picture."""

from typing import Literal

from msgspec import Struct

from bot.views.player import Player
from engine.games.grave_digger_board import Tool


class Square(Struct, frozen=True):
    """One square of the board. `name` is its file and rank: d1."""

    name: str
    kind: Literal["plain", "red_x", "green_x"] | Tool = "plain"
    has_ghost: bool = False
    figures: tuple[int, ...] = ()  # the seats that stand here
    is_reachable: bool = False  # a button leads here now


class Figure(Struct, frozen=True):
    """One player on the board."""

    player: Player
    tools: tuple[Tool, ...] = ()


class Graveyard(Struct, frozen=True):
    """`files` and `ranks` count columns and rows; squares that do not exist are not listed."""

    files: int
    ranks: int
    squares: tuple[Square, ...]
    figures: tuple[Figure, ...]
    tombs: tuple[Literal["closed", "empty", "vampire"], ...]  # six, in order
    thrown: int | None = None  # the steps to walk, where a throw waits
    digits: str = "0123456789"  # of the language's numbers
