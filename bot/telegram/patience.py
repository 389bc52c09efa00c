"""Waiting for what will come back: the database, and Telegram."""

import asyncio
from collections.abc import Awaitable, Callable
from itertools import count
from typing import ParamSpec, TypeVar

import structlog
from telegram.error import InvalidToken, RetryAfter, TelegramError

from bot.matches.ports import Conflict, Unavailable
from bot.telegram.fates import seconds_to_wait

ANSWER_WITHIN_SECONDS = 2.0  # whoever has pressed, also where what they want takes longer

Asked = ParamSpec("Asked")
Result = TypeVar("Result")

_log = structlog.get_logger()


async def until_available(ask: Callable[Asked, Awaitable[Result]], *args: Asked.args, **kwargs: Asked.kwargs) -> Result:
    """Ask the database until it answers. What is asked has to be one transaction, so that asking again is harmless."""
    for failures in count():
        try:
            return await ask(*args, **kwargs)
        except (Conflict, Unavailable) as fault:
            _log.warning("the database is asked again", fault=type(fault).__name__, reason=str(fault))
            await asyncio.sleep(backoff(failures, first=0.05, longest=2.0))
    raise AssertionError("count() has no end")


async def until_heard(ask: Callable[[], Awaitable[Result]]) -> Result:
    """Ask Telegram until it answers. What is asked has to be harmless to ask again. Raises InvalidToken."""
    for failures in count(1):
        try:
            return await ask()
        except InvalidToken:
            raise
        except TelegramError as error:
            _log.warning("waiting for Telegram", reason=str(error))
            await asyncio.sleep(seconds_until_retry(error, failures))
    raise AssertionError("count() has no end")


def backoff(failures: int, *, first: float, longest: float) -> float:
    """Seconds to wait after so many failures in a row."""
    return min(first * float(2 ** min(failures, 20)), longest)


def seconds_until_retry(error: TelegramError, failures: int, longest: float = 30.0) -> float:
    """As long as Telegram says; where it says nothing, longer from time to time."""
    return seconds_to_wait(error) if isinstance(error, RetryAfter) else backoff(failures, first=0.1, longest=longest)
