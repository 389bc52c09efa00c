import pytest

from bot.local_telegram import Answer, LocalTelegram, Room, User
from tests.local_telegram.api import Api, Json, keyboard

TOO_OLD = (400, "Bad Request: query is too old and response timeout expired or query ID is invalid")


async def lobby(api: Api, table: Room) -> Json:
    return await api.call("sendMessage", chat_id=table.id, text="Who plays?", reply_markup=keyboard(["Join", "Start"]))


async def test_a_press_reaches_the_bot_and_its_answer_comes_back(tg: LocalTelegram, table: Room, ben: User, api: Api):
    await lobby(api, table)
    press = tg.press(ben, await table.until_button("Join"), "Join")
    [update] = await api.updates()
    query = update["callback_query"]
    assert (query["data"], query["from"]["id"], query["message"]["text"]) == ("Join", ben.id, "Who plays?")
    await api.call("answerCallbackQuery", callback_query_id=query["id"], text="Welcome", show_alert=True)
    assert Answer("Welcome", show_alert=True) == await press.answer()


async def test_a_label_that_is_not_there_cannot_be_pressed(tg: LocalTelegram, table: Room, ben: User, api: Api):
    await lobby(api, table)
    with pytest.raises(LookupError, match="Join"):
        tg.press(ben, table.last, "Roll")


async def test_only_a_bots_message_can_be_pressed(tg: LocalTelegram, table: Room, anna: User, ben: User):
    with pytest.raises(LookupError, match="no bot"):
        tg.press(ben, tg.say(anna, table, "hello"), data="x")


async def test_forged_data_is_delivered_as_it_is(tg: LocalTelegram, table: Room, ben: User, api: Api):
    await lobby(api, table)
    tg.press(ben, table.last, data="1:7:keep 5+roll")
    assert [update["callback_query"]["data"] for update in await api.updates()] == ["1:7:keep 5+roll"]


async def test_a_press_sent_again_is_another_update(tg: LocalTelegram, table: Room, ben: User, api: Api):
    await lobby(api, table)
    tg.press_again(tg.press(ben, table.last, "Join"))
    first, second = await api.updates()
    assert second["update_id"] == first["update_id"] + 1
    assert second["callback_query"]["data"] == first["callback_query"]["data"]
    assert second["callback_query"]["id"] != first["callback_query"]["id"]


async def test_of_a_message_too_old_or_gone_only_chat_and_number_are_shown(
    tg: LocalTelegram, table: Room, ben: User, api: Api
):
    sent = await lobby(api, table)
    message = table.last
    tg.press(ben, message, "Join", too_old=True)
    tg.delete(message)
    tg.press(ben, message, "Join")
    for update in await api.updates():
        shown = update["callback_query"]["message"]
        assert (shown["message_id"], shown["date"], "text" in shown) == (sent["message_id"], 0, False)


async def test_an_answer_after_150_seconds_is_too_late(tg: LocalTelegram, table: Room, ben: User, api: Api):
    await lobby(api, table)
    press = tg.press(ben, table.last, "Join")
    tg.clock.advance(151)
    assert await api.refusal("answerCallbackQuery", callback_query_id=press.query.id) == TOO_OLD
    assert await api.refusal("answerCallbackQuery", callback_query_id="12345") == TOO_OLD


async def test_a_toast_holds_200_units(tg: LocalTelegram, table: Room, ben: User, api: Api):
    await lobby(api, table)
    press = tg.press(ben, table.last, "Join")
    refused = await api.refusal("answerCallbackQuery", callback_query_id=press.query.id, text="🪱" * 101)
    assert refused == (400, "Bad Request: MESSAGE_TOO_LONG")
    await api.call("answerCallbackQuery", callback_query_id=press.query.id, text="🪱" * 100)
