"""What became of a call to the Bot API that failed.

Many of Telegram's errors differ only in their wording: they are told apart here and nowhere else.
"""

from enum import Enum, auto

from telegram.error import (
    BadRequest,
    ChatMigrated,
    Conflict,
    EndPointNotFound,
    Forbidden,
    InvalidToken,
    RetryAfter,
    TelegramError,
)

from bot.telegram.transport import NotSent


class Fate(Enum):
    NOT_MODIFIED = auto()  # it shows this already: success
    GONE = auto()  # the message to edit is no more, or cannot be edited
    TOO_LATE = auto()  # the press can no longer be answered
    LATER = auto()  # Telegram says how long to wait
    NOT_SENT = auto()  # it never left this machine
    UNKNOWN = auto()  # no refusal, e.g. no answer that could be read: it may have been carried out
    NO_PHOTOS = auto()  # texts may be written here, photos not
    NO_DOCUMENTS = auto()  # nor files
    SILENCED = auto()  # the bot may not write here
    TOPIC_SHUT = auto()  # nobody may write in this topic: it is closed, or gone
    REMOVED = auto()  # the bot is not here, or here is nothing any more
    MIGRATED = auto()  # the group has another id now
    FAULTY = auto()  # we asked for something impossible: a bug


_GONE = (
    "message to edit not found",
    "message can't be edited",
    "there is no text in the message",
    "MESSAGE_ID_INVALID",
)
_SILENCED = (
    "not enough rights",
    "have no rights",
    "need administrator rights",
    "CHAT_ADMIN_REQUIRED",
    "CHAT_WRITE_FORBIDDEN",
    "CHAT_RESTRICTED",
    "CHAT_SEND_PLAIN_FORBIDDEN",
    "USER_BANNED_IN_CHANNEL",
)
_TOPIC_SHUT = (
    "TOPIC_CLOSED",
    "TOPIC_DELETED",
    "message thread not found",
)
_REMOVED = (
    "chat not found",
    "CHANNEL_PRIVATE",
    "PEER_ID_INVALID",
    "group chat was deactivated",
)


def fate_of(error: TelegramError) -> Fate:
    match error:
        case RetryAfter():
            return Fate.LATER
        case ChatMigrated():
            return Fate.MIGRATED
        case Forbidden(message=message):
            return Fate.SILENCED if _is_among(_SILENCED, message) else Fate.REMOVED
        case BadRequest(message=message):
            return _fate_of_refusal(message)
        case NotSent():
            return Fate.NOT_SENT
        case Conflict() | InvalidToken() | EndPointNotFound():
            return Fate.FAULTY
        case _:
            return Fate.UNKNOWN


def _fate_of_refusal(message: str) -> Fate:
    said = message.lower()
    if "message is not modified" in said:
        return Fate.NOT_MODIFIED
    if "query is too old" in said or "query_id_invalid" in said:
        return Fate.TOO_LATE
    if _is_among(_GONE, message):
        return Fate.GONE
    if "photos" in said and ("rights" in said or "forbidden" in said):
        return Fate.NO_PHOTOS
    if ("documents" in said and "rights" in said) or "send_docs_forbidden" in said:
        return Fate.NO_DOCUMENTS
    if _is_among(_SILENCED, message):
        return Fate.SILENCED
    if _is_among(_TOPIC_SHUT, message):
        return Fate.TOPIC_SHUT
    return Fate.REMOVED if _is_among(_REMOVED, message) else Fate.FAULTY


def _is_among(wordings: tuple[str, ...], message: str) -> bool:
    return any(words.lower() in message.lower() for words in wordings)


def seconds_to_wait(error: RetryAfter) -> float:
    """Telegram's `retry_after`, which the library hands over as seconds or as a timedelta."""
    wait = error.retry_after
    return float(wait) if isinstance(wait, int | float) else wait.total_seconds()
