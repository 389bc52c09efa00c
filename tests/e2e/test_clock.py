"""Killed around a deadline: the clock runs out once, whatever died."""

from collections.abc import AsyncIterator

import pytest

from tests.e2e.evening import SENDS, Evening, lost
from tests.e2e.process import PATIENCE
from tests.e2e.retold import check_replay
from tests.telegram.table import Database, eventually

WARNING = "Go on without waiting"


@pytest.fixture
async def db(database: str) -> AsyncIterator[Database]:
    async with Database.of(database) as db:
        yield db


@pytest.fixture
async def warned(evening: Evening, db: Database) -> Evening:
    """A match whose first player is absent, and has been warned."""
    await evening.table.begin()
    await eventually(lambda: _is_shown(db))
    await db.pass_by(minutes=2)
    room = evening.table.room
    await evening.tg.until(lambda: any(WARNING in message.buttons for message in room.of_bots()), PATIENCE)
    await eventually(lambda: _is_warned(db))
    return evening


async def _is_shown(db: Database) -> bool:
    return await db.count("matches WHERE awaited IS NOT NULL AND turn = 2") == 1


async def _is_warned(db: Database) -> bool:
    return await db.count("matches WHERE warned IS NOT NULL AND turn = 2") == 1


async def _has_run_out(db: Database) -> bool:
    """Something else may be written before that."""
    return await db.count("moves") == 1


async def passed_over(evening: Evening, absent: int) -> None:
    """The next player's board is there, and the time of the first ran out once."""
    await evening.tg.until(lambda: evening.table.look[2] and evening.table.whose_turn.id != absent, PATIENCE)
    assert "was not there, so the turn went by" in evening.table.board.text
    match, moves = await evening.record()
    assert [move.command for move in moves] == ["timeout"]
    check_replay(match, moves)


async def test_a_deadline_that_passes_while_the_bot_is_dead_fires_once_and_not_at_once(
    warned: Evening, db: Database
) -> None:
    """F19"""
    absent = warned.table.whose_turn.id
    await warned.kill()
    await db.pass_by(hours=3)
    await warned.bot.start()
    await warned.bot.at_work(warned.tg)
    await eventually(lambda: _has_time(db))
    assert await db.count("moves") == 0
    await db.pass_by(minutes=1)
    await passed_over(warned, absent)


async def _has_time(db: Database) -> bool:
    return await db.count("matches WHERE deadline > now()") == 1


async def test_a_bot_that_dies_between_a_time_out_and_its_board_shows_it_after_the_start_and_fires_once(
    warned: Evening, db: Database
) -> None:
    """F19, F57"""
    absent = warned.table.whose_turn.id
    held = [warned.tg.faults.every(method, do=lost) for method in SENDS]
    await db.pass_by(minutes=1)
    await eventually(lambda: _has_run_out(db))
    await held[0].arrived(PATIENCE)
    await warned.kill()
    assert await db.count("moves") == 1
    await warned.bot.start()
    await passed_over(warned, absent)
