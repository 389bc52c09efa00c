"""What befalls the people: bots killed, the database killed or cut off, Telegram in every mood, groups that change."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random

from tests.chaos.deeds import (
    MOODS,
    AnyDeed,
    CloseTopic,
    CutConnections,
    KillBot,
    KillPostgres,
    Migrate,
    RemoveBot,
    TakeRights,
    UpsetTelegram,
)
from tests.chaos.stage import Stage

METHODS = (
    "sendMessage",
    "editMessageText",
    "editMessageReplyMarkup",
    "answerCallbackQuery",
    "getUpdates",
    "getChatMember",
)
GROUP_CHANGES = 1.5  # seconds between them, on average; so below
TELEGRAM_UPSET = 0.2
CONNECTIONS_CUT = 15.0
POSTGRES_KILLED = 45.0
CALM = 6.0  # longer than the bot ever waits between two fetches
LONGEST_PAUSE = 3.0  # until a group is as it was


@dataclass
class Weather:
    stage: Stage
    random: Random
    over: asyncio.Event = field(default_factory=asyncio.Event)

    async def blow(self, kill_every: float) -> None:
        """Until it is over; from then on Telegram is calm."""
        await asyncio.gather(
            self._again(self._kill, kill_every),
            self._again(self._upset, TELEGRAM_UPSET),
            self._again(self._change, GROUP_CHANGES),
            self._again(CutConnections, CONNECTIONS_CUT),
            self._again(KillPostgres, POSTGRES_KILLED),
        )
        self.stage.tg.faults.clear()

    async def _again(self, choose: Callable[[], AnyDeed | None], seconds: float) -> None:
        """About so often."""
        while not await self._is_over_within(seconds * (0.5 + self.random.random())):
            if deed := choose():
                await self.stage.do(deed)

    async def _is_over_within(self, seconds: float) -> bool:
        with suppress(TimeoutError):
            await asyncio.wait_for(self.over.wait(), seconds)
        return self.over.is_set()

    def _kill(self) -> AnyDeed:
        return KillBot(self.random.randrange(len(self.stage.processes)), self.random.random())

    def _upset(self) -> AnyDeed | None:
        method, mood = self.random.choice(METHODS), self.random.choice(list(MOODS))
        return UpsetTelegram(method, mood) if self._can_fail(method) else None

    def _can_fail(self, method: str) -> bool:
        """One fault at a time, or they would gather while nobody calls and strike all at once.

        Fetches have their rest after one: waiting longer from time to time, they would meet the next each time.
        """
        last = next((fault for fault in reversed(self.stage.faults) if fault.method == method), None)
        if last is None or not last.calls:
            return last is None
        return method != "getUpdates" or self.stage.tg.clock.now() - last.calls[-1].at > CALM

    def _change(self) -> AnyDeed | None:
        """None where the change chosen cannot be made."""
        number, pause = self.random.randrange(len(self.stage.groups)), self.random.random() * LONGEST_PAUSE
        group = self.stage.groups[number]
        match self.random.choice((Migrate, TakeRights, RemoveBot, CloseTopic)):
            case kind if kind is Migrate:
                is_told = self.random.random() < 0.5
                can_grow = group.room.chat.type == "group"
                return Migrate(number, None if is_told else pause) if can_grow else None
            case kind if kind is CloseTopic:
                return CloseTopic(number, pause) if group.topic and not group.topic.is_closed else None
            case kind:
                return kind(number, pause)
