"""The lines of a position of Grave Digger, written and read (docs/notation.md)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from msgspec.structs import replace

from engine.dice import SIDES
from engine.game import Draw, Fact, Misplaced, Notation
from engine.games.grave_digger_board import BOARDS, TOOLS, Path, Tool
from engine.games.grave_digger_moves import TOMB_OF
from engine.games.grave_digger_table import (
    TOMBS,
    Digging,
    Losing,
    Options,
    Rolling,
    State,
    Turn,
    Walking,
    is_over,
    walker_of,
)
from engine.parts import turns
from engine.parts.turns import Table

POSITION: Mapping[str, bool] = {
    "at": True,
    "tools": True,
    "vampire": False,
    "opened": False,
    "gone": False,
    "steps": False,
    "due": False,
    "ghosts": False,
    "won": True,
}
STEPS = {"one": range(1, 7), "two": range(2, 13)}
LOSSES = {1: "lose", 2: "lose_two"}
NOTATION = Notation(
    faces=tuple(str(face) for face in range(1, SIDES + 1)),
    words=("roll", "walk", "lose", "lose_two", "dig", *TOOLS),
    ordered=("ghosts",),
    spelling={"walk": "squares", "lose": "any_order"},
    drawn={"vampire": Draw("die", shown=("vampire",))},
)

Said: TypeAlias = dict[tuple[str, int | None], Fact]


def facts(state: State) -> Iterator[Fact]:
    yield from (Fact("at", seat, (square,)) for seat, square in enumerate(state.squares))
    yield from (Fact("tools", seat, held) for seat, held in enumerate(state.tools))
    yield Fact("vampire", None, (str(state.vampire),))
    yield Fact("opened", None, tuple(map(str, state.opened)))
    yield Fact("gone", None, state.gone)
    yield from _turn_facts(state.turn)
    if state.winner is not None:
        yield Fact("won", state.winner, (str(state.vampire),))


def _turn_facts(turn: Turn | None) -> Iterator[Fact]:
    match turn:
        case Walking(steps):
            yield Fact("steps", None, (str(steps),))
        case Losing(count, ghosts):
            yield Fact("due", None, (LOSSES[count],))
            yield Fact("ghosts", None, ghosts)
        case Digging():
            yield Fact("due", None, ("dig",))
        case Rolling() | None:
            pass


def place(facts: Sequence[Fact], table: Table, options: Options) -> State:
    """The state a position describes; without `vampire` no tomb hides one. Raises Misplaced."""
    said = _by_word(facts)
    state = State(
        options,
        table,
        squares=tuple(_square(said.get(("at", seat)), options) for seat in range(table.seats)),
        tools=tuple(_tools(said.get(("tools", seat))) for seat in range(table.seats)),
        vampire=_number(said["vampire", None], TOMBS) if ("vampire", None) in said else 0,
        opened=_opened(said.get(("opened", None))),
        gone=_ghosts(said.get(("gone", None)), options),
        turn=None,
    )
    state = replace(state, winner=_winner(said, state))
    if is_over(state) or turns.to_act(table) is None:
        return state
    return replace(state, turn=_turn(said, state))


def _by_word(facts: Sequence[Fact]) -> Said:
    said: Said = {}
    for fact in facts:
        if (fact.word, fact.seat) in said:
            raise Misplaced(f"{fact.word} stands twice", fact)
        said[fact.word, fact.seat] = fact
    return said


def _square(fact: Fact | None, options: Options) -> str:
    if fact is None:
        raise Misplaced("every seat's figure stands somewhere: at SEAT SQUARE")
    if len(fact.values) != 1 or fact.values[0] not in BOARDS[options.board].signs:
        raise Misplaced(f"at is followed by a seat and a square of the board {options.board}", fact)
    return fact.values[0]


def _tools(fact: Fact | None) -> tuple[Tool, ...]:
    values = fact.values if fact else ()
    for value in values:
        if value not in TOOLS or values.count(value) > 1:
            raise Misplaced(f"tools are {', '.join(TOOLS)}, one of each at most", fact)
    return tuple(tool for tool in TOOLS if tool in values)


def _opened(fact: Fact | None) -> tuple[int, ...]:
    values = fact.values if fact else ()
    for value in values:
        if value not in TOMB_OF or values.count(value) > 1:
            raise Misplaced("opened is followed by different numbers from 1 to 6", fact)
    return tuple(sorted(map(int, values)))


def _ghosts(fact: Fact | None, options: Options) -> Path:
    signs, values = BOARDS[options.board].signs, fact.values if fact else ()
    for value in values:
        if signs.get(value) != "ghost" or values.count(value) > 1:
            raise Misplaced(f"{value} is no square with a ghost, or stands twice", fact)
    return tuple(sorted(values)) if fact and fact.word == "gone" else values


def _winner(said: Said, state: State) -> int | None:
    """`won Ana 4`: the one who found the vampire, and where."""
    won = next((fact for fact in said.values() if fact.word == "won"), None)
    if won is None:
        if state.vampire in state.opened:
            raise Misplaced("the vampire's tomb is open, but nobody has won", said["opened", None])
        return None
    if _number(won, TOMBS) not in {state.vampire} & {*state.opened} or won.seat in state.table.left:
        raise Misplaced("won is followed by who found the vampire and its open tomb", won)
    return won.seat


def _turn(said: Said, state: State) -> Turn:
    """What is to be done next; each must leave a choice."""
    steps, due, ghosts = (said.get((word, None)) for word in ("steps", "due", "ghosts"))
    if steps and due:
        raise Misplaced("a move is walked before anything is due", due)
    if ghosts and (due is None or due.values != (LOSSES[1],)):
        raise Misplaced("ghosts wait only while a tool is due to be lost: due lose", ghosts)
    if steps:
        return Walking(_number(steps, STEPS[state.options.move_dice]))
    return _due(due, state, _ghosts(ghosts, state.options)) if due else Rolling()


def _due(due: Fact, state: State, ghosts: Path) -> Turn:
    held = len(walker_of(state).tools)
    if set(ghosts) & set(state.gone):
        raise Misplaced("a ghost that waits has not gone")
    match due.values:
        case ("lose",) if held:
            return Losing(1, ghosts)
        case ("lose_two",) if held > 1:
            return Losing(2)
        case ("dig",) if held == len(TOOLS):
            return Digging()
        case _:
            raise Misplaced("due is followed by lose, lose_two or dig, with tools enough for it", due)


def _number(fact: Fact, numbers: range) -> int:
    if len(fact.values) != 1 or fact.values[0] not in map(str, numbers):
        raise Misplaced(f"{fact.word} is followed by a number from {numbers[0]} to {numbers[-1]}", fact)
    return int(fact.values[0])
