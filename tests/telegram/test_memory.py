"""What the bot remembers of chats that came and went: nothing (F66)."""

import gc
from collections import OrderedDict
from collections.abc import Iterator, Sized

from bot.local_telegram import Bot, LocalTelegram, User
from bot.telegram.admins import Admins
from bot.telegram.album import Album
from bot.telegram.desks import Desks
from bot.telegram.dispatch import Dispatch
from bot.telegram.lines import Lines
from bot.telegram.messages import Messages
from bot.telegram.pace import Pace
from bot.telegram.poster import Poster
from bot.telegram.reach import Reach
from bot.telegram.recent import Recent
from tests.telegram.table import Clock, Database, Table, eventually

CHATS = 30
WHO_REMEMBERS = (Admins, Album, Desks, Dispatch, Lines, Messages, Pace, Poster, Reach, Recent)
MAPS = (dict, set, list, OrderedDict)
A_FEW = 2  # one chat is used to the end


def memories() -> Iterator[tuple[str, Sized]]:
    """Every map in whatever of the bot lives as long as it."""
    gc.collect()
    for thing in gc.get_objects():
        if isinstance(thing, WHO_REMEMBERS):
            for name, value in vars(thing).items():
                if isinstance(value, MAPS):
                    yield f"{type(thing).__name__}.{name}", value


async def test_nothing_is_remembered_of_chats_that_were_used_once(
    bot: None, tg: LocalTelegram, account: Bot, table: Table, db: Database, clock: Clock, anna: User, ben: User
):
    """They join, press, ask, type nonsense, ask for rights they lack, and are refused."""
    rooms = [tg.supergroup(f"Room {number}", anna, ben, account) for number in range(CHATS)]
    for room in rooms:
        for words in ("/join", "/board", "/help", "/nonsense", "/stop"):
            tg.say(ben if words == "/stop" else anna, room, f"{words}@WormsAndTombsBot")
    await table.handled(db)
    await all_shown(table)
    for room in rooms:
        shown = next(message for message in room.of_bots() if message.buttons)
        tg.press(ben, shown, data="1:1:roll")
        tg.press(ben, shown, data="forged")
    await table.handled(db)
    assert max(len(found) for _, found in memories()) >= CHATS
    await all_shown(table)
    await clock.forward(2 * 3600)
    await table.lobby(anna)
    await all_shown(table)
    await clock.forward(3600)

    async def is_forgotten() -> bool:
        return all(len(found) <= A_FEW for _, found in memories())

    await eventually(is_forgotten)


async def all_shown(table: Table) -> None:
    async def look() -> bool:
        return await table.store.behind() == ()

    await eventually(look)
