"""Updates that are brought: who may bring them, what is kept, and what Telegram is told."""

import asyncio
import json
import socket
from collections.abc import AsyncIterator
from io import BytesIO
from typing import Any

import pytest
from aiohttp import ClientSession, web
from aiohttp.test_utils import TestClient, TestServer
from telegram import Bot as Client

from bot.config import PORT_TAKEN, WRONG_SETTING, CannotRun, Config, Hook
from bot.listening import listening
from bot.local_telegram import Bot, LocalTelegram, Room, User, refuse
from bot.matches.ports import Arrival
from bot.store import SqlStore, connect
from bot.telegram.poller import ALLOWED_UPDATES
from bot.telegram.transport import AiohttpRequest
from bot.telegram.webhook import LONGEST, SECRET_HEADER, Webhook
from tests.e2e.process import free_ports
from tests.telegram.table import PATIENCE, Clock, Database, Log, Table, at_work

SECRET = "s3cret_"  # noqa: S105  the tests' own
HOOK = "https://bot.example.org/telegram/updates"
PATH = "/telegram/updates"
CHAT = -1_002_471_352_452


def update(number: int, text: str = "") -> dict[str, Any]:
    return {"update_id": number, "message": {"chat": {"id": CHAT}, "text": text}}


class Caller:
    """Telegram, or whoever pretends to be."""

    def __init__(self, client: ClientSession) -> None:
        self._client = client

    async def brings(self, body: object, **headers: str) -> int:
        raw = BytesIO(body if isinstance(body, bytes) else json.dumps(body).encode())
        async with self._client.post(PATH, data=raw, headers=headers or {SECRET_HEADER: SECRET}) as answer:
            return answer.status


@pytest.fixture
def webhook(store: SqlStore) -> Webhook:
    return Webhook(store, HOOK, SECRET)


@pytest.fixture
async def caller(webhook: Webhook) -> AsyncIterator[Caller]:
    async with TestClient(TestServer(webhook.app())) as client:
        yield Caller(client)


@pytest.fixture
async def fed(webhook: Webhook) -> AsyncIterator["asyncio.Queue[int]"]:
    """The numbers of what is handed on, as long as this process works."""
    fed: asyncio.Queue[int] = asyncio.Queue()
    task = asyncio.create_task(webhook.hand_on(lambda some: [fed.put_nowait(arrival.id) for arrival in some]))
    await asyncio.sleep(0)
    yield fed
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def kept(store: SqlStore) -> list[int]:
    return [arrival.id for arrival in await store.undone()]


async def test_an_update_is_kept_before_telegram_hears_that_we_have_it(caller: Caller, store: SqlStore):
    assert await caller.brings(update(900, "/join")) == 200
    assert await store.undone() == (Arrival(900, CHAT, update(900, "/join")),)


async def test_an_update_that_is_brought_again_is_one(caller: Caller, store: SqlStore):
    """F03"""
    assert [await caller.brings(update(number)) for number in (7, 7, 5, 7)] == [200] * 4
    assert await kept(store) == [7, 5]


@pytest.mark.parametrize("given", [None, "", "S3CRET_", "s3cret", "s3cret_ _", "ß", b"\xff\xfe".decode("latin-1")])
async def test_without_the_secret_nobody_is_heard(caller: Caller, store: SqlStore, given: str | None):
    """F41"""
    headers = {"X-Other": "x"} if given is None else {SECRET_HEADER: given}
    assert await caller.brings(update(900, "/join"), **headers) == 403
    assert await kept(store) == []


@pytest.mark.parametrize(("size", "status"), [(LONGEST, 200), (LONGEST + 1, 413), (5 * LONGEST, 413)])
async def test_an_update_is_no_longer_than_a_mebibyte(caller: Caller, store: SqlStore, size: int, status: int):
    frame = len(json.dumps(update(1)))
    assert await caller.brings(update(1, "x" * (size - frame))) == status
    assert await kept(store) == ([1] if status == 200 else [])


@pytest.mark.parametrize(
    "body",
    [b"", b"nonsense", b"\xff\xfe", b"[1]", b"5", b"null", b"{}", b'{"update_id": "1"}', b"[" * 9000],
    ids=repr,
)
async def test_what_is_no_update_does_not_come_again(caller: Caller, store: SqlStore, log: Log, body: bytes):
    assert await caller.brings(body) == 200
    assert await kept(store) == []
    assert [entry["event"] for entry in log] == ["update without a number"]


async def test_what_can_never_be_kept_does_not_come_again(caller: Caller, store: SqlStore, log: Log):
    assert await caller.brings(b'{"update_id": 5, "message": "\\ud800"}') == 200
    assert await caller.brings(update(6)) == 200
    assert await kept(store) in ([6], [5, 6])


