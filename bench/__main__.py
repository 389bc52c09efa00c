"""python -m bench"""

import argparse
import asyncio

from bench import engine, pictures, presses
from bench.presses import Sizes


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description="Measure, side by side, as ratios.")
    parser.add_argument("--only", choices=("engine", "pictures", "presses"), help="measure but this")
    sizes = Sizes()
    for name in sizes.__struct_fields__:
        default = getattr(sizes, name)
        parser.add_argument(f"--{name}", type=type(default), default=default, help=f"default {default}")
    asked = parser.parse_args()
    print("The machine may be shared: trust the ratios, whose runs alternate, more than what they are made of.")
    if asked.only in (None, "engine"):
        engine.measure(asked.runs, asked.seconds)
    if asked.only in (None, "pictures"):
        pictures.measure(asked.runs)
    if asked.only in (None, "presses"):
        asyncio.run(presses.measure(Sizes(**{name: getattr(asked, name) for name in sizes.__struct_fields__})))


if __name__ == "__main__":
    main()
