"""python -m bench"""

import argparse
import asyncio

from bench import crowd, engine, memory, pictures, presses
from bench.presses import Sizes


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description="Measure, side by side, as ratios.")
    parser.add_argument("--only", choices=("engine", "pictures", "presses", "crowd", "memory"), help="measure but this")
    sizes = Sizes()
    for name in sizes.__struct_fields__:
        default = getattr(sizes, name)
        parser.add_argument(f"--{name}", type=type(default), default=default, help=f"default {default}")
    parser.add_argument("--crowd", type=int, default=200, help="chats that press at once, default 200")
    parser.add_argument("--rounds", type=int, default=4, help="how often each of them does, default 4")
    parser.add_argument("--chats", type=int, default=10_000, help="used once each, default 10000")
    asked = parser.parse_args()
    print("The machine may be shared: trust the ratios, whose runs alternate, more than what they are made of.")
    if asked.only in (None, "engine"):
        engine.measure(asked.runs, asked.seconds)
    if asked.only in (None, "pictures"):
        pictures.measure(asked.runs)
    if asked.only in (None, "presses"):
        asyncio.run(presses.measure(Sizes(**{name: getattr(asked, name) for name in sizes.__struct_fields__})))
    if asked.only in (None, "crowd"):
        asyncio.run(crowd.measure(asked.crowd, asked.rounds))
    if asked.only in (None, "memory"):
        asyncio.run(memory.measure(asked.chats))


if __name__ == "__main__":
    main()
