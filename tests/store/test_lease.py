"""Which of several processes works, by the database's clock."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from bot.store import SqlStore

A_WHILE = 60.0
AT_ONCE = 0.001


@pytest.fixture
def database(emptied: str) -> str:
    return emptied


async def holder(store: SqlStore, me: str, seconds: float = A_WHILE, gone: str = "") -> str:
    return (await store.take_lease(me, seconds, gone)).holder


async def test_only_one_has_the_lease_and_may_renew_it(store: SqlStore):
    assert [await holder(store, who) for who in ("ana", "ben", "ana", "ben")] == ["ana"] * 4


async def test_of_many_that_ask_at_once_one_gets_it(store: SqlStore):
    told = await asyncio.gather(*(holder(store, f"process {number}") for number in range(8)))
    assert len([who for number, who in enumerate(told) if who == f"process {number}"]) == 1


async def test_a_lease_that_ran_out_is_anybodys(store: SqlStore):
    await holder(store, "ana", AT_ONCE)
    await asyncio.sleep(2 * AT_ONCE)
    assert await holder(store, "ben") == "ben"
    assert await holder(store, "ana") == "ben"


async def test_a_lease_given_back_is_anybodys(store: SqlStore):
    await holder(store, "ana")
    await store.leave_lease("ben")
    assert await holder(store, "ben") == "ana"
    await store.leave_lease("ana")
    assert await holder(store, "ben") == "ben"


async def test_whoever_is_known_to_be_gone_is_not_waited_for(store: SqlStore):
    await holder(store, "ana")
    assert await holder(store, "ben", gone="cleo") == "ana"
    assert await holder(store, "ben", gone="ana") == "ben"


async def test_a_new_holder_is_told_until_when_somebody_worked(store: SqlStore):
    """F64: aware instants. Nobody ever has: then until now."""
    before = datetime.now(UTC)
    first = (await store.take_lease("ana", 0.05)).until
    await asyncio.sleep(0.2)
    ran_out = (await store.take_lease("ben", A_WHILE)).until
    await store.leave_lease("ben")
    await asyncio.sleep(0.1)
    given_back = (await store.take_lease("ana", A_WHILE)).until
    killed = (await store.take_lease("ben", A_WHILE, gone="ana")).until
    assert ran_out - first == pytest.approx(timedelta(seconds=0.05), abs=timedelta(seconds=0.01))
    assert before < first < ran_out < given_back < killed < datetime.now(UTC)
    assert killed - given_back > timedelta(seconds=0.1)
