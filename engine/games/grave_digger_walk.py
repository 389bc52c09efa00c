"""Walking in Grave Digger: which ways a throw allows (G3 to G5), and what happens on each (G6 to G9, G13)."""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from engine.games.grave_digger_board import TOOLS, Board, Path, Tool

WalkingReason = Literal[
    "not_exact",  # G3
    "not_beside",  # a step leads to a square that does not share a side
    "straight_back",  # G4
    "ends_on_red_x",  # G5
]


class Walker(Struct, frozen=True):
    """A figure before it moves: where it stands and what its player holds."""

    square: str
    tools: tuple[Tool, ...] = ()

    @property
    def is_digger(self) -> bool:
        """Whoever holds all three tools."""
        return len(self.tools) == len(TOOLS)


def paths(board: Board, walker: Walker, steps: int) -> tuple[Path, ...]:
    """Every way a throw of this sum allows, as the squares entered."""
    walked: tuple[Path, ...] = ((walker.square,),)
    for _ in range(steps):
        walked = tuple(longer for path in walked for longer in _longer(board, path, stops=walker.is_digger))
    return tuple(path[1:] for path in walked)


def _longer(board: Board, path: Path, *, stops: bool) -> Iterator[Path]:
    """The path with one square more; itself where the move has ended."""
    if _has_ended(board, path, stops=stops):
        yield path
        return
    for square in board.neighbours[path[-1]]:
        if not _is_back(path, square):
            yield (*path, square)


def _has_ended(board: Board, path: Path, *, stops: bool) -> bool:
    """G5, on a path that begins with the square where it started."""
    return stops and len(path) > 1 and path[-1] == board.red_x


def _is_back(path: Path, square: str) -> bool:
    """G4."""
    return len(path) > 1 and path[-2] == square


def objection_to_walking(board: Board, walker: Walker, squares: Path, steps: int) -> WalkingReason | None:
    path: Path = (walker.square,)
    for square in squares[:steps]:
        if _has_ended(board, path, stops=walker.is_digger):
            return "ends_on_red_x"
        if square not in board.neighbours[path[-1]]:
            return "not_beside"
        if _is_back(path, square):
            return "straight_back"
        path = (*path, square)
    is_exact = len(squares) == steps or (len(squares) < steps and _has_ended(board, path, stops=walker.is_digger))
    return None if is_exact else "not_exact"


class Way(Struct, frozen=True):
    """What happens on a walk, before any die falls."""

    squares: Path
    tools: tuple[Tool, ...]  # taken, in order
    ghosts: Path  # to be fought, in order, as long as a tool is held
    meets_red: bool  # if no tool is lost before

    @property
    def fights(self) -> int:
        return len(self.ghosts) + self.meets_red


def way(board: Board, walker: Walker, squares: Path, gone: Path) -> Way:
    """G6, G8, G13. The square where the walk starts counts only when it is entered again (G9)."""
    tools = tuple(tool for tool in _tools_on(board, squares) if tool not in walker.tools)
    armed = bool(walker.tools or tools)
    ghosts = (square for square in dict.fromkeys(squares) if board.signs[square] == "ghost" and square not in gone)
    meets_red = squares[-1] == board.red_x and len(walker.tools) + len(tools) == len(TOOLS)
    return Way(squares, tools, tuple(ghosts) if armed else (), meets_red)


def _tools_on(board: Board, squares: Path) -> tuple[Tool, ...]:
    """Each kind once, in the order of its first square."""
    signs = dict.fromkeys(board.signs[square] for square in squares)
    return tuple(tool for sign in signs for tool in TOOLS if tool == sign)
