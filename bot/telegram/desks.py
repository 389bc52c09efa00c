"""Which chat waits for what, and whose turn it is to be written to: whoever has waited longest and may be."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import accumulate

from bot.telegram.pace import Pace
from bot.views.screen import LONGEST, Screen
from bot.views.width import shown_length

GATHER_SECONDS = 1.0  # replies to typed commands wait for company
MOST_REPLIES = 20  # that wait in one chat; who types more than that is not talking to us


@dataclass
class Reply:
    """A short answer to a typed command. Several that wait in one place become one message."""

    thread: int  # 0: none
    screen: Screen
    to: int | None = None  # the message it answers
    match: int = 0  # of its buttons
    revision: int = 0
    is_loud: bool = False

    def says_the_same(self, other: "Reply") -> bool:
        return (self.thread, self.screen) == (other.thread, other.screen)

    def joins(self, other: "Reply") -> bool:
        """Whether both can be one message: whoever greets does not answer."""
        is_alike = (self.thread, self.to is None) == (other.thread, other.to is None)
        return is_alike and not (self.screen.needs_a_message or other.screen.needs_a_message)


@dataclass
class Rewrite:
    """What a message that shows no match shows from now on."""

    message: int
    screen: Screen
    match: int = 0  # of its buttons
    revision: int = 0


@dataclass
class Desk:
    """What one chat waits for. Times are seconds of the desks' clock."""

    since: float
    news: dict[int, float] = field(default_factory=dict)  # matches with something new to show: since when, oldest first
    warnings: dict[int, None] = field(default_factory=dict)  # matches whose player is to be warned
    past: dict[int, None] = field(default_factory=dict)  # matches whose past turns still have buttons; that can wait
    replies: list[Reply] = field(default_factory=list)
    rewrites: dict[int, Rewrite] = field(default_factory=dict)  # by message, the newest only
    strays: dict[int, None] = field(default_factory=dict)  # messages whose buttons are to go
    replies_from: float = 0.0
    failures: int = 0  # in a row
    match: int | None = None  # the one it is at, for the log
    is_busy: bool = False

    @property
    def is_empty(self) -> bool:
        return not (self.is_pressing or self.past or self.replies or self.rewrites or self.strays)

    @property
    def is_pressing(self) -> bool:
        """Whether a match waits for it."""
        return bool(self.news or self.warnings)

    def take_replies(self) -> list[Reply]:
        """The replies that wait longest and can be one message; one that asks or brings something has its own."""
        first = self.replies[0]
        alike = [first] if first.screen.needs_a_message else [reply for reply in self.replies if reply.joins(first)]
        together = _fitting(alike)
        self.replies = [reply for reply in self.replies if reply not in together]
        return together


def _fitting(replies: list[Reply]) -> list[Reply]:
    """As many of them as one message can hold."""
    lengths = accumulate(shown_length(reply.screen.text) + 2 for reply in replies)
    return [reply for reply, length in zip(replies, lengths, strict=True) if length <= LONGEST] or replies[:1]


class Desks:
    def __init__(self, pace: Pace, clock: Callable[[], float]) -> None:
        self.clock = clock
        self._pace = pace
        self._desks: dict[int, Desk] = {}
        self._changed = asyncio.Event()

    def wake(self, chat: int, match: int) -> None:
        self._of(chat).news.setdefault(match, self.clock())
        self._changed.set()

    def warn(self, chat: int, match: int) -> None:
        self._of(chat).warnings[match] = None
        self._changed.set()

    def tidy(self, chat: int, match: int) -> None:
        self._of(chat).past[match] = None
        self._changed.set()

    def reply(self, chat: int, reply: Reply) -> None:
        desk = self._of(chat)
        if len(desk.replies) >= MOST_REPLIES or any(waiting.says_the_same(reply) for waiting in desk.replies):
            return
        if not desk.replies:
            desk.replies_from = self.clock() + GATHER_SECONDS
        desk.replies.append(reply)
        self._changed.set()

    def rewrite(self, chat: int, rewrite: Rewrite) -> None:
        self._of(chat).rewrites[rewrite.message] = rewrite
        self._changed.set()

    def strip(self, chat: int, message: int) -> None:
        self._of(chat).strays[message] = None
        self._changed.set()

    def _of(self, chat: int) -> Desk:
        return self._desks.setdefault(chat, Desk(since=self.clock()))

    async def next(self) -> tuple[int, Desk]:
        """The desk to be served now, marked busy until it is `put_back`."""
        while True:
            self._changed.clear()
            now = self.clock()
            idle = [(self._ready_at(chat, desk), chat) for chat, desk in self._desks.items() if not desk.is_busy]
            if ready := [chat for at, chat in idle if at <= now]:
                return self._taken(min(ready, key=lambda chat: self._desks[chat].since))
            self._pace.forget_idle(now)
            await self._wait_for_change(min(idle)[0] - now if idle else None)

    def _taken(self, chat: int) -> tuple[int, Desk]:
        desk = self._desks[chat]
        desk.is_busy = True
        return chat, desk

    def _ready_at(self, chat: int, desk: Desk) -> float:
        """What a match waits for comes first. All else leaves half of the chat's budget; a reply waits to gather."""
        at = self._pace.ready_at(chat, spare=not desk.is_pressing)
        return max(at, desk.replies_from) if desk.replies and not desk.is_pressing else at

    async def _wait_for_change(self, seconds: float | None) -> None:
        try:
            async with asyncio.timeout(seconds):
                await self._changed.wait()
        except TimeoutError:
            return

    def put_back(self, chat: int, desk: Desk) -> None:
        """The desk was served: it goes to the end of the line, or away when nothing is left to do."""
        desk.is_busy = False
        desk.since = self.clock()
        if desk.is_empty:
            self._desks.pop(chat, None)
        self._changed.set()

    def forget_idle(self) -> None:
        self._pace.forget_idle(self.clock())

    def move(self, old: int, new: int) -> None:
        """What waits for a chat's old address waits for the new one, but for what is about messages left behind.

        Whoever waited to be greeted there is known by now. A desk that is being served comes back empty.
        """
        left, desk = self._of(old), self._of(new)
        desk.news |= left.news
        desk.warnings |= left.warnings
        desk.replies = [reply for reply in desk.replies if reply.to is not None]
        desk.replies += [replace(reply, to=None) for reply in left.replies]
        self.clear(old)
        self._changed.set()

    def clear(self, chat: int) -> None:
        """Nothing that waits here can be written."""
        desk = self._of(chat)
        for waiting in (desk.news, desk.warnings, desk.past, desk.replies, desk.rewrites, desk.strays):
            waiting.clear()
        if not desk.is_busy:
            del self._desks[chat]

    def reserve(self, chat: int) -> None:
        """Count one write."""
        self._pace.wrote(chat, self.clock())

    def taken(self) -> None:
        """A write was."""
        self._pace.taken()

    def refused(self, chat: int) -> None:
        """Telegram has told this chat to wait."""
        self._pace.refused(chat, self.clock())

    def halt(self, chat: int, seconds: float) -> None:
        """Write nothing here for so long, also if nothing waits now and something comes meanwhile."""
        self._pace.halt(chat, self.clock() + seconds)

    def go_on(self, chat: int) -> None:
        """Write here at once, however long it was to be left alone."""
        self._pace.halt(chat, self.clock())
        self._changed.set()

    def __len__(self) -> int:
        return len(self._desks)
