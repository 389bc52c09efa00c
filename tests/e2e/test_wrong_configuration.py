"""Whoever runs the bot with something wrong is told so in one line that says what to do, and by the exit status."""

import asyncio
import errno
import multiprocessing
import socket
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import Mock

import pytest
from sqlalchemy import make_url

from bot.__main__ import main
from bot.config import NO_DATABASE, PORT_TAKEN, TOKEN_REFUSED, WRONG_SETTING, CannotRun, Config
from bot.demo import demo
from bot.local_telegram import LocalTelegram
from bot.postgres import PostgresUnavailable
from tests.e2e.copies import run
from tests.e2e.process import PATIENCE, BotProcess

PASSWORD = "swordfish"  # noqa: S105  nobody's
TOKEN = {"TELEGRAM_TOKEN": "6123456789:AAF-never-shown"}

COPIES = multiprocessing.get_context("forkserver")
COPIES.set_forkserver_preload([run.__module__])


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
    """The one line it ends with. Each case is a process of its own, a copy of one, which saves it the imports."""
    log = folder / "complaint.log"
    process = COPIES.Process(target=run, args=(command, environment, str(log)))
    process.start()
    try:
        await asyncio.to_thread(process.join, PATIENCE)
        return _only_line(process.exitcode, log.read_text(), status)
    finally:
        process.kill()
        process.join()


def _only_line(ended_with: int | None, said: str, status: int) -> str:
    lines = said.splitlines()
    assert (ended_with, len(lines)) == (status, 1), f"status {ended_with}: {said}"
    assert lines[0].startswith("worms-and-tombs: ")
    assert PASSWORD not in said
    assert "never-shown" not in said
    return lines[0]


@pytest.mark.parametrize(
    ("environment", "advice"),
    [
        ({}, "@BotFather"),
        ({"TELEGRAM_TOKEN": "never-shown"}, "Copy it from @BotFather again"),
        ({"TELEGRAM_TOKEN": "123456:ABC…"}, "Copy it from @BotFather again"),
        (TOKEN | {"PICTURES": "maybe"}, "PICTURES: write on or off"),
        (TOKEN | {"LEASE_SECONDS": "ten"}, "LEASE_SECONDS: write a number"),
        (TOKEN | {"TELEGRAM_API_URL": "api.telegram.org"}, "TELEGRAM_API_URL: it has to begin with http"),
        (TOKEN | {"CHAT_WRITES_PER_MINUTE": "0"}, "CHAT_WRITES_PER_MINUTE: Input should be greater than 0"),
        (TOKEN | {"WEBHOOK_URL": "http://bot.example.org/x"}, "write https://your.host/path"),
        (TOKEN | {"WEBHOOK_URL": "https://bot.example.org/x"}, "WEBHOOK_SECRET has to be set beside WEBHOOK_URL"),
        (TOKEN | {"LEASE_SECONDS": "0"}, "LEASE_SECONDS: Input should be greater than or equal to 0.1"),
    ],
    ids=[
        "no token",
        "no token's shape",
        "the README's token",
        "neither on nor off",
        "no number",
        "no url",
        "no writes",
        "not secure",
        "no secret",
        "no lease",
    ],
)
async def test_a_wrong_setting_is_named(folder: Path, environment: dict[str, str], advice: str) -> None:
    assert advice in await complaint(folder, "run", environment, WRONG_SETTING)


async def test_a_token_that_telegram_does_not_know(folder: Path, tg: LocalTelegram, database: str) -> None:
    """As it is started by people."""
    environment = TOKEN | {"TELEGRAM_API_URL": tg.url, "DATABASE_URL": database}
    async with BotProcess(folder, "run", environment) as bot:
        assert "Ask @BotFather for it" in _only_line(await bot.status(), bot.said, TOKEN_REFUSED)


@pytest.mark.parametrize(
    "url",
    ["nonsense", f"postgresql://me:{PASSWORD}@host:port/bot", f"mysql://me:{PASSWORD}@127.0.0.1/bot"],
    ids=["no url", "no port", "no postgres"],
)
async def test_a_database_url_that_is_none(folder: Path, url: str) -> None:
    said = await complaint(folder, "run", TOKEN | {"DATABASE_URL": url}, WRONG_SETTING)
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
    said = await complaint(folder, "run", TOKEN | {"DATABASE_URL": f"{database}&nonsense=1"}, WRONG_SETTING)
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


def test_what_postgres_said_stands_above_our_own_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """E.g. on a full disk. docs/operating.md promises that the last line is ours."""
    reason = PostgresUnavailable("Mend it.", "LOG:  starting\nFATAL:  No space left on device")
    monkeypatch.setattr("bot.__main__.read_config", Mock(side_effect=CannotRun(NO_DATABASE, str(reason))))
    monkeypatch.setattr("sys.argv", ["bot", "run"])
    assert main() == NO_DATABASE
    assert capsys.readouterr().err == "LOG:  starting\nFATAL:  No space left on device\nworms-and-tombs: Mend it.\n"


async def test_a_port_that_is_taken(folder: Path, taken_port: int) -> None:
    environment = {"LISTEN": f"127.0.0.1:{taken_port}", "DATA_DIR": str(folder / "taken")}
    said = await complaint(folder, "demo", environment, PORT_TAKEN)
    assert "LISTEN=127.0.0.1:8586" in said


async def test_a_port_that_may_not_be_used(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Root may use any, so the system's answer to others is put in its place."""

    async def refuse(_: LocalTelegram) -> None:
        raise PermissionError(errno.EACCES, "error while attempting to bind")

    monkeypatch.setattr(LocalTelegram, "_listen", refuse)
    with pytest.raises(CannotRun, match="Port 80 may not be used by this user") as ended:
        await demo(Config(listen="127.0.0.1:80", data_dir=folder / "refused"))
    assert ended.value.status == PORT_TAKEN


@pytest.mark.parametrize("listen", ["8585 please", "0.0.0.0:8585", "203.0.113.1:8585", ":8585"])
async def test_a_listen_that_the_demo_cannot_serve(folder: Path, listen: str) -> None:
    """Not an address, or not this machine's alone; nothing is begun before."""
    assert "127.0.0.1:8585" in await complaint(folder, "demo", {"LISTEN": listen}, WRONG_SETTING)


async def test_a_data_folder_where_the_demo_cannot_keep_its_chats(folder: Path) -> None:
    data = folder / "in the way"
    for part in (data, data / "demo", data / "demo" / "telegram.json"):
        part.mkdir(mode=0o755)
    said = await complaint(folder, "demo", {"DATA_DIR": str(data), "LISTEN": "127.0.0.1:0"}, NO_DATABASE)
    assert "telegram.json cannot be used (Is a directory): set DATA_DIR to a folder" in said
