"""The time on this Telegram. It can be put forward, so that a test need not wait until a press is too old."""

import time


class Clock:
    """Seconds since 1970: the machine's, plus what it was put forward by."""

    def __init__(self) -> None:
        self._ahead = 0.0

    def now(self) -> float:
        return time.time() + self._ahead

    def advance(self, seconds: float) -> None:
        self._ahead += seconds
