"""Where a bot wants to write: the chat and the message it means, refused where Telegram would refuse."""

from bot.local_telegram.backend import Backend
from bot.local_telegram.parameters import Parameters
from bot.local_telegram.refusals import bad_request, forbidden
from bot.local_telegram.world import Bot, Chat, Message

CONTENT = {"text": "text messages", "photos": "photos", "documents": "documents", "dice": "dice"}


def readable_chat(here: Backend, bot: Bot, given: Parameters) -> Chat:
    """A chat the bot is in; also one under its former id is refused."""
    chat = _named_chat(here, bot, given)
    if chat.migrated_to is not None:
        why = "group chat was upgraded to a supergroup chat"
        raise bad_request(why, migrate_to_chat_id=chat.migrated_to)
    if chat.type == "private":
        _check_private(chat)
        return chat
    match chat.member(bot.user.id).status:
        case "kicked":
            raise forbidden(f"bot was kicked from the {chat.type} chat")
        case "left":
            raise forbidden(f"bot is not a member of the {chat.type} chat")
    return chat


def _named_chat(here: Backend, bot: Bot, given: Parameters) -> Chat:
    name = given.text("chat_id")
    if not name:
        raise bad_request("chat_id is empty")
    if name.startswith("@"):
        chat = next((chat for chat in here.world.chats.values() if f"@{chat.username}" == name), None)
    else:
        chat = here.world.chat(bot, given.number("chat_id"))
    if chat is None and given.number("chat_id") in here.world.users:
        raise forbidden("bot can't initiate conversation with a user")
    if chat is None or (chat.bot is None and bot.user.id not in chat.members):
        raise bad_request("chat not found")
    return chat


def _check_private(chat: Chat) -> None:
    if chat.is_blocked:
        raise forbidden("bot was blocked by the user")
    if not chat.is_started:
        raise forbidden("bot can't initiate conversation with a user")


def writable_chat(here: Backend, bot: Bot, given: Parameters, content: str) -> Chat:
    """A chat the bot may send this kind of content to."""
    chat = readable_chat(here, bot, given)
    member = chat.member(bot.user.id)
    if chat.type == "private" or member.is_in_charge:
        return chat
    if not (getattr(chat.permissions, content) and getattr(member.permissions, content)):
        raise bad_request(f"not enough rights to send {CONTENT[content]} to the chat")
    return chat


def replied_message(chat: Chat, given: Parameters) -> Message | None:
    wish = given.object("reply_parameters")
    wanted = int(wish.get("message_id") or given.number("reply_to_message_id"))
    replied = chat.message(wanted)
    may_be_missing = wish.get("allow_sending_without_reply") or given.flag("allow_sending_without_reply")
    if wanted and replied is None and not may_be_missing:
        raise bad_request("message to be replied not found")
    return replied


def topic(bot: Bot, chat: Chat, given: Parameters, replied: Message | None) -> int | None:
    """The topic a message goes to: named, or the one of the message replied to. General has no number."""
    named = given.number("message_thread_id")
    wanted = named or (replied.topic if replied else None)
    found = chat.topics.get(wanted) if wanted else None
    if wanted and (found is None or found.is_deleted):
        raise bad_request("message thread not found")
    is_closed = found.is_closed if found else chat.is_general_closed
    if is_closed and not chat.member(bot.user.id).can_manage_topics:
        raise bad_request("TOPIC_CLOSED")
    return wanted or None


def own_message(bot: Bot, chat: Chat, given: Parameters) -> Message:
    """The bot's own message it wants to edit."""
    if not given.number("message_id"):
        raise bad_request("message identifier is not specified")
    message = chat.message(given.number("message_id"))
    if message is None:
        raise bad_request("message to edit not found")
    if message.sender != bot.user.id or message.dice or message.service:
        raise bad_request("message can't be edited")
    return message
