"""The time on this Telegram. It can be put forward, so that a test need not wait until a press is too old."""

import time


class Clock:
    """Seconds since 1970: the machine's, or from `start` on, plus what it was put forward by."""

    def __init__(self, start: float | None = None) -> None:
        self._ahead = 0.0 if start is None else start - time.time()

    def now(self) -> float:
        return time.time() + self._ahead

    def advance(self, seconds: float) -> None:
        self._ahead += seconds
