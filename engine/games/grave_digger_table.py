"""What lies on the table of Grave Digger, and what is to be done next in a turn."""

from typing import Literal, TypeAlias

from msgspec import Struct

from engine.games.grave_digger_board import BOARDS, Board, Path, Tool
from engine.games.grave_digger_walk import Walker
from engine.parts import turns
from engine.parts.turns import Table

ID = "grave_digger"
TOMBS = range(1, 7)  # their numbers


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    board: Literal["small", "large"] = "small"
    move_dice: Literal["one", "two"] = "one"  # G3
    beaten_ghosts: Literal["stay", "leave"] = "stay"  # G12
    tombs: Literal["stay_open", "reshuffled"] = "stay_open"  # G19


# A turn: what it waits for


class Rolling(Struct, frozen=True, tag="rolling"):
    """The turn has begun."""


class Walking(Struct, frozen=True, tag="walking"):
    steps: int


class Losing(Struct, frozen=True, tag="losing"):
    """A ghost has won: so many tools are to be lost; `ghosts` of the move are still to be fought."""

    count: int
    ghosts: Path = ()


class Digging(Struct, frozen=True, tag="digging"):
    """The red ghost is beaten."""


Turn: TypeAlias = Rolling | Walking | Losing | Digging


class State(Struct, frozen=True, tag=ID):
    """`turn` is None between turns: when the match is over, or nobody is present to begin the next one."""

    options: Options
    table: Table
    squares: tuple[str, ...]  # where each figure stands
    tools: tuple[tuple[Tool, ...], ...]  # what each player holds, in the order of TOOLS
    vampire: int  # its tomb, a secret until it is found; 0: nowhere
    opened: tuple[int, ...] = ()  # tombs, ascending
    gone: Path = ()  # squares whose ghost was beaten and has left
    winner: int | None = None
    turn: Turn | None = Rolling()


def is_over(state: State) -> bool:
    """G18; A1: one seat is left. A position without a vampire is over when every tomb is open."""
    return state.winner is not None or turns.is_deserted(state.table) or len(state.opened) == len(TOMBS)


def board_of(state: State) -> Board:
    return BOARDS[state.options.board]


def walker_of(state: State) -> Walker:
    """The figure whose turn it is."""
    seat = state.table.turn
    return Walker(state.squares[seat], state.tools[seat])
