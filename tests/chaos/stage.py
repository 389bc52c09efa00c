"""Where it happens: the groups and their people, the bots, the database; and whatever is done to them."""

import asyncio
import os
import signal
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bot.local_telegram import Bot, Fault, LocalTelegram, Message, Room, Topic, User
from bot.local_telegram import Press as Pressed
from bot.local_telegram.world import Version
from tests.chaos.deeds import (
    MOODS,
    AnyDeed,
    CloseTopic,
    CutConnections,
    KillBot,
    KillPostgres,
    Migrate,
    Press,
    RemoveBot,
    Rename,
    Say,
    TakeRights,
    UpsetTelegram,
)
from tests.chaos.trace import Trace
from tests.e2e.process import BotProcess
from tests.telegram.table import Database


@dataclass
class Group:
    """One table."""

    room: Room
    topic: Topic | None
    people: Sequence[User]

    def shown(self) -> list[Message]:
        """What there is to press on, the newest last."""
        return [message for message in self.room.of_bots(self.topic.id if self.topic else None) if message.keyboard]


@dataclass
class Stage:
    tg: LocalTelegram
    account: Bot
    processes: Sequence[BotProcess]
    db: Database
    data: Path  # of Postgres
    groups: Sequence[Group]
    trace: Trace
    presses: list[Pressed] = field(default_factory=list)  # all that were made
    faults: list[Fault] = field(default_factory=list)  # all of Telegram's

    async def do(self, deed: AnyDeed) -> None:
        self.trace.tell(deed)
        match deed:
            case Say():
                self._say(deed)
            case Rename(group=group, person=person, first_name=name):
                self.groups[group].people[person].first_name = name
            case Press():
                self._press(deed)
            case KillBot(process=number, pause=pause):
                await self._kill_bot(self.processes[number], pause)
            case KillPostgres():
                self._kill_postgres()
            case CutConnections():
                await self._cut_connections()
            case UpsetTelegram(method=method, mood=mood):
                self.faults.append(self.tg.faults.next(method, do=MOODS[mood]))
            case Migrate() | TakeRights() | RemoveBot() | CloseTopic():
                await self._change(self.groups[deed.group], deed)

    def _say(self, deed: Say) -> None:
        group = self.groups[deed.group]
        verb, _, rest = deed.words.partition(" ")
        words = f"{verb}@{self.account.user.username} {rest}".strip()
        self.tg.say(group.people[deed.person], group.room, words, topic=group.topic)

    def _press(self, deed: Press) -> None:
        if not (shown := self.groups[deed.of].shown()):
            return
        message = shown[-1 - min(deed.back, len(shown) - 1)]
        offered = data_of(message)
        data = offered[deed.button % len(offered)] if offered else "1:1:roll"
        if deed.forged is not None:
            match, revision, *_ = (*data.split(":"), "1")
            data = deed.forged.format(m=match, r=revision)
        press = self.tg.press(self.groups[deed.group].people[deed.person], message, data=data)
        self.presses.append(press)
        if deed.is_twice:
            self.presses.append(self.tg.press_again(press))

    async def _kill_bot(self, process: BotProcess, pause: float) -> None:
        await process.kill()
        await asyncio.sleep(pause)
        await process.start()

    def _kill_postgres(self) -> None:
        """Its supervisor starts it again."""
        for file in self.data.rglob("postmaster.pid"):
            os.kill(int(file.read_text().split()[0]), signal.SIGKILL)

    async def _cut_connections(self) -> None:
        try:
            await self.db("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
        except Exception:  # noqa: BLE001  the database is down already
            self.trace.counts["of these while the database was down"] += 1

    async def _change(self, group: Group, deed: Migrate | TakeRights | RemoveBot | CloseTopic) -> None:
        room, tg = group.room, self.tg
        match deed:
            case Migrate(pause=pause) if room.chat.type == "group":
                group.room = tg.migrate(room, tell=pause is None)
                if pause is not None:
                    await asyncio.sleep(pause)
                    tg.tell_migration(room)
            case TakeRights(pause=pause):
                tg.restrict(room, self.account)
                await asyncio.sleep(pause)
                tg.demote(room, self.account)
            case RemoveBot(pause=pause):
                tg.remove(room, self.account)
                await asyncio.sleep(pause)
                tg.add(room, self.account)
            case CloseTopic(pause=pause):
                tg.close_topic(room, group.topic)
                await asyncio.sleep(pause)
                tg.reopen_topic(room, group.topic)


def data_of(message: Message | Version) -> list[str]:
    """What its buttons send, in order."""
    return [str(button["callback_data"]) for row in message.keyboard for button in row if "callback_data" in button]
