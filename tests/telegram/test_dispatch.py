"""From the inbox to the effect: order, what is left over at the end, and what comes while a line is just ending."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from telegram import Bot as Client

from bot.local_telegram import Bot, LocalTelegram, User, hold_before
from bot.matches.ports import Arrival
from bot.store import SqlStore
from bot.telegram.dispatch import Dispatch
from bot.telegram.pace import Budget, Pace
from bot.telegram.poster import Poster
from bot.telegram.transport import AiohttpRequest
from tests.telegram.table import PATIENCE, Database, eventually


@pytest.fixture
async def client(tg: LocalTelegram, account: Bot) -> AsyncIterator[Client]:
    async with Client(account.token, base_url=f"{tg.url}/bot", request=AiohttpRequest()) as client:
        yield client


@pytest.fixture
async def poster(client: Client, store: SqlStore) -> Poster:
    return Poster(client, store, Pace(Budget()), asyncio.get_running_loop().time)


@pytest.fixture
async def dispatch(client: Client, store: SqlStore, poster: Poster) -> Dispatch:
    return Dispatch(client, store, poster)


def nothing(number: int, chat: int = 7) -> Arrival:
    return Arrival(number, chat, {"update_id": number})


async def done(db: Database) -> list[int]:
    return [number for (number,) in await db("SELECT id FROM updates WHERE done IS NOT NULL ORDER BY done, id")]


async def test_a_chats_updates_are_handled_in_the_order_they_came(dispatch: Dispatch, store: SqlStore, db: Database):
    arrivals = [nothing(number) for number in (9, 3, 7, 1)]
    dispatch.feed(await store.put(arrivals))
    await eventually(lambda: _all(db, 4))
    assert await done(db) == [9, 3, 7, 1]


async def _all(db: Database, number: int) -> bool:
    return len(await done(db)) == number


async def test_an_update_that_comes_while_its_line_is_just_ending_is_handled(
    dispatch: Dispatch, store: SqlStore, db: Database
):
    """Fed at every step of the event loop, so also at the last of the worker before it."""
    arrivals = await store.put([nothing(number) for number in range(300)])
    for arrival in arrivals:
        dispatch.feed([arrival])
        for _ in range(arrival.id % 40):
            await asyncio.sleep(0)
    await eventually(lambda: _all(db, 300))
    assert list(range(300)) == await done(db)


async def test_nothing_is_remembered_of_a_thousand_chats(dispatch: Dispatch, store: SqlStore, db: Database):
    """F66"""
    dispatch.feed(await store.put([nothing(number, chat=number) for number in range(1000)]))
    await dispatch.settle(PATIENCE)
    assert (len(dispatch._lines), len(dispatch._tasks)) == (0, 0)
    assert len(await done(db)) == 1000


async def test_at_the_end_what_has_begun_is_finished_and_the_rest_stays_in_the_inbox(
    dispatch: Dispatch, store: SqlStore, db: Database
):
    """F36"""
    dispatch.feed(await store.put([nothing(number) for number in range(50)]))
    await dispatch.settle(PATIENCE)
    finished = await done(db)
    assert 1 <= len(finished) < 50
    assert [number for number in range(50) if number not in finished] == [left.id for left in await store.undone()]


async def test_at_the_end_what_takes_too_long_is_undone_and_stays_in_the_inbox(
    dispatch: Dispatch, store: SqlStore, db: Database
):
    """F36, F60"""
    arrivals = await store.put([nothing(1)])
    async with db.engine.begin() as connection:
        await connection.exec_driver_sql("LOCK TABLE updates IN ACCESS EXCLUSIVE MODE")
        dispatch.feed(arrivals)
        await db.until_waiting(1)
        await dispatch.settle(0.1)
    assert [left.id for left in await store.undone()] == [1]
    assert store._engine.pool.checkedout() == 0


async def test_at_the_end_a_write_under_way_is_finished_and_no_other_begins(
    poster: Poster, dispatch: Dispatch, store: SqlStore, tg: LocalTelegram, account: Bot, anna: User, db: Database
):
    """F36"""
    room = tg.supergroup("Friday", anna, account)
    posting = asyncio.create_task(poster.run())
    held = tg.faults.next("sendMessage", do=hold_before)
    tg.say(anna, room, "/join")
    update = tg.here.updates.told[account.user.id][-1]
    dispatch.feed(await store.put([Arrival(update.id, room.id, update.json())]))
    await held.arrived(PATIENCE)
    posting.cancel()
    settling = asyncio.create_task(poster.settle(PATIENCE))
    await asyncio.sleep(0)
    held.release()
    await settling
    assert [(room.of_bots()[0].id,)] == await db("SELECT message FROM posts")
    await asyncio.gather(posting, return_exceptions=True)
