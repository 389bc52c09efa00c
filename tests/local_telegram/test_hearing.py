"""Privacy mode is on: what the bot hears in a group, and in whose name it is said."""

from typing import Any

import pytest

from bot.local_telegram import Bot, LocalTelegram, Room, User
from tests.local_telegram.api import Api


async def heard(api: Api) -> list[Any]:
    return [update["message"]["text"] for update in await api.updates()]


@pytest.mark.parametrize(
    "text", ["/join", "/join@WormsAndTombsBot", "/join@wormsandtombsbot now", "Hi @WormsAndTombsBot"]
)
async def test_what_is_meant_for_the_bot_is_heard(tg: LocalTelegram, table: Room, anna: User, api: Api, text: str):
    tg.say(anna, table, text)
    assert await heard(api) == [text]


@pytest.mark.parametrize("text", ["hello", "/join@OtherBot", "say /join"])
async def test_other_talk_is_not_heard(tg: LocalTelegram, table: Room, anna: User, api: Api, text: str):
    tg.say(anna, table, text)
    assert await heard(api) == []


async def test_a_bare_command_goes_to_the_bot_that_wrote_last(tg: LocalTelegram, table: Room, anna: User, api: Api):
    other = tg.bot("OtherBot")
    tg.add(table, other)
    await api.confirm_all()
    await Api(tg, other, api.session).call("sendMessage", chat_id=table.id, text="Me!")
    tg.say(anna, table, "/join")
    assert await heard(api) == []
    await api.call("sendMessage", chat_id=table.id, text="No, me!")
    tg.say(anna, table, "/join")
    assert await heard(api) == ["/join"]


async def test_replies_to_the_bot_are_heard(tg: LocalTelegram, table: Room, anna: User, ben: User, api: Api):
    await api.call("sendMessage", chat_id=table.id, text="Your salt?")
    tg.say(anna, table, "sel", reply_to=table.last)
    tg.say(ben, table, "not for you", reply_to=table.last)
    [update] = await api.updates()
    assert update["message"]["reply_to_message"]["text"] == "Your salt?"
    assert update["message"]["message_thread_id"] == update["message"]["reply_to_message"]["message_id"]
    assert "is_topic_message" not in update["message"]


async def test_an_administrator_bot_hears_everything(tg: LocalTelegram, table: Room, anna: User, bot: Bot, api: Api):
    tg.promote(table, bot)
    await api.confirm_all()
    tg.say(anna, table, "hello")
    assert await heard(api) == ["hello"]


async def test_private_chats_are_heard_in_full(tg: LocalTelegram, bot: Bot, anna: User, api: Api):
    tg.say(anna, tg.private(anna), "hello")
    [update] = await api.updates()
    assert update["message"]["chat"] == {"id": anna.id, "type": "private", "first_name": "Anna"}


async def test_an_edit_comes_as_an_edit(tg: LocalTelegram, table: Room, anna: User, api: Api):
    message = tg.say(anna, table, "hello")
    tg.edit_own(message, "/join")
    [update] = await api.updates()
    assert update["edited_message"]["text"] == "/join"
    assert update["edited_message"]["edit_date"] >= update["edited_message"]["date"]


async def test_an_anonymous_administrator_speaks_as_the_group(tg: LocalTelegram, table: Room, api: Api):
    tg.say_anonymously(table, "/join")
    [update] = await api.updates()
    assert update["message"]["from"]["username"] == "GroupAnonymousBot"
    assert update["message"]["sender_chat"]["id"] == table.id


async def test_a_channel_speaks_in_its_own_name(tg: LocalTelegram, table: Room, api: Api):
    tg.say_as_channel(tg.channel("News"), table, "/join")
    [update] = await api.updates()
    assert update["message"]["from"]["username"] == "Channel_Bot"
    assert (update["message"]["sender_chat"]["type"], update["message"]["sender_chat"]["title"]) == ("channel", "News")


async def test_a_post_of_the_linked_channel_is_forwarded_by_telegram_itself(tg: LocalTelegram, table: Room, api: Api):
    news = tg.channel("News")
    tg.post_in_linked(news, table, "/join")
    [update] = await api.updates()
    assert (update["message"]["from"]["id"], update["message"]["from"]["is_bot"]) == (777000, False)
    assert (update["message"]["sender_chat"]["id"], update["message"]["is_automatic_forward"]) == (news.id, True)


async def test_peoples_own_dice_are_heard_like_other_talk(tg: LocalTelegram, table: Room, anna: User, api: Api):
    tg.roll(anna, table, value=6)
    assert await api.updates() == []
    await api.call("sendMessage", chat_id=table.id, text="Roll!")
    tg.roll(anna, table, value=6, reply_to=table.last)
    assert [update["message"]["dice"] for update in await api.updates()] == [{"emoji": "🎲", "value": 6}]


async def test_people_need_neither_last_nor_user_name_and_have_large_ids(
    tg: LocalTelegram, table: Room, anna: User, ben: User, api: Api
):
    tg.say(anna, table, "/a")
    tg.say(ben, table, "/b")
    senders = [update["message"]["from"] for update in await api.updates()]
    assert senders[0] == {"id": 7790427779, "is_bot": False, "first_name": "Anna"}
    assert (senders[1]["last_name"], senders[1]["username"], senders[1]["language_code"]) == ("Moor", "ben_moor", "de")
