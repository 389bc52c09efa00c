"""Two processes on one database: one works, the other takes over, and nobody at the table can tell which is which."""

import asyncio
import signal
import sys
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.local_telegram import Bot, Limits, LocalTelegram, Press, hold_before
from bot.matches.match import Match, Move
from bot.store import SqlStore
from bot.views.toasts import WORKING
from tests.e2e.balancer import Balancer
from tests.e2e.conftest import HURRY
from tests.e2e.process import PATIENCE, BotProcess, crowd, free_ports
from tests.e2e.retold import check_replay
from tests.e2e.table import Table, look
from tests.telegram.table import Database, eventually

LEASE = 2.0
SECRET = "s3cret_of_the_tests"  # noqa: S105  opens nothing but the tests' own servers
LATEST = 1.5 * LEASE  # until another works, on a calm machine
BETWEEN_MOVES = 0.1


@pytest.fixture
async def tg() -> AsyncIterator[LocalTelegram]:
    async with LocalTelegram(limits=Limits.off(), webhook_pause=0.05) as tg:
        yield tg


@pytest.fixture
async def db(database: str) -> AsyncIterator[Database]:
    async with Database.of(database) as db:
        yield db


@dataclass
class House:
    """A table, and the processes that serve it, one of which works."""

    tg: LocalTelegram
    table: Table
    store: SqlStore
    db: Database
    processes: Sequence[BotProcess]

    async def holder(self) -> BotProcess:
        """Who has the lease, as soon as it is one that runs."""

        async def look() -> BotProcess | None:
            rows = await self.db("SELECT split_part(holder, ' ', 2)::int FROM leases WHERE until > now()")
            running = {process.process.pid: process for process in self.processes if process.is_running}
            return running.get(rows[0][0]) if rows else None

        return await eventually(look)

    async def other(self) -> BotProcess:
        holder = await self.holder()
        return next(process for process in self.processes if process is not holder)

    async def taken_over(self, former: BotProcess) -> float:
        """Seconds until another than this works."""
        asked = self.tg.clock.now()

        async def look() -> bool:
            return await self.holder() is not former

        await eventually(look)
        return self.tg.clock.now() - asked

    async def record(self) -> tuple[Match, tuple[Move, ...]]:
        kept = await self.store.record(self.table.match)
        assert kept is not None
        return kept

    async def tidied(self) -> None:
        """Wait until nothing is left to be written."""

        async def is_tidy() -> bool:
            return not await self.store.behind() and not await self.store.untidy()

        await eventually(is_tidy)

    async def handled(self) -> None:
        """Wait until everything that was sent is done with."""
        await self.tg.until(lambda: not any(bot.pending for bot in self.tg.world.bots.values()), PATIENCE)

        async def is_done() -> bool:
            return await self.db.count("updates WHERE done IS NULL") == 0

        await eventually(is_done)


@pytest.fixture
def ports() -> list[int]:
    return free_ports(2)


@pytest.fixture
async def balancer(ports: list[int]) -> AsyncIterator[Balancer]:
    async with Balancer.before([f"127.0.0.1:{port}" for port in ports]) as balancer:
        yield balancer


@pytest.fixture
def environments(
    tg: LocalTelegram, account: Bot, database: str, balancer: Balancer, ports: list[int]
) -> list[dict[str, str]]:
    common = {"TELEGRAM_TOKEN": account.token, "TELEGRAM_API_URL": tg.url, "DATABASE_URL": database, **HURRY}
    hook = {
        "WEBHOOK_URL": f"{balancer.url}/hook",
        "WEBHOOK_SECRET": SECRET,
        "LEASE_SECONDS": str(LEASE),
        "PICTURES": "off",
    }
    return [common | hook | {"LISTEN": f"127.0.0.1:{port}"} for port in ports]


def _table(tg: LocalTelegram, account: Bot) -> Table:
    people = [tg.person(name) for name in ("Ana", "Ben", "Cleo")]
    return Table(tg, tg.supergroup("Friday", *people, account), people)


@pytest.fixture
async def house(
    folder: Path, tg: LocalTelegram, account: Bot, environments: list[dict[str, str]], store: SqlStore, db: Database
) -> AsyncIterator[House]:
    processes = [BotProcess(folder, "run", environment) for environment in environments]
    async with processes[0], processes[1]:
        await tg.until(lambda: account.webhook, PATIENCE)
        table = _table(tg, account)
        await tg.until(table.room.of_bots, PATIENCE)  # they have been greeted
        yield House(tg, table, store, db, processes)
    for process in processes:
        sys.stdout.write(process.said)
        assert account.token.partition(":")[2] not in process.said
        assert SECRET not in process.said


@pytest.fixture
async def begun(house: House) -> House:
    """A match in its first turn, and both processes are there."""
    await (await house.other()).says("standing by")
    await house.table.begin()
    return house


async def check_once(house: House, before: Sequence[Move] = ()) -> None:
    """What was known is as it was, what came is done, and everything follows from the seed."""
    await house.handled()
    match, moves = await house.record()
    assert moves[: len(before)] == tuple(before)
    check_replay(match, moves)
    assert await house.db.count("updates WHERE parked IS NOT NULL") == 0


