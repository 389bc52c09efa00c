"""The connection to Telegram: what each failure is called, and that none tells the token."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress

import pytest
from aiohttp import web
from telegram import Bot as Client
from telegram import InlineKeyboardButton, InlineKeyboardMarkup, InputFile
from telegram.error import NetworkError, TelegramError, TimedOut

from bot.local_telegram import Bot, LocalTelegram, User, drop_before, hold_before
from bot.telegram.fates import Fate, fate_of
from bot.telegram.transport import AiohttpRequest, NotSent
from tests.telegram.table import PATIENCE


@pytest.fixture
async def client(tg: LocalTelegram, account: Bot) -> AsyncIterator[Client]:
    async with Client(account.token, base_url=f"{tg.url}/bot", request=AiohttpRequest()) as client:
        yield client


def shown(caught: pytest.ExceptionInfo[TelegramError]) -> str:
    """All that a log of it would hold."""
    return str(caught.getrepr(style="native")) + repr(caught.value.__cause__)


async def test_a_refused_connection_was_not_sent(tg: LocalTelegram, client: Client, account: Bot):
    """F26, F38"""
    await tg.go_down()
    with suppress(NetworkError):
        await client.get_me()  # on the connection there was, which ended
    with pytest.raises(NotSent) as caught:
        await client.get_me()
    assert account.token not in shown(caught)
    await tg.come_up()
    assert account.user.id == (await client.get_me()).id


async def test_no_answer_in_time_is_timed_out(tg: LocalTelegram, client: Client, account: Bot):
    """F38"""
    tg.faults.next("getMe", do=hold_before)
    with pytest.raises(TimedOut) as caught:
        await client.get_me(read_timeout=0.05)
    assert account.token not in shown(caught)


async def test_a_connection_that_ends_is_a_network_error_of_unknown_fate(
    tg: LocalTelegram, client: Client, account: Bot
):
    """F38"""
    tg.faults.next("getMe", do=drop_before)
    with pytest.raises(NetworkError) as caught:
        await client.get_me()
    assert not isinstance(caught.value, NotSent)
    assert account.token not in shown(caught)


PAGE = b"<html>The requested URL /bot123/sendMessage is not allowed"
STRANGE = (  # from a proxy, a portal, or whatever else stands between us and Telegram
    *((status, PAGE) for status in (200, 302, 307, 401, 403, 404, 409, 429, 502)),
    *((200, body) for body in (b"", b"5", b"null", b"[]", b'"x"', b"{}", b"[" * 9000, b'{"ok":true}', b'{"ok":"yes"}')),
    *((status, b"[]") for status in (400, 403, 404, 500)),
    (200, b'{"ok":false,"error_code":403,"description":"Forbidden"}'),
    (403, b'{"ok":true,"result":true}'),
    (400, b'{"ok":false,"description":5}'),
    (400, b'{"ok":false,"description":"x","parameters":[]}'),
    (400, b'{"ok":false,"description":"x","parameters":{"migrate_to_chat_id":"x"}}'),
    *(
        (429, b'{"ok":false,"description":"x","parameters":{"retry_after":%s}}' % wait)
        for wait in (b'"x"', b"-5", b"1e300", b"9999999999")
    ),
)


@pytest.mark.parametrize(("status", "body"), STRANGE, ids=lambda part: str(part)[:60])
async def test_what_is_no_answer_of_telegrams_tells_nothing_of_token_or_chat(status: int, body: bytes):
    """Else a portal's 404 would end the bot for good, and a proxy's 403 put all matches to sleep."""

    asked: list[str] = []

    async def answer(request: web.Request) -> web.Response:
        asked.append(request.path)
        return web.Response(status=status, body=body, headers={"Location": "/elsewhere"})

    app = web.Application()
    app.router.add_route("*", "/{any:.*}", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    port = runner.addresses[0][1]
    request = AiohttpRequest()
    await request.initialize()
    client = Client("123:ABC", base_url=f"http://127.0.0.1:{port}/bot", request=request)
    with pytest.raises(NetworkError) as caught:
        await client.send_message(1, "x")
    assert fate_of(caught.value) is Fate.UNKNOWN
    assert "123:ABC" not in shown(caught)
    assert asked == ["/bot123:ABC/sendMessage"]  # nobody sends the token and what is said to another place
    await request.shutdown()
    await runner.cleanup()


async def test_waiting_for_a_free_connection_in_vain_was_not_sent(tg: LocalTelegram, account: Bot):
    """F26"""
    async with Client(account.token, base_url=f"{tg.url}/bot", request=AiohttpRequest(connections=1)) as client:
        held = tg.faults.next("getMe", do=hold_before)
        first = asyncio.create_task(client.get_me())
        await held.arrived(PATIENCE)
        with pytest.raises(NotSent):
            await client.get_me(pool_timeout=0.05)
        held.release()
        await first


async def test_whoever_may_not_speak_hears_all_the_same(tg: LocalTelegram, account: Bot, anna: User):
    """Another process does the talking."""
    may_speak = False
    request = AiohttpRequest(may_speak=lambda: may_speak)
    async with Client(account.token, base_url=f"{tg.url}/bot", request=request) as client:
        room = tg.supergroup("Friday", anna, account)
        for silent in (
            client.send_message(room.id, "x"),
            client.edit_message_text("x", room.id, 1),
            client.delete_message(room.id, 1),
        ):
            with pytest.raises(NotSent):
                await silent
        assert (await client.get_chat(room.id)).title == "Friday"
        assert not room.of_bots()
        may_speak = True
        await client.send_message(room.id, "x")
        assert [message.text for message in room.of_bots()] == ["x"]


async def test_a_press_is_answered_also_by_whoever_may_not_speak_any_more(
    tg: LocalTelegram, client: Client, account: Bot, anna: User
):
    """Nobody else will: what it asked for is done."""
    room = tg.supergroup("Friday", anna, account)
    button = InlineKeyboardButton("Roll", callback_data="1:1:roll")
    await client.send_message(room.id, "x", reply_markup=InlineKeyboardMarkup.from_button(button))
    press = tg.press(anna, room.of_bots()[-1], "Roll")
    silent = AiohttpRequest(may_speak=lambda: False)
    async with Client(account.token, base_url=f"{tg.url}/bot", request=silent) as former:
        await former.answer_callback_query(press.query.id, "Done")
    assert (await press.answer()).text == "Done"


async def test_a_file_is_sent_as_a_form(tg: LocalTelegram, client: Client, anna: User):
    private = tg.private(anna)
    tg.say(anna, private, "/start")
    picture = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x08\0\0\0\x08\x08\x02\0\0\0"
    message = await client.send_photo(anna.id, InputFile(picture, "board.png"), caption="A board")
    assert (message.caption, message.photo[-1].width) == ("A board", 8)


async def test_it_has_to_be_opened_first():
    with pytest.raises(RuntimeError, match="initialize"):
        await AiohttpRequest().do_request("http://127.0.0.1:9/", "POST")
