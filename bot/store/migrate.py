"""Bring a database to the newest shape. Several may try at once: one applies, the others wait and find it done."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import AsyncEngine

_ROOT = Path(__file__).parents[2]
_LOCK = 2_077_436_891  # of our own choosing; Postgres' advisory locks are numbered


async def migrate(engine: AsyncEngine, revision: str = "head") -> None:
    """Go up to a revision (or down to `base`, losing everything)."""
    async with engine.begin() as connection:
        await connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
        await connection.run_sync(_run, revision)


def _run(connection: Connection, revision: str) -> None:
    config = Config(_ROOT / "alembic.ini")
    config.attributes["connection"] = connection
    move = command.downgrade if revision == "base" else command.upgrade
    move(config, revision)
