"""Grave Digger: a walk through a graveyard for three tools, past ghosts, to dig up the tomb where the vampire lies.

The numbers G1 to G19 are the sentences of the rules page (docs/rules/grave-digger.md).
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from itertools import combinations

from msgspec.structs import replace

from engine.dice import Dice
from engine.game import Result, Upcast, options_of
from engine.games import grave_digger_walk as walking
from engine.games.grave_digger_board import TOOLS, Path, Tool
from engine.games.grave_digger_moves import (
    REASONS,
    Command,
    Dig,
    Event,
    GhostBeaten,
    GhostWon,
    Lose,
    Reason,
    RedGhostBeaten,
    RedGhostWon,
    Roll,
    StepsThrown,
    TombFoundEmpty,
    TombsShuffled,
    ToolsLost,
    ToolsReturned,
    ToolTaken,
    VampireFound,
    Walk,
    Walked,
    Wish,
    read_command,
    write_command,
)
from engine.games.grave_digger_notation import NOTATION, POSITION, facts, place
from engine.games.grave_digger_table import (
    ID,
    TOMBS,
    Digging,
    Losing,
    Options,
    Rolling,
    State,
    Turn,
    Walking,
    board_of,
    is_over,
    walker_of,
)
from engine.games.grave_digger_walk import Way
from engine.parts import turns
from engine.parts.turns import (
    Absence,
    Back,
    Bench,
    Leave,
    SeatBenched,
    SeatLeft,
    SeatReturned,
    Table,
    TimeOut,
    TurnBegan,
    TurnPassed,
)

__all__ = [
    "ID",
    "NOTATION",
    "OPTIONS",
    "POSITION",
    "REASONS",
    "SCHEMA",
    "SEATS",
    "UPCASTS",
    "Command",
    "Event",
    "Options",
    "State",
    "decide",
    "evolve",
    "facts",
    "legal",
    "new",
    "objection",
    "place",
    "read_command",
    "result",
    "to_act",
    "write_command",
]

SEATS = range(2, 5)
SCHEMA = 1
UPCASTS: Mapping[int, Upcast] = {}
OPTIONS = options_of(Options)

MOVE_DICE = {"one": 1, "two": 2}
WINS = range(4, 7)  # G10


# The start


def new(seats: int, options: Options, dice: Dice) -> State:
    """G1, G2."""
    start = State(options, Table(seats), (), ((),) * seats, _shuffled(dice))
    return replace(start, squares=(board_of(start).green_x,) * seats)


def _shuffled(dice: Dice) -> int:
    """The vampire's tomb among the six face down: each is as likely, as with a die."""
    (tomb,) = dice.throw(1)
    return tomb


# What is allowed


def to_act(state: State) -> int | None:
    return None if is_over(state) else turns.to_act(state.table)


def objection(state: State, seat: int, command: Command) -> Reason | None:
    if is_over(state):
        return "over"
    if isinstance(command, Absence):
        return turns.objection(state.table, seat, command)
    turn = state.turn
    if (reason := turns.objection_to_acting(state.table, seat)) or turn is None:
        return reason or "nobody_to_act"
    return _objection_to_wish(state, turn, command) if isinstance(command, Wish) else "unknown_command"


def _objection_to_wish(state: State, turn: Turn, wish: Wish) -> Reason | None:
    """A turn waits for one kind of wish at a time."""
    match turn, wish:
        case Rolling(), Roll():
            return None
        case Walking(steps), Walk(squares):
            return walking.objection_to_walking(board_of(state), walker_of(state), squares, steps)
        case Losing(count), Lose(tools):
            return _objection_to_losing(state, count, tools)
        case Digging(), Dig(tomb):
            return "tomb_open" if tomb in state.opened else None
        case _:
            return _awaited(turn)


def _awaited(turn: Turn) -> Reason:
    match turn:
        case Rolling():
            return "roll_first"
        case Walking():
            return "walk_first"
        case Losing():
            return "lose_first"
        case Digging():
            return "dig_first"


def _objection_to_losing(state: State, count: int, tools: tuple[Tool, ...]) -> Reason | None:
    if len(tools) != count:
        return "lose_one" if count == 1 else "lose_two"
    return None if {*tools} <= {*walker_of(state).tools} else "not_held"


def legal(state: State) -> tuple[Command, ...]:
    """All ways to walk are among it, also those that differ in nothing."""
    seat = to_act(state)
    if seat is None or state.turn is None:
        return ()
    return tuple(wish for wish in _wishes(state, state.turn) if objection(state, seat, wish) is None)


def _wishes(state: State, turn: Turn) -> Iterator[Wish]:
    match turn:
        case Rolling():
            yield Roll()
        case Walking(steps):
            yield from map(Walk, walking.paths(board_of(state), walker_of(state), steps))
        case Losing(count):
            yield from map(Lose, combinations(walker_of(state).tools, count))
        case Digging():
            yield from map(Dig, TOMBS)


# What follows


def decide(state: State, seat: int, command: Command, dice: Dice) -> Sequence[Event]:
    events = tuple(_outcome(state, seat, command, dice))
    after = reduce(evolve, events, state)
    is_between_turns = after.turn is None and not is_over(after)
    return (*events, *turns.next_turn(after.table)) if is_between_turns else events


def _outcome(state: State, seat: int, command: Command, dice: Dice) -> Iterator[Event]:
    """What the command itself does; the next turn's beginning is not part of it."""
    match command:
        case Roll():
            yield StepsThrown(seat, dice.throw(MOVE_DICE[state.options.move_dice]))
        case Walk(squares):
            yield from _walk(state, seat, squares, dice)
        case Lose(tools):
            yield from _lose(state, seat, tools, dice)
        case Dig(tomb):
            yield from _dig(state, seat, tomb, dice)
        case TimeOut() | Bench() | Back() | Leave():
            if turns.is_settled_first(state.table, seat, command):
                yield from _prudent_end(state, seat, dice)
            yield from turns.comings_and_goings(seat, command)


