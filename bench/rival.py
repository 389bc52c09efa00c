"""Random classic matches a second beside pickomino-env, both played by the same simple policy at tables of two.

It is a clock, not an oracle: it has rule errors. It is no dependency of ours, so it is installed for this measurement
alone, in an environment that is deleted afterwards; where that cannot be, the figures of the engine stand alone.
"""

import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain, islice
from pathlib import Path

from bench.figures import figure, ratios, show
from engine import GAMES, play
from engine.advice import heckmeck
from engine.dice import FACES, REJECTED, Dice, Fair, Item

RIVAL = "pickomino-env==1.4.1"
PROGRAM = Path(__file__).with_name("pickomino.py")
GAME = GAMES["heckmeck"]


class Plain:
    """Dice of Python's own generator, as the rival's are of numpy's: many fall at a time."""

    def __init__(self, number: int) -> None:
        self._chance = random.Random(number)
        self._faces = chain.from_iterable(iter(self._fall, b""))

    def _fall(self) -> bytes:
        return self._chance.randbytes(1024).translate(FACES, REJECTED)

    def throw(self, count: int) -> tuple[int, ...]:
        return tuple(islice(self._faces, count))

    def pick(self, count: int) -> int:
        return self._chance.randrange(count)

    def shuffle(self, items: Sequence[Item]) -> tuple[Item, ...]:
        return tuple(self._chance.sample(items, len(items)))


def measure(runs: int, seconds: float) -> None:
    """`seconds` of CPU for each program, in `runs` parts that alternate."""
    each = seconds / runs
    with _rival() as rival:
        turns = [(_played(Plain, each), _played(_fair, each), rival(each) if rival else 0.0) for _ in range(runs)]
    plain, fair, theirs = zip(*turns, strict=True)
    rows = [
        ("classic matches of two, simple play", f"median of {runs} runs by CPU (lowest–highest)"),
        ("the engine, Python's dice", figure(plain, "/s", 0)),
        ("the engine, dice that can be checked", figure(fair, "/s", 0)),
    ]
    if rival:
        rows += [
            (f"{RIVAL}, numpy's dice", figure(theirs, "/s", 0)),
            ("so the engine is faster with Python's dice", figure(ratios(plain, theirs), "×", 1)),
            ("and with dice that can be checked", figure(ratios(fair, theirs), "×", 1)),
        ]
    show("Matches", rows)


def _fair(number: int) -> Fair:
    return Fair(number.to_bytes(32, "big"), "bench rival")


def _played(dice_of: Callable[[int], Dice], seconds: float) -> float:
    """Matches a second, each command checked and every event there."""
    matches, began = 0, time.process_time()
    while (spent := time.process_time() - began) < seconds:
        _match(dice_of(matches))
        matches += 1
    return matches / spent


def _match(dice: Dice) -> None:
    state = GAME.new(2, GAME.Options(), dice)
    while (seat := GAME.to_act(state)) is not None:
        state = play(GAME, state, seat, heckmeck.easy(state), dice).state


@contextmanager
def _rival() -> Iterator[Callable[[float], float] | None]:
    """Plays for so many seconds of CPU and says how many matches that made a second; None where it cannot be had."""
    with tempfile.TemporaryDirectory(prefix="worms-and-tombs-rival-") as folder:
        if (python := _installed(Path(folder))) is None:
            yield None
            return
        with subprocess.Popen(
            [python, "-W", "ignore", PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as program:
            yield lambda seconds: _asked(program, seconds)
            program.terminate()


def _installed(folder: Path) -> Path | None:
    uv, python = Path(sys.executable).with_name("uv"), folder / "bin" / "python"
    for command in (
        (uv, "venv", "--quiet", "--python", sys.executable, folder, "--clear"),
        (uv, "pip", "install", "--quiet", "--python", python, RIVAL),
    ):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            print(f"{RIVAL} is not there, so there is nothing to compare with: {done.stderr.strip()}")
            return None
    return python


def _asked(program: subprocess.Popen[str], seconds: float) -> float:
    if program.stdin is None or program.stdout is None:
        raise AssertionError("the program was started with both")
    program.stdin.write(f"{seconds}\n")
    program.stdin.flush()
    return float(program.stdout.readline())
