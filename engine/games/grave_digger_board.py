"""The boards of Grave Digger: drawn as on the rules page, read once into squares and their neighbours.

A file is a column, named by a letter; a rank is a row, numbered from the top. A blank is no square. To add a board,
draw it here and give `board` its name in the options.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, TypeAlias, get_args

from msgspec import Struct

Tool = Literal["pickaxe", "shovel", "stake"]
Sign = Literal["plain", "red_x", "green_x", "ghost"] | Tool
Path: TypeAlias = tuple[str, ...]  # squares in order: d3 d2 d1

TOOLS: tuple[Tool, ...] = get_args(Tool)

SMALL = """
   a b c d e f g
1  . S . . G . R
2  .     P     .
3  G     .     .
4  . T G X . S .
5  .     .     P
6  P     T     G
7  . . S . . T .
"""

LARGE = """
   a b c d e f g h i j
1  . S . . G . . P . R
2  .     P     .     .
3  G     .     T     G
4  . T . G . X . . S .
5  .     .     .     .
6  P     S     G     T
7  . . G . T . . P . .
"""

SIGNS: Mapping[str, Sign] = {
    ".": "plain",
    "R": "red_x",
    "X": "green_x",
    "P": "pickaxe",
    "S": "shovel",
    "T": "stake",
    "G": "ghost",
}
FILES, RANKS = "abcdefghijklmnopqrstuvwxyz", "123456789"
NAMES = frozenset(file + rank for file in FILES for rank in RANKS)  # of squares on any board


class Misdrawn(Exception):  # noqa: N818  names what the drawing is, like Misplaced
    """A drawing that is no board, and why."""


class Board(Struct, frozen=True, eq=False):
    """`signs` says what every square bears; neighbours share a side."""

    files: int
    ranks: int
    signs: Mapping[str, Sign]
    neighbours: Mapping[str, tuple[str, ...]]
    green_x: str
    red_x: str


def read_board(drawing: str) -> Board:
    """The board of a drawing. Raises Misdrawn."""
    heading, *rows = drawing.strip("\n").split("\n")
    files = heading.split()
    if not files or files != list(FILES[: len(files)]):
        raise Misdrawn("the first line names the files, from a on")
    signs = dict(_read_squares(heading, rows))
    neighbours = {square: tuple(_beside(square, signs)) for square in signs}
    _require_tools(signs)
    board = Board(len(files), len(rows), signs, neighbours, _only(signs, "green_x"), _only(signs, "red_x"))
    _require_ways(board)
    return board


def _read_squares(heading: str, rows: Sequence[str]) -> Iterator[tuple[str, Sign]]:
    for rank, row in zip(RANKS, rows, strict=False):
        if not row.startswith(rank):
            raise Misdrawn(f"rank {rank} begins with its number")
        for place, sign in enumerate(row[1:], start=1):
            if sign != " ":
                yield _read_square(heading[place : place + 1].strip(), rank, sign)
    if len(rows) > len(RANKS):
        raise Misdrawn(f"a board has {len(RANKS)} ranks at most")


def _read_square(file: str, rank: str, sign: str) -> tuple[str, Sign]:
    if not file:
        raise Misdrawn(f"rank {rank}: {sign} stands under no file")
    if sign not in SIGNS:
        raise Misdrawn(f"{file}{rank}: {sign} is no sign of a board ({' '.join(SIGNS)})")
    return file + rank, SIGNS[sign]


def _beside(square: str, signs: Mapping[str, Sign]) -> Iterator[str]:
    """Above, to the left, to the right and below."""
    file, rank = FILES.index(square[0]), RANKS.index(square[1])
    for right, down in ((0, -1), (-1, 0), (1, 0), (0, 1)):
        beside = FILES[file + right : file + right + 1] + RANKS[rank + down : rank + down + 1]
        if beside in signs:
            yield beside


def _require_tools(signs: Mapping[str, Sign]) -> None:
    for tool in TOOLS:
        if tool not in signs.values():
            raise Misdrawn(f"there is no {tool}")


def _only(signs: Mapping[str, Sign], sign: Sign) -> str:
    found = [square for square, borne in signs.items() if borne == sign]
    if len(found) != 1:
        name = sign.replace("_x", " X")
        raise Misdrawn(f"there are {len(found)} squares with the {name}" if found else f"there is no {name}")
    return found[0]


def _require_ways(board: Board) -> None:
    """Nobody can get stuck (G4), and everything can be reached from the green X."""
    reached = _reached(board)
    for square, sign in board.signs.items():
        if square not in reached:
            raise Misdrawn(f"{square} ({sign}) cannot be reached from the green X")
        if len(board.neighbours[square]) < 2:
            raise Misdrawn(f"{square} is a dead end: no way leads on from it")


def _reached(board: Board) -> set[str]:
    reached, edge = {board.green_x}, {board.green_x}
    while edge:
        edge = {beside for square in edge for beside in board.neighbours[square]} - reached
        reached |= edge
    return reached


BOARDS: Mapping[str, Board] = {"small": read_board(SMALL), "large": read_board(LARGE)}
