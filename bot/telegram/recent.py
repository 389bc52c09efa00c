"""What was learnt a moment ago, so that it need not be asked, or done, again at once."""

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class Recent(Generic[Key, Value]):
    """Values kept for some seconds of a clock; older ones are dropped when new ones come."""

    def __init__(self, seconds: float, clock: Callable[[], float]) -> None:
        self._seconds, self._clock = seconds, clock
        self._kept: dict[Key, tuple[float, Value]] = {}  # oldest first

    def get(self, key: Key) -> Value | None:
        at, value = self._kept.get(key, (None, None))
        return value if at is not None and self._clock() - at < self._seconds else None

    def put(self, key: Key, value: Value) -> None:
        now = self._clock()
        while self._kept and now - next(iter(self._kept.values()))[0] >= self._seconds:
            del self._kept[next(iter(self._kept))]
        self._kept.pop(key, None)
        self._kept[key] = (now, value)

    def __len__(self) -> int:
        return len(self._kept)
