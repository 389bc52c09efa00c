"""A bot's command menus, and which one Telegram shows: of the nearest scope, there in the person's own language."""

from collections.abc import Iterator

from msgspec import json

from bot.local_telegram.world import Bot, Chat, Json, User


def key(scope: Json, language: str) -> str:
    """Names a menu among those of its bot."""
    written = {name: str(value) for name, value in scope.items()} or {"type": "default"}
    return f"{json.encode(written, order='sorted').decode()} {language}".strip()


def shown(bot: Bot, chat: Chat, user: User) -> list[Json]:
    """What somebody finds behind the / button of a chat."""
    language = (user.language_code or "")[:2]
    keys = (key(scope, spoken) for scope in _scopes(chat, user) for spoken in (language, ""))
    return next((bot.commands[name] for name in keys if bot.commands.get(name)), [])


def _scopes(chat: Chat, user: User) -> Iterator[Json]:
    """The scopes of a person in a chat, the nearest first."""
    here = {"chat_id": chat.id}
    is_in_charge = chat.member(user.id).is_in_charge
    if chat.type != "private":
        yield {"type": "chat_member", "user_id": user.id, **here}
        if is_in_charge:
            yield {"type": "chat_administrators", **here}
    yield {"type": "chat", **here}
    if chat.type == "private":
        yield {"type": "all_private_chats"}
    else:
        if is_in_charge:
            yield {"type": "all_chat_administrators"}
        yield {"type": "all_group_chats"}
    yield {"type": "default"}
