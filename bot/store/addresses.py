"""Telegram's ids of chats: today's, and the former ones of groups that became supergroups."""

from sqlalchemy import Column, bindparam, delete, or_, select, tuple_, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.matches.match import OPEN
from bot.matches.ports import Conflict
from bot.store.tables import chats, former_addresses, matches, metadata, posts

_LOCK = update(chats).where(chats.c.telegram_id == bindparam("address")).returning(chats.c.key)
_FORMER = select(former_addresses.c.chat).where(former_addresses.c.telegram_id == bindparam("address"))
_KNOWN = select(chats.c.key).where(chats.c.telegram_id == bindparam("address")).union_all(_FORMER)
_NEW = insert(chats)
_ADD = _NEW.on_conflict_do_update(index_elements=["telegram_id"], set_={"kind": _NEW.excluded.kind}).returning(
    chats.c.key
)

_NAMING_A_CHAT = [column for table in metadata.sorted_tables for column in table.c if column.references(chats.c.key)]
_IS_TO_BE_SHOWN = or_(matches.c.status.in_(OPEN), posts.c.revision < matches.c.revision)
_LEAVE_POSTS = (  # what was shown to its end stays shown; nothing else there can be edited any more
    update(posts)
    .values(message=None)
    .where(posts.c.match == matches.c.id, matches.c.chat == bindparam("this"))
    .where(or_(posts.c.turn < matches.c.turn, _IS_TO_BE_SHOWN))
)
_LEAVE_ADDRESS = insert(former_addresses).from_select(
    ["telegram_id", "chat"], select(chats.c.telegram_id, chats.c.key).where(chats.c.key == bindparam("this"))
)
_HOLD = (
    select(chats.c.key)
    .where(chats.c.key.in_(bindparam("chats", expanding=True)))
    .order_by(chats.c.key)
    .with_for_update()
)
_MOVE = update(chats).where(chats.c.key == bindparam("this"))


async def known_chat(connection: AsyncConnection, address: int) -> int | None:
    key: int | None = await connection.scalar(_KNOWN, {"address": address})
    return key


async def locked_chat(connection: AsyncConnection, address: int, kind: str) -> int:
    """Raises Conflict."""
    key: int | None = await connection.scalar(_LOCK, {"address": address, "kind": kind})
    if key is None and (key := await connection.scalar(_FORMER, {"address": address})) is None:
        key = await _added(connection, address, kind)
    return key


async def _added(connection: AsyncConnection, address: int, kind: str) -> int:
    key: int = (await connection.execute(_ADD, {"telegram_id": address, "kind": kind})).scalar_one()
    if await connection.scalar(_FORMER, {"address": address}) is not None:
        raise Conflict  # it was left while we waited to add it
    return key


async def _leave_doubles(connection: AsyncConnection, column: Column[int], chat: int, other: int) -> None:
    """What both chats have is the older one's: a rating, a wish to be called."""
    table = column.table
    rest = [key for key in table.primary_key if key is not column]
    if column.primary_key and rest:
        kept = select(*rest).where(column == chat)
        await connection.execute(delete(table).where(column == other, tuple_(*rest).in_(kept)))


async def move_chat(connection: AsyncConnection, chat: int, other: int) -> None:
    """The chats before the posts: that is the order in which everybody locks them."""
    await connection.execute(_HOLD, {"chats": [chat, other]})
    await connection.execute(_LEAVE_POSTS, {"this": chat})
    for column in _NAMING_A_CHAT:
        await _leave_doubles(connection, column, chat, other)
        await connection.execute(update(column.table).where(column == other).values({column: chat}))
    gone = await connection.execute(
        delete(chats).where(chats.c.key == other).returning(chats.c.telegram_id, chats.c.kind)
    )
    await connection.execute(_LEAVE_ADDRESS, {"this": chat})
    await connection.execute(_MOVE, {"this": chat, **gone.mappings().one()})
