"""A process that warms up and gives its first hints, each of a kind that has been given none; CPU as JSON."""

import sys
import time
from collections.abc import Callable

from msgspec import json

from engine import GAMES, advice, record

HINTS = {
    "classic: before the first throw": "game heckmeck\nseats Ana Ben\nstack Ana 24\ngrill 21 22 25 36",
    "classic: which symbol": "game heckmeck\nseats Ana Ben\nthrown 1 1 2 4 4 4 5 W\ngrill 21 22 23 25 30",
    "Deluxe: weasel, which symbol": "game deluxe\nseats Ana Ben\n"
    "grill 21 22 25\nholds Ana weasel\nthrown 1 1 2 4 4 4 5 W",
    "Deluxe: nine dice, one of gold": "game deluxe\nseats Ana Ben\noption golden_die gold\n"
    "grill 21 22 25\nholds Ana golden_die",
    "Junior: which card": "game junior\nseats Ana Ben\ndisplay 1 2 3 4 4 5 5\ncards Ana 3\nthrown 1 3 3 W 5",
    "Junior: many cards with one throw": "game junior\nseats Ana Ben\noption claims_per_throw many\n"
    "display 1 2 3 4 4 5 5\ncards Ana 3\nthrown 1 3 3 W 5",
    "Grave Digger: which way": "game grave_digger\nseats Ana Ben\nat Ana d4\nat Ben d4\nsteps 5",
    "Grave Digger: two dice, a beaten ghost": "game grave_digger\nseats Ana Ben\noption board large\n"
    "option move_dice two\noption beaten_ghosts leave\nat Ana d5\nat Ben d5\ngone e1\nsteps 11",
}


def main() -> None:
    spent = {"warm_up": _milliseconds(advice.warm_up)}
    hints = {name: _hint(position) for name, position in HINTS.items()}
    sys.stdout.buffer.write(json.encode({**spent, "hints": hints}))


def _hint(position: str) -> float:
    start = record.read(position.encode())
    game, state = GAMES[start.header.game.ID], start.start
    return _milliseconds(lambda: advice.advise(game, state, 0))


def _milliseconds(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return (time.process_time() - began) * 1e3


if __name__ == "__main__":
    main()
