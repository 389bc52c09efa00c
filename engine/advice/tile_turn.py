"""Advice on a turn for a tile: what the two games of tiles have in common (engine/parts/tile_turn.py)."""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from engine.advice.answers import Chance, Choice, Curve, Worth, preferred
from engine.advice.odds import EQUAL, GOLD, NOTHING, Graph, Node, Odds, Vector, graph, solve
from engine.game import AnyCommand, AnyState
from engine.parts import tile_turn
from engine.parts.tile_turn import Keep, Reach, Roll, Stop, Take
from engine.parts.tray import SYMBOLS, WORM, Tray, points

SNATCHED = 2  # times what is taken from a player: gained here, and lost there


# What a turn is played for


class Stakes(Struct, frozen=True, kw_only=True):
    """The same from the first throw of a turn to its last."""

    dice: int
    reach: Reach  # with nothing set aside
    worths: tuple[tuple[int, float], ...]  # of the tiles that might be taken
    failed: float
    is_helped: bool = False  # by the canned worm (D17)
    can_reroll: bool = False  # with the weasel (D18)
    has_gold: bool = False  # the golden die of gold is still in play (D15)
    reward: float = 0.0  # for two 1s (D22)


Prize: TypeAlias = Callable[[Reach], float]  # NOTHING where no tile can be taken


def reach_of(stakes: Stakes, total: int, *, has_worm: bool) -> Reach:
    """Of dice set aside; the canned worm stands in for a worm."""
    is_helped = stakes.is_helped and not has_worm
    return replace(stakes.reach, sum=total + points(WORM) * is_helped, has_worm=has_worm or is_helped)


def takes(stakes: Stakes, reach: Reach) -> list[tuple[Take, float]]:
    """The best first, of equals the highest tile."""
    worths = dict(stakes.worths)
    tiles = sorted(tile_turn.takeable(reach), key=lambda tile: (worths[tile], tile), reverse=True)
    return [(Take(tile), worths[tile]) for tile in tiles]


@lru_cache(maxsize=256)
def odds_of(stakes: Stakes) -> Odds:
    worths = dict(stakes.worths)

    def prize(reach: Reach) -> float:
        return max((worths[tile] for tile in tile_turn.takeable(reach)), default=NOTHING)

    return _solved(stakes, prize, stakes.failed, stakes.reward)


def _solved(stakes: Stakes, prize: Prize, failed: float = 0.0, reward: float = 0.0) -> Odds:
    """With the weasel twice: as it is when she has thrown again, and before."""
    turns = graph(stakes.dice, has_gold=stakes.has_gold)
    prizes = _prizes(stakes, turns, prize)
    odds = solve(turns, prizes, failed, reward)
    return solve(turns, prizes, failed, reward, again=odds) if stakes.can_reroll else odds


def _prizes(stakes: Stakes, turns: Graph, prize: Prize) -> Vector:
    sums = range(turns.sums.max() + 1)
    by_sum = [[prize(reach_of(stakes, total, has_worm=worm)) for total in sums] for worm in (False, True)]
    return np.array(by_sum)[turns.has_worm, turns.sums]


# Where it stands


class Turn(Struct, frozen=True, eq=False):
    stakes: Stakes
    tray: Tray
    odds: Odds

    @property
    def node(self) -> Node:
        kept = sum(1 << symbol for symbol in {*self.tray.kept})
        return Node(kept, self.tray.sum, self.tray.dice, self.stakes.has_gold)

    def keep(self, symbol: int) -> Node:
        """The golden die's face stands last."""
        thrown = self.tray.thrown
        with_gold = self.stakes.has_gold and thrown[-1] == symbol
        return self.node.keep(symbol, thrown.count(symbol), with_gold=with_gold)

    def reward(self, symbol: int) -> float:
        return self.odds.reward if symbol == 1 and self.tray.thrown.count(1) >= 2 else 0.0

    def takes(self, node: Node) -> list[tuple[Take, float]]:
        return takes(self.stakes, reach_of(self.stakes, node.sum, has_worm=node.has_worm))


def turn_of(stakes: Stakes, tray: Tray) -> Turn:
    return Turn(stakes, tray, odds_of(stakes))


