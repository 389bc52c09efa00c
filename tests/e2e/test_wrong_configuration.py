"""Whoever runs the bot with something wrong is told so in one line that says what to do, and by the exit status."""

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import make_url

from bot.config import NO_DATABASE, PORT_TAKEN, TOKEN_REFUSED, WRONG_SETTING
from bot.local_telegram import LocalTelegram
from tests.e2e.process import BotProcess

PASSWORD = "swordfish"  # noqa: S105  nobody's
TOKEN = {"TELEGRAM_TOKEN": "6123456789:AAF-never-shown"}


@pytest.fixture
def closed_port() -> Iterator[int]:
    """Nobody listens there, and nobody else can take it."""
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        yield held.getsockname()[1]


@pytest.fixture
def taken_port() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield listening.getsockname()[1]


async def complaint(folder: Path, command: str, environment: dict[str, str], status: int) -> str:
    """The one line it ends with."""
    async with BotProcess(folder, command, environment) as bot:
        ended_with = await bot.status()
    lines = bot.said.splitlines()
    assert (ended_with, len(lines)) == (status, 1), f"status {ended_with}: {bot.said}"
    assert lines[0].startswith("worms-and-tombs: ")
    assert PASSWORD not in bot.said
    assert "never-shown" not in bot.said
    return lines[0]


@pytest.mark.parametrize(
    ("environment", "advice"),
    [
        ({}, "@BotFather"),
        ({"TELEGRAM_TOKEN": "never-shown"}, "Copy it from @BotFather again"),
        (TOKEN | {"TELEGRAM_API_URL": "api.telegram.org"}, "TELEGRAM_API_URL: Value error, it has to begin with http"),
        (TOKEN | {"CHAT_WRITES_PER_MINUTE": "0"}, "CHAT_WRITES_PER_MINUTE: Input should be greater than 0"),
    ],
    ids=["no token", "no token's shape", "no url", "no writes"],
)
async def test_a_wrong_setting_is_named(folder: Path, environment: dict[str, str], advice: str) -> None:
    assert advice in await complaint(folder, "run", environment, WRONG_SETTING)


async def test_a_token_that_telegram_does_not_know(folder: Path, tg: LocalTelegram, database: str) -> None:
    environment = TOKEN | {"TELEGRAM_API_URL": tg.url, "DATABASE_URL": database}
    assert "Ask @BotFather for it" in await complaint(folder, "run", environment, TOKEN_REFUSED)


@pytest.mark.parametrize(
    "url",
    ["nonsense", f"postgresql://me:{PASSWORD}@host:port/bot", f"mysql://me:{PASSWORD}@127.0.0.1/bot"],
    ids=["no url", "no port", "no postgres"],
)
async def test_a_database_url_that_is_none(folder: Path, url: str) -> None:
    said = await complaint(folder, "run", TOKEN | {"DATABASE_URL": url}, NO_DATABASE)
    assert "write postgresql://user:password@host:5432/database" in said


@pytest.mark.parametrize("command", ["run", "migrate"])
async def test_a_database_that_nobody_answers_for(folder: Path, closed_port: int, command: str) -> None:
    url = f"postgresql://me:{PASSWORD}@127.0.0.1:{closed_port}/bot"
    assert "DATABASE_URL" in await complaint(folder, command, TOKEN | {"DATABASE_URL": url}, NO_DATABASE)


async def test_a_database_that_does_not_exist(folder: Path, postgres: str) -> None:
    url = make_url(postgres).set(database="nowhere").render_as_string(hide_password=False)
    said = await complaint(folder, "run", TOKEN | {"DATABASE_URL": url}, NO_DATABASE)
    assert 'database "nowhere" does not exist' in said


async def test_a_url_with_a_parameter_that_is_not_known(folder: Path, database: str) -> None:
    said = await complaint(folder, "run", TOKEN | {"DATABASE_URL": f"{database}&nonsense=1"}, NO_DATABASE)
    assert "nonsense" in said


async def test_a_database_that_was_not_migrated(folder: Path, postgres: str) -> None:
    url = make_url(postgres).set(database="postgres").render_as_string(hide_password=False)
    said = await complaint(folder, "run", TOKEN | {"DATABASE_URL": url}, NO_DATABASE)
    assert "Run `python -m bot migrate` first" in said


async def test_a_data_folder_that_cannot_be_written(folder: Path) -> None:
    in_the_way = folder / "a file"
    in_the_way.touch()
    said = await complaint(folder, "run", TOKEN | {"DATA_DIR": str(in_the_way / "data")}, NO_DATABASE)
    assert "set DATA_DIR to a folder" in said


async def test_a_port_that_is_taken(folder: Path, database: str, taken_port: int) -> None:
    environment = {"LISTEN": f"127.0.0.1:{taken_port}", "DATABASE_URL": database, "DATA_DIR": str(folder / "demo")}
    said = await complaint(folder, "demo", environment, PORT_TAKEN)
    assert "LISTEN=127.0.0.1:8586" in said


async def test_a_listen_that_is_no_address(folder: Path, database: str) -> None:
    environment = {"LISTEN": "8585 please", "DATABASE_URL": database}
    assert "127.0.0.1:8585" in await complaint(folder, "demo", environment, WRONG_SETTING)
