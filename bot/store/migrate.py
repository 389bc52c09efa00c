"""Bring a database to the newest shape. Several may try at once: one applies, the others wait and find it done."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import AsyncConnection

_ROOT = Path(__file__).parents[2]
_LOCK = 2_077_436_891  # of our own choosing; Postgres' advisory locks are numbered


async def migrate(connection: AsyncConnection, revision: str = "head") -> None:
    """Go up to a revision, or down to `base`, which loses everything."""
    await connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    await connection.run_sync(_run, revision)


def _run(connection: Connection, revision: str) -> None:
    config = _config()
    config.attributes["connection"] = connection
    move = command.downgrade if revision == "base" else command.upgrade
    move(config, revision)


async def is_newest(connection: AsyncConnection) -> bool:
    return await connection.run_sync(_is_newest)


def _is_newest(connection: Connection) -> bool:
    newest = ScriptDirectory.from_config(_config()).get_current_head()
    return MigrationContext.configure(connection).get_current_revision() == newest


def _config() -> Config:
    return Config(_ROOT / "alembic.ini")
