"""The demo: the bot against a Telegram of this machine's own, with a page to play on."""

import errno
import os
import sys
import webbrowser
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.app import opened_store, serve
from bot.config import PORT_TAKEN, CannotRun, Config
from bot.local_telegram import LocalTelegram

TOKEN = "6000000001:demo-token-of-the-local-telegram-only"  # noqa: S105  opens nothing but this machine's own server
PEOPLE = ("Ana", "Ben", "Cleo", "Dan")


async def demo(config: Config) -> None:
    """Play until cancelled. Raises CannotRun."""
    async with opened_store(config) as store, _local_telegram(config) as telegram:
        _found(telegram)
        print(f"\n  Play at {telegram.url}\n  Ctrl-C ends it; the matches are kept.\n", flush=True)  # noqa: T201  the demo talks to a person
        if _has_screen():
            webbrowser.open(telegram.url)
        await serve(config, TOKEN, telegram.url, store)


@asynccontextmanager
async def _local_telegram(config: Config) -> AsyncIterator[LocalTelegram]:
    _, port = config.address
    telegram = LocalTelegram(port=port, path=config.data_dir / "telegram.json")
    try:
        await telegram.__aenter__()
    except OSError as problem:
        if problem.errno != errno.EADDRINUSE:
            raise
        raise CannotRun(
            PORT_TAKEN, f"Port {port} is taken. End the program that has it, or choose another: LISTEN=127.0.0.1:8586."
        ) from None
    try:
        yield telegram
    finally:
        await telegram.__aexit__(None, None, None)


def _found(telegram: LocalTelegram) -> None:
    """People and groups to begin with, the first time."""
    is_new = TOKEN not in telegram.world.bots
    bot = telegram.bot("WormsAndTombsBot", TOKEN, "Worms & Tombs")
    if is_new:
        people = [telegram.person(name, language_code="en") for name in PEOPLE]
        telegram.supergroup("Friday dice", *people, bot)
        forum = telegram.forum("Games club", *people, bot)
        telegram.topic(forum, "Dice corner")


def _has_screen() -> bool:
    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
