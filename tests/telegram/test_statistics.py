"""What is counted of people, on demand and only if they want it; and one more match with one press."""

import pytest

from bot.local_telegram import LocalTelegram, Message, User
from tests.telegram.table import PATIENCE, Table

pytestmark = pytest.mark.usefixtures("bot")


async def _over(table: Table, anna: User, ben: User) -> Message:
    """The end of a match that Anna left and Ben has won."""
    board = await table.begun(anna, ben)
    await table.left(await table.match(board), anna, board)
    end = await table.until_button("Play again")
    await table.settled()
    return end


async def test_one_press_opens_the_next_table_for_who_stayed(table: Table, anna: User, ben: User, cleo: User):
    end = await _over(table, anna, ben)
    assert "You do not play in this game." in await table.toast(cleo, end, "Play again")
    assert "You opened a table" in await table.toast(ben, end, "Play again")
    lobby = await table.until_button("Leave")
    assert [ben.id] == [person.id for person in (await table.match(lobby)).people]
    assert "You have a seat." in await table.toast(anna, end, "Play again")
    await table.until(lambda message: message.id == lobby.id and "Anna" in message.text)


async def test_top_is_about_the_game_that_was_played_last(table: Table, anna: User, ben: User):
    table.say(anna, "/play_junior@WormsAndTombsBot")
    await table.until_button("Leave")
    table.say(ben, "/join@WormsAndTombsBot")
    board = await table.begun_from(await table.until_button("Start"), anna)
    await table.left(await table.match(board), anna, board)
    await table.until_button("Play again")
    table.say(ben, "/top@WormsAndTombsBot")
    top = await table.until_said("The rating starts at 1000")
    assert top.text.startswith("Heckmeck Junior\n")


async def test_in_private_somebody_sees_all_that_is_counted_and_can_have_it_deleted(
    table: Table, tg: LocalTelegram, anna: User, ben: User
):
    await _over(table, anna, ben)
    private = tg.private(ben)
    tg.say(ben, private, "/stats")
    stats = await private.until(lambda message: "Everywhere" in message.text, PATIENCE)
    assert "1 game, 1 win" in stats.text
    await tg.press(ben, stats, "Stop counting me").answer(PATIENCE)
    gone = await private.until(lambda message: message.id == stats.id and "is deleted" in message.text, PATIENCE)
    table.say(anna, "/top@WormsAndTombsBot")
    top = await table.until_said("The rating starts at 1000")
    assert "Heckmeck Junior: /top_junior" in top.text
    assert "Anna" in top.text.partition("1. ")[2]
    assert "Ben" not in top.text.partition("1. ")[2]
    await tg.press(ben, gone, "Count me again").answer(PATIENCE)
    await private.until(lambda message: message.id == stats.id and "you are counted" in message.text, PATIENCE)
