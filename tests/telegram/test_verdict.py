"""The verdict of the chaos test (`tests/chaos`): it sees whatever of its promises is broken."""

from collections.abc import Callable
from pathlib import Path

import pytest

from bot.local_telegram import Bot, LocalTelegram, Message, User
from tests.chaos.stage import Stage
from tests.chaos.trace import Run, Trace
from tests.chaos.verdict import faults_of
from tests.telegram.table import Database, Table

RUN = Run(seed=1, presses=1, kills=0, groups=1, longest=1.0, webhook=False)


@pytest.fixture
async def stage(bot: None, tg: LocalTelegram, account: Bot, db: Database, table: Table, anna: User, ben: User) -> Stage:
    """One match with a throw in it, of which nothing is wrong."""
    stage = Stage(tg, account, (), db, Path(), (), Trace(RUN))
    board = await table.begun(anna, ben)
    actor = table.user(await table.actor(board))
    press = table.press(actor, board, "Roll")
    stage.presses.append(press)
    await press.answer()
    await table.handled(db)
    await table.settled()
    assert await faults(stage, table) == []
    return stage


async def faults(stage: Stage, table: Table) -> list[str]:
    return [fault async for fault in faults_of(stage, table.store, stage.db)]


@pytest.mark.parametrize(
    ("statement", "fault"),
    [
        ("UPDATE updates SET done = NULL WHERE id = (SELECT max(id) FROM updates)", "1 updates are undone"),
        ("UPDATE matches SET state = opening", "do not lead to its state"),
        ("UPDATE matches SET drawn = drawn + 8", "do not lead to its state"),
        ("UPDATE matches SET seed = sha256(seed)", "do not lead to its state"),
        ("UPDATE matches SET revision = revision + 1", "do not lead to its state"),
        ("DELETE FROM moves", "do not lead to its state"),
    ],
)
async def test_what_is_kept_wrong_is_found(stage: Stage, table: Table, statement: str, fault: str):
    await stage.db(statement)
    assert any(fault in found for found in await faults(stage, table))


async def test_a_match_that_was_stopped_is_as_it_should_be(stage: Stage, table: Table, anna: User):
    table.say(anna, "/stop@WormsAndTombsBot")
    await table.toast(anna, await table.until_button("Yes, stop"), "Yes, stop")
    await table.handled(stage.db)
    await table.settled()
    assert await faults(stage, table) == []


def unpressed(stage: Stage, _board: Message) -> None:
    stage.presses.clear()


def unanswered(stage: Stage, _board: Message) -> None:
    stage.presses[0].query.answers.clear()


def other_text(_stage: Stage, board: Message) -> None:
    board.text = "Somebody else's board"


def gone(stage: Stage, board: Message) -> None:
    del stage.tg.world.chat_by_key(board.chat).messages[board.id]


def drawn_over(_stage: Stage, board: Message) -> None:
    board.history.reverse()


@pytest.mark.parametrize(
    ("breaks", "fault"),
    [
        (unpressed, "nobody pressed the throw of revision"),
        (unanswered, "nobody answered"),
        (other_text, "its board shows"),
        (gone, "its board is not in the chat"),
        (drawn_over, "one after the other"),
    ],
)
async def test_what_was_not_seen_is_found(
    stage: Stage, table: Table, breaks: Callable[[Stage, Message], None], fault: str
):
    breaks(stage, next(message for message in reversed(table.room.of_bots()) if message.keyboard))
    assert any(fault in found for found in await faults(stage, table))
