import asyncio

from bot.local_telegram import Bot, LocalTelegram, Room, User
from tests.local_telegram.api import Api


async def test_updates_stay_until_an_offset_behind_them_is_asked_for(
    tg: LocalTelegram, table: Room, anna: User, api: Api
):
    tg.say(anna, table, "/a")
    tg.say(anna, table, "/b")
    first = await api.updates()
    assert first == await api.updates()
    assert [update["update_id"] for update in first] == [first[0]["update_id"], first[0]["update_id"] + 1]
    assert [u["message"]["text"] for u in await api.updates(offset=first[1]["update_id"])] == ["/b"]
    assert await api.updates(offset=first[1]["update_id"] + 1) == []


async def test_a_negative_offset_keeps_only_the_last_ones(tg: LocalTelegram, table: Room, anna: User, api: Api):
    for text in ("/a", "/b", "/c"):
        tg.say(anna, table, text)
    assert [update["message"]["text"] for update in await api.updates(offset=-1)] == ["/c"]
    assert [update["message"]["text"] for update in await api.updates()] == ["/c"]


async def test_limit_cuts_the_batch(tg: LocalTelegram, table: Room, anna: User, api: Api):
    for text in ("/a", "/b", "/c"):
        tg.say(anna, table, text)
    assert [update["message"]["text"] for update in await api.updates(limit=2)] == ["/a", "/b"]


async def test_a_long_poll_ends_when_something_comes(tg: LocalTelegram, table: Room, anna: User, api: Api):
    poll = asyncio.create_task(api.updates(timeout=30))
    await tg.until(lambda: tg.calls_of("getUpdates")[-1].parameters.get("timeout") == 30)
    tg.say(anna, table, "/join")
    assert [update["message"]["text"] for update in await poll] == ["/join"]


async def test_the_older_of_two_pollers_is_told_to_stop(tg: LocalTelegram, table: Room, anna: User, api: Api):
    older = asyncio.create_task(api.refusal("getUpdates", timeout=30))
    await tg.until(lambda: tg.calls_of("getUpdates")[-1].parameters.get("timeout") == 30)
    newer = asyncio.create_task(api.updates(timeout=31))
    assert await older == (
        409,
        "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running",
    )
    tg.say(anna, table, "/join")
    assert len(await newer) == 1


async def test_a_poller_that_died_takes_nothing_with_it(tg: LocalTelegram, table: Room, anna: User, api: Api):
    tg.say(anna, table, "/join")
    [first] = await api.updates()
    await api.confirm_all()
    poll = asyncio.create_task(api.updates(timeout=30))
    await tg.until(lambda: tg.calls_of("getUpdates")[-1].parameters.get("timeout") == 30)
    poll.cancel()
    await tg.until(lambda: not tg.is_polled())
    tg.tell_again(first["update_id"])
    assert await api.updates(offset=first["update_id"] + 1) == [first]


async def test_presses_are_forgotten_after_150_seconds_and_messages_after_a_day(
    tg: LocalTelegram, table: Room, anna: User, api: Api
):
    await api.call("sendMessage", chat_id=table.id, text="Join?")
    tg.press(anna, table.last, data="j")
    tg.say(anna, table, "/join")
    tg.clock.advance(149)
    assert [list(update)[1] for update in await api.updates()] == ["callback_query", "message"]
    tg.clock.advance(2)
    assert [list(update)[1] for update in await api.updates()] == ["message"]
    tg.clock.advance(24 * 3600)
    assert await api.updates() == []


async def test_allowed_updates_are_remembered(tg: LocalTelegram, table: Room, anna: User, api: Api):
    await api.updates(allowed_updates=["callback_query"])
    tg.say(anna, table, "/unheard")
    assert await api.updates() == []
    await api.updates(allowed_updates=[])
    tg.say(anna, table, "/heard")
    assert [update["message"]["text"] for update in await api.updates()] == ["/heard"]


async def test_update_ids_go_on_from_wherever_they_are_set(
    tg: LocalTelegram, table: Room, anna: User, bot: Bot, api: Api
):
    """F35: an offset from before such a jump confirms nothing."""
    old = bot.next_update_id
    bot.next_update_id = 12
    tg.say(anna, table, "/join")
    assert [update["update_id"] for update in await api.updates(offset=old)] == [12]


async def test_an_update_can_be_fed_again_under_its_id(tg: LocalTelegram, table: Room, anna: User, api: Api):
    tg.say(anna, table, "/join")
    [first] = await api.updates()
    await api.confirm_all()
    tg.tell_again(first["update_id"])
    assert [first] == await api.updates(offset=first["update_id"] + 1)
    assert await api.updates(offset=first["update_id"] + 1) == []
