"""A Telegram, a database, and the bot as a process between them."""

import shutil
import signal
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot.local_telegram import Bot, Limits, LocalTelegram
from bot.store import SqlStore
from tests.e2e.evening import Evening
from tests.e2e.process import BotProcess
from tests.e2e.table import Table

TOKEN = "6123456789:AAF-secret-of-the-tests"  # noqa: S105  opens nothing but the tests' own server
HURRY = {"CHAT_WRITES_PER_MINUTE": "60000", "WRITES_PER_SECOND": "10000"}  # the tests' budget

_figures: list[str] = []


@pytest.fixture(scope="session")
def figures() -> list[str]:
    """What was measured; shown at the end."""
    return _figures


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if _figures:
        terminalreporter.section("measured end to end")
        for line in _figures:
            terminalreporter.write_line(line)


@pytest.fixture(scope="session")
def folder() -> Iterator[Path]:
    """For logs and data. Ctrl-C reaches the programs we start also where we run in the background."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    path = Path(tempfile.mkdtemp(prefix="worms-and-tombs-e2e-"))
    path.chmod(0o755)  # for the user Postgres runs as
    yield path
    shutil.rmtree(path, ignore_errors=True)


@pytest.fixture
async def tg() -> AsyncIterator[LocalTelegram]:
    """A Telegram with limits so generous that nobody meets them, whose 🎰 falls the same each time."""
    async with LocalTelegram(seed=7, limits=Limits.off()) as tg:
        yield tg


@pytest.fixture
def account(tg: LocalTelegram) -> Bot:
    """The bot's account."""
    return tg.bot("WormsAndTombsBot", TOKEN)


@pytest.fixture
def pictures() -> str:
    """Whether boards are photos; where nobody looks at them they only take time."""
    return "off"


@pytest.fixture
async def bot(folder: Path, tg: LocalTelegram, account: Bot, database: str, pictures: str) -> AsyncIterator[BotProcess]:
    """The running bot. Whatever became of it, it never wrote its token anywhere (F38)."""
    environment = {"TELEGRAM_TOKEN": account.token, "TELEGRAM_API_URL": tg.url, "DATABASE_URL": database, **HURRY}
    environment["PICTURES"] = pictures
    async with BotProcess(folder, "run", environment) as process:
        await process.at_work(tg)
        yield process
    sys.stdout.write(process.said)
    assert account.token.partition(":")[2] not in process.said


@pytest.fixture
def evening(tg: LocalTelegram, account: Bot, bot: BotProcess, store: SqlStore) -> Evening:
    """Ana, Ben and Cleo in a group with the bot."""
    people = [tg.person(name) for name in ("Ana", "Ben", "Cleo")]
    return Evening(tg, bot, store, Table(tg, tg.supergroup("Friday", *people, account), people))
