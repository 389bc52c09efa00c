"""What forged data can do: nothing that its sender could not do with a button of their own."""

import pytest

from bot.local_telegram import LocalTelegram, User
from bot.views.toasts import REASONS
from tests.telegram.table import Clock, Database, Table, press_of

pytestmark = pytest.mark.usefixtures("bot")


@pytest.mark.parametrize("verb", ["join", "start", "game junior", "rule snatch forced", "stop yes", "ask rules"])
async def test_who_rules_over_another_group_rules_over_nothing_here(
    verb: str, tg: LocalTelegram, table: Table, annex: Table, anna: User, ben: User, cleo: User
):
    """F06: Cleo made the other group, so she is an admin there; she is no member here."""
    tg.leave(table.room, cleo)
    lobby = press_of(await table.lobby(anna, ben))
    before = await table.store.record(lobby.match)
    elsewhere = await annex.a_message(cleo)
    told = await annex.toast(cleo, elsewhere, data=f"{lobby.match}:{lobby.revision}:{verb}")
    assert REASONS["match_gone"] == told
    assert before == await table.store.record(lobby.match)


@pytest.mark.parametrize("data", ["999999:1:stop yes", "1:1:stop no", "1:1:leave no 0", "999999:1:leave yes 0"])
async def test_a_forged_answer_takes_no_buttons_from_a_board(
    data: str, tg: LocalTelegram, table: Table, annex: Table, clock: Clock, anna: User, ben: User, cleo: User
):
    """F06, F30"""
    board = await table.begun(anna, ben)
    await table.toast(cleo, board, data=data)
    other = await annex.begun(anna, ben)
    await annex.toast(anna, other, "Roll")
    await annex.until_button("Keep")
    await clock.forward(60)
    await annex.settled()
    assert tg.calls_of("editMessageReplyMarkup", table.room) == []
    assert board.buttons


async def test_a_board_that_was_sent_a_moment_ago_is_not_sent_again(
    tg: LocalTelegram, table: Table, db: Database, anna: User, ben: User, cleo: User
):
    """F07, F24: who types /board again and again uses up nobody's budget."""
    board = await table.begun(anna, ben)
    for _ in range(20):
        table.say(cleo, "/board@WormsAndTombsBot")
    await table.handled(db)
    await table.settled()
    again = [message for message in table.room.of_bots() if message.id > board.id]
    assert [any("Roll" in label for label in message.buttons) for message in again] == [True]


@pytest.mark.parametrize("data", ["0:0:speak en", "0:0:count off", "0:0:set pace fast"])
async def test_a_board_is_written_over_by_no_forged_button_of_another_message(
    data: str, table: Table, annex: Table, db: Database, clock: Clock, anna: User, ben: User, cleo: User
):
    """F06: not even by an admin's."""
    board = await table.begun(anna, ben)
    shown = (board.text, board.buttons)
    assert await table.toast(cleo, board, data=data) == "Changed."
    screen = await annex.a_message(cleo)
    await clock.forward(60)
    await annex.toast(cleo, screen, data="0:0:set pace slow")
    await table.handled(db)
    await table.settled()
    assert shown == (board.text, board.buttons)
