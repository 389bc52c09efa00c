"""Graveyards to draw: the board as the rules page draws it, the rest by small changes."""

from collections.abc import Mapping
from typing import Literal

from msgspec.structs import replace

from bot.views.graveyard import Figure, Graveyard, Square
from bot.views.player import Player
from engine.games.grave_digger_board import TOOLS, Tool

PAGE = """
. S . . G . R
.     P     .
G     .     .
. T G X . S .
.     .     P
P     T     G
. . S . . T .
"""
LARGE = """
. S . . G . . . R . .
.     P   .       . P
G . . .   . G . . .
.     . . .       . S
. T G X . S . G . . .
.     .   .       . T
P . . T   . G . . .
.     .   .       . G
. . S . . T . P . . .
"""
Kind = Literal["plain", "red_x", "green_x", "pickaxe", "shovel", "stake"]
KINDS: dict[str, Kind] = {"R": "red_x", "X": "green_x", "P": "pickaxe", "S": "shovel", "T": "stake"}
NAMES = ("Ana", "Benjamin", "Cidália", "Dora")


def graveyard(board: str = PAGE, names: tuple[str, ...] = NAMES) -> Graveyard:
    """The start of a match: everybody on the green X, the first to act."""
    lines = board.strip("\n").split("\n")
    squares = tuple(
        Square(f"{'abcdefghijk'[place // 2]}{rank}", KINDS.get(line[place], "plain"), line[place] == "G")
        for rank, line in enumerate(lines, 1)
        for place in range(0, len(line), 2)
        if line[place] != " "
    )
    figures = tuple(Figure(Player(seat, name, is_to_act=seat == 0)) for seat, name in enumerate(names))
    files = max(map(len, lines)) // 2 + 1
    start = next(square.name for square in squares if square.kind == "green_x")
    bare = Graveyard(files, len(lines), squares, figures, ("closed",) * 6)
    return standing(bare, dict.fromkeys(range(len(names)), start))


def standing(graveyard: Graveyard, places: Mapping[int, str]) -> Graveyard:
    """The same with the figures on these squares."""
    seats = {name: tuple(seat for seat in places if places[seat] == name) for name in places.values()}
    squares = tuple(replace(square, figures=seats.get(square.name, ())) for square in graveyard.squares)
    return replace(graveyard, squares=squares)


def reaching(graveyard: Graveyard, *names: str) -> Graveyard:
    """The same with these squares in reach."""
    squares = tuple(replace(square, is_reachable=square.name in names) for square in graveyard.squares)
    return replace(graveyard, squares=squares)


def holding(graveyard: Graveyard, *tools: tuple[Tool, ...]) -> Graveyard:
    """The same with these tools, seat by seat."""
    figures = tuple(replace(figure, tools=held) for figure, held in zip(graveyard.figures, tools, strict=True))
    return replace(graveyard, figures=figures)


def asleep(figure: Figure, *, is_away: bool = True) -> Figure:
    return replace(figure, player=replace(figure.player, is_away=is_away))


def fullest(board: str) -> Graveyard:
    """As much on one picture as there can be: 24 squares in reach, tools, sleepers, long names, the vampire."""
    names = ("علی‌رضا محمدی", "ناصرالدین شاه", "Wolfgang Müller", "Bartholomew &%@")
    crowded = holding(graveyard(board, names), *[TOOLS] * 4)
    items = [square.name for square in crowded.squares if square.kind != "plain" or square.has_ghost]
    rest = [square.name for square in crowded.squares if square.name not in items]
    figures = tuple(asleep(figure, is_away=not figure.player.is_to_act) for figure in crowded.figures)
    tombs = ("empty", "empty", "empty", "vampire", "empty", "empty")
    scattered = standing(replace(crowded, figures=figures, tombs=tombs, thrown=12), dict(enumerate(rest[:4])))
    return reaching(scattered, *(items + rest)[:24])
