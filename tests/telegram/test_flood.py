"""Somebody presses or types without end: whoever plays elsewhere notices nothing."""

import asyncio
from collections.abc import Callable

import pytest

from bot.local_telegram import LocalTelegram, Message, User
from bot.local_telegram.faults import Fault, Perform
from tests.telegram.table import PATIENCE, Database, Table

pytestmark = pytest.mark.usefixtures("bot")

FLOOD = 400


def stale(table: Table, user: User, board: Message, number: int) -> None:
    table.press(user, board, data=f"1:{number}:roll")


def forged(table: Table, user: User, board: Message, number: int) -> None:
    table.press(user, board, data=f"{number}:what:ever")


def typed(table: Table, user: User, _board: Message, number: int) -> None:
    table.say(user, f"/{('board', 'help', 'leave')[number % 3]}@WormsAndTombsBot")


async def slowly(_fault: Fault, perform: Perform) -> None:
    """As over a long way to Telegram."""
    await asyncio.sleep(0.2)
    await perform()


@pytest.mark.parametrize("what", [stale, forged, typed], ids=lambda what: what.__name__)
async def test_who_plays_elsewhere_is_answered_while_a_flood_still_waits(
    what: Callable[..., None], table: Table, annex: Table, tg: LocalTelegram, db: Database, anna: User, ben: User
):
    """Although everything of the flood came before."""
    board, other = await table.begun(anna, ben), await annex.begun(anna, ben)
    tg.faults.every("answerCallbackQuery", do=slowly)
    before = await db.count("updates WHERE done IS NOT NULL")
    for number in range(FLOOD):
        what(table, ben, board, number)
    assert "You threw" in (await annex.press(anna, other, "Roll").answer(PATIENCE)).text
    assert await db.count("updates WHERE done IS NOT NULL") - before < FLOOD / 2
