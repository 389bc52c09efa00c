"""How strong the computer players are: normal against easy, two-player matches, each beginning half of them.

Easy plays the classic game by the simple public strategy: the symbol of most points, and a tile as soon as one can be
taken. A match nobody wins alone counts as not won.
"""

import os
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import sqrt

from bench.figures import show
from engine import GAMES, Game, advice, play
from engine.dice import Fair

SURE = 1.96  # 95 of 100 intervals hold the true share
SHARES = {"heckmeck": 1.0, "deluxe": 0.1, "junior": 0.1, "grave_digger": 0.1}  # of the matches asked for


def measure(matches: int) -> None:
    rows = [("normal against easy", "wins", "95 % interval", "matches", "CPU of a match")]
    with ProcessPoolExecutor(os.cpu_count(), initializer=advice.warm_up) as processes:
        for name, share in SHARES.items():
            count = max(int(matches * share), 2)
            played = list(processes.map(partial(_played, name), range(count), chunksize=50))
            low, high = interval(wins := sum(won for won, _ in played), count)
            cpu = sum(spent for _, spent in played) / count * 1e3
            rows.append((name, f"{wins / count:.1%}", f"{low:.1%}–{high:.1%}", f"{count:,}", f"{cpu:.1f} ms"))
    show("Computer players", rows)


def interval(wins: int, count: int) -> tuple[float, float]:
    """Wilson's, of a share."""
    share, weight = wins / count, SURE**2 / count
    middle = (share + weight / 2) / (1 + weight)
    half = SURE * sqrt(share * (1 - share) / count + weight / 4 / count) / (1 + weight)
    return middle - half, middle + half


def _played(name: str, number: int) -> tuple[bool, float]:
    """Whether normal won the match of this number, and the CPU it took."""
    began, normal = time.process_time(), number % 2
    return _winners(GAMES[name], number, normal) == (normal,), time.process_time() - began


def _winners(game: Game, number: int, normal: int) -> tuple[int, ...]:
    dice = Fair(number.to_bytes(32, "big"), "bench players")
    state = game.new(2, game.Options(), dice)
    while (seat := game.to_act(state)) is not None:
        command = advice.choose(game, state, seat, "normal" if seat == normal else "easy")
        state = play(game, state, seat, command, dice).state
    return game.result(state).winners
