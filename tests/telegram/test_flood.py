"""Somebody presses or types without end: whoever plays elsewhere notices nothing."""

import asyncio
from collections.abc import Callable

import pytest

from bot.local_telegram import LocalTelegram, Message, User
from bot.local_telegram.faults import Fault, Perform
from bot.telegram.dispatch import COSTLY_SECONDS
from bot.views.toasts import WORKING
from tests.telegram.table import PATIENCE, Clock, Database, Table

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


async def stopped(table: Table, anna: User, ben: User) -> None:
    """A match with a throw in it, ended by its host."""
    await table.toast(anna, await table.begun(anna, ben), "Roll")
    board = await table.until_button("Keep")
    match = await table.match(board)
    await table.toast(anna, board, data=f"{match.id}:{match.revision}:stop yes")
    await table.until_said("The game was stopped")


FALSIFY = "UPDATE matches SET lot = 65 - lot"


async def test_dice_that_were_just_checked_are_not_checked_again_for_the_same_person(
    table: Table, clock: Clock, db: Database, anna: User, ben: User
):
    """It takes as long as many presses. What is told meanwhile would be another thing by now."""
    await stopped(table, anna, ben)
    end = await table.until_button("Check the dice")
    first = await table.toast(anna, end, "Check the dice")
    await db(FALSIFY)
    assert first == await table.toast(anna, end, "Check the dice")
    assert await table.toast(anna, end, data="1:99:verify") == WORKING
    assert "NOT proven" in await table.toast(ben, end, "Check the dice")
    await clock.forward(COSTLY_SECONDS)
    assert "NOT proven" in await table.toast(anna, end, "Check the dice")


async def test_what_takes_long_to_work_out_is_not_worked_out_again_at_once(
    table: Table, clock: Clock, db: Database, anna: User, ben: User
):
    await stopped(table, anna, ben)
    table.say(anna, "/verify@WormsAndTombsBot")
    await table.until_said("Proven: ")
    await db(FALSIFY)
    table.say(anna, "/verify@WormsAndTombsBot")
    table.say(ben, "/verify@WormsAndTombsBot")
    told = await table.until_said("NOT proven")
    assert "Anna" not in told.text
    await clock.forward(COSTLY_SECONDS)
    table.say(anna, "/verify@WormsAndTombsBot")
    await table.until_said("Anna\u2069: NOT proven")
