"""What a player of Grave Digger can wish, what can happen, and why something is not allowed."""

import re
from itertools import combinations
from typing import Literal, TypeAlias, get_args

from msgspec import Struct

from engine.games.grave_digger_board import NAMES, TOOLS, Path, Tool
from engine.games.grave_digger_table import TOMBS
from engine.games.grave_digger_walk import WalkingReason
from engine.parts import turns
from engine.parts.turns import Absence, SeatBenched, SeatLeft, SeatReturned, TurnBegan, TurnPassed
from engine.refusal import SharedReason

# What a player can wish


class Roll(Struct, frozen=True, tag="roll"):
    """Throw for the steps of a move (G3)."""


class Walk(Struct, frozen=True, tag="walk"):
    """Enter these squares, in order (G3 to G5)."""

    squares: Path


class Lose(Struct, frozen=True, tag="lose"):
    """Which tools a ghost breaks: one (G10), or two (G14). In the order of TOOLS."""

    tools: tuple[Tool, ...]


class Dig(Struct, frozen=True, tag="dig"):
    """Turn over a tomb (G17)."""

    tomb: int


Wish: TypeAlias = Roll | Walk | Lose | Dig
Command: TypeAlias = Wish | Absence


# The text forms

LOSSES = {" ".join(tools): tools for count in (1, 2) for tools in combinations(TOOLS, count)}
TOMB_OF = {str(tomb): tomb for tomb in TOMBS}


def read_command(text: str) -> Command:
    """ValueError when the text is no command of this game."""
    if absence := turns.read_absence(text):
        return absence
    verb, _, rest = text.partition(" ")
    if text == "roll":
        return Roll()
    if verb == "walk":
        return Walk(_read_path(rest))
    if verb == "lose" and rest in LOSSES:
        return Lose(LOSSES[rest])
    if verb == "dig" and rest in TOMB_OF:
        return Dig(TOMB_OF[rest])
    raise ValueError(f"{text} is no command of grave_digger")


def _read_path(text: str) -> Path:
    """`d3d2d1`: without blanks, because a button holds 64 bytes; a record parts the squares."""
    squares = tuple(re.findall(r".{1,2}", text, re.DOTALL))
    for square in squares or ("nothing",):
        if square not in NAMES:
            raise ValueError(f"{square} is the name of no square")
    return squares


def write_command(command: Command) -> str:
    match command:
        case Roll():
            return "roll"
        case Walk(squares):
            return f"walk {''.join(squares)}"
        case Lose(tools):
            return f"lose {' '.join(tools)}"
        case Dig(tomb):
            return f"dig {tomb}"
        case _:
            return turns.write_absence(command)


# What can happen


class StepsThrown(Struct, frozen=True, tag="steps_thrown"):
    seat: int
    faces: tuple[int, ...]


class Walked(Struct, frozen=True, tag="walked"):
    seat: int
    start: str
    squares: Path


class ToolTaken(Struct, frozen=True, tag="tool_taken"):
    """From its pile, for a square passed or landed on (G6)."""

    seat: int
    tool: Tool


class GhostBeaten(Struct, frozen=True, tag="ghost_beaten"):
    seat: int
    square: str
    faces: tuple[int, ...]
    is_gone: bool  # for everybody, by house rule `beaten_ghosts`


class GhostWon(Struct, frozen=True, tag="ghost_won"):
    """A tool is to be lost (G10); `following` ghosts of the move wait."""

    seat: int
    square: str
    faces: tuple[int, ...]
    following: Path


class RedGhostBeaten(Struct, frozen=True, tag="red_ghost_beaten"):
    """A tomb is to be dug (G14)."""

    seat: int
    faces: tuple[int, ...]


class RedGhostWon(Struct, frozen=True, tag="red_ghost_won"):
    """Two tools are to be lost (G14)."""

    seat: int
    faces: tuple[int, ...]


class ToolsLost(Struct, frozen=True, tag="tools_lost"):
    """To a ghost."""

    seat: int
    tools: tuple[Tool, ...]


class ToolsReturned(Struct, frozen=True, tag="tools_returned"):
    """Worn out by digging (G17)."""

    seat: int
    tools: tuple[Tool, ...]


class VampireFound(Struct, frozen=True, tag="vampire_found"):
    seat: int
    tomb: int


class TombFoundEmpty(Struct, frozen=True, tag="tomb_found_empty"):
    """The figure goes back to `square`, the green X (G19)."""

    seat: int
    tomb: int
    square: str


class TombsShuffled(Struct, frozen=True, tag="tombs_shuffled"):
    """All six, face down again; `shuffled` holds the vampire's new tomb, which is secret."""

    shuffled: tuple[int]


Event: TypeAlias = (
    TurnBegan
    | StepsThrown
    | Walked
    | ToolTaken
    | GhostBeaten
    | GhostWon
    | RedGhostBeaten
    | RedGhostWon
    | ToolsLost
    | ToolsReturned
    | VampireFound
    | TombFoundEmpty
    | TombsShuffled
    | TurnPassed
    | SeatLeft
    | SeatBenched
    | SeatReturned
)

Reason = (
    SharedReason
    | WalkingReason
    | Literal[
        "roll_first",
        "walk_first",
        "lose_first",
        "dig_first",
        "lose_one",  # G10
        "lose_two",  # G14
        "not_held",
        "tomb_open",  # G19
    ]
)
REASONS: tuple[str, ...] = tuple(slug for literal in get_args(Reason) for slug in get_args(literal))
