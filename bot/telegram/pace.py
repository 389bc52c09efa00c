"""Telegram's budget: so many writes a minute in a chat, at least a second apart, and so many a second over all."""

from collections import deque

from msgspec import Struct

MINUTE = 60.0
SECOND = 1.0
SEVERAL = 3  # chats refused one after the other: then it is us that Telegram means


class Budget(Struct, frozen=True):
    """How much Telegram puts up with. Sends and edits count alike; answers to presses are free."""

    chat_writes_per_minute: int = 18
    writes_per_second: int = 28

    @property
    def seconds_between(self) -> float:
        """Between two writes in one chat: one, and less where tests allow more writes a minute than Telegram."""
        return min(1.0, 18 / self.chat_writes_per_minute)


class Pace:
    """Remembers what was written and says when the next write may be. Times are seconds of one steady clock."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._everywhere: deque[float] = deque(maxlen=budget.writes_per_second)
        self._in_chat: dict[int, deque[float]] = {}
        self._halted: dict[int, float] = {}  # chats that are to be left alone, and until when
        self._refused: set[int] = set()  # chats that were told to wait since the last write that was taken
        self._rests_until = 0.0

    def ready_at(self, chat: int, *, spare: bool = False) -> float:
        """When this chat may be written to; with `spare`, when half of its budget would still be left."""
        return max(self._chat_ready_at(chat, spare=spare), self._everywhere_ready_at(), self._halted.get(chat, 0.0))

    def _everywhere_ready_at(self) -> float:
        is_full = len(self._everywhere) == self._budget.writes_per_second
        return max(self._rests_until, self._everywhere[0] + SECOND if is_full else 0.0)

    def _chat_ready_at(self, chat: int, *, spare: bool) -> float:
        writes = self._in_chat.get(chat)
        if not writes:
            return 0.0
        allowed = self._budget.chat_writes_per_minute // (2 if spare else 1)
        free = writes[-allowed] + MINUTE if len(writes) >= allowed else 0.0
        return max(free, writes[-1] + self._budget.seconds_between)

    def wrote(self, chat: int, now: float) -> None:
        self._everywhere.append(now)
        writes = self._in_chat.setdefault(chat, deque(maxlen=self._budget.chat_writes_per_minute))
        writes.append(now)
        self._rest(now)

    def refused(self, chat: int, now: float) -> None:
        """Told to wait. Telegram never says whether a chat has had enough of us or Telegram itself: count the chats."""
        self._refused.add(chat)
        self._rest(now)

    def taken(self) -> None:
        """A write was taken: whoever is told to wait now is meant alone."""
        self._refused.clear()
        self._rests_until = 0.0

    def _rest(self, now: float) -> None:
        """While everybody is refused, try one chat a second."""
        if len(self._refused) >= SEVERAL:
            self._rests_until = now + SECOND

    def halt(self, chat: int, until: float) -> None:
        """Leave this chat alone; the others go on."""
        self._halted[chat] = until

    def forget_idle(self, now: float) -> None:
        """Drop chats that have their whole budget back, and halts that are over."""
        for chat in [chat for chat, until in self._halted.items() if until <= now]:
            del self._halted[chat]
        idle = [chat for chat, writes in self._in_chat.items() if writes[-1] + MINUTE < now]
        for chat in idle:
            del self._in_chat[chat]
