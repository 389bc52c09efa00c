"""The inbox: every update once, in order, until it is done or put aside."""

import asyncio

import pytest
from sqlalchemy import text

from bot.matches.ports import Arrival
from engine import Refused
from tests.matches.tables import GROUP, do

FIRST = 868_311_005


@pytest.fixture
def database(emptied):
    return emptied


def arrivals(*numbers: int, chat: int = GROUP) -> list[Arrival]:
    return [Arrival(number, chat, {"update_id": number, "text": f"№ {number}"}) for number in numbers]


def numbers(kept) -> list[int]:
    return [arrival.id for arrival in kept]


async def test_what_was_put_in_waits_until_it_is_done(store):
    batch = arrivals(FIRST, FIRST + 1)
    assert await store.put(batch) == tuple(batch)
    assert await store.undone() == tuple(batch)
    await do(store, lambda tx: tx.finish(FIRST))
    assert numbers(await store.undone()) == [FIRST + 1]


async def test_an_update_that_comes_again_is_kept_once_and_handed_on_until_it_is_done(store):
    """F03, F35: also when it comes twice in one batch, after it was done, or beside new ones."""
    await store.put(arrivals(1, 2))
    await do(store, lambda tx: tx.finish(1))
    assert numbers(await store.put(arrivals(1, 2))) == [2]
    assert numbers(await store.put(arrivals(3, 2, 3, 1, 4))) == [3, 2, 4]
    assert numbers(await store.undone()) == [2, 3, 4]


@pytest.mark.parametrize("times", [2, 3])
async def test_what_is_put_again_because_nobody_heard_of_the_commit_is_handed_on(store, times):
    """F62: the connection was lost while it committed."""
    for _ in range(times):
        handed_on = await store.put(arrivals(1, 2, 3))
    assert numbers(handed_on) == [1, 2, 3] == numbers(await store.undone())


async def test_the_order_is_that_of_their_coming_not_of_their_numbers(store):
    """F35: update ids may restart anywhere."""
    for batch in ([2**40, 5, 9], [1, 10**6], [3]):
        await store.put(arrivals(*batch))
    assert numbers(await store.undone()) == [2**40, 5, 9, 1, 10**6, 3]


async def test_a_long_batch_keeps_its_order(store):
    batch = arrivals(*range(2_500, 0, -1))
    assert await store.put(batch) == tuple(batch)
    assert await store.undone() == tuple(batch)


async def test_what_two_processes_put_at_once_is_kept_once(store):
    batches = [arrivals(*range(start, start + 40)) for start in (1, 11, 21)]
    assert list(map(tuple, batches)) == await asyncio.gather(*map(store.put, batches))
    assert sorted(numbers(await store.undone())) == list(range(1, 61))


@pytest.mark.parametrize("word", ["\x00", "\\u0000", "🎲\u202e", "'; DROP TABLE updates --", '"\\'], ids=ascii)
async def test_any_text_is_kept_as_it_came(store, word):
    """A forged press may carry a NUL: it must not stop the poller, and with it the bot."""
    arrival = Arrival(1, GROUP, {"callback_query": {"data": word}})
    assert await store.put([arrival]) == (arrival,)
    assert await store.undone() == (arrival,)


async def test_what_is_put_aside_does_not_wait_any_more(store):
    await store.put(arrivals(1, 2))
    await store.park(1, "a bug")
    assert numbers(await store.undone()) == [2]
    assert await store.put(arrivals(1)) == ()


async def test_what_is_not_committed_is_not_done(store):
    await store.put(arrivals(1))

    async def crash(tx):
        await tx.finish(1)
        raise RuntimeError

    with pytest.raises(RuntimeError):
        await do(store, crash)
    assert numbers(await store.undone()) == [1]


async def test_an_update_has_its_effect_once(store):
    """Another process was faster, or the commit was kept though nobody heard of it: nothing of the second is kept."""
    await store.put(arrivals(1))

    async def act(tx):
        await tx.chat(GROUP - tx_number.pop(), "group")
        await tx.finish(1)

    tx_number = [2, 1]
    await do(store, act)
    with pytest.raises(Refused, match="already_done"):
        await do(store, act)
    assert await do(store, lambda tx: tx._connection.scalar(text("SELECT count(*) FROM chats"))) == 1


async def test_after_a_week_what_is_done_or_put_aside_is_forgotten(store):
    await store.put(arrivals(1, 2, 3, 4))
    await do(store, lambda tx: tx.finish(1))
    await do(store, lambda tx: tx.finish(2))
    await store.park(3, "a bug")
    old = "UPDATE updates SET received = now() - interval '7 days 1 second' WHERE id IN (1, 3, 4)"
    await do(store, lambda tx: tx._connection.execute(text(old)))
    await store.purge()
    kept = await do(store, lambda tx: tx._connection.execute(text("SELECT id FROM updates ORDER BY id")))
    assert list(kept.scalars()) == [2, 4]
