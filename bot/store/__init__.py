"""Everything kept in Postgres, and the only place with SQL."""

from bot.store.database import connect
from bot.store.store import SqlStore

__all__ = ["SqlStore", "connect"]
