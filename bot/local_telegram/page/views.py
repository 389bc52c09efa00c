"""What the chat page shows: who is there, which chats there are, and the messages of one chat."""

from collections.abc import Iterable

from bot.local_telegram import menus
from bot.local_telegram.images import PNG
from bot.local_telegram.world import Bot, Chat, Json, Message, Topic, User, World

MOST_MESSAGES = 200
PREVIEW = 80  # characters
ISOLATED = "\N{FIRST STRONG ISOLATE}{}\N{POP DIRECTIONAL ISOLATE}"


def name(who: User) -> str:
    return f"{who.first_name} {who.last_name}" if who.last_name else who.first_name


def _isolated(who: Json) -> str:
    """A name within a sentence: its direction of writing ends with it."""
    return ISOLATED.format(" ".join(filter(None, (who["first_name"], who.get("last_name")))))


# The world


def world(here: World) -> Json:
    people = [user for user in here.users.values() if not user.is_bot]
    groups = [chat for chat in here.chats.values() if _is_shown(here, chat)]
    private = [_private(here, bot, user) for user in people for bot in here.bots.values()]
    return {
        "people": [_person(user) for user in people],
        "bots": [_person(bot.user) for bot in here.bots.values()],
        "chats": [_group(here, chat) for chat in groups] + private,
    }


def _person(user: User) -> Json:
    return {"id": user.id, "name": name(user), "username": user.username, "language": user.language_code}


def _is_shown(here: World, chat: Chat) -> bool:
    """Not what became a supergroup, nor where nobody is left."""
    people = [user for user, member in chat.members.items() if member.is_present and not here.user(user).is_bot]
    return chat.type in ("group", "supergroup") and chat.migrated_to is None and bool(people)


def _group(here: World, chat: Chat) -> Json:
    present = [(here.user(user), member) for user, member in chat.members.items() if member.is_present]
    return {
        "key": chat.key,
        "kind": chat.type,
        "title": chat.title,
        "was": None if chat.migrated_from is None else str(chat.migrated_from),
        "members": [{"id": user.id, "is_in_charge": member.is_in_charge} for user, member in present],
        "is_forum": chat.is_forum,
        "topics": [_topic(topic) for topic in chat.topics.values() if not topic.is_deleted],
        **_news(here, chat),
    }


def _topic(topic: Topic) -> Json:
    return {"id": topic.id, "name": topic.name, "is_closed": topic.is_closed}


def _private(here: World, bot: Bot, user: User) -> Json:
    """One that nobody has opened yet is there as well."""
    chat = bot.private.get(user.id) or Chat(user.id, "private", bot=bot.user.id)
    return {
        "key": chat.key,
        "kind": "private",
        "title": name(bot.user),
        "was": None,
        "members": [{"id": user.id, "is_in_charge": False}, {"id": bot.user.id, "is_in_charge": False}],
        "is_forum": False,
        "topics": [],
        "is_started": chat.is_started,
        "description": bot.described("description", (user.language_code or "")[:2]),
        **_news(here, chat),
    }


def _news(here: World, chat: Chat) -> Json:
    """The last message in short, and the newest message that calls each person."""
    shown = _shown(chat)
    last = shown[-1] if shown else None
    return {
        "last": None
        if last is None
        else {
            "id": last.id,
            "from": last.sender if last.service is None else None,
            "at": last.at,
            "text": _short(here, last),
        },
        "called": {str(user): message.id for message in shown for user in _called(here, message)},
    }


def _shown(chat: Chat) -> list[Message]:
    return [message for message in chat.messages.values() if not message.is_deleted][-MOST_MESSAGES:]


def _called(here: World, message: Message) -> Iterable[int]:
    by_username = {f"@{user.username}".lower(): user.id for user in here.users.values() if user.username}
    for entity in message.entities:
        if entity["type"] == "text_mention":
            yield entity["user"]["id"]
        elif entity["type"] == "mention":
            yield from filter(None, [by_username.get(_covered(message.text, entity).lower())])


def _covered(text: str, entity: Json) -> str:
    units = text.encode("utf-16-le")[entity["offset"] * 2 :]
    return units[: entity["length"] * 2].decode("utf-16-le")


def menu(bots: Iterable[Bot], chat: Chat, user: User) -> list[Json]:
    """What the / button offers; with the bot's name where several are."""
    menus_of = [(bot, menus.shown(bot, chat, user)) for bot in bots]
    has_several = len(menus_of) > 1
    return [
        {
            "command": f"/{command['command']}@{bot.user.username}" if has_several else f"/{command['command']}",
            "description": command["description"],
        }
        for bot, commands in menus_of
        for command in commands
    ]


# A chat


def chat(here: World, of: Chat) -> list[Json]:
    return [_message(here, of, message) for message in _shown(of)]


def _message(here: World, of: Chat, message: Message) -> Json:
    sender = here.user(message.sender)
    return {
        "id": message.id,
        "from": message.sender,
        "name": here.chats[message.sender_chat].title if message.sender_chat else name(sender),
        "is_bot": sender.is_bot and message.sender_chat is None,
        "at": message.at,
        "is_edited": message.edited_at is not None,
        "is_silent": message.is_silent,
        "topic": message.topic,
        "text": message.text,
        "entities": message.entities,
        "calls": list(_called(here, message)),
        "photo": _photo(here, message),
        "document": _document(here, message),
        "dice": message.dice,
        "service": None if message.service is None else _told(here, message),
        "keyboard": message.keyboard,
        "replied": _replied(here, of.message(message.reply_to or 0)),
    }


def _photo(here: World, message: Message) -> Json | None:
    if message.photo is None:
        return None
    photo = here.photos[message.photo]
    return {"address": f"/local/photos/{photo.id}", "width": photo.width, "height": photo.height}


def _document(here: World, message: Message) -> Json | None:
    if message.document is None:
        return None
    document = here.documents[message.document]
    return {"address": f"/local/documents/{document.id}", "name": document.name, "bytes": len(document.content)}


def _replied(here: World, message: Message | None) -> Json | None:
    if message is None:
        return None
    return {"id": message.id, "name": name(here.user(message.sender)), "text": _short(here, message)}


def _short(here: World, message: Message) -> str:
    """A message in a line."""
    if message.service is not None:
        return _told(here, message)
    if message.dice is not None:
        return str(message.dice["emoji"])
    line = " ".join(message.text[:PREVIEW].split())
    if message.document is not None:
        return line or f"📄 {here.documents[message.document].name}"
    return f"🖼 {line or 'Picture'}" if message.photo else line


def _told(here: World, message: Message) -> str:
    """A service message in plain words."""
    by = _isolated({"first_name": name(here.user(message.sender))})
    kind, what = next(iter((message.service or {}).items()))
    match kind:
        case "group_chat_created" | "supergroup_chat_created" | "channel_chat_created":
            return f"{by} made the group"
        case "new_chat_members":
            return f"{by} added " + ", ".join(map(_isolated, what))
        case "left_chat_member":
            return f"{by} left" if what["id"] == message.sender else f"{by} removed {_isolated(what)}"
        case "migrate_to_chat_id" | "migrate_from_chat_id":
            return "The group has become a supergroup"
        case "forum_topic_created":
            return f"{by} opened the topic {ISOLATED.format(what['name'])}"
        case "forum_topic_closed":
            return f"{by} closed the topic"
        case "forum_topic_reopened":
            return f"{by} opened the topic again"
        case _:
            return kind.replace("_", " ").capitalize()


def image_type(content: bytes) -> str:
    return "image/png" if content.startswith(PNG) else "image/jpeg"
