"""Postgres ends under a working bot, of its own will or not: people notice a short wait."""

import os
import signal
from pathlib import Path

from bot.local_telegram import Bot, LocalTelegram
from tests.e2e.conftest import HURRY
from tests.e2e.process import PATIENCE, BotProcess
from tests.e2e.retold import check_replay
from tests.e2e.table import Table
from tests.e2e.test_backup import record_in


async def test_postgres_restarts_between_two_presses(tg: LocalTelegram, account: Bot, folder: Path) -> None:
    """F62: a crash, a fast shutdown, and a press that comes meanwhile."""
    data = folder / "restarts"
    people = [tg.person("Ana"), tg.person("Ben")]
    table = Table(tg, tg.supergroup("Friday", *people, account), people)
    environment = {"TELEGRAM_TOKEN": account.token, "TELEGRAM_API_URL": tg.url, "DATA_DIR": str(data), **HURRY}
    async with BotProcess(folder, "run", environment) as bot:
        await bot.at_work(tg)
        await table.begin()
        for number in (signal.SIGKILL, signal.SIGINT):
            pid = _postmaster(data)
            os.kill(pid, number)
            await table.move()
            await tg.until(lambda pid=pid: _postmaster(data) != pid, PATIENCE)
            await table.move()
        url = f"postgresql://postgres@/postgres?host={data}/postgres/socket"
        match, moves = await record_in(url, table.match)
        assert len(moves) >= 4
        check_replay(match, moves)
        bot.send(signal.SIGTERM)
        assert await bot.status() == 0
    assert bot.said.count("Postgres ended with status") == 2


def _postmaster(data: Path) -> int:
    return int((data / "postgres" / "cluster" / "postmaster.pid").read_text().split("\n", 1)[0])
