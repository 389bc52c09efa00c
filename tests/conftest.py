"""One real Postgres for all tests, and a database of its own for each test that asks for a store."""

import asyncio
import itertools
import os
import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from sqlalchemy import text

from bot.postgres import EmbeddedPostgres
from bot.store import SqlStore, connect
from bot.store.tables import metadata

# The gate looks at the same examples every time, `make explore` at new ones. On shared cores a slow one is no fault.
settings.register_profile("gate", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None, print_blob=True)
settings.load_profile(os.environ.get("EXAMPLES", "gate"))

_numbers = itertools.count(1)


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URL of a server whose database `template` has the newest shape."""
    folder = Path(tempfile.mkdtemp(prefix="worms-and-tombs-"))
    folder.chmod(0o755)  # the server's own user has to enter it
    try:
        with EmbeddedPostgres(folder / "postgres", durable=False) as url:
            asyncio.run(_make_template(url))
            yield url
    finally:
        shutil.rmtree(folder, ignore_errors=True)


async def _make_template(url: str) -> None:
    await _in_server(url, "CREATE DATABASE template")
    store = SqlStore(connect(url, database="template"))
    await store.migrate()
    await store.close()


async def _in_server(url: str, statement: str) -> None:
    engine = connect(url)
    async with engine.connect() as connection:
        await (await connection.execution_options(isolation_level="AUTOCOMMIT")).execute(text(statement))
    await engine.dispose()


@pytest.fixture
async def database(postgres: str) -> AsyncIterator[str]:
    """The URL of an empty database of the newest shape."""
    name = f"test_{next(_numbers)}"
    await _in_server(postgres, f"CREATE DATABASE {name} TEMPLATE template")
    engine = connect(postgres, database=name)
    yield engine.url.render_as_string(hide_password=False)
    await engine.dispose()
    await _in_server(postgres, f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(scope="session")
def shared(postgres: str) -> str:
    asyncio.run(_in_server(postgres, "CREATE DATABASE shared TEMPLATE template"))
    return connect(postgres, database="shared").url.render_as_string(hide_password=False)


@pytest.fixture
async def emptied(shared: str) -> AsyncIterator[str]:
    """The URL of a database that other tests use too, and that each leaves empty: quicker than one of its own."""
    yield shared
    engine = connect(shared)
    async with engine.begin() as connection:
        for table in reversed(metadata.sorted_tables):
            await connection.execute(table.delete())
    await engine.dispose()


@pytest.fixture
async def store(database: str) -> AsyncIterator[SqlStore]:
    store = SqlStore(connect(database))
    yield store
    await store.close()
