import asyncio

import aiohttp
import pytest

from bot.local_telegram import (
    LocalTelegram,
    Room,
    drop_after,
    drop_before,
    hold_after,
    hold_before,
    refuse,
)
from tests.local_telegram.api import Api


async def send(api: Api, room: Room, text: str = "x") -> dict:
    return await api.call("sendMessage", chat_id=room.id, text=text)


async def test_the_next_call_is_refused_as_ordered_and_the_one_after_is_not(tg: LocalTelegram, table: Room, api: Api):
    tg.faults.next("sendMessage", chat=table, do=refuse(429, "Too Many Requests: retry after 3", retry_after=3))
    refused = await api.answer("sendMessage", chat_id=table.id, text="x")
    assert (refused["error_code"], refused["parameters"]) == (429, {"retry_after": 3})
    await send(api, table)


async def test_a_fault_meets_only_its_chat(tg: LocalTelegram, table: Room, anna, bot, api: Api):
    other = tg.supergroup("Other", anna, bot)
    tg.faults.next("*", chat=other, do=refuse(502, "Bad Gateway"))
    await send(api, table)
    assert await api.refusal("sendMessage", chat_id=other.id, text="x") == (502, "Bad Gateway")


async def test_a_connection_dropped_before_leaves_nothing(tg: LocalTelegram, table: Room, api: Api):
    tg.faults.next("sendMessage", do=drop_before)
    with pytest.raises(aiohttp.ClientError):
        await send(api, table)
    assert table.of_bots() == []


async def test_a_connection_dropped_after_leaves_the_message(tg: LocalTelegram, table: Room, api: Api):
    fault = tg.faults.next("sendMessage", do=drop_after)
    with pytest.raises(aiohttp.ClientError):
        await send(api, table)
    assert (await fault.arrived()).parameters["text"] == "x"
    assert [message.text for message in table.of_bots()] == ["x"]


async def test_a_held_call_goes_on_when_released(tg: LocalTelegram, table: Room, api: Api):
    fault = tg.faults.next("sendMessage", do=hold_before)
    call = asyncio.create_task(send(api, table))
    await fault.arrived()
    assert table.of_bots() == []
    fault.release()
    assert (await call)["text"] == "x"


async def test_a_held_answer_comes_after_the_effect_even_if_the_caller_died(tg: LocalTelegram, table: Room, api: Api):
    fault = tg.faults.next("sendMessage", do=hold_after)
    call = asyncio.create_task(send(api, table))
    await fault.arrived()
    call.cancel()
    assert [message.text for message in table.of_bots()] == ["x"]
    fault.release()
    await tg.until(lambda: tg.calls_of("sendMessage")[0].is_ok)


async def test_every_call_fails_until_the_fault_is_stopped(tg: LocalTelegram, table: Room, api: Api):
    fault = tg.faults.every("sendMessage", do=refuse(500, "Internal Server Error"))
    for _ in range(3):
        assert (await api.refusal("sendMessage", chat_id=table.id, text="x"))[0] == 500
    fault.stop()
    await send(api, table)
    assert [call.is_ok for call in tg.calls_of("sendMessage", table)] == [False, False, False, True]


async def test_while_down_nobody_is_answered_and_afterwards_all_is_as_before(
    tg: LocalTelegram, table: Room, anna, api: Api
):
    poll = asyncio.create_task(api.updates(timeout=30))
    await tg.until(lambda: tg.calls_of("getUpdates")[-1].parameters.get("timeout") == 30)
    url = tg.url
    await tg.go_down()
    with pytest.raises(aiohttp.ClientError):
        await poll
    with pytest.raises(aiohttp.ClientError):
        await send(api, table)
    tg.say(anna, table, "/join")
    await tg.come_up()
    assert tg.url == url
    assert [update["message"]["text"] for update in await api.updates()] == ["/join"]


async def test_unknown_tokens_and_methods_are_refused_as_by_telegram(tg: LocalTelegram, api: Api):
    assert await api.refusal("makeCoffee") == (404, "Not Found: method not found")
    for token, answer in (("1:AAA", (401, "Unauthorized")), ("nonsense", (404, "Not Found"))):
        async with api.session.get(f"{tg.url}/bot{token}/getMe") as response:
            body = await response.json()
        assert (body["error_code"], body["description"]) == answer


async def test_parameters_may_come_in_the_query_a_form_or_json_and_strange_ones_are_ignored(
    tg: LocalTelegram, table: Room, api: Api
):
    fields = {"chat_id": str(table.id), "text": "x", "strange": "1"}
    url = f"{api.root}/SENDMESSAGE"
    multipart = aiohttp.FormData(fields, default_to_multipart=True)
    for sent in (
        api.session.get(url, params=fields),
        api.session.post(url, data=fields),
        api.session.post(url, json=fields),
        api.session.post(url, data=multipart),
    ):
        async with sent as response:
            assert (await response.json())["result"]["text"] == "x"
    async with api.session.post(url, data=b"{", headers={"Content-Type": "application/json"}) as response:
        assert response.status == 400
