"""The demo: the bot against a Telegram of this machine's own, with a page to play on."""

import os
import sys
import webbrowser
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bot.app import opened_store, serve
from bot.config import NO_DATABASE, PORT_TAKEN, WRONG_SETTING, CannotRun, Config
from bot.listening import trouble
from bot.local_telegram import Limits, LocalTelegram

TOKEN = "6000000001:demo-token-of-the-local-telegram-only"  # noqa: S105  opens nothing but this machine's own server
LOOPBACK = ("127.0.0.1", "localhost")  # hosts of LISTEN that mean this machine alone
HASTE = 4  # times Telegram's pace: whoever tries the demo plays for everybody at the table, without a pause
PEOPLE = ("Ana", "Ben", "Cleo", "Dan")
HINT = "Who is in for a game of dice? Tap /join to take a seat. When two of us sit, one taps /start."


async def demo(config: Config) -> None:
    """Play until cancelled. Its invented chats never meet a database that a real bot uses. Raises CannotRun."""
    config = of_its_own(config)
    port = _port(config)
    async with opened_store(config) as store, _local_telegram(port, chats_of(config)) as telegram:
        print(f"\n  Play at {telegram.url}\n  Ctrl-C ends it; the matches are kept.\n", flush=True)  # noqa: T201  the demo talks to a person
        if _has_screen():
            webbrowser.open(telegram.url)
        await serve(config, TOKEN, telegram.url, store)


def of_its_own(config: Config) -> Config:
    """The settings with the demo's own database, folder and pace; its Telegram is polled."""
    own = {"database_url": None, "webhook_url": None, "data_dir": config.data_dir / "demo"}
    return config.model_copy(update=own | {"chat_writes_per_minute": HASTE * config.chat_writes_per_minute})


def chats_of(config: Config) -> Path:
    """Where the demo's Telegram keeps its world."""
    return config.data_dir / "telegram.json"


def _port(config: Config) -> int:
    """Of LISTEN, whose host can only be this machine: whoever opens the page can be anybody at the table."""
    host, port = config.address
    if host not in LOOPBACK:
        raise CannotRun(
            WRONG_SETTING,
            f"LISTEN={config.listen} will not do: the demo answers this machine alone. Write LISTEN=127.0.0.1:{port}.",
        )
    return port


@asynccontextmanager
async def _local_telegram(port: int, path: Path) -> AsyncIterator[LocalTelegram]:
    """It keeps its world in a file."""
    try:
        telegram = LocalTelegram(port=port, path=path, limits=Limits.scaled(HASTE), founding=found)
        telegram.save(path)
    except OSError as problem:
        raise CannotRun(
            NO_DATABASE, f"{path} cannot be used ({problem.strerror}): set DATA_DIR to a folder that we may write."
        ) from None
    try:
        await telegram.__aenter__()
    except OSError as problem:
        raise CannotRun(PORT_TAKEN, f"Port {port} {trouble(problem)}: LISTEN=127.0.0.1:8586.") from None
    try:
        yield telegram
    finally:
        await telegram.__aexit__(None, None, None)


def found(telegram: LocalTelegram) -> None:
    """The groups to begin with, and the people in them; Dan waits to be asked."""
    bot = telegram.bot("WormsAndTombsBot", TOKEN, "Worms & Tombs")
    known = {user.first_name: user for user in telegram.world.users.values()}
    ana, ben, cleo, dan = (known.get(name) or telegram.person(name, language_code="en") for name in PEOPLE)
    friday = telegram.supergroup("Friday dice", ana, ben, cleo, bot)
    telegram.say(ana, friday, HINT)
    club = telegram.forum("Games club", ana, ben, cleo, dan, bot)
    telegram.topic(club, "Dice corner")


def _has_screen() -> bool:
    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
