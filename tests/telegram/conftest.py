"""The bot on a local Telegram and a real Postgres, all in the test's own event loop, whose time can be put forward."""

import asyncio
import random
from collections.abc import AsyncIterator, Iterator

import pytest
from sqlalchemy.engine import make_url
from structlog.testing import capture_logs

from bot.config import Config
from bot.local_telegram import Bot, Limits, LocalTelegram, Room, User
from bot.store import SqlStore
from bot.store.tables import metadata
from bot.telegram.transport import AiohttpRequest
from tests.conftest import _in_server as in_server
from tests.telegram.table import Clock, Database, Log, Table, at_work


@pytest.fixture(scope="session")
def one_database(postgres: str) -> str:
    """Emptied for each test: that is quicker than making one for each."""
    asyncio.run(in_server(postgres, "CREATE DATABASE telegram TEMPLATE template"))
    return make_url(postgres).set(database="telegram").render_as_string(hide_password=False)


@pytest.fixture
async def database(one_database: str) -> str:
    async with Database.of(one_database) as db:
        await db(f"TRUNCATE {', '.join(metadata.tables)} RESTART IDENTITY CASCADE")
    return one_database


@pytest.fixture(autouse=True)
def log() -> Iterator[Log]:
    """What the bot has logged."""
    with capture_logs() as entries:
        yield entries


@pytest.fixture(autouse=True)
def same_dice_at_every_run(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test has seeds of its own, so no test fails one time in thousands because eight dice show the same."""
    monkeypatch.setattr("secrets.token_bytes", random.Random(request.node.nodeid).randbytes)


@pytest.fixture
async def tg() -> AsyncIterator[LocalTelegram]:
    async with LocalTelegram(seed=7, limits=Limits.off()) as tg:
        yield tg


@pytest.fixture
async def clock(tg: LocalTelegram, monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock(asyncio.get_running_loop(), tg)
    monkeypatch.setattr(AiohttpRequest, "do_request", clock.watched(AiohttpRequest.do_request))
    return clock


@pytest.fixture
def account(tg: LocalTelegram) -> Bot:
    return tg.bot("WormsAndTombsBot")


@pytest.fixture
def anna(tg: LocalTelegram) -> User:
    return tg.person("Anna")


@pytest.fixture
def ben(tg: LocalTelegram) -> User:
    return tg.person("Ben")


@pytest.fixture
def cleo(tg: LocalTelegram) -> User:
    return tg.person("Cleo")


@pytest.fixture
def room(tg: LocalTelegram, account: Bot, anna: User, ben: User, cleo: User) -> Room:
    """Cleo made the group, so she is an admin."""
    return tg.supergroup("Friday", cleo, anna, ben, account)


@pytest.fixture
def table(tg: LocalTelegram, room: Room, store: SqlStore) -> Table:
    return Table(tg, room, store)


@pytest.fixture
def annex(tg: LocalTelegram, account: Bot, anna: User, ben: User, cleo: User, store: SqlStore) -> Table:
    """Another group of the same people: what is pressed here is handled beside what is pressed at the table."""
    return Table(tg, tg.supergroup("Annex", cleo, anna, ben, account), store)


@pytest.fixture
async def db(database: str) -> AsyncIterator[Database]:
    async with Database.of(database) as db:
        yield db


@pytest.fixture
def config(monkeypatch: pytest.MonkeyPatch) -> Config:
    """A hurry: nobody has to wait for Telegram's budget, nor for pictures."""
    monkeypatch.setattr("bot.telegram.desks.GATHER_SECONDS", 0.05)
    return Config(chat_writes_per_minute=6000, writes_per_second=1000, pictures=False)


@pytest.fixture
async def bot(
    config: Config, account: Bot, clock: Clock, tg: LocalTelegram, store: SqlStore
) -> AsyncIterator[asyncio.Task[None]]:
    async with at_work(config, account, tg, store) as task:
        yield task


@pytest.fixture
async def at_telegrams_pace(
    account: Bot, clock: Clock, tg: LocalTelegram, store: SqlStore
) -> AsyncIterator[asyncio.Task[None]]:
    """The bot within Telegram's real budget."""
    async with at_work(Config(pictures=False), account, tg, store) as task:
        yield task
