"""What befalls the people: bots killed, the database killed or cut off, Telegram in every mood, groups that change."""

import asyncio
import os
import signal
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from bot.local_telegram import Bot, LocalTelegram, drop_after, drop_before, refuse
from bot.local_telegram.faults import Do
from tests.chaos.crowd import Group
from tests.chaos.trace import Trace
from tests.e2e.process import BotProcess
from tests.telegram.table import Database

METHODS = (
    "sendMessage",
    "editMessageText",
    "editMessageReplyMarkup",
    "answerCallbackQuery",
    "getUpdates",
    "getChatMember",
)
MOODS: dict[str, Do] = {
    "429": refuse(429, "Too Many Requests: retry after 1", retry_after=1),
    "502": refuse(502, "Bad Gateway"),
    "lost before": drop_before,
    "lost after": drop_after,
}


@dataclass
class Weather:
    tg: LocalTelegram
    account: Bot
    processes: Sequence[BotProcess]
    db: Database
    data: Path  # of Postgres
    groups: Sequence[Group]
    random: Random
    trace: Trace
    is_over: Callable[[], bool]

    async def blow(self, kill_every: float) -> None:
        """Until it is over; then everything is as it was."""
        await asyncio.gather(
            self._again(self._kill_a_bot, kill_every),
            self._again(self._upset_telegram, 0.2),
            self._again(self._change_a_group, 1.5),
            self._again(self._cut_connections, 15.0),
            self._again(self._kill_postgres, 45.0),
        )
        self._clear_up()

    async def _again(self, act: Callable[[], Coroutine[Any, Any, None]], seconds: float) -> None:
        """About so often."""
        while not self.is_over():
            await asyncio.sleep(seconds * (0.5 + self.random.random()))
            if not self.is_over():
                await act()

    async def _kill_a_bot(self) -> None:
        process = self.random.choice(list(self.processes))
        await process.kill()
        self.trace.tell("kill", "bot", number=self.processes.index(process))
        await asyncio.sleep(self.random.random())
        await process.start()

    async def _upset_telegram(self) -> None:
        method, (mood, do) = self.random.choice(METHODS), self.random.choice(list(MOODS.items()))
        self.tg.faults.next(method, do=do)
        self.trace.tell("telegram", mood, method=method)

    async def _cut_connections(self) -> None:
        try:
            await self.db("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
        except Exception as fault:  # noqa: BLE001  the database may be down already
            self.trace.tell("database", "not to be cut off", why=type(fault).__name__)
        else:
            self.trace.tell("database", "cut off")

    async def _kill_postgres(self) -> None:
        for file in self.data.rglob("postmaster.pid"):
            os.kill(int(file.read_text().split()[0]), signal.SIGKILL)
            self.trace.tell("kill", "Postgres")

    async def _change_a_group(self) -> None:
        group = self.random.choice(list(self.groups))
        change = self.random.choice((self._migrate, self._take_rights, self._remove_bot, self._close_topic))
        await change(group)

    async def _migrate(self, group: Group) -> None:
        """Told at once, or only by the error of the next write."""
        if group.room.chat.type != "group" or group.room.chat.migrated_to:
            return
        old, tell = group.room, self.random.random() < 0.5
        group.moved_to(self.tg.migrate(old, tell=tell))
        self.trace.tell("group", "migrated", chat=old.id, to=group.room.id)
        if not tell:
            await asyncio.sleep(self.random.random())
            self.tg.tell_migration(old)

    async def _take_rights(self, group: Group) -> None:
        self.tg.restrict(group.room, self.account)
        self.trace.tell("group", "rights removed", chat=group.room.id)
        await asyncio.sleep(self.random.random() * 3)
        self.tg.demote(group.room, self.account)

    async def _remove_bot(self, group: Group) -> None:
        self.tg.remove(group.room, self.account)
        self.trace.tell("group", "bot removed", chat=group.room.id)
        await asyncio.sleep(self.random.random() * 3)
        self.tg.add(group.room, self.account)

    async def _close_topic(self, group: Group) -> None:
        if group.topic is None or group.topic.is_closed:
            return
        self.tg.close_topic(group.room, group.topic)
        self.trace.tell("group", "topic closed", chat=group.room.id)
        await asyncio.sleep(self.random.random() * 3)
        self.tg.reopen_topic(group.room, group.topic)

    def _clear_up(self) -> None:
        self.tg.faults.clear()
