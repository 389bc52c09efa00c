import asyncio
from collections.abc import AsyncIterator

import pytest
from aiohttp import web

from bot.local_telegram import LocalTelegram, Room, User
from tests.local_telegram.api import Api, Json

HEADER = "X-Telegram-Bot-Api-Secret-Token"


class Receiver:
    """A bot's own little web server, which answers what it is told to."""

    def __init__(self) -> None:
        self.answers: list[int] = []
        self.got: asyncio.Queue[tuple[Json, str | None]] = asyncio.Queue()

    async def receive(self, request: web.Request) -> web.Response:
        self.got.put_nowait((await request.json(), request.headers.get(HEADER)))
        return web.Response(status=self.answers.pop(0) if self.answers else 200)


@pytest.fixture
async def receiver() -> AsyncIterator[Receiver]:
    receiver, app = Receiver(), web.Application()
    app.router.add_post("/hook", receiver.receive)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    receiver.url = f"http://127.0.0.1:{runner.addresses[0][1]}/hook"
    yield receiver
    await runner.cleanup()


async def test_updates_are_brought_with_the_secret(
    tg: LocalTelegram, table: Room, anna: User, api: Api, receiver: Receiver
):
    await api.call("setWebhook", url=receiver.url, secret_token="s3cret_")  # noqa: S106  # made up
    tg.say(anna, table, "/join")
    update, secret = await receiver.got.get()
    assert (update["message"]["text"], secret) == ("/join", "s3cret_")


async def test_a_refused_update_is_brought_again_before_the_next(
    tg: LocalTelegram, table: Room, anna: User, api: Api, receiver: Receiver
):
    receiver.answers = [500, 404]
    tg.say(anna, table, "/a")
    tg.say(anna, table, "/b")
    await api.call("setWebhook", url=receiver.url)
    texts = [(await receiver.got.get())[0]["message"]["text"] for _ in range(4)]
    assert texts == ["/a", "/a", "/a", "/b"]
    assert "404" in (await api.call("getWebhookInfo"))["last_error_message"]


async def test_nobody_polls_while_a_webhook_is_set(tg: LocalTelegram, table: Room, api: Api, receiver: Receiver):
    poll = asyncio.create_task(api.refusal("getUpdates", timeout=30))
    await tg.until(lambda: tg.calls_of("getUpdates")[-1].parameters.get("timeout") == 30)
    await api.call("setWebhook", url=receiver.url)
    assert await poll == (409, "Conflict: terminated by setWebhook request")
    assert (await api.refusal("getUpdates"))[1].startswith("Conflict: can't use getUpdates method while webhook is")
    await api.call("deleteWebhook")
    assert await api.updates() == []


async def test_pending_updates_are_dropped_on_request(
    tg: LocalTelegram, table: Room, anna: User, api: Api, receiver: Receiver
):
    tg.say(anna, table, "/a")
    assert (await api.call("getWebhookInfo"))["pending_update_count"] == 1
    await api.call("deleteWebhook", drop_pending_updates=True)
    assert (await api.call("getWebhookInfo"))["pending_update_count"] == 0


async def test_a_secret_with_strange_characters_is_refused(api: Api):
    hook = {"url": "https://example.org/hook", "secret_token": "not allowed"}
    refused = await api.refusal("setWebhook", **hook)
    assert refused == (400, "Bad Request: secret token contains unallowed characters")
