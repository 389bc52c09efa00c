"""The odds of a turn for a tile, exactly.

Between two throws a turn is no more than the symbols set aside, their sum and the dice left: a node. Setting dice aside
leads to nodes with fewer dice, so the nodes lie in layers, and whatever the turn is played for, one pass over them from
few dice to many finds the best play (docs/odds.md).
"""

from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from itertools import groupby, product
from math import factorial, prod
from typing import NamedTuple, TypeAlias

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from engine.parts.tray import SYMBOLS, WORM, points

Vector: TypeAlias = NDArray[np.float64]
Indices: TypeAlias = NDArray[np.intp]

NOTHING = -np.inf  # the prize where nothing can be taken
EQUAL = 1e-9  # worths as close as this differ by rounding alone


class Node(NamedTuple):
    """A turn between two throws."""

    kept: int  # the symbols set aside, a bit each
    sum: int
    dice: int  # left
    has_gold: bool = False  # the golden die of gold is among them

    @property
    def free(self) -> tuple[int, ...]:
        return tuple(symbol for symbol in SYMBOLS if not self.kept >> symbol & 1)

    @property
    def has_worm(self) -> bool:
        return bool(self.kept >> WORM & 1)

    @property
    def is_spent(self) -> bool:
        return self.dice == 0 or not self.free

    def keep(self, symbol: int, count: int, *, with_gold: bool = False) -> "Node":
        has_gold = self.has_gold and not with_gold
        return Node(self.kept | 1 << symbol, self.sum + count * points(symbol), self.dice - count, has_gold)


class Layer(Struct, frozen=True, eq=False):
    """Nodes side by side, in which a throw has the same outcomes.

    A way is a symbol and how many dice of it are kept; what each leads to is looked up once for all throws.
    """

    nodes: slice
    reached: Indices  # [way, node]; behind the last node where nothing is kept
    rewarded: Vector  # [way, node]: 1 where two 1s or more are kept
    ways: Indices  # [symbol, throw]
    chances: Vector  # of each throw


class Graph(Struct, frozen=True, eq=False):
    nodes: tuple[Node, ...]  # those of fewer dice first
    places: dict[Node, int]
    layers: tuple[Layer, ...]
    sums: Indices
    has_worm: Indices

    @property
    def size(self) -> int:
        return len(self.nodes)

    @property
    def pairs(self) -> int:
        """Of a node and a throw, where throws that differ only in symbols set aside are one."""
        return sum(layer.reached.shape[1] * len(layer.chances) for layer in self.layers)


@cache
def graph(dice: int, *, has_gold: bool = False) -> Graph:
    """Of all turns that begin with so many dice."""
    nodes = tuple(sorted(_reachable(Node(0, 0, dice, has_gold)), key=lambda node: (_kind(node), node)))
    places = {node: place for place, node in enumerate(nodes)}
    alike = (tuple(group) for _, group in groupby((node for node in nodes if not node.is_spent), _kind))
    return Graph(
        nodes,
        places,
        layers=tuple(_layer(group, places) for group in alike),
        sums=np.array([node.sum for node in nodes], dtype=np.intp),
        has_worm=np.array([node.has_worm for node in nodes], dtype=np.intp),
    )


def _reachable(root: Node) -> set[Node]:
    found, edge = {root}, {root}
    while edge:
        edge = {beyond for node in edge for beyond in _beyond(node)} - found
        found |= edge
    return found


def _beyond(node: Node) -> Iterator[Node]:
    for symbol in node.free:
        for count in range(1, node.dice + 1):
            if count < node.dice or not node.has_gold:
                yield node.keep(symbol, count)
            if node.has_gold and symbol in GOLD:
                yield node.keep(symbol, count, with_gold=True)


GOLD = (1, WORM)  # what a golden die of gold shows, as often the one as the other


def _kind(node: Node) -> tuple[int, int, bool, tuple[bool, ...]]:
    """Nodes of one kind lie side by side; all that a node leads to come before it."""
    if node.is_spent:
        return 0, 0, False, ()
    return node.dice, len(node.free), node.has_gold, tuple(symbol in node.free for symbol in GOLD if node.has_gold)


def _layer(nodes: Sequence[Node], places: dict[Node, int]) -> Layer:
    """With the golden die of gold the other dice are told apart twice: beside its 1, and beside its worm."""
    golden = GOLD if nodes[0].has_gold else (0,)
    counts, chances = _throws(nodes[0].dice - nodes[0].has_gold, len(nodes[0].free))
    ways = [tuple(product(golden, node.free, range(node.dice + 1))) for node in nodes]
    reached = [[_reached(node, *way, places) for way in of_node] for node, of_node in zip(nodes, ways, strict=True)]
    rewarded = [[symbol == 1 and count >= 2 for _, symbol, count in of_node] for of_node in ways]
    return Layer(
        slice(places[nodes[0]], places[nodes[-1]] + 1),
        np.array(reached, dtype=np.intp).T.copy(),
        np.array(rewarded, dtype=np.float64).T.copy(),
        _shown(nodes[0], golden, counts),
        np.tile(chances, len(golden)) / len(golden),
    )


