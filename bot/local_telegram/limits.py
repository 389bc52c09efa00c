"""Telegram's patience: how many writes a chat and a bot may make before it answers 429.

Sends and edits count together; answers to presses cost nothing. A refused write is not counted.
"""

import math
from collections import defaultdict, deque
from dataclasses import dataclass, field

from bot.local_telegram.refusals import too_many_requests
from bot.local_telegram.world import Chat

A_MINUTE = 60.0
A_SECOND = 1.0


@dataclass
class Limits:
    """Writes allowed in any minute of a group or a private chat, and in any second of one bot over all."""

    group_per_minute: float = 20
    private_per_minute: float = 60
    overall_per_second: float = 30
    _chats: dict[str, deque[float]] = field(default_factory=lambda: defaultdict(deque), repr=False)
    _bots: dict[int, deque[float]] = field(default_factory=lambda: defaultdict(deque), repr=False)

    @classmethod
    def off(cls) -> "Limits":
        return cls(math.inf, math.inf, math.inf)

    @classmethod
    def scaled(cls, by: float) -> "Limits":
        """Telegram's own, as many times as generous."""
        return cls(20 * by, 60 * by, 30 * by)

    def spend(self, bot: int, chat: Chat, now: float) -> None:
        """Count one write, or refuse it with the seconds to wait."""
        most = self.private_per_minute if chat.type == "private" else self.group_per_minute
        in_chat = _recent(self._chats[chat.key], now - A_MINUTE)
        in_all = _recent(self._bots[bot], now - A_SECOND)
        if len(in_chat) >= most:
            raise too_many_requests(_whole_seconds(in_chat[0] + A_MINUTE - now))
        if len(in_all) >= self.overall_per_second:
            raise too_many_requests(_whole_seconds(in_all[0] + A_SECOND - now))
        in_chat.append(now)
        in_all.append(now)


def _recent(times: deque[float], since: float) -> deque[float]:
    while times and times[0] <= since:
        times.popleft()
    return times


def _whole_seconds(wait: float) -> int:
    return max(1, math.ceil(wait))
