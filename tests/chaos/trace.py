"""What happened, in its order: counted while it happens, kept for a run that failed."""

import json
import time
from collections import Counter
from pathlib import Path
from typing import Any


class Trace:
    def __init__(self, **how: Any) -> None:
        self.how = how  # the run's seed and sizes: with them it can be run again
        self.counts: Counter[str] = Counter()
        self._began = time.monotonic()
        self._events: list[dict[str, Any]] = []

    def tell(self, kind: str, what: str, **more: Any) -> None:
        """One input or fault, e.g. ("press", "late", chat=-100…)."""
        self.counts[f"{kind}: {what}"] += 1
        self._events.append({"at": round(self.seconds, 3), "kind": kind, "what": what, **more})

    @property
    def seconds(self) -> float:
        return time.monotonic() - self._began

    def of(self, kind: str) -> int:
        return sum(count for name, count in self.counts.items() if name.startswith(f"{kind}:"))

    def keep(self, path: Path) -> None:
        with path.open("w") as file:
            for line in (self.how, *self._events):
                file.write(json.dumps(line) + "\n")
