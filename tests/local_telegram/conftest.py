"""One Telegram with a bot, Anna and Ben in a group on Friday."""

from collections.abc import AsyncIterator

import aiohttp
import pytest

from bot.local_telegram import Bot, Limits, LocalTelegram, Room, User
from tests.local_telegram.api import Api


@pytest.fixture
async def tg() -> AsyncIterator[LocalTelegram]:
    async with LocalTelegram(seed=7, limits=Limits.off(), webhook_pause=0.01) as tg:
        yield tg


@pytest.fixture
def bot(tg: LocalTelegram) -> Bot:
    return tg.bot("WormsAndTombsBot")


@pytest.fixture
def anna(tg: LocalTelegram) -> User:
    return tg.person("Anna")


@pytest.fixture
def ben(tg: LocalTelegram) -> User:
    return tg.person("Ben", last_name="Moor", username="ben_moor", language_code="de")


@pytest.fixture
async def session() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as session:
        yield session


@pytest.fixture
async def api(tg: LocalTelegram, bot: Bot, session: aiohttp.ClientSession) -> Api:
    return Api(tg, bot, session)


@pytest.fixture
async def table(tg: LocalTelegram, bot: Bot, anna: User, ben: User, api: Api) -> Room:
    """A supergroup; the bot has already heard that it was added."""
    table = tg.supergroup("Friday", anna, ben, bot)
    await api.confirm_all()
    return table
