"""People, as they are forgotten."""

import secrets

from sqlalchemy import Column, ColumnElement, bindparam, delete, exists, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.tables import chats, matches, metadata, people, seats

_HOLD = select(people.c.id).where(people.c.id == bindparam("person")).with_for_update()


def _naming(key: Column[int]) -> list[Column[int]]:
    return [column for table in metadata.sorted_tables for column in table.c if column.references(key)]


_NEEDED_BY_OTHERS = (seats.c.person, matches.c.host)  # there somebody has to be


async def hold(connection: AsyncConnection, person: int) -> None:
    await connection.execute(_HOLD, {"person": person})


async def forget(connection: AsyncConnection, person: int) -> None:
    """What was theirs alone goes. No number or name leads back."""
    await _forget_private_chat(connection, person)
    await _put_nobody(connection, person)
    for column in _naming(people.c.id):
        await connection.execute(delete(column.table).where(column == person))
    await connection.execute(delete(people).where(people.c.id == person))


async def _put_nobody(connection: AsyncConnection, person: int) -> None:
    """In their place, where there has to be somebody."""
    is_needed = or_(*(exists().where(column == person) for column in _NEEDED_BY_OTHERS))
    if not await connection.scalar(select(is_needed)):
        return
    nobody = -secrets.randbelow(2**52) - 1
    await connection.execute(insert(people).values(id=nobody, name=""))
    for column in _NEEDED_BY_OTHERS:
        await connection.execute(update(column.table).where(column == person).values({column: nobody}))


async def _forget_private_chat(connection: AsyncConnection, person: int) -> None:
    """And all that was played there."""
    is_theirs = (chats.c.telegram_id == person) & (chats.c.kind == "private")
    there = matches.c.chat.in_(select(chats.c.key).where(is_theirs))
    await _delete_naming(connection, matches.c.id, there)
    await _delete_naming(connection, chats.c.key, is_theirs)


async def _delete_naming(connection: AsyncConnection, key: Column[int], which: ColumnElement[bool]) -> None:
    """The rows with these keys, and before them whatever names them."""
    for column in _naming(key):
        await connection.execute(delete(column.table).where(column.in_(select(key).where(which))))
    await connection.execute(delete(key.table).where(which))