async def test_the_other_goes_on_when_the_one_that_works_is_killed_in_a_move(begun: House, figures: list[str]) -> None:
    """Its press is kept, and its transaction is under way."""
    table, holder, seen = begun.table, await begun.holder(), begun.table.look
    _, before = await begun.record()
    async with begun.store.transaction() as tx:
        await tx.match(table.match)
        press = table.press()
        await begun.db.until_waiting(1)
        await holder.kill()
    waited = await begun.taken_over(holder)
    await press.answer(PATIENCE)
    await table.changed(seen)
    await table.move()
    await check_once(begun, before)
    figures.append(f"killed −9, lease of {LEASE:.0f} s: another works after {waited:.1f} s")
    assert waited <= LATEST * crowd()


async def test_one_that_is_stopped_in_a_move_keeps_nobody_waiting_and_does_nothing_twice(
    begun: House, figures: list[str]
) -> None:
    """The match is locked by it until the database ends its transaction. It may still say that it works on it."""
    table, holder, seen = begun.table, await begun.holder(), begun.table.look
    _, before = await begun.record()
    async with begun.store.transaction() as tx:
        await tx.match(table.match)
        press = table.press()
        await begun.db.until_waiting(1)
        holder.send(signal.SIGSTOP)
    waited = await begun.taken_over(holder)
    await press.answer(PATIENCE)
    await table.changed(seen)
    await table.move()
    holder.send(signal.SIGCONT)
    await holder.says("the lease is lost")
    await table.move()
    await check_once(begun, before)
    assert len([answer for answer in press.answers if answer.text != WORKING]) == 1
    figures.append(f"stopped in a move, lease of {LEASE:.0f} s: another works after {waited:.1f} s")
    assert waited <= LATEST * crowd()


async def test_a_screen_that_comes_late_over_a_newer_one_is_drawn_over(begun: House) -> None:
    """It was on its way to Telegram when its process was stopped."""
    table, holder, seen, board = begun.table, await begun.holder(), begun.table.look, begun.table.board
    await begun.tidied()
    late = begun.tg.faults.next("editMessageText", do=hold_before)
    table.press()
    await late.arrived(PATIENCE)
    holder.send(signal.SIGSTOP)
    await table.changed(seen)  # the other shows it, too
    await table.move()
    await begun.tidied()
    newest = look(board)
    late.release()
    await begun.tg.until(lambda: look(board) != newest, PATIENCE)
    holder.send(signal.SIGCONT)
    await begun.tg.until(lambda: look(board) == newest, PATIENCE)
    await check_once(begun)


async def test_a_rolling_deploy_loses_no_press_and_makes_none_twice(
    begun: House, balancer: Balancer, figures: list[str]
) -> None:
    """As docs/operating.md walks through it: one process after the other ends and is started anew; people play on.

    Telegram calls either, whichever works.
    """
    presses, waits = list[Press](), list[float]()
    playing = asyncio.create_task(_play_on(begun, presses, waits))
    for old in (await begun.other(), await begun.holder()):
        old.send(signal.SIGTERM)
        assert await old.status() == 0
        await _start_anew(old)
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)
    for press in presses:
        await press.answer(PATIENCE)
    await check_once(begun)
    assert [len(press.answers) for press in presses] == [1] * len(presses)
    assert len(balancer.counts) == 2
    assert min(balancer.counts.values()) >= 3
    assert begun.tg.calls_of("getUpdates") == []
    figures.append(f"a rolling deploy, {len(presses)} presses: the longest until the next board {max(waits):.1f} s")
    assert max(waits) <= LATEST * crowd()


async def _play_on(house: House, presses: list[Press], waits: list[float]) -> None:
    """Whoever is to act presses, again and again."""
    while not house.table.is_over:
        seen, asked = house.table.look, house.tg.clock.now()
        presses.append(house.table.press())
        await house.table.changed(seen)
        waits.append(house.tg.clock.now() - asked)
        await asyncio.sleep(BETWEEN_MOVES)


async def _start_anew(process: BotProcess) -> None:
    """And wait until it stands by, in this life."""
    before = process.said.count("standing by")
    await process.start()
    async with asyncio.timeout(PATIENCE):
        while process.said.count("standing by") == before:
            assert process.is_running, process.said
            await asyncio.sleep(0.02)


async def test_only_the_one_that_works_fetches_updates(
    folder: Path, tg: LocalTelegram, account: Bot, environments: list[dict[str, str]]
) -> None:
    """F40: two processes without a webhook. Telegram never meets two pollers."""
    first, second = (
        BotProcess(folder, "run", {name: value for name, value in environment.items() if "WEBHOOK" not in name})
        for environment in environments
    )
    async with first:
        await first.at_work(tg)
        async with second:
            await second.says("standing by")
            table = _table(tg, account)
            await table.seat_all()
            await first.kill()
            await second.at_work(tg)
            await table.start()
    assert [call for call in tg.calls_of("getUpdates") if call.outcome and not call.is_ok] == []