async def test_telegram_is_asked_to_come_again_while_the_database_is_away():
    away = SqlStore(connect("postgresql://nobody@127.0.0.1:9/nothing"))
    async with TestClient(TestServer(Webhook(away, HOOK, SECRET).app())) as client:
        assert await Caller(client).brings(update(900)) == 503


async def test_telegram_is_asked_to_come_again_when_the_database_does_not_answer_in_time(
    caller: Caller, store: SqlStore, db: Database, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("bot.telegram.webhook.KEEP_SECONDS", 0.1)
    async with db.engine.begin() as connection:
        await connection.exec_driver_sql("LOCK TABLE updates")
        assert await caller.brings(update(900)) == 503
    assert await caller.brings(update(900)) == 200
    assert await kept(store) == [900]


async def next_of(fed: "asyncio.Queue[int]", *others: int) -> int:
    """The next number but these."""
    async with asyncio.timeout(PATIENCE):
        while (number := await fed.get()) in others:
            pass
    return number


async def test_whoever_works_hears_at_once_of_what_comes_here(
    caller: Caller, fed: "asyncio.Queue[int]", monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("bot.telegram.webhook.LOOK_SECONDS", 3600.0)
    for number in (1, 2, 3):
        await caller.brings(update(number))
        assert await next_of(fed, *range(number)) == number


async def test_whoever_works_hears_soon_of_what_came_elsewhere(store: SqlStore, fed: "asyncio.Queue[int]"):
    await store.put([Arrival(2, CHAT, update(2))])
    assert await next_of(fed) == 2


async def test_what_came_elsewhere_before_is_handed_on_before(
    caller: Caller, store: SqlStore, fed: "asyncio.Queue[int]", monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("bot.telegram.webhook.LOOK_SECONDS", 3600.0)
    await caller.brings(update(1))
    assert await next_of(fed) == 1
    await store.put([Arrival(2, CHAT, update(2))])
    await caller.brings(update(3))
    assert [await next_of(fed, 1), await next_of(fed, 1, 2)] == [2, 3]


async def test_what_was_done_already_is_not_handed_on_again(caller: Caller, store: SqlStore, fed: "asyncio.Queue[int]"):
    await caller.brings(update(1))
    assert await next_of(fed) == 1
    async with store.transaction() as tx:
        await tx.finish(1)
    await caller.brings(update(2))
    assert await next_of(fed, 1) == 2
    await caller.brings(update(1))
    await caller.brings(update(3))
    assert await next_of(fed, 2) == 3


# Whether it can be brought


class Ears:
    """Whoever waits to hear that Telegram can bring updates."""

    def __init__(self) -> None:
        self.times = 0

    def heard(self) -> None:
        self.times += 1


async def look_once(webhook: Webhook, tg: LocalTelegram, account: Bot) -> int:
    """How often a watcher has heard good news at its first look."""
    ears, before = Ears(), len(tg.calls_of("getWebhookInfo"))
    async with Client(account.token, base_url=f"{tg.url}/bot", request=AiohttpRequest()) as client:
        if account.webhook is None:
            await webhook.register(client)
        task = asyncio.create_task(webhook.watch(client, ears.heard))
        await tg.until(lambda: len([call for call in tg.calls_of("getWebhookInfo") if call.outcome]) > before, PATIENCE)
        await asyncio.sleep(0.05)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
    return ears.times


async def test_a_webhook_that_telegram_can_reach_is_good_news(webhook: Webhook, tg: LocalTelegram, account: Bot):
    assert await look_once(webhook, tg, account) == 1


async def test_a_webhook_that_somebody_has_replaced_is_not(webhook: Webhook, tg: LocalTelegram, account: Bot, log: Log):
    await look_once(webhook, tg, account)
    account.webhook.url = "https://elsewhere.example.org"
    assert await look_once(webhook, tg, account) == 0
    assert "used elsewhere" in log[-1]["reason"]


async def test_a_webhook_where_updates_wait_after_an_error_is_not(
    webhook: Webhook, tg: LocalTelegram, account: Bot, room: Room, anna: User, log: Log
):
    tg._webhooks.is_silent = True
    account.pending.clear()
    await look_once(webhook, tg, account)
    account.webhook.last_error, account.webhook.last_error_at = "Connection refused", tg.clock.now()
    assert await look_once(webhook, tg, account) == 1  # nothing waits
    tg.say(anna, room, "/join@WormsAndTombsBot")
    assert await look_once(webhook, tg, account) == 0
    assert log[-1]["reason"] == "Connection refused"
    account.webhook.last_error_at -= 1000
    assert await look_once(webhook, tg, account) == 1


# The whole bot


@pytest.fixture
def port() -> int:
    return free_ports(1)[0]


@pytest.fixture
def config(config: Config, port: int) -> Config:
    """Called directly: there is no proxy in between."""
    hook = {"webhook_url": f"http://127.0.0.1:{port}/hook", "webhook_secret": SECRET, "telegram_api_url": "http://own"}
    return Config(**{**config.model_dump(), **hook, "listen": f"127.0.0.1:{port}"})


async def test_a_match_is_played_by_what_is_brought_and_nothing_is_fetched(
    bot: None, tg: LocalTelegram, account: Bot, table: Table, anna: User, ben: User
):
    board = await table.begun(anna, ben)
    assert "You threw" in await table.toast(anna, board, "Roll")
    assert tg.calls_of("getUpdates") == []
    [call] = tg.calls_of("setWebhook")
    assert account.webhook is not None
    assert (account.webhook.secret, account.allowed_updates) == (SECRET, list(ALLOWED_UPDATES))
    assert not call.parameters.get("drop_pending_updates")


async def test_what_waited_at_telegram_while_the_bot_was_down_is_brought(
    config: Config, account: Bot, clock: Clock, tg: LocalTelegram, table: Table, anna: User
):
    """F35"""
    table.say(anna, "/join")
    async with at_work(config, account, tg, table.store):
        await table.until_button("Leave")


async def test_whoever_polls_takes_the_webhook_away(
    config: Config, account: Bot, clock: Clock, tg: LocalTelegram, table: Table, anna: User
):
    async with at_work(config, account, tg, table.store):
        pass
    table.say(anna, "/join")
    polling = config.model_copy(update={"webhook_url": None})
    async with at_work(polling, account, tg, table.store):
        await table.until_button("Leave")
        assert account.webhook is None


async def test_an_address_that_telegram_refuses_ends_the_bot_with_its_reason(
    config: Config, account: Bot, clock: Clock, tg: LocalTelegram, table: Table
):
    tg.faults.every("setWebhook", do=refuse(400, "Bad Request: bad webhook: HTTPS url must be provided for webhook"))
    with pytest.raises(CannotRun, match=r"WEBHOOK_URL=.*https url must be provided") as ended:
        async with at_work(config, account, tg, table.store):
            pass
    assert ended.value.status == WRONG_SETTING


async def test_a_port_that_is_taken_ends_the_bot(
    config: Config, account: Bot, clock: Clock, tg: LocalTelegram, table: Table, port: int
):
    taken = pytest.raises(CannotRun, match=f"Port {port} of LISTEN is taken")
    with socket.create_server(("127.0.0.1", port)), taken as ended:
        async with at_work(config, account, tg, table.store):
            pass
    assert ended.value.status == PORT_TAKEN


async def test_who_asks_only_half_of_something_is_let_go(port: int, monkeypatch: pytest.MonkeyPatch):
    """Whoever opens connections and lets them be would have all there are."""
    monkeypatch.setattr("bot.listening.IDLE_SECONDS", 0.05)
    async with listening(web.Application(), ("127.0.0.1", port), "LISTEN"):
        for said in (b"", b"POST / HTTP/1.1\r\nHost: x\r\nX-Slow: "):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(said)
            async with asyncio.timeout(PATIENCE):
                assert await reader.read() == b""
            writer.close()


# Settings


@pytest.mark.parametrize(
    "url", ["https://bot.example.org/x", "https://1.2.3.4:8443", "https://bot.example.org:88/a?b=c"]
)
def test_an_address_that_telegram_calls(url: str):
    assert Config(webhook_url=url, webhook_secret=SECRET).hook == Hook(url, SECRET)


@pytest.mark.parametrize(
    "url",
    ["http://bot.example.org/x", "bot.example.org/x", "https:///x", "https://a:8080/x", "https://a:b/", "https://[/"],
)
def test_an_address_that_telegram_does_not_call(url: str):
    with pytest.raises(CannotRun, match=r"WEBHOOK_URL=.* write https://your\.host/path"):
        _ = Config(webhook_url=url, webhook_secret=SECRET).hook


@pytest.mark.parametrize("secret", [None, "", "with space", "ß", "x" * 257])
def test_without_a_secret_that_telegram_takes_the_bot_does_not_start(secret: str | None):
    """F41"""
    with pytest.raises(CannotRun, match="WEBHOOK_SECRET has to be set"):
        _ = Config(webhook_url=HOOK, webhook_secret=secret).hook


def test_the_secret_is_among_what_no_log_may_tell():
    assert SECRET in Config(webhook_url=HOOK, webhook_secret=SECRET).secrets
