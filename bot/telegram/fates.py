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
    SHUT_OUT = auto()  # the bot may not write here
    MIGRATED = auto()  # the group has another id now
    FAULTY = auto()  # we asked for something impossible: a bug


_GONE = (
    "message to edit not found",
    "message can't be edited",
    "there is no text in the message",
    "MESSAGE_ID_INVALID",
)
_SHUT_OUT = (
    "chat not found",
    "not enough rights",
    "have no rights",
    "need administrator rights",
    "CHAT_WRITE_FORBIDDEN",
    "CHAT_RESTRICTED",
    "CHAT_SEND_PLAIN_FORBIDDEN",
    "PEER_ID_INVALID",
    "group chat was deactivated",
    "TOPIC_CLOSED",
    "TOPIC_DELETED",
    "message thread not found",
)


def fate_of(error: TelegramError) -> Fate:
    match error:
        case RetryAfter():
            return Fate.LATER
        case ChatMigrated():
            return Fate.MIGRATED
        case Forbidden():
            return Fate.SHUT_OUT
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
    if any(words.lower() in said for words in _GONE):
        return Fate.GONE
    if "photos" in said and ("rights" in said or "forbidden" in said):
        return Fate.NO_PHOTOS
    if any(words.lower() in said for words in _SHUT_OUT):
        return Fate.SHUT_OUT
    return Fate.FAULTY


def seconds_to_wait(error: RetryAfter) -> float:
    """Telegram's `retry_after`, which the library hands over as seconds or as a timedelta."""
    wait = error.retry_after
    return float(wait) if isinstance(wait, int | float) else wait.total_seconds()
