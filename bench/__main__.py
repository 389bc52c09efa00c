"""python -m bench"""

import argparse
import asyncio

from bench import crowd, engine, memory, odds, pictures, players, presses, rival
from bench.presses import Sizes

PARTS = ("engine", "odds", "rival", "players", "pictures", "presses", "crowd", "memory")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description="Measure, side by side, as ratios.")
    parser.add_argument("--only", choices=PARTS, help="measure but this")
    sizes = Sizes()
    for name in sizes.__struct_fields__:
        default = getattr(sizes, name)
        parser.add_argument(f"--{name}", type=type(default), default=default, help=f"default {default}")
    parser.add_argument("--matches", type=int, default=20_000, help="of computer players, default 20000")
    parser.add_argument("--crowd", type=int, default=200, help="chats that press at once, default 200")
    parser.add_argument("--rounds", type=int, default=4, help="how often each of them does, default 4")
    parser.add_argument("--chats", type=int, default=10_000, help="used once each, default 10000")
    asked = parser.parse_args()
    print("The machine may be shared: trust the ratios, whose runs alternate, more than what they are made of.")
    for part in [asked.only] if asked.only else PARTS:
        measure(part, asked)


def measure(part: str, asked: argparse.Namespace) -> None:
    match part:
        case "engine":
            engine.measure(asked.runs, asked.seconds)
        case "odds":
            odds.measure(asked.runs)
        case "rival":
            rival.measure(asked.runs, asked.seconds)
        case "players":
            players.measure(asked.matches)
        case "pictures":
            pictures.measure(asked.runs)
        case "presses":
            asyncio.run(presses.measure(Sizes(**{name: getattr(asked, name) for name in Sizes.__struct_fields__})))
        case "crowd":
            asyncio.run(crowd.measure(asked.crowd, asked.rounds))
        case "memory":
            asyncio.run(memory.measure(asked.chats))


if __name__ == "__main__":
    main()
