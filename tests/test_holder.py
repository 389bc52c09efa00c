"""One process works, the others stand by: who, when it changes hands, and that the old one has stopped by then."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import text

from bot.health import Health
from bot.holder import Holder
from bot.store import SqlStore, connect

PATIENCE = 30.0
LONG = 3600.0
QUITE_LONG = 3.0
SHORT = 0.5  # seconds of a lease


@pytest.fixture
def database(emptied: str) -> str:
    return emptied


class Worker:
    """A process that can hold the lease, and what it did."""

    def __init__(self, store: SqlStore, seconds: float) -> None:
        self.health = Health(asyncio.get_running_loop().time)
        self.holder = Holder(store, seconds, self.health)
        self.begun: asyncio.Queue[datetime] = asyncio.Queue()
        self.ended: asyncio.Queue[bool] = asyncio.Queue()  # and whether the lease was still held then
        self.finishing = asyncio.Event()  # it ends only then
        self.finishing.set()
        self.trouble: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def run(self) -> None:
        await self.holder.work(self._work)

    async def _work(self, since: datetime) -> None:
        self.begun.put_nowait(since)
        try:
            await self.trouble
        finally:
            await self.finishing.wait()
            self.ended.put_nowait(self.holder.has_lease)

    async def begins(self) -> datetime:
        return await asyncio.wait_for(self.begun.get(), PATIENCE)

    async def ends(self) -> bool:
        return await asyncio.wait_for(self.ended.get(), PATIENCE)

    @property
    def has_never_begun(self) -> bool:
        return self.begun.empty()


@asynccontextmanager
async def at_work(store: SqlStore, seconds: float = LONG) -> AsyncIterator[tuple[Worker, "asyncio.Task[None]"]]:
    worker = Worker(store, seconds)
    task = asyncio.create_task(worker.run())
    try:
        yield worker, task
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


@pytest.fixture
async def other(database: str) -> AsyncIterator[Any]:
    """A connection of somebody else's."""
    engine = connect(database)
    async with engine.connect() as connection:
        yield connection
    await engine.dispose()


async def test_the_second_stands_by_until_the_first_has_ended(store: SqlStore):
    """And goes on at once then: it need not wait until the lease would have run out."""
    async with at_work(store, LONG) as (first, task):
        await first.begins()
        async with at_work(store, 1.0) as (second, _):
            await asyncio.sleep(0.2)
            assert second.has_never_begun
            asked = datetime.now(UTC)
            task.cancel()
            assert asked < await second.begins() < datetime.now(UTC)


async def test_a_lease_is_renewed_also_while_what_has_begun_is_finished(store: SqlStore, other: Any):
    async with at_work(store, QUITE_LONG) as (first, task):
        await first.begins()
        async with at_work(store, QUITE_LONG) as (second, _):
            await renewed(other)
            first.finishing.clear()
            task.cancel()
            await renewed(other)
            first.finishing.set()
            assert (await first.ends(), second.has_never_begun) == (True, True)


async def renewed(other: Any) -> None:
    """Wait until the lease lasts longer than it does now."""
    until = text("SELECT until FROM leases")
    before = await other.scalar(until)
    async with asyncio.timeout(PATIENCE):
        while before == await other.scalar(until):
            await other.rollback()
            await asyncio.sleep(0.05)
    await other.rollback()


async def test_whoever_cannot_renew_has_stopped_before_another_may_begin(store: SqlStore, other: Any):
    """Somebody locks the row, so that the database does not answer."""
    async with at_work(store, SHORT) as (worker, _):
        await worker.begins()
        await other.execute(text("SELECT 1 FROM leases FOR UPDATE"))
        assert not await worker.ends()
        is_over = await other.scalar(text("SELECT until < clock_timestamp() FROM leases"))
        assert not is_over
        await other.rollback()
        await worker.begins()


async def test_whoever_learns_that_another_has_the_lease_stops(store: SqlStore, other: Any):
    async with at_work(store, SHORT) as (worker, _):
        await worker.begins()
        taken = text("UPDATE leases SET holder = 'another', until = now() + interval '1 second' RETURNING until")
        until = await other.scalar(taken)
        await other.commit()
        assert not await worker.ends()
        assert until == await worker.begins()


async def test_a_database_that_is_away_for_a_moment_costs_nothing(store: SqlStore, other: Any):
    async with at_work(store, QUITE_LONG) as (worker, _):
        await worker.begins()
        await other.execute(
            text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
                 " AND datname = current_database()")
        )  # fmt: skip
        await renewed(other)
        assert worker.ended.empty()


async def test_the_end_of_the_work_by_itself_is_the_end_and_the_lease_is_free(store: SqlStore):
    async with at_work(store) as (first, task):
        await first.begins()
        first.trouble.set_exception(ValueError("a bug"))
        with pytest.raises(ValueError, match="a bug"):
            await task
        async with at_work(store) as (second, _):
            await second.begins()


async def test_a_lease_that_was_lost_while_this_process_slept_is_not_thought_to_be_held(store: SqlStore):
    now = 0.0
    holder = Holder(store, 10.0, Health(lambda: now), lambda: now)
    async with at_work_with(holder) as begun:
        await begun.wait()
        assert holder.has_lease
        now += 7.9
        assert holder.has_lease
        now += 0.2
        assert not holder.has_lease


@asynccontextmanager
async def at_work_with(holder: Holder) -> AsyncIterator[asyncio.Event]:
    begun = asyncio.Event()

    async def work(_since: datetime) -> None:
        begun.set()
        await asyncio.Future()

    task = asyncio.create_task(holder.work(work))
    try:
        yield begun
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
