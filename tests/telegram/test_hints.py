"""Hints: for who is to act, where the group gives them, told to nobody else."""

# ruff: noqa: SIM300  house style: the expected value stands first

import pytest

from bot.app import WARM_UP_SECONDS
from bot.local_telegram import User
from bot.views.toasts import REASONS
from engine.advice.odds import graph
from tests.telegram.table import Clock, Table, data_of, eventually

pytestmark = pytest.mark.usefixtures("bot")


async def test_a_rated_match_gives_no_hints_unless_the_group_says_so(table: Table, anna: User, ben: User, cleo: User):
    board = await table.begun(anna, ben)
    assert "💡 Hint" not in board.buttons
    forged = data_of(board, "Roll").rpartition(":")[0] + ":hint"
    assert REASONS["no_hints"] == await table.toast(anna, board, data=forged)
    table.say(cleo, "/settings@WormsAndTombsBot")
    settings = await table.until_said("Settings of this group")
    await table.toast(cleo, settings, "Hints")
    board = await table.until(lambda message: message.id == board.id and "💡 Hint" in message.buttons)
    assert (await table.toast(anna, board, "💡 Hint")).startswith("💡 You have no choice: ")
    assert "It is \u2068Anna\u2069's turn." == await table.toast(ben, board, "💡 Hint")


async def test_a_hint_is_told_at_length_on_demand_and_changes_nothing(table: Table, anna: User, ben: User, cleo: User):
    table.say(cleo, "/settings@WormsAndTombsBot")
    await table.toast(cleo, await table.until_said("Settings of this group"), "Hints")
    board = await table.begun(anna, ben)
    before = await table.match(board)
    table.say(ben, "/hint@WormsAndTombsBot")
    await table.until_said("It is \u2068Anna\u2069's turn.")
    table.say(anna, "/hint@WormsAndTombsBot")
    await table.until_said("Chances of this turn")
    assert before == await table.match(board)


async def test_the_odds_are_made_ready_before_anybody_asks(clock: Clock):
    graph.cache_clear()
    await clock.forward(WARM_UP_SECONDS)

    async def are_ready() -> bool:
        return graph.cache_info().currsize == 3  # eight dice, nine, and nine with one of gold

    await eventually(are_ready)
