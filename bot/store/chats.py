"""Chats, and what they have chosen."""

import msgspec
from sqlalchemy import bindparam, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.matches.chat import Chat, Settings
from bot.store.database import AnyRow
from bot.store.tables import chats

CHAT = (chats.c.key, chats.c.telegram_id, chats.c.kind, chats.c.language, chats.c.pace, chats.c.settings)

_BY_KEY = select(*CHAT).where(chats.c.key == bindparam("chat"))
_KEEP = update(chats).where(chats.c.key == bindparam("this"))
_ADOPT = _KEEP.where(chats.c.language == "")


async def chat_of(connection: AsyncConnection, key: int) -> Chat:
    return read_chat((await connection.execute(_BY_KEY, {"chat": key})).one())


def read_chat(row: AnyRow, prefix: str = "") -> Chat:
    """The chat of a row selected by CHAT, under names with this prefix."""
    key, telegram_id, kind, language, pace, chosen = (getattr(row, prefix + column.name) for column in CHAT)
    return Chat(key, telegram_id, kind, language, msgspec.convert({**chosen, "pace": pace}, Settings))


async def keep_chat(connection: AsyncConnection, chat: Chat) -> None:
    chosen = msgspec.to_builtins(chat.settings)
    pace = chosen.pop("pace")
    values = {"language": chat.language, "pace": pace, "settings": chosen}
    await connection.execute(_KEEP, {**values, "this": chat.key})


async def adopt_language(connection: AsyncConnection, key: int, language: str) -> None:
    await connection.execute(_ADOPT, {"language": language, "this": key})
