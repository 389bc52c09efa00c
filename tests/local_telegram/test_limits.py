"""F33: this Telegram is as strict as the real one about how much is written, and where."""

from collections.abc import AsyncIterator

import pytest

from bot.local_telegram import Limits, LocalTelegram, Room, User
from tests.local_telegram.api import Api, keyboard


@pytest.fixture
async def tg() -> AsyncIterator[LocalTelegram]:
    """As strict as Telegram itself."""
    async with LocalTelegram() as tg:
        yield tg


async def test_sends_and_edits_of_a_group_share_20_a_minute(tg: LocalTelegram, table: Room, ben: User, api: Api):
    sent = await api.call("sendMessage", chat_id=table.id, text="0", reply_markup=keyboard(["Join"]))
    for number in range(1, 20):
        where = {"chat_id": table.id, "message_id": sent["message_id"], "reply_markup": keyboard(["Join"])}
        await api.call("editMessageText", **where, text=str(number))
    refused = await api.answer("sendMessage", chat_id=table.id, text="20")
    wait = refused["parameters"]["retry_after"]
    assert refused["description"] == f"Too Many Requests: retry after {wait}"
    assert 55 <= wait <= 60
    assert table.most_writes_in(60) == 20

    press = tg.press(ben, table.last, "Join")
    await api.call("answerCallbackQuery", callback_query_id=press.query.id, text="free")
    tg.clock.advance(wait)
    await api.call("sendMessage", chat_id=table.id, text="20")


async def test_a_refused_write_in_one_chat_leaves_the_others_alone(
    tg: LocalTelegram, table: Room, anna: User, bot, api: Api
):
    other = tg.supergroup("Other", anna, bot)
    for _ in range(20):
        await api.call("sendMessage", chat_id=table.id, text="x")
    assert (await api.refusal("sendMessage", chat_id=table.id, text="x"))[0] == 429
    await api.call("sendMessage", chat_id=other.id, text="x")


async def test_all_chats_together_have_30_a_second(tg: LocalTelegram, table: Room, anna: User, bot, api: Api):
    tg.here.limits.group_per_minute = 1000
    for _ in range(30):
        tg.here.limits.spend(bot.user.id, table.chat, tg.clock.now())
    refused = await api.answer("sendMessage", chat_id=table.id, text="x")
    assert refused["parameters"] == {"retry_after": 1}


def test_limits_can_be_scaled_and_switched_off():
    assert Limits.scaled(10).group_per_minute == 200
    assert Limits.off().overall_per_second > 10**9
