"""Backup and restore, by the commands of docs/operating.md: a running match goes on, with the same dice."""

import shutil
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy.engine import make_url

from bot.local_telegram import Bot, LocalTelegram
from bot.matches.match import Match, Move
from bot.store import SqlStore, connect
from tests.conftest import _in_server as in_server
from tests.e2e.conftest import HURRY
from tests.e2e.evening import Evening
from tests.e2e.manual import block, carry_out
from tests.e2e.process import BotProcess
from tests.e2e.retold import check_replay
from tests.e2e.table import Table

SECTION = "Backup and restore"
DUMP = block(SECTION, 'pg_dump --format=custom --file=worms.dump "$DATABASE_URL"')
RESTORE = block(SECTION, 'pg_restore --exit-on-error --no-owner --dbname="$RESTORED_URL"')
DUMP_EMBEDDED = block(SECTION, "pginstall/bin/pg_dump")
COPY_EMBEDDED = block(SECTION, "cp --archive")


def plain(url: str, database: str | None = None) -> str:
    """As Postgres' own programs read it."""
    parsed = make_url(url).set(drivername="postgresql")
    return parsed.set(database=database or parsed.database).render_as_string(hide_password=False)


async def record_in(url: str, match: int) -> tuple[Match, tuple[Move, ...]]:
    store = SqlStore(connect(url))
    kept = await store.record(match)
    await store.close()
    assert kept is not None
    return kept


@pytest.fixture
async def urls(database: str) -> AsyncIterator[dict[str, str]]:
    """Of a database, and of the one that will be beside it."""
    yield {"DATABASE_URL": plain(database), "RESTORED_URL": plain(database, "worms_restored")}
    await in_server(database, "DROP DATABASE worms_restored")


async def test_a_running_match_goes_on_from_a_dump_with_the_same_dice(
    evening: Evening, account: Bot, urls: dict[str, str], tmp_path: Path
) -> None:
    """F57, F58. Made while the bot works; what is played after it is played again."""
    tg, table = evening.tg, evening.table
    await table.begin()
    await table.move()
    carry_out(DUMP, tmp_path, urls)
    _, dumped = await evening.record()
    label = table.best
    await table.move(label)
    saved, played = await evening.record()
    assert len(dumped) < len(played)
    await evening.kill()

    carry_out(RESTORE, tmp_path, urls)
    environment = {"TELEGRAM_TOKEN": account.token, "TELEGRAM_API_URL": tg.url, **HURRY}
    async with BotProcess(tmp_path, "run", {**environment, "DATABASE_URL": urls["RESTORED_URL"]}) as bot:
        await bot.at_work(tg)
        await table.move()  # on a board of a state that is not saved: it is drawn anew
        await table.move(label)
        assert (saved, played) == await record_in(urls["RESTORED_URL"], table.match)
        for _ in range(3):
            await table.move()
        later, moves = await record_in(urls["RESTORED_URL"], table.match)
    assert len(played) < len(moves)
    check_replay(later, moves)


async def test_a_running_match_goes_on_from_a_copy_and_from_a_dump_of_the_embedded_postgres(
    tg: LocalTelegram, account: Bot, urls: dict[str, str], folder: Path
) -> None:
    data, restored = folder / "backup", folder / "restored"
    people = [tg.person("Ana"), tg.person("Ben")]
    table = Table(tg, tg.supergroup("Friday", *people, account), people)
    environment = {"TELEGRAM_TOKEN": account.token, "TELEGRAM_API_URL": tg.url, **HURRY}
    async with BotProcess(folder, "run", {**environment, "DATA_DIR": str(data)}) as bot:
        await bot.at_work(tg)
        await table.begin()
        await table.move()
        carry_out(DUMP_EMBEDDED, folder, {"DATA_DIR": str(data)})
        bot.send(signal.SIGTERM)
        assert await bot.status() == 0
    carry_out(COPY_EMBEDDED, folder, {"DATA_DIR": str(data)})
    restored.mkdir()
    shutil.move(folder / "postgres.backup", restored / "postgres")
    async with BotProcess(folder, "run", {**environment, "DATA_DIR": str(restored)}) as bot:
        await bot.at_work(tg)
        await table.move()
    carry_out(RESTORE, folder, urls)
    match, moves = await record_in(urls["RESTORED_URL"], table.match)
    assert moves
    check_replay(match, moves)
