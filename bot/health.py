"""Whether the bot is well: what it does, and when whoever it depends on was heard last. In words."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Literal

Role = Literal["starting", "standing by", "working"]


@dataclass
class Sign:
    """Of life: when somebody was heard, or was first waited for; in seconds."""

    within: float
    since: float
    is_heard: bool = False


@dataclass
class Health:
    clock: Callable[[], float]  # in seconds
    role: Role = "starting"
    _signs: dict[str, Sign] = field(default_factory=dict)

    @contextmanager
    def expecting(self, whom: str, within: float) -> Iterator[Callable[[], None]]:
        """Until the end of the block somebody is to be heard every so many seconds; each time call what this gives."""
        sign = self._signs[whom] = Sign(within, self.clock())

        def heard() -> None:
            sign.since, sign.is_heard = self.clock(), True

        try:
            yield heard
        finally:
            del self._signs[whom]

    def is_well(self) -> bool:
        """A process that stands by is."""
        now = self.clock()
        return self.role != "starting" and all(now - sign.since <= sign.within for sign in self._signs.values())

    def report(self) -> dict[str, str]:
        told = {"status": "well" if self.is_well() else "not well", "this process is": self.role}
        return told | {whom: self._told(sign) for whom, sign in self._signs.items()}

    def _told(self, sign: Sign) -> str:
        seconds = f"{self.clock() - sign.since:.0f} s"
        if self.clock() - sign.since > sign.within:
            return f"silent for {seconds}: too long"
        return f"heard {seconds} ago" if sign.is_heard else f"waited for since {seconds}"
