"""The store: transactions, inbox, posts and clocks on one database."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sqlalchemy import exists, select
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.matches.match import Match, Move
from bot.metrics import TRANSACTIONS
from bot.store.census import SqlCensus
from bot.store.clock import SqlClocks
from bot.store.database import Database
from bot.store.inbox import SqlInbox
from bot.store.lease import SqlLeases
from bot.store.migrate import is_newest, migrate
from bot.store.posts import SqlPosts
from bot.store.rows import SPEAKS
from bot.store.tables import chats, matches, people
from bot.store.transaction import SqlTransaction


class SqlStore(SqlInbox, SqlPosts, SqlClocks, SqlLeases, SqlCensus):
    """`bot.matches.ports.Store`."""

    def __init__(self, engine: AsyncEngine) -> None:
        super().__init__(Database(engine))
        self._engine = engine

    async def close(self) -> None:
        await self._engine.dispose()

    async def migrate(self) -> None:
        """Bring the database to the newest shape. Raises Unavailable."""
        async with self._database.begin() as connection:
            await migrate(connection)

    async def is_newest(self) -> bool:
        """Whether the database has the shape this version needs. Raises Unavailable."""
        async with self._database.begin() as connection:
            return await is_newest(connection)

    async def has_matches(self) -> bool:
        async with self._database.begin() as connection:
            return bool(await connection.scalar(select(exists().where(matches.c.id.is_not(None)))))

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[SqlTransaction]:
        with TRANSACTIONS.time():
            async with self._database.begin() as connection:
                yield SqlTransaction(connection)

    async def language_in(self, telegram_id: int) -> str:
        """How to speak in a chat: a group's choice, or that of the person who is alone with the bot; '' is unknown."""
        of_chat = select(chats.c.language).where(chats.c.telegram_id == telegram_id)
        of_person = select(SPEAKS).where(people.c.id == telegram_id)  # a private chat has the id of its person
        async with self._database.begin() as connection:
            return await connection.scalar(of_person) or await connection.scalar(of_chat) or ""

    async def record(self, match_id: int) -> tuple[Match, tuple[Move, ...]] | None:
        """A match with its opening, and every move that led from there to its state."""
        async with self._database.begin() as connection:
            return await SqlTransaction(connection).record(match_id)