def _walk(state: State, seat: int, squares: Path, dice: Dice) -> Iterator[Event]:
    """G6 before G8 before G13."""
    way = way_of(state, squares)
    taken = (ToolTaken(seat, tool) for tool in way.tools)
    walk: tuple[Event, ...] = (Walked(seat, state.squares[seat], squares), *taken)
    yield from walk
    yield from _fights(reduce(evolve, walk, state), seat, way.ghosts, dice)


def way_of(state: State, squares: Path) -> Way:
    """What happens to the figure whose turn it is on its way over these squares."""
    return walking.way(board_of(state), walker_of(state), squares, state.gone)


def _fights(state: State, seat: int, ghosts: Path, dice: Dice) -> Iterator[Event]:
    """G8, G10 to G13: until a tool is to be lost, or no ghost is left, or no tool."""
    for number, square in enumerate(ghosts if state.tools[seat] else ()):
        faces = dice.throw(1)
        if faces[0] not in WINS:
            yield GhostWon(seat, square, faces, ghosts[number + 1 :])
            return
        yield GhostBeaten(seat, square, faces, is_gone=state.options.beaten_ghosts == "leave")
    if state.squares[seat] == board_of(state).red_x and walker_of(state).is_digger:
        faces = dice.throw(1)
        yield RedGhostBeaten(seat, faces) if faces[0] in WINS else RedGhostWon(seat, faces)  # G14


def _lose(state: State, seat: int, tools: tuple[Tool, ...], dice: Dice) -> Iterator[Event]:
    """G10; then what waits is fought."""
    ghosts = state.turn.ghosts if isinstance(state.turn, Losing) else ()
    lost = ToolsLost(seat, tools)
    yield lost
    yield from _fights(evolve(state, lost), seat, ghosts, dice)


def _dig(state: State, seat: int, tomb: int, dice: Dice) -> Iterator[Event]:
    """G17 to G19."""
    yield ToolsReturned(seat, state.tools[seat])
    if tomb == state.vampire:
        yield VampireFound(seat, tomb)
        return
    yield TombFoundEmpty(seat, tomb, board_of(state).green_x)
    if state.options.tombs == "reshuffled":
        yield TombsShuffled((_shuffled(dice),))


def _prudent_end(state: State, seat: int, dice: Dice) -> Iterator[Event]:
    """A2: every choice that is open, and those that follow from it, one after another."""
    if isinstance(state.turn, Rolling):
        yield TurnPassed(seat)
        return
    while state.turn is not None:
        events = tuple(_outcome(state, seat, _prudent(state), dice))
        yield from events
        state = reduce(evolve, events, state)


def _prudent(state: State) -> Command:
    """The first choice of least loss: of all walks one with the fewest fights, then the most tools."""
    return min(legal(state), key=lambda wish: _risk(state, wish))


def _risk(state: State, wish: Command) -> tuple[int, int]:
    if not isinstance(wish, Walk):
        return 0, 0
    way = way_of(state, wish.squares)
    return way.fights, -len(way.tools)


def evolve(state: State, event: Event) -> State:
    match event:
        case TurnBegan():
            return replace(state, table=turns.evolve(state.table, event), turn=Rolling())
        case StepsThrown(faces=faces):
            return replace(state, turn=Walking(sum(faces)))
        case Walked(seat, _, squares):
            return replace(state, squares=_with(state.squares, seat, squares[-1]), turn=None)
        case ToolTaken(seat, tool):
            return _holding(state, seat, {*state.tools[seat], tool})
        case GhostBeaten(square=square, is_gone=is_gone):
            return replace(state, gone=tuple(sorted((*state.gone, square)))) if is_gone else state
        case GhostWon(following=following):
            return replace(state, turn=Losing(1, following))
        case RedGhostWon():
            return replace(state, turn=Losing(2))
        case RedGhostBeaten():
            return replace(state, turn=Digging())
        case ToolsLost(seat, tools) | ToolsReturned(seat, tools):
            return replace(_holding(state, seat, {*state.tools[seat]} - {*tools}), turn=None)
        case VampireFound(seat, tomb):
            return replace(state, opened=_opened(state, tomb), winner=seat)
        case TombFoundEmpty(seat, tomb, square):
            return replace(state, opened=_opened(state, tomb), squares=_with(state.squares, seat, square))
        case TombsShuffled((tomb,)):
            return replace(state, opened=(), vampire=tomb)
        case TurnPassed():
            return replace(state, turn=None)
        case SeatLeft(seat):
            left = replace(state, table=turns.evolve(state.table, event))
            return replace(left, turn=None) if seat == state.table.turn or is_over(left) else left
        case SeatBenched() | SeatReturned():
            return replace(state, table=turns.evolve(state.table, event))


def _with(squares: tuple[str, ...], seat: int, square: str) -> tuple[str, ...]:
    return (*squares[:seat], square, *squares[seat + 1 :])


def _holding(state: State, seat: int, held: set[Tool]) -> State:
    tools = tuple(tool for tool in TOOLS if tool in held)
    return replace(state, tools=(*state.tools[:seat], tools, *state.tools[seat + 1 :]))


def _opened(state: State, tomb: int) -> tuple[int, ...]:
    return tuple(sorted((*state.opened, tomb)))


# The end


def result(state: State) -> Result:
    """G18."""
    return Result(is_over(state), None, turns.ranking(state.table, lambda seat: seat == state.winner))
