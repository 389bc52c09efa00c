"""Boards as pictures: how long one takes to draw, and how large it is.

The positions of seeds/pictures/ are drawn warm, when every piece has been drawn before, and for the first time, when
none has. In a match, board by board, some pieces of every picture are new.
"""

import gc
import random
import sys
import time
from collections.abc import Iterator
from itertools import islice
from statistics import median

from msgspec.structs import replace

from bench.figures import figure, percentile, show
from bench.positions import positions
from bot.matches.match import Match, Scene
from bot.views.draw import draw
from bot.views.language import ENGLISH, Language
from bot.views.pictures.drawn import drawn
from bot.views.screen import Picture
from engine import GAMES, play
from engine.dice import Fair

BOARDS = 200  # of a match


def measure(runs: int, times: int = 5) -> None:
    rows = [(f"a position, medians of {runs} runs (lowest–highest)", "warm (aim ≤ 30)", "first", "size (≤ 60)")]
    for name, match in positions().items():
        picture = picture_of(match)
        first = _first(picture)
        warm = [_milliseconds(picture, times) for _ in range(runs)]
        rows.append((name, figure(warm, "ms", 1), f"{first:.0f} ms", f"{len(drawn(picture)) / 1024:.1f} KB"))
    show("Pictures: CPU", rows)
    show("Pictures of a match: CPU", [("boards as they come", "median (aim ≤ 30)", "p95"), *map(_of_a_match, GAMES)])


def _of_a_match(game_id: str) -> tuple[str, str, str]:
    name = f"{game_id}_begins"
    spent = [_milliseconds(picture_of(match), 1) for match in islice(_random_match(positions()[name]), BOARDS)]
    return f"{game_id}, {len(spent)} boards", f"{median(spent):.1f} ms", f"{percentile(spent, 0.95):.1f} ms"


def _random_match(match: Match) -> Iterator[Match]:
    """Everybody wishes at random, but takes what can be taken."""
    chance, dice = random.Random(7), Fair(b"", "bench")
    while (seat := match.game.to_act(match.state)) is not None:
        legal = match.game.legal(match.state)
        takes = [wish for wish in legal if match.game.write_command(wish).startswith("take")]
        state = play(match.game, match.state, seat, chance.choice(takes or legal), dice).state
        match = replace(match, state=state)
        yield match


def picture_of(match: Match, language: Language = ENGLISH) -> Picture:
    photo = draw(Scene(match), language).photo
    if photo is None:
        raise AssertionError(f"{match.game_id} has no picture")
    return photo.picture


def _milliseconds(picture: Picture, times: int) -> float:
    gc.collect()
    began = time.process_time()
    for _ in range(times):
        drawn(picture)
    return (time.process_time() - began) / times * 1000


def _first(picture: Picture) -> float:
    """As in a process that has drawn nothing before."""
    for name, module in list(sys.modules.items()):
        if name.startswith("bot.views.pictures"):
            for piece in vars(module).values():
                getattr(piece, "cache_clear", int)()
    return _milliseconds(picture, 1)
