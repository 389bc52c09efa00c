"""Choosing a chat's settings: by its admins, or by the host of the match that is open there."""

import msgspec
from msgspec.structs import replace

from bot.matches.chat import LANGUAGES, Chat, Settings
from bot.matches.match import Person, Place
from bot.matches.ports import Transaction
from engine import Refused


async def choose(tx: Transaction, place: Place, person: Person, name: str, value: str, *, is_admin: bool) -> Chat:
    """Set one setting, or the language. Raises Refused."""
    if not is_admin:
        await _require_host(tx, place, person)
    chat = await tx.chat_at(place)
    if name == "language":
        return await _keep(tx, replace(chat, language=_language(value)))
    return await _keep(tx, replace(chat, settings=_changed(chat.settings, name, value)))


async def speak(tx: Transaction, person: Person, code: str) -> Person:
    """Speak to a person in this language, in toasts and in private. Raises Refused."""
    person = replace(person, language=_language(code))
    await tx.choose_language(person, code)
    return person


async def _require_host(tx: Transaction, place: Place, person: Person) -> None:
    match = await tx.open_match(place)
    if match is None or match.host != person.id:
        raise Refused("host_only")


def _language(code: str) -> str:
    if code not in LANGUAGES:
        raise Refused("unknown_setting")
    return code


def _changed(settings: Settings, name: str, value: str) -> Settings:
    if name not in settings.__struct_fields__:
        raise Refused("unknown_setting")
    try:
        return msgspec.convert({**msgspec.to_builtins(settings), name: value}, Settings)
    except msgspec.ValidationError:
        raise Refused("unknown_setting") from None


async def _keep(tx: Transaction, chat: Chat) -> Chat:
    await tx.keep_chat(chat)
    return chat
