"""The odds: making the graph, solving a turn in numpy beside plain Python, and the first hint of a process."""

import subprocess
import sys
import time
from collections.abc import Callable

import numpy as np
from msgspec import Struct, json

from bench.figures import figure, ratios, show
from engine.advice.odds import NOTHING, Graph, Layer, Vector, graph, solve
from engine.games.heckmeck import DICE
from engine.parts.grill import worms


def measure(runs: int) -> None:
    turns = graph(DICE)
    prizes = _prizes(turns)
    plain = Plain(turns)
    _require_equal(solve(turns, prizes).worths[turns.size - 1], plain.solve(prizes.tolist()))
    built = [_milliseconds(lambda: graph.__wrapped__(DICE)) for _ in range(runs)]
    times = [
        (
            _milliseconds(lambda: solve(turns, prizes), 200),
            _milliseconds(lambda: plain.solve(prizes.tolist()), 5),
        )
        for _ in range(runs)
    ]
    fast, slow = zip(*times, strict=True)
    rows = [
        ("the odds of a classic turn", f"median of {runs} runs (lowest–highest)"),
        (f"make the graph ({turns.size:,} nodes, {turns.pairs:,} throws)", figure(built, "ms", 1)),
        ("solve a turn in numpy, warm", figure(fast, "ms", 3)),
        ("solve it in plain Python, on the same graph", figure(slow, "ms", 1)),
        ("so numpy is faster", figure(ratios(slow, fast), "×", 1)),
    ]
    show("Odds", rows)
    _show_hints(runs)


def _prizes(turns: Graph) -> Vector:
    """All tiles open, nothing at stake."""
    return np.array([worms(min(node.sum, 36)) if node.has_worm and node.sum >= 21 else NOTHING for node in turns.nodes])


def _require_equal(fast: float, slow: float) -> None:
    if abs(fast - slow) > 1e-9:
        raise AssertionError(f"{fast} in numpy, {slow} in plain Python")


class Plain:
    """The same graph as lists: of every node the chance of each throw and where its symbols lead to."""

    def __init__(self, turns: Graph) -> None:
        self._nodes = [node for layer in turns.layers for node in _listed(layer, turns.size)]

    def solve(self, prizes: list[float], failed: float = 0.0) -> float:
        worths = [max(prize, failed) for prize in prizes]
        for place, throws in self._nodes:
            worth = 0.0
            for chance, options in throws:
                worth += chance * max([worths[option] for option in options], default=failed)
            worths[place] = max(worths[place], worth)
        return worths[-1]


Throws = list[tuple[float, list[int]]]  # the chance of each, and where its symbols lead to


def _listed(layer: Layer, end: int) -> list[tuple[int, Throws]]:
    chances = layer.chances.tolist()
    by_node = layer.reached[layer.ways].transpose(2, 1, 0).tolist()
    throws = [
        [
            (chance, [option for option in options if option != end])
            for chance, options in zip(chances, node, strict=True)
        ]
        for node in by_node
    ]
    return list(zip(range(layer.nodes.start, layer.nodes.stop), throws, strict=True))


def _milliseconds(work: Callable[[], object], times: int = 1) -> float:
    """CPU of one."""
    began = time.process_time()
    for _ in range(times):
        work()
    return (time.process_time() - began) / times * 1e3


class Hints(Struct, frozen=True):
    """CPU of a process that has given no hint yet, in milliseconds."""

    warm_up: float
    hints: dict[str, float]


def _show_hints(runs: int) -> None:
    processes = [
        json.decode(subprocess.check_output([sys.executable, "-m", "bench.hints"]), type=Hints) for _ in range(runs)
    ]
    rows = [("the first hint of a process", f"median CPU of {runs} processes (lowest–highest)")]
    rows.append(("warm-up, once at the start", figure([process.warm_up for process in processes], "ms", 0)))
    rows += [(name, figure([process.hints[name] for process in processes], "ms", 1)) for name in processes[0].hints]
    show("Hints", rows)
