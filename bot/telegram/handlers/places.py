"""What Telegram tells of a chat itself: its new address, whether the bot may write there, which topics are open."""

from typing import TypeAlias

from msgspec import Struct
from telegram import ChatMember, ChatMemberRestricted, ChatMemberUpdated, Message, Update
from telegram.constants import ChatMemberStatus, ChatType

from bot.matches import places
from bot.matches.match import Match, Outcome
from bot.matches.ports import Transaction
from bot.telegram.desks import Reply
from bot.telegram.poster import Poster
from bot.telegram.senders import TOPIC_NONE, topic_of
from bot.views import replies
from bot.views.language import language_of

ABSENT = (ChatMemberStatus.LEFT, ChatMemberStatus.BANNED)


class Moved(Struct, frozen=True):
    """A group became a supergroup. Telegram tells so in both."""

    old: int
    new: int


class Topic(Struct, frozen=True):
    chat: int
    topic: int
    is_open: bool


class Membership(Struct, frozen=True):
    """What the bot was in a group, and what it is now, by the doing of somebody who speaks this language."""

    chat: int
    kind: str
    was_there: bool
    is_there: bool
    may_write: bool
    language: str


News: TypeAlias = Moved | Topic | Membership


def read(update: Update) -> News | None:
    if update.my_chat_member is not None:
        return _membership(update.my_chat_member)
    return None if update.message is None else _service(update.message)


def _membership(change: ChatMemberUpdated) -> Membership | None:
    if change.chat.type not in (ChatType.GROUP, ChatType.SUPERGROUP):
        return None
    return Membership(
        chat=change.chat.id,
        kind=change.chat.type,
        was_there=_is_there(change.old_chat_member),
        is_there=_is_there(change.new_chat_member),
        may_write=not isinstance(change.new_chat_member, ChatMemberRestricted)
        or change.new_chat_member.can_send_messages,
        language=change.from_user.language_code or "",
    )


def _is_there(member: ChatMember) -> bool:
    return member.is_member if isinstance(member, ChatMemberRestricted) else member.status not in ABSENT


def _service(message: Message) -> Moved | Topic | None:
    chat = message.chat.id
    if message.migrate_to_chat_id is not None:
        return Moved(chat, message.migrate_to_chat_id)
    if message.migrate_from_chat_id is not None:
        return Moved(message.migrate_from_chat_id, chat)
    if message.forum_topic_closed is not None or message.general_forum_topic_hidden is not None:
        return Topic(chat, topic_of(message), is_open=False)
    if message.forum_topic_reopened is not None or message.general_forum_topic_unhidden is not None:
        return Topic(chat, topic_of(message), is_open=True)
    return None


class Changed(Struct, frozen=True):
    """What news mean for the matches there: some are elsewhere or sleep from now on, others go on."""

    matches: tuple[Match, ...] = ()
    resumed: tuple[Outcome, ...] = ()
    is_new_chat: bool = False


async def act(tx: Transaction, news: News) -> Changed:
    match news:
        case Moved(old, new):
            return Changed(await places.move(tx, old, new))
        case Topic(chat, topic, is_open=True):
            return Changed(resumed=await places.topic_opened(tx, chat, topic))
        case Topic(chat, topic):
            return Changed(await places.topic_closed(tx, chat, topic))
        case Membership(chat, is_there=False):
            return Changed(await places.removed(tx, chat))
        case Membership(chat, kind, was_there=False):
            arrived = await places.added(tx, chat, kind)
            return Changed(resumed=arrived.resumed, is_new_chat=arrived.is_new)
        case Membership():
            return Changed()


def show(poster: Poster, news: News, changed: Changed, bot_username: str) -> None:
    match news:
        case Moved(old, new):
            poster.reach.moved(old, new, changed.matches)
        case Topic(chat, is_open=True):
            poster.reach.resumed(chat, changed.resumed)
        case Topic(chat):
            poster.reach.topic_closed(chat, changed.matches)
        case Membership(chat, is_there=False):
            poster.reach.removed(chat, changed.matches)
        case Membership(chat, may_write=may_write):
            poster.reach.may_write(chat, is_so=may_write)
            poster.reach.resumed(chat, changed.resumed)
            if changed.is_new_chat:
                poster.reply(chat, Reply(TOPIC_NONE, replies.welcome_group(bot_username, language_of(news.language))))
