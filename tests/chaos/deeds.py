"""Whatever is done to the bot, each deed a line of the trace: chosen by chance, or read to be done once more.

Groups, people and processes are numbers, and a button is named by where it stands, so that a deed means the same in a
run whose messages came a little otherwise.
"""

from collections.abc import Mapping
from typing import TypeAlias

from msgspec import Struct

from bot.local_telegram import drop_after, drop_before, refuse
from bot.local_telegram.faults import Do

MOODS: Mapping[str, Do] = {
    "429": refuse(429, "Too Many Requests: retry after 1", retry_after=1),
    "502": refuse(502, "Bad Gateway"),
    "lost before": drop_before,
    "lost after": drop_after,
}


class Deed(Struct, frozen=True, tag=True):
    @property
    def name(self) -> str:
        """What it is counted as."""
        return type(self).__name__


class Say(Deed, frozen=True):
    group: int
    person: int
    words: str


class Rename(Deed, frozen=True):
    group: int
    person: int
    first_name: str


class Press(Deed, frozen=True):
    """The button `button` of the message `back` messages before the newest of group `of`; or forged data instead.

    `forged` may name that button's match and revision: `{m}:{r}:timeout`.
    """

    group: int
    person: int
    kind: str
    of: int
    back: int
    button: int
    forged: str | None = None
    is_twice: bool = False

    @property
    def name(self) -> str:
        return f"Press {self.kind}{' twice' * self.is_twice}"


class KillBot(Deed, frozen=True):
    """`pause` is how many seconds go by until it is put right; below, too."""

    process: int
    pause: float


class KillPostgres(Deed, frozen=True): ...


class CutConnections(Deed, frozen=True):
    """Of the bots to the database."""


class UpsetTelegram(Deed, frozen=True):
    """The next call of a method fails."""

    method: str
    mood: str

    @property
    def name(self) -> str:
        return f"Telegram {self.mood}"


class Migrate(Deed, frozen=True):
    """Told at once; or, after the pause, later than the next write finds out."""

    group: int
    pause: float | None


class TakeRights(Deed, frozen=True):
    group: int
    pause: float


class RemoveBot(Deed, frozen=True):
    group: int
    pause: float


class CloseTopic(Deed, frozen=True):
    group: int
    pause: float


AnyDeed: TypeAlias = (
    Say
    | Rename
    | Press
    | KillBot
    | KillPostgres
    | CutConnections
    | UpsetTelegram
    | Migrate
    | TakeRights
    | RemoveBot
    | CloseTopic
)
