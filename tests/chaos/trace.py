"""What was done, in its order: counted while it happens, kept for a run that failed, read to do it again."""

import time
from collections import Counter
from pathlib import Path

from msgspec import Struct, json

from tests.chaos.deeds import AnyDeed, Deed


class Run(Struct, frozen=True):
    """How a run was asked for. With the seed the groups and their people are the same again."""

    seed: int
    presses: int
    kills: int
    groups: int
    longest: float  # seconds
    webhook: bool


class Line(Struct, frozen=True):
    at: float  # seconds since it began
    deed: AnyDeed


class Trace:
    def __init__(self, run: Run) -> None:
        self.run = run
        self.lines: list[Line] = []
        self.counts: Counter[str] = Counter()
        self.began = time.time()

    def tell(self, deed: AnyDeed) -> None:
        self.counts[deed.name] += 1
        self.lines.append(Line(round(self.seconds, 3), deed))

    @property
    def seconds(self) -> float:
        return time.time() - self.began

    def times_of(self, *kinds: type[Deed]) -> list[float]:
        """When such deeds were done, as seconds since 1970."""
        return [self.began + line.at for line in self.lines if isinstance(line.deed, kinds)]

    def of(self, beginning: str) -> int:
        """How many deeds have a name that begins so."""
        return sum(count for name, count in self.counts.items() if name.startswith(beginning))

    def keep(self, path: Path) -> None:
        path.write_bytes(b"".join(json.encode(line) + b"\n" for line in (self.run, *self.lines)))


def read(path: Path) -> tuple[Run, list[Line]]:
    first, *rest = path.read_bytes().splitlines()
    return json.decode(first, type=Run), [json.decode(line, type=Line) for line in rest]
