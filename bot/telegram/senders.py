"""Who sent an update, and from where: Telegram's users and messages in our words."""

from telegram import Message, User

from bot.matches.match import Person

TOPIC_NONE = 0  # no topic, or General


def person_of(user: User) -> Person:
    """The id is who they are; the name is only what they are called now."""
    return Person(user.id, kept(user.full_name), kept(user.language_code))


def kept(text: str | None) -> str:
    """A text of Telegram's as Postgres can keep it: without NUL."""
    return (text or "").replace("\0", "")


def topic_of(message: Message) -> int:
    """The thread of a topic. A thread id on an ordinary reply, outside of topics, means nothing."""
    if not message.is_topic_message or message.message_thread_id is None:
        return TOPIC_NONE
    return message.message_thread_id
