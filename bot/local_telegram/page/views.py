"""What the chat page shows: the world as one person sees it, and the messages of one chat."""

from bot.local_telegram.images import PNG
from bot.local_telegram.world import Bot, Chat, Json, Message, User, World

MOST_MESSAGES = 300


def name(who: User) -> str:
    return f"{who.first_name} {who.last_name}" if who.last_name else who.first_name


def world(here: World, me: int) -> Json:
    people = [user for user in here.users.values() if not user.is_bot]
    groups = [chat for chat in here.chats.values() if chat.migrated_to is None and chat.member(me).is_present]
    private = [_private(bot, me) for bot in here.bots.values()] if me in here.users else []
    return {
        "people": [{"id": user.id, "name": name(user)} for user in people],
        "chats": [_group(here, chat) for chat in groups] + private,
        "bots": [{"username": bot.user.username, "key": f"{bot.user.id}:{me}"} for bot in here.bots.values()],
        "commands": [command for bot in here.bots.values() for command in _menu(bot)],
    }


def _group(here: World, chat: Chat) -> Json:
    return {
        "key": chat.key,
        "title": chat.title,
        "members": [name(here.user(user)) for user, member in chat.members.items() if member.is_present],
        "member_ids": [str(user) for user, member in chat.members.items() if member.is_present],
        "is_forum": chat.is_forum,
        "topics": [
            {"id": topic.id, "name": topic.name, "is_closed": topic.is_closed}
            for topic in chat.topics.values()
            if not topic.is_deleted
        ],
    }


def _private(bot: Bot, me: int) -> Json:
    title = f"{name(bot.user)} (private)"
    return {"key": f"{bot.user.id}:{me}", "title": title, "members": [], "member_ids": [], "topics": []}


def _menu(bot: Bot) -> list[Json]:
    by_scope = sorted(bot.commands.items(), key=lambda menu: len(menu[1]), reverse=True)
    return by_scope[0][1] if by_scope else []


def chat(here: World, of: Chat) -> list[Json]:
    shown = [message for message in of.messages.values() if not message.is_deleted]
    return [_message(here, of, message) for message in shown[-MOST_MESSAGES:]]


def _message(here: World, of: Chat, message: Message) -> Json:
    sender = here.user(message.sender)
    replied = of.message(message.reply_to or 0)
    return {
        "id": message.id,
        "from": message.sender,
        "name": here.chats[message.sender_chat].title if message.sender_chat else name(sender),
        "is_bot": sender.is_bot,
        "at": message.at,
        "is_edited": message.edited_at is not None,
        "topic": message.topic,
        "text": message.text,
        "entities": message.entities,
        "photo": f"/local/photos/{message.photo}" if message.photo else None,
        "dice": message.dice,
        "service": _told(here, message.service) if message.service is not None else None,
        "keyboard": message.keyboard,
        "replied": f"{name(here.user(replied.sender))}: {replied.text[:60]}" if replied and replied.text else None,
    }


def _told(here: World, service: Json) -> str:
    """A service message in plain words."""
    kind, what = next(iter(service.items()))
    match kind:
        case "new_chat_members":
            return ", ".join(name(here.user(user["id"])) for user in what) + " joined"
        case "left_chat_member":
            return f"{name(here.user(what['id']))} left"
        case "forum_topic_created":
            return f"Topic “{what['name']}” opened"
        case _:
            return kind.replace("_", " ").removesuffix(" chat id")


def image_type(content: bytes) -> str:
    return "image/png" if content.startswith(PNG) else "image/jpeg"
