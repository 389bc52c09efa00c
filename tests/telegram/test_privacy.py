"""/privacy and /forget, alone with the bot."""

import pytest

from bot.local_telegram import LocalTelegram, Message, Room, User
from bot.views.toasts import REASONS
from tests.telegram.table import PATIENCE, Database, Table

pytestmark = pytest.mark.usefixtures("bot")


async def said(tg: LocalTelegram, user: User, words: str, expected: str) -> Message:
    private: Room = tg.private(user)
    tg.say(user, private, words)
    return await private.until(lambda message: expected in message.text, PATIENCE)


async def test_it_is_told_what_is_kept(tg: LocalTelegram, anna: User):
    told = await said(tg, anna, "/privacy", "What I keep about you")
    assert "your name as I saw it last" in told.text


@pytest.mark.parametrize("words", ["/forget", "/start forget"])
async def test_who_is_forgotten_is_asked_first_and_leaves_what_they_play(
    words: str, tg: LocalTelegram, table: Table, annex: Table, db: Database, anna: User, ben: User, cleo: User
):
    board = await table.begun(anna, ben, cleo)
    await annex.lobby(anna, ben)
    question = await said(tg, anna, words, "You are in 2 games now")
    await table.toast(anna, question, "Yes, forget me")
    await tg.private(anna).until(lambda message: "You are forgotten." in message.text, PATIENCE)
    await table.until(lambda message: message.id > board.id and "a former player" in message.text)
    await annex.until(lambda message: "Leave" in message.buttons and "Anna" not in message.text)
    assert question.buttons == []
    assert await db.count(f"people WHERE id = {anna.id} OR name = 'Anna'") == 0
    assert (await table.match(await table.until_button("Roll"))).seats[0].is_forgotten


async def test_who_says_no_is_not_forgotten(tg: LocalTelegram, table: Table, db: Database, anna: User, ben: User):
    await table.begun(anna, ben)
    question = await said(tg, anna, "/forget", "You are in 1 game now")
    await table.toast(anna, question, "No")
    await tg.private(anna).until(lambda message: "All stays as it is." in message.text, PATIENCE)
    assert await db.count(f"people WHERE id = {anna.id}") == 1


async def test_nobody_is_forgotten_by_a_button_in_a_group(table: Table, db: Database, anna: User, ben: User):
    """F06: forged, or left there by somebody."""
    board = await table.begun(anna, ben)
    assert await table.toast(anna, board, data="0:0:forget yes") == REASONS["unreadable_press"]
    assert await db.count(f"people WHERE id = {anna.id}") == 1


async def test_in_a_group_forget_leads_to_where_the_bot_is_alone_with_somebody(table: Table, anna: User):
    table.say(anna, "/forget@WormsAndTombsBot")
    answer = await table.until_said("Let us talk about that alone.")
    assert answer.button("Alone with me")["url"] == "https://t.me/WormsAndTombsBot?start=forget"
