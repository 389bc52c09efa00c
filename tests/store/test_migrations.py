"""Migrations: they make the tables that the code describes, up and down, and two may try at once."""

import asyncio
import itertools

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import inspect, text

from bot.store import SqlStore, connect
from bot.store.migrate import _config, migrate
from bot.store.tables import metadata


@pytest.fixture
async def engine(database):
    """On a database without any table."""
    engine = connect(database)
    async with engine.begin() as connection:
        await migrate(connection, "base")
        await connection.execute(text("DROP TABLE alembic_version"))
    yield engine
    await engine.dispose()


async def _tables(engine) -> set[str]:
    async with engine.connect() as connection:
        return set(await connection.run_sync(lambda inner: inspect(inner).get_table_names()))


async def test_two_migrators_in_parallel_both_succeed(engine):
    """F63."""
    stores = [SqlStore(connect(engine.url.render_as_string(hide_password=False))) for _ in range(4)]
    await asyncio.gather(*(store.migrate() for store in stores))
    assert await _tables(engine) == {*metadata.tables, "alembic_version"}
    async with engine.connect() as connection:
        assert len((await connection.execute(text("SELECT * FROM alembic_version"))).all()) == 1
    for store in stores:
        assert await store.is_newest()
        await store.close()


async def test_the_migrations_make_what_the_models_say(engine):
    """F63."""
    async with engine.begin() as connection:
        await migrate(connection)
        differences = await connection.run_sync(_differences)
    assert differences == []


def _differences(connection):
    options = {"compare_type": True, "compare_server_default": True}
    return compare_metadata(MigrationContext.configure(connection, opts=options), metadata)


async def test_all_migrations_go_up_down_and_up(engine):
    """F63."""
    for revision, tables in [("head", set(metadata.tables)), ("base", set()), ("head", set(metadata.tables))]:
        async with engine.begin() as connection:
            await migrate(connection, revision)
        assert await _tables(engine) == {*tables, "alembic_version"}


async def test_each_migration_takes_away_going_down_just_what_it_brought(engine):
    """F63."""
    revisions = [revision.revision for revision in ScriptDirectory.from_config(_config()).walk_revisions()][::-1]
    for before, revision in itertools.pairwise(["base", *revisions]):
        shape = await _shape(engine)
        await _move(engine, command.upgrade, revision)
        newer = await _shape(engine)
        await _move(engine, command.downgrade, before)
        assert shape == await _shape(engine)
        await _move(engine, command.upgrade, revision)
        assert newer == await _shape(engine)


async def _move(engine, move, revision) -> None:
    async with engine.begin() as connection:
        await connection.run_sync(_moved, move, revision)


def _moved(connection, move, revision) -> None:
    config = _config()
    config.attributes["connection"] = connection
    move(config, revision)


_COLUMNS = """SELECT table_name, column_name, data_type, is_nullable, column_default
    FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> 'alembic_version'"""
_INDEXES = "SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public' AND tablename <> 'alembic_version'"
_CONSTRAINTS = (
    "SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid::regclass::text <> 'alembic_version'"
)


async def _shape(engine) -> list[str]:
    async with engine.connect() as connection:
        return [
            str(row)
            for query in (_COLUMNS, _INDEXES, _CONSTRAINTS)
            for row in sorted(await connection.execute(text(query)), key=str)
        ]


async def test_a_database_without_tables_is_not_of_the_newest_shape(engine):
    store = SqlStore(engine)
    assert not await store.is_newest()
    await store.migrate()
    assert await store.is_newest()


async def test_a_migration_that_fails_leaves_nothing_behind(engine):
    async with engine.begin() as connection:
        await connection.execute(text("CREATE TABLE seats (x integer)"))
    with pytest.raises(Exception, match="seats"):
        async with engine.begin() as connection:
            await migrate(connection)
    assert await _tables(engine) == {"seats"}
