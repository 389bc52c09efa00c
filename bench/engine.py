"""The engine alone: steps and matches a second, and what saving and loading a state costs."""

import random
import time
from collections.abc import Callable, Iterator

import msgspec

from bench.figures import figure, show
from engine import GAMES, codec, play
from engine.dice import Fair
from engine.game import AnyState

GAME = GAMES["heckmeck"]
SEATS = 4


def measure(runs: int, seconds: float) -> None:
    """`seconds` for each figure, in `runs` parts."""
    each = seconds / runs
    steps, matches = zip(*(_played(number, each) for number in range(runs)), strict=True)
    state = max(_random_match(7), key=lambda reached: len(msgspec.json.encode(codec.dump(GAME, reached))))
    saved = _saved(state)
    rows = [
        ("engine, one core", f"median of {runs} runs (lowest–highest)"),
        ("steps (one accepted command)", figure(steps, "/s", 0)),
        (f"random classic matches of {SEATS}", figure(matches, "/s", 1)),
        (f"save a state (dump, encode; {len(saved)} bytes)", figure(_costs(lambda: _saved(state), runs), "µs", 1)),
        ("load a state (decode, load)", figure(_costs(lambda: _loaded(saved), runs), "µs", 1)),
    ]
    show("Engine", rows)


def _played(number: int, seconds: float) -> tuple[float, float]:
    """Steps and matches a second."""
    steps, matches, began = 0, 0, time.perf_counter()
    while (spent := time.perf_counter() - began) < seconds:
        steps += sum(1 for _ in _random_match(number * 1000 + matches))
        matches += 1
    return steps / spent, matches / spent


def _random_match(number: int) -> Iterator[AnyState]:
    """A match of people who take a tile as soon as they can and wish at random else."""
    chance, dice = random.Random(number), Fair(number.to_bytes(32, "big"), "bench")
    state = GAME.new(SEATS, GAME.Options(), dice)
    while (seat := GAME.to_act(state)) is not None:
        legal = GAME.legal(state)
        takes = [wish for wish in legal if GAME.write_command(wish).startswith("take")]
        state = play(GAME, state, seat, chance.choice(takes or legal), dice).state
        yield state


def _saved(state: AnyState) -> bytes:
    return msgspec.json.encode(codec.dump(GAME, state))


def _loaded(saved: bytes) -> AnyState:
    return codec.load(GAME, msgspec.json.decode(saved))


def _costs(work: Callable[[], object], runs: int, times: int = 2_000) -> list[float]:
    """Microseconds of one, in each of several runs."""
    costs = []
    for _ in range(runs):
        began = time.perf_counter()
        for _ in range(times):
            work()
        costs.append((time.perf_counter() - began) / times * 1e6)
    return costs
