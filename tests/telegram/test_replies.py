"""Short answers to typed commands: one message for several, silent, and no louder than the chat bears."""

import pytest

from bot.local_telegram import LocalTelegram, User, refuse
from bot.views.toasts import REASONS
from tests.telegram.table import PATIENCE, Clock, Table

pytestmark = pytest.mark.usefixtures("at_telegrams_pace")


async def test_commands_within_a_second_share_one_short_silent_reply(
    table: Table, clock: Clock, anna: User, ben: User, cleo: User
):
    """F07"""
    for user in (anna, ben, cleo):
        table.say(user, "/leave@WormsAndTombsBot")
    reply = await table.until(lambda message: message.text.count(REASONS["no_match"]) == 3)
    assert [reply] == [message for message in table.room.of_bots() if message.reply_to]
    assert reply.is_silent
    assert all(person.first_name in reply.text for person in (anna, ben, cleo))


async def test_a_question_among_the_replies_is_a_message_of_its_own(table: Table, anna: User, ben: User):
    table.say(anna, "/join")
    await table.until_button("Leave")
    for user, words in ((anna, "/stop"), (ben, "/leave")):
        table.say(user, f"{words}@WormsAndTombsBot")
    question = await table.until_button("Yes, stop")
    refused = await table.until_said(REASONS["not_seated"])
    assert question.id != refused.id


async def test_a_reply_that_has_to_wait_is_not_lost_and_neither_is_the_news(
    table: Table, tg: LocalTelegram, clock: Clock, anna: User, ben: User
):
    """F25: a 429 strikes the reply; meanwhile a table is opened."""
    fault = tg.faults.next("sendMessage", chat=table.room, do=refuse(429, "Too Many Requests", retry_after=100))
    table.say(ben, "/leave")
    await fault.arrived(PATIENCE)
    table.say(anna, "/join")
    private = tg.private(anna)
    tg.say(anna, private, "/start")
    await private.until(lambda message: message.buttons, PATIENCE)
    assert table.room.of_bots() == []
    await clock.forward(101)
    await table.until_button("Leave")
    await clock.forward(1)
    await table.until_said(REASONS["no_match"])


async def test_a_chat_stays_halted_when_what_was_refused_is_dropped(
    table: Table, tg: LocalTelegram, clock: Clock, anna: User, ben: User
):
    """F25: the buttons of a question are only taken away, but the time to wait holds for all that comes."""
    table.say(anna, "/join")
    await table.until_button("Leave")
    table.say(anna, "/stop@WormsAndTombsBot")
    question = await table.until_button("Yes, stop")
    fault = tg.faults.next("editMessageReplyMarkup", do=refuse(429, "Too Many Requests", retry_after=100))
    table.press(anna, question, "No, go on")
    await fault.arrived(PATIENCE)
    writes = len(table.room.writes())
    table.say(ben, "/join@WormsAndTombsBot")
    await clock.forward(80)
    private = tg.private(anna)
    tg.say(anna, private, "/start")
    await private.until(lambda message: message.buttons, PATIENCE)
    assert writes == len(table.room.writes())
    await clock.forward(30)
    await table.until_said("Ben")
    await clock.forward(60)
    await table.until(lambda message: message.id == question.id and not message.buttons)


async def test_a_reply_that_may_have_arrived_is_not_repeated(
    table: Table, tg: LocalTelegram, clock: Clock, anna: User, ben: User
):
    """F26: a doubled reply is a nuisance, a missing one is not."""
    from bot.local_telegram import drop_after

    fault = tg.faults.next("sendMessage", chat=table.room, do=drop_after)
    table.say(ben, "/leave")
    await fault.arrived(PATIENCE)
    await clock.forward(20)
    table.say(anna, "/join")
    await table.until_button("Leave")
    assert len([message for message in table.room.of_bots() if REASONS["no_match"] in message.text]) == 1
