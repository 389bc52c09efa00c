"""Advice on Grave Digger: how many turns it is to the red X and to a tomb, walking as it is best.

A figure is told by where it stands and what its player holds; the others never stand in its way. Not exact is one
thing: with the house rule `beaten_ghosts leave`, the ghosts that are there now are taken to stay. Only what lies open
is looked at: never where the vampire is.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import product
from typing import NamedTuple

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from engine.advice.answers import Advice, Choice, Curve, Unit, Worth, preferred
from engine.advice.odds import Indices, Vector
from engine.dice import SIDES
from engine.game import AnyCommand
from engine.games import grave_digger
from engine.games import grave_digger_walk as walking
from engine.games.grave_digger import MOVE_DICE, WINS, way_of
from engine.games.grave_digger_board import BOARDS, TOOLS, Path, Tool
from engine.games.grave_digger_moves import Dig, Lose, Walk
from engine.games.grave_digger_table import (
    TOMBS,
    Digging,
    Losing,
    Rolling,
    State,
    Walking,
    walker_of,
)
from engine.games.grave_digger_walk import Walker

UNIT: Unit = "turns"
WON = len(WINS) / SIDES  # G10, G14
SETTLED = 1e-10  # turns


# Which tools are held: a number, with a bit for each


def hand(tools: Iterable[Tool]) -> int:
    return sum(1 << TOOLS.index(tool) for tool in tools)


ALL = hand(TOOLS)
HANDS = range(ALL + 1)
SINGLE = [hand([tool]) for tool in TOOLS]


def _less(held: int) -> list[int]:
    """What may be left when one tool is lost, as many ways as there are tools; with none, nothing is lost (G11)."""
    left = [held & ~tool for tool in SINGLE if held & tool] or [held]
    return (left * len(TOOLS))[: len(TOOLS)]


LESS = np.array([_less(held) for held in HANDS])


# The best ways


class Journey(Struct, frozen=True, eq=False):
    """How many turns it is to the red X, with all three tools."""

    places: Mapping[str, int]  # of the squares
    turns: Vector  # [square, hand]: before a throw, that turn among them
    ahead: Vector  # [fights, square, hand]: after a walk, with so many fights still to come
    to_tomb: float  # from the red X on

    def from_here(self, square: str, tools: Iterable[Tool]) -> float:
        return float(self.turns[self.places[square], hand(tools)])

    def after(self, square: str, tools: Iterable[Tool], fights: int = 0) -> float:
        """The turns still to come."""
        return float(self.ahead[fights, self.places[square], hand(tools)])


@lru_cache(maxsize=64)
def journey(board_name: str, move_dice: str, gone: Path) -> Journey:
    """By going over all squares and hands until nothing changes any more."""
    board, chances = BOARDS[board_name], totals(move_dice)
    places = {square: place for place, square in enumerate(board.signs)}
    ways, fights = _ways(board_name, tuple(chances), gone, places)
    turns, share = np.zeros((len(places), len(HANDS))), np.array(list(chances.values()))
    while True:
        ahead = _ahead(turns, places[board.red_x], fights)
        longer = 1 + (share @ ahead.ravel().take(ways).min(axis=0)).reshape(turns.shape)
        if np.abs(longer - turns).max() < SETTLED:
            return Journey(places, turns, ahead, to_tomb=float(turns[places[board.red_x], SINGLE].min()))
        turns = longer


def totals(move_dice: str) -> Mapping[int, float]:
    """The chance of every sum of the moving dice."""
    throws = Counter(map(sum, product(range(1, SIDES + 1), repeat=MOVE_DICE[move_dice])))
    return {total: count / throws.total() for total, count in throws.items()}


def _ahead(turns: Vector, red_x: int, fights: int) -> Vector:
    """G10, G11: a lost fight costs the tool that is needed least. G13: the red X is reached with three tools left."""
    ahead = [turns.copy()]
    ahead[0][red_x, ALL] = 0
    for _ in range(fights):
        ahead.append(WON * ahead[-1] + (1 - WON) * ahead[-1][:, LESS].min(axis=2))
    return np.array(ahead)


def _ways(board: str, steps: Sequence[int], gone: Path, places: Mapping[str, int]) -> tuple[Indices, int]:
    """Where `ahead` holds what each walk leads to, [walk, sum, square and hand]; and the most fights on any walk."""

    def place(ending: Ending) -> int:
        fights = len(ending.ghosts.difference(gone))
        return (fights * len(places) + places[ending.square]) * len(HANDS) + ending.gained

    walks = [
        [place(ending) for ending in _endings(board, square, total, is_digger=is_digger)]
        for is_digger in (False, True)
        for total in steps
        for square in places
    ]
    most = max(map(len, walks))
    ends = np.array([(walk * most)[:most] for walk in walks]).reshape(2, len(steps), len(places), most, 1)
    by_hand = np.where(np.equal(HANDS, ALL), ends[1], ends[0]) | HANDS  # the lowest bits are the hand's
    ways = np.moveaxis(by_hand, 2, 0).reshape(most, len(steps), -1)
    return np.ascontiguousarray(ways), int(ends.max()) // (len(places) * len(HANDS))


class Ending(NamedTuple):
    """What matters of a walk."""

    square: str
    gained: int  # tools, with a bit for each
    ghosts: frozenset[str]


@cache
def _endings(board: str, square: str, steps: int, *, is_digger: bool) -> tuple[Ending, ...]:
    """Of every walk of so many steps (G3 to G9); ghosts ignore who holds nothing, and cost nothing then."""
    drawn, tools = BOARDS[board], TOOLS if is_digger else ()

    def ending(path: Path) -> Ending:
        gained = walking.way(drawn, Walker(square), path, ()).tools
        ghosts = walking.way(drawn, Walker(square, TOOLS), path, ()).ghosts
        return Ending(path[-1], hand(gained), frozenset(ghosts))

    return tuple(dict.fromkeys(map(ending, walking.paths(drawn, Walker(square, tools), steps))))


# What can be done


def warm_up() -> None:
    for board in BOARDS:
        for move_dice in MOVE_DICE:
            journey(board, move_dice, ())


def advise(state: State) -> Advice:
    ways = preferred(worths(state))
    return Advice(UNIT, tuple(Choice(command=wish, value=value, fails=_fails(state, wish)) for wish, value in ways))


def worths(state: State) -> Iterator[Worth]:
    """Minus the turns until a tomb is dug, this one among them."""
    for wish in grave_digger.legal(state):
        yield wish, -_turns(state, wish)


def _turns(state: State, wish: AnyCommand) -> float:
    journey, walker = _journey(state), walker_of(state)
    match wish, state.turn:
        case Walk(squares), _:
            way = way_of(state, squares)
            after = journey.after(squares[-1], (*walker.tools, *way.tools), len(way.ghosts))
        case Lose(lost), Losing(_, ghosts):
            after = journey.after(walker.square, {*walker.tools} - {*lost}, len(ghosts))
        case Dig(), _:
            return 1.0
        case _:
            return journey.from_here(walker.square, walker.tools) + journey.to_tomb
    return 1 + after + journey.to_tomb


def _journey(state: State) -> Journey:
    return journey(state.options.board, state.options.move_dice, state.gone)


def _fails(state: State, wish: AnyCommand) -> float:
    """That a tool is lost, by a throw that is walked as it is best, too; that a tomb is empty."""
    match wish:
        case Walk(squares):
            return 1 - WON ** way_of(state, squares).fights
        case Lose():
            return 1.0
        case Dig():
            return 1 - 1 / (len(TOMBS) - len(state.opened))
        case _:
            return sum(chance * _fails(thrown, normal(thrown)) for thrown, chance in _throws(state))


def _throws(state: State) -> Iterator[tuple[State, float]]:
    """What a throw can come to, with its chance; the one that lies there, for certain."""
    if isinstance(state.turn, Rolling):
        for total, chance in totals(state.options.move_dice).items():
            yield replace(state, turn=Walking(total)), chance
    elif isinstance(state.turn, Walking):
        yield state, 1.0


def normal(state: State) -> AnyCommand:
    return preferred(worths(state))[0][0]


class Prospects(Struct, frozen=True):
    """What the figure to move can come to this turn, with the chance of each; and the turns it is to the red X."""

    to_red_x: float
    squares: Mapping[str, float]  # where it can end
    tools: Mapping[Tool, float]  # that it does not hold


def prospects(state: State) -> Prospects:
    squares, tools = Counter[str](), Counter[Tool]()
    for thrown, chance in _throws(state):
        ways = [way_of(state, wish.squares) for wish in grave_digger.legal(thrown) if isinstance(wish, Walk)]
        squares.update(dict.fromkeys((way.squares[-1] for way in ways), chance))
        tools.update(dict.fromkeys((tool for way in ways for tool in way.tools), chance))
    to_tomb = min(_turns(state, wish) for wish in grave_digger.legal(state))
    return Prospects(max(to_tomb - _journey(state).to_tomb, 0.0), squares, tools)


def curve(_: State) -> Curve:
    """There is no sum to reach; see `prospects`."""
    return ()


def standing(before: State, after: State) -> float:
    """What a throw made of the turn, which goes on or ends where the figure stands now."""
    if isinstance(after.turn, Walking | Losing | Digging):
        return max(worth for _, worth in worths(after))
    seat, journey = before.table.turn, _journey(after)
    return -(1 + journey.after(after.squares[seat], after.tools[seat]) + journey.to_tomb)


def easy(state: State) -> AnyCommand:
    """Takes what lies on the way and goes to the nearest of what is missing."""
    return min(grave_digger.legal(state), key=lambda wish: _detour(state, wish))


def _detour(state: State, wish: AnyCommand) -> tuple[int, int, int]:
    if not isinstance(wish, Walk):
        return 0, 0, 0
    way, held = way_of(state, wish.squares), {*walker_of(state).tools}
    missing = {*TOOLS} - held - {*way.tools}
    far = min(_far(state.options.board, sign)[way.squares[-1]] for sign in missing or ("red_x",))
    return -len(way.tools), far, way.fights


@cache
def _far(board: str, sign: str) -> Mapping[str, int]:
    """Of every square, the steps to the nearest one of a kind."""
    signs, neighbours = BOARDS[board].signs, BOARDS[board].neighbours
    far = {square: 0 for square in signs if signs[square] == sign}
    edge = list(far)
    for square in edge:  # grows
        nearer = [beside for beside in neighbours[square] if beside not in far]
        far |= dict.fromkeys(nearer, far[square] + 1)
        edge += nearer
    return far