def _reached(node: Node, golden: int, symbol: int, count: int, places: dict[Node, int]) -> int:
    """Behind the last node where nothing is kept, or where it cannot be. `golden` is the golden die's face, or 0."""
    kept = node.keep(symbol, count, with_gold=symbol == golden)
    return places.get(kept, len(places)) if count else len(places)


def _throws(dice: int, free: int) -> tuple[Indices, Vector]:
    """How many dice show each of the free symbols, and how likely that is; what the others show is one."""
    taken = len(SYMBOLS) - free
    counts = [split for split in _splits(dice, free + 1) if taken or not split[-1]]
    ways = [factorial(dice) / prod(map(factorial, split)) * taken ** split[-1] for split in counts]
    return np.array(counts, dtype=np.intp)[:, :free], np.array(ways) / len(SYMBOLS) ** dice


def _splits(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    if parts == 1:
        yield (total,)
        return
    for count in range(total + 1):
        for rest in _splits(total - count, parts - 1):
            yield (count, *rest)


def _shown(node: Node, golden: Sequence[int], counts: Indices) -> Indices:
    """The way of each symbol in each throw; the golden die's face is one more of its symbol."""
    first = np.arange(len(golden) * len(node.free)).reshape(len(golden), len(node.free), 1) * (node.dice + 1)
    is_golden = np.equal.outer(golden, node.free)[:, :, None]
    return np.concatenate([*(first + counts.T + is_golden)], axis=1)


class Odds(Struct, frozen=True, eq=False, dict=True):
    """The best play of a turn, and what it is worth from every node.

    `prizes` is what ending the turn at a node brings, NOTHING where no tile can be taken; `reward` is due for setting
    aside two 1s or more; `again` are the odds after a throw has been thrown again, where that can still be done.
    """

    graph: Graph
    prizes: Vector
    failed: float
    reward: float
    again: "Odds | None"
    worths: Vector  # of the nodes; behind them, of the failed turn
    throws: Vector  # what a throw made at a node is worth

    def worth(self, node: Node) -> float:
        return float(self.worths[self.graph.places[node]])

    def throw(self, node: Node) -> float:
        return float(self.throws[self.graph.places[node]])

    def fails(self, node: Node) -> float:
        """The chance that the turn fails, played on from here as it is best."""
        return float(self.failures[0][self.graph.places[node]])

    def throw_fails(self, node: Node) -> float:
        """The chance that the turn fails when a throw is made here, and then played as it is best."""
        return float(self.failures[1][self.graph.places[node]])

    @cached_property
    def failures(self) -> tuple[Vector, Vector]:
        failures = np.append(self.prizes == NOTHING, [True]).astype(np.float64)
        throws = np.ones(self.graph.size)
        goes_on = self.throws > self.prizes + EQUAL
        for layer in self.graph.layers:
            nodes = layer.nodes
            throws[nodes] = layer.chances @ self._throw_failures(layer, failures)
            failures[nodes] = np.where(goes_on[nodes], throws[nodes], failures[nodes])
        return failures, throws

    def _throw_failures(self, layer: Layer, failures: Vector) -> Vector:
        """Of each throw and node, by the symbol that is best kept."""
        worths = _by_way(layer, self.worths, self.reward)[layer.ways]
        best = layer.ways[worths.argmax(axis=0), np.arange(len(layer.chances))[:, None]]
        after: Vector = np.take_along_axis(failures.take(layer.reached), best, axis=0)
        if self.again is None:
            return after
        is_thrown_again = worths.max(axis=0) + EQUAL < self.again.throws[layer.nodes]
        return np.where(is_thrown_again, self.again.failures[1][layer.nodes], after)


def solve(graph: Graph, prizes: Vector, failed: float = 0.0, reward: float = 0.0, again: Odds | None = None) -> Odds:
    """By backward induction. No prize is worth less than the failed turn."""
    worths = np.append(np.maximum(prizes, failed), failed)
    throws = np.full(graph.size, NOTHING)
    for layer in graph.layers:
        nodes = layer.nodes
        best = np.maximum.reduce(_by_way(layer, worths, reward).take(layer.ways, axis=0))
        if again is not None:
            np.maximum(best, again.throws[nodes], out=best)
        expected = np.dot(layer.chances, best, out=throws[nodes])
        np.maximum(prizes[nodes], expected, out=worths[nodes])
    return Odds(graph, prizes, failed, reward, again, worths, throws)


def _by_way(layer: Layer, worths: Vector, reward: float) -> Vector:
    """What every way of keeping is worth, [way, node]."""
    reached = worths.take(layer.reached)
    return reached + reward * layer.rewarded if reward else reached
