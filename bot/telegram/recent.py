"""What was learnt a moment ago, so that it need not be asked, or done, again at once."""

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class Recent(Generic[Key, Value]):
    """Values kept for some seconds of a clock; older ones are forgotten as soon as anybody asks for any."""

    def __init__(self, seconds: float, clock: Callable[[], float]) -> None:
        self._seconds, self._clock = seconds, clock
        self._kept: dict[Key, tuple[float, Value]] = {}  # oldest first

    def get(self, key: Key) -> Value | None:
        self.forget_old()
        _, value = self._kept.get(key, (None, None))
        return value

    def put(self, key: Key, value: Value) -> None:
        self.forget_old()
        self._kept.pop(key, None)
        self._kept[key] = (self._clock(), value)

    def forget_old(self) -> None:
        while self._kept and self._clock() - next(iter(self._kept.values()))[0] >= self._seconds:
            del self._kept[next(iter(self._kept))]

    def __len__(self) -> int:
        return len(self._kept)