def standing(turn: Turn) -> float:
    """What the turn is worth as it stands, played on as it is best."""
    odds, tray = turn.odds, turn.tray
    if not tray.thrown:
        return odds.worth(turn.node)
    ways = [odds.worth(turn.keep(symbol)) + turn.reward(symbol) for symbol in tray.choices]
    if odds.again is not None:
        ways.append(odds.again.throw(turn.node))
    return max(ways, default=odds.failed)


def worths(turn: Turn) -> Iterator[Worth]:
    """Of what can be done, the preferred first among equals: high symbols; a tile rather than a throw."""
    tray, node = turn.tray, turn.node
    if tray.thrown:
        for symbol in reversed(tray.choices):
            yield Keep(symbol), turn.odds.worth(turn.keep(symbol)) + turn.reward(symbol)
        return
    tiles = turn.takes(node)
    yield from tiles
    if not node.is_spent:
        yield Roll(), turn.odds.throw(node)
    if tray.kept and not tiles:
        yield Stop(), turn.odds.failed


def choices(turn: Turn) -> Iterator[Choice]:
    for command, value in preferred(worths(turn)):
        yield choice(turn, command, value)


def choice(turn: Turn, command: AnyCommand, value: float) -> Choice:
    match command:
        case Keep(symbol):
            return _keeping(turn, symbol, value)
        case Roll():
            return throwing(turn, command, value)
        case Take():
            return Choice(command=command, value=value, fails=0.0)
        case _:
            return Choice(command=command, value=value, fails=1.0)


def throwing(turn: Turn, command: AnyCommand, value: float) -> Choice:
    odds, node = turn.odds, turn.node
    return Choice(command=command, value=value, fails=odds.throw_fails(node), next_fails=misses(node, odds))


def _keeping(turn: Turn, symbol: int, value: float) -> Choice:
    odds, node = turn.odds, turn.keep(symbol)
    tiles = turn.takes(node)
    is_rolled = not node.is_spent and (not tiles or odds.throw(node) > tiles[0][1] + EQUAL)
    return Choice(
        command=Keep(symbol),
        value=value,
        fails=odds.fails(node),
        next_fails=misses(node, odds) if is_rolled else None,
        then=Roll() if is_rolled else next((take for take, _ in tiles), None),
    )


def misses(node: Node, odds: Odds) -> float:
    """The chance that a throw made here shows no symbol that is free (H6), the weasel's help counted."""
    share = 1 - len(node.free) / len(SYMBOLS)
    missed: float = share ** (node.dice - node.has_gold)
    if node.has_gold:
        missed *= sum(symbol not in node.free for symbol in GOLD) / len(GOLD)
    return missed if odds.again is None else missed**2


# The chances to reach a sum

BEYOND = 100  # all sums


def curve(stakes: Stakes, tray: Tray, targets: Iterable[int]) -> Curve:
    return tuple(
        Chance(
            target,
            at_least=_chance(stakes, tray, range(target, BEYOND)),
            exactly=_chance(stakes, tray, range(target, target + 1)),
        )
        for target in targets
    )


def _chance(stakes: Stakes, tray: Tray, wanted: range) -> float:
    """Of a sum with a worm, for who plays for nothing else."""

    def prize(reach: Reach) -> float:
        return 1.0 if reach.has_worm and reach.sum in wanted else NOTHING

    return standing(Turn(stakes, tray, _solved(stakes, prize)))


# Playing simply

HIGHEST_FIRST = tuple((symbol, points(symbol)) for symbol in reversed(SYMBOLS))


def simple(state: AnyState, takeable: Callable[[AnyState, Tray], tuple[int, ...]]) -> Keep | Roll | Take:
    """Keeps the symbol of most points, of equals the higher; stops as soon as a tile can be taken."""
    tray = state.tray
    if tray.thrown:
        return Keep(_heaviest(tray.thrown, tray.kept))
    tiles = takeable(state, tray)
    return Take(tiles[0]) if tiles else Roll()


def _heaviest(thrown: tuple[int, ...], kept: tuple[int, ...]) -> int:
    heaviest = most = 0
    for symbol, each in HIGHEST_FIRST:
        total = thrown.count(symbol) * each
        if total > most and symbol not in kept:
            heaviest, most = symbol, total
    return heaviest
