from datetime import timedelta

import pytest
from telegram.error import (
    BadRequest,
    ChatMigrated,
    Conflict,
    EndPointNotFound,
    Forbidden,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TelegramError,
    TimedOut,
)

from bot.telegram.fates import Fate, fate_of, seconds_to_wait
from bot.telegram.messages import MayHaveArrived
from bot.telegram.patience import seconds_until_retry
from bot.telegram.reach import UNKNOWN_FATE_SECONDS, _patience
from bot.telegram.transport import NotSent


@pytest.mark.parametrize(
    ("fate", "error"),
    [
        (Fate.LATER, RetryAfter(3)),
        (Fate.MIGRATED, ChatMigrated(-1002471352452)),
        (Fate.REMOVED, Forbidden("Forbidden: bot was kicked from the supergroup chat")),
        (Fate.NOT_SENT, NotSent("ClientConnectorError")),
        (Fate.UNKNOWN, TimedOut()),
        (Fate.UNKNOWN, NetworkError("Bad Gateway")),
        (Fate.UNKNOWN, MayHaveArrived()),
        (Fate.NOT_MODIFIED, BadRequest("Message is not modified: specified new message content is the same")),
        (Fate.TOO_LATE, BadRequest("Query is too old and response timeout expired or query id is invalid")),
        (Fate.GONE, BadRequest("Message to edit not found")),
        (Fate.GONE, BadRequest("Message can't be edited")),
        (Fate.GONE, BadRequest("There is no text in the message to edit")),
        (Fate.SILENCED, BadRequest("Not enough rights to send text messages to the chat")),
        (Fate.REMOVED, BadRequest("Chat not found")),
        (Fate.TOPIC_SHUT, BadRequest("TOPIC_CLOSED")),
        (Fate.TOPIC_SHUT, BadRequest("Message thread not found")),
        (Fate.FAULTY, BadRequest("Can't parse entities: unsupported start tag")),
        (Fate.FAULTY, Conflict("terminated by other getUpdates request")),
        (Fate.FAULTY, InvalidToken()),
        (Fate.FAULTY, EndPointNotFound("Endpoint 'sendMessage' not found in Bot API")),
        (Fate.UNKNOWN, TelegramError("Invalid server response")),
        (Fate.UNKNOWN, TelegramError("?")),
    ],
)
def test_every_error_has_a_fate(fate: Fate, error: TelegramError):
    assert fate == fate_of(error)


@pytest.mark.parametrize("wait", [7, timedelta(seconds=7)])
def test_seconds_and_timedeltas_are_waited_alike(wait: int | timedelta):
    assert 7.0 == seconds_to_wait(RetryAfter(wait)) == seconds_until_retry(RetryAfter(wait), 5)


def test_patience_grows_and_has_an_end():
    waits = [seconds_until_retry(NetworkError("x"), failures) for failures in range(2000)]
    assert waits == sorted(waits)
    assert (waits[0], waits[-1]) == (0.1, 30.0)


def test_a_send_that_may_have_arrived_waits_ten_seconds():
    """F26"""
    error = MayHaveArrived()
    assert UNKNOWN_FATE_SECONDS == 10.0 == _patience(error, fate_of(error), 1)
