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
from bot.views.toasts import TRY_AGAIN
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
    assert (len(dispatch._lines), len(dispatch._lines._tasks)) == (0, 0)
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


def watched(dispatch: Dispatch, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the updates it handles."""
    handled, real = list[int](), dispatch._lines._handle

    async def handle(arrival: Arrival) -> None:
        handled.append(arrival.id)
        await real(arrival)

    monkeypatch.setattr(dispatch._lines, "_handle", handle)
    return handled


async def test_an_update_that_was_undone_when_somebody_looked_and_is_done_by_now_is_left_alone(
    dispatch: Dispatch, store: SqlStore, db: Database, monkeypatch: pytest.MonkeyPatch
):
    """F03: nobody is told again that it is done already."""
    handled = watched(dispatch, monkeypatch)
    await store.put([nothing(5)])
    looked = await store.undone()
    dispatch.feed(looked)
    await eventually(lambda: _all(db, 1))
    await eventually(lambda: _is_idle(dispatch))
    dispatch.feed(looked)
    await dispatch.settle(PATIENCE)
    assert handled == [5]


async def _is_idle(dispatch: Dispatch) -> bool:
    return not dispatch._lines


async def test_an_update_fed_again_while_it_is_in_line_is_handled_once_and_in_its_place(
    dispatch: Dispatch, store: SqlStore, db: Database, monkeypatch: pytest.MonkeyPatch
):
    """F03"""
    handled = watched(dispatch, monkeypatch)
    arrivals = await store.put([nothing(number) for number in (5, 4, 3)])
    for batch in (arrivals, arrivals, await store.put([*arrivals, nothing(1)]), arrivals[1:]):
        dispatch.feed(batch)
    await eventually(lambda: _all(db, 4))
    assert handled == [5, 4, 3, 1]


def a_press(**fields: object) -> dict[str, object]:
    ben = {"id": 5, "is_bot": False, "first_name": "Ben", "language_code": "en"}
    message = {"message_id": 1, "date": 1, "chat": {"id": 7, "type": "group"}}
    query = {"id": "3", "from": ben, "chat_instance": "1", "message": message, "data": "1:1:roll", **fields}
    return {name: value for name, value in query.items() if value is not None}


STRANGE = (None, 5, -(2**70), 1.5, True, "x", [], [[]], {}, {"id": 2**63}, {"id": "x", "language_code": 5})
ODD_PEOPLE = tuple(
    {"id": 5, "is_bot": False, "first_name": "Ben", "language_code": "en", field: strange}
    for field in ("id", "is_bot", "first_name", "last_name", "language_code")
    for strange in STRANGE
)


@pytest.mark.parametrize(
    "bodies",
    [
        *([{"callback_query": a_press(**{field: strange})} for strange in STRANGE] for field in a_press()),
        *([{kind: strange} for strange in STRANGE] for kind in ("callback_query", "message", "x")),
        [{"callback_query": a_press(**{"from": person})} for person in ODD_PEOPLE],
        [{"message": {"message_id": 1, "date": 1, "chat": {"id": 7}, "text": "/join", "from": p}} for p in ODD_PEOPLE],
        [{"message": {"message_id": 1, "date": 1, "chat": strange, "text": "/join"}} for strange in STRANGE],
    ],
    ids=lambda bodies: str(bodies[0])[:40],
)
async def test_no_update_whatever_is_in_it_keeps_those_behind_it_from_being_handled(
    dispatch: Dispatch, store: SqlStore, db: Database, bodies: list[dict[str, object]]
):
    """F37: it is done or put aside, and the next of its chat has its turn."""
    arrivals = [Arrival(number, 7, {"update_id": number, **body}) for number, body in enumerate(bodies)]
    dispatch.feed(await store.put([*arrivals, nothing(len(arrivals))]))
    await eventually(lambda: _none_is_left(db))
    assert len(arrivals) in await done(db)
    assert len(dispatch._lines) == 0


async def _none_is_left(db: Database) -> bool:
    return await db.count("updates WHERE done IS NULL AND parked IS NULL") == 0


@pytest.mark.parametrize("person", [None, {"id": 5, "is_bot": False, "first_name": "B", "language_code": 5}])
async def test_who_presses_what_cannot_be_read_is_told_after_it_is_put_aside(
    dispatch: Dispatch, store: SqlStore, db: Database, tg: LocalTelegram, person: object
):
    dispatch.feed(await store.put([Arrival(1, 7, {"update_id": 1, "callback_query": a_press(**{"from": person})})]))
    await tg.until(lambda: tg.calls_of("answerCallbackQuery"), PATIENCE)
    assert tg.calls_of("answerCallbackQuery")[0].parameters["text"] == TRY_AGAIN
    assert await db.parked() == 1
