"""A house: a hall of tables on the local Telegram, with a database of its own and the program that serves them."""

import asyncio
import os
import tempfile
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

from sqlalchemy import text

from bench.programs import Program, started
from bench.tables import Hall, Watch
from bot.local_telegram import Bot, Limits, LocalTelegram
from bot.postgres import EmbeddedPostgres
from bot.store import SqlStore, connect

NO_LIMITS = {"CHAT_WRITES_PER_MINUTE": "1000000", "WRITES_PER_SECOND": "1000000"}  # no write waits for its turn
TELEGRAMS = {"CHAT_WRITES_PER_MINUTE": "18", "WRITES_PER_SECOND": "28"}


class House(Hall):
    module: str
    bot: Bot
    url: str

    @asynccontextmanager
    async def program(
        self, statements: Path | None = None, settings: Mapping[str, str] = NO_LIMITS
    ) -> AsyncIterator[Program]:
        env = {"TELEGRAM_TOKEN": self.bot.token, "TELEGRAM_API_URL": self.telegram.url, "DATABASE_URL": self.url}
        began = self.telegram.clock.now()
        async with started(self.module, {**env, **settings}, statements) as program:
            async with asyncio.timeout(60):
                while not self._has_polled(began):  # noqa: ASYNC110  nothing is measured yet
                    await asyncio.sleep(0.1)
            yield program

    def _has_polled(self, since: float) -> bool:
        polls = self.telegram.calls_of("getUpdates")
        return any(call.bot == self.bot.token and call.at > since for call in polls)


@asynccontextmanager
async def street(limits: Limits) -> AsyncIterator[tuple[LocalTelegram, Watch, str]]:
    """What houses share: a Telegram, whoever watches it, and a database server."""
    with tempfile.TemporaryDirectory(prefix="worms-and-tombs-bench-") as name:
        os.chmod(name, 0o755)  # noqa: PTH101, S103  Postgres' own user has to enter it
        with EmbeddedPostgres(Path(name) / "postgres", durable=False) as url:
            async with LocalTelegram(limits=limits) as telegram:
                watching = asyncio.create_task((watch := Watch(telegram)).run())
                yield telegram, watch, url
                watching.cancel()


@asynccontextmanager
async def house(name: str, telegram: LocalTelegram, watch: Watch, server: str) -> AsyncIterator[House]:
    founder = connect(server).execution_options(isolation_level="AUTOCOMMIT")
    async with founder.connect() as connection:
        await connection.execute(text(f"CREATE DATABASE {name}"))
    await founder.dispose()
    engine = connect(server, database=name)
    store = SqlStore(engine)
    await store.migrate()
    url = engine.url.render_as_string(hide_password=False)
    yield House(telegram, watch, store, f"bench.{name}", telegram.bot(f"{name}Bot"), url)
    await store.close()
