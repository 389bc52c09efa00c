"""The pool of connections, and which faults are the database's and pass by themselves."""

import inspect
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, TypeAlias

import asyncpg
import msgspec
from sqlalchemy import Row, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from bot.matches.ports import Unavailable

AnyRow: TypeAlias = Row[*tuple[Any, ...]]

# Error codes, or their classes, that say nothing about the statement but much about the server
_PASSING = (
    "08",  # connection
    "25006",  # read-only: a standby, or a disk almost full
    "25P03",  # we did nothing for too long in a transaction
    "28",  # not let in
    "3D",  # no such database
    "40",  # rolled back: deadlock, serialization
    "53",  # resources: disk, memory, connections
    "55P03",  # the lock took too long
    "57",  # an operator: shutdown, start, cancel
    "58",  # the system below
)

_PARAMETERS = inspect.signature(asyncpg.connect).parameters.keys()  # what may follow the ? of a URL
_OWN_NAME = {"sslmode": "ssl"}  # what other programs call it, and our driver


def connect(
    url: str, *, database: str | None = None, pool_size: int = 10, idle_seconds: float | None = None
) -> AsyncEngine:
    """An engine for any way of writing a Postgres URL, or for another database of that server.

    A connection that died is found out by its next use, which is tried again: that costs no ping each time. One that
    has a transaction open and does nothing for `idle_seconds` loses it: a process that was stopped in the middle of a
    move must not keep a match from others. ValueError when it is no URL.
    """
    engine = create_async_engine(
        _parsed(url).set(drivername="postgresql+asyncpg", database=database),
        pool_size=pool_size,
        max_overflow=0,
        connect_args={"server_settings": {"timezone": "UTC"}},  # elsewhere not every day has 24 hours
        hide_parameters=True,  # a log must not tell the seed of a running match, or what people are called
        json_serializer=lambda value: msgspec.json.encode(value).decode(),
        json_deserializer=msgspec.json.decode,
    )
    if idle_seconds is not None:
        _limit_idling(engine, idle_seconds)
    return engine


def _limit_idling(engine: AsyncEngine, seconds: float) -> None:
    statement = f"SET idle_in_transaction_session_timeout = {round(seconds * 1000)}"

    @event.listens_for(engine.sync_engine, "connect")
    def limit(connection: Any, _record: object) -> None:
        connection.run_async(lambda driver: driver.execute(statement))


def _parsed(url: str) -> URL:
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):
        parsed = None
    if parsed is None or parsed.get_backend_name() not in ("postgresql", "postgres"):
        raise ValueError("DATABASE_URL is no Postgres URL; write postgresql://user:password@host:5432/database.")
    query = {_OWN_NAME.get(name, name): value for name, value in parsed.query.items()}
    if unknown := query.keys() - _PARAMETERS:
        raise ValueError(f"DATABASE_URL has parameters unknown here; leave out {', '.join(sorted(unknown))}.")
    return parsed.set(query=query)


class Database:
    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[AsyncConnection]:
        """A connection in a transaction of its own, committed at the end. Raises Unavailable."""
        try:
            async with self._engine.begin() as connection:
                yield connection
        except (OSError, PoolTimeout) as fault:
            raise Unavailable(str(fault)) from fault
        except DBAPIError as fault:
            if fault.connection_invalidated or str(getattr(fault.orig, "sqlstate", "")).startswith(_PASSING):
                raise Unavailable(str(fault.orig)) from fault
            raise
