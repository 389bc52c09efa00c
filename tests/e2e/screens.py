"""Photographs of every screen of the bot, as a phone shows it: `python -m tests.e2e.screens [FOLDER] [--language …]`.

It ends with what is wrong with any of them, by the list of docs/screens.md, in every language that is asked for.
"""

import argparse
import asyncio
import json
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiohttp
from playwright.async_api import Browser, Locator, expect

from bot.local_telegram import Limits, LocalTelegram, Room
from bot.telegram.buttons import keyboard
from bot.views.language import language_of
from bot.views.pictures.drawn import drawn
from bot.views.screen import Screen
from bot.views.settings import LANGUAGE_NAMES
from tests.browser import SCHEMES, Desk, Scheme, chromium
from tests.local_telegram.api import Api
from tests.views.clarity import unclear
from tests.views.screens import every_screen
from tests.views.tables import people

FOLDER = Path(".screens")
PHONE = 390  # pixels wide
HIGH = 2600  # so that every screen is seen whole
BROKEN_LABELS = """() => [...document.querySelectorAll(".key")].filter((key) => {
  const label = document.createRange();
  label.selectNodeContents(key);
  return label.getBoundingClientRect().height > 1.5 * parseFloat(getComputedStyle(key).lineHeight);
}).map((key) => `a label takes two lines, Telegram would cut it off: “${key.textContent}”`)"""


@dataclass
class Wall:
    """A group for each kind of screen, in which each message is one."""

    tg: LocalTelegram
    kinds: Mapping[str, list[str]]  # kind → the names of its screens

    @classmethod
    @asynccontextmanager
    async def of(cls, screens: Mapping[str, Screen]) -> AsyncIterator["Wall"]:
        async with LocalTelegram(limits=Limits.off()) as tg, aiohttp.ClientSession() as session:
            bot = tg.bot("WormsAndTombsBot", first_name="Worms & Tombs")
            api = Api(tg, bot, session)
            seated = [tg.person(person.name, id=person.id) for person in people()[:3]]
            kinds: dict[str, list[str]] = {}
            for name in screens:
                kinds.setdefault(name.split()[0], []).append(name)
            for kind, names in kinds.items():
                room = tg.supergroup(kind, *seated, bot)
                room.chat.messages.clear()
                for name in names:
                    await _send(api, room, screens[name])
            yield cls(tg, kinds)

    @asynccontextmanager
    async def opened(self, browser: Browser, scheme: Scheme) -> AsyncIterator[Desk]:
        async with Desk.opened(browser, self.tg.url, width=PHONE, height=HIGH, scheme=scheme) as desk:
            yield desk

    async def groups(self, desk: Desk) -> AsyncIterator[tuple[list[str], Locator]]:
        """The names of the screens of a group that is shown, and their messages."""
        for kind, names in self.kinds.items():
            await desk.turn_to(desk.page.locator(".phone"), kind)
            messages = desk.page.locator(".message")
            await expect(messages).to_have_count(len(names))
            yield names, messages

    async def look(self, browser: Browser, scheme: Scheme) -> list[str]:
        """What is wrong with how they look."""
        async with self.opened(browser, scheme) as desk:
            return [what async for _ in self.groups(desk) for what in await _looked_at(desk)]

    async def photograph(self, browser: Browser, scheme: Scheme, folder: Path) -> None:
        async with self.opened(browser, scheme) as desk:
            await desk.page.locator(".newest").evaluate("button => button.remove()")  # it would lie over them
            async for names, messages in self.groups(desk):
                for number, name in enumerate(names):
                    await messages.nth(number).screenshot(path=folder / f"{name}.png")


async def _looked_at(desk: Desk) -> list[str]:
    return [*await desk.look(), *await desk.page.evaluate(BROKEN_LABELS)]


async def _send(api: Api, room: Room, screen: Screen) -> None:
    buttons = keyboard(screen, 1, 1)
    more: dict[str, Any] = {"chat_id": str(room.id), "parse_mode": "HTML"}
    if buttons:
        more["reply_markup"] = json.dumps(buttons.to_dict())
    if screen.photo is None:
        await api.call("sendMessage", text=screen.text, **more)
    else:
        await api.upload("sendPhoto", drawn(screen.photo.picture), caption=screen.photo.caption, **more)


async def _main(folder: Path, languages: list[str]) -> list[str]:
    wrong: list[str] = []
    async with chromium() as browser:
        for code in languages:
            screens, language = every_screen(language_of(code)), language_of(code)
            async with Wall.of(screens) as wall:
                for scheme in SCHEMES:
                    await wall.photograph(browser, scheme, folder / code / scheme)
                    wrong += [f"{code} {scheme}: {what}" for what in await wall.look(browser, scheme)]
            for name, screen in screens.items():
                wrong += [f"{code} {name}: {what}" for what in unclear(name, screen, language)]
    return wrong


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.e2e.screens", description=(__doc__ or "").partition(":")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER, help=f"default {FOLDER}")
    parser.add_argument(
        "--language", nargs="*", default=list(LANGUAGE_NAMES), choices=list(LANGUAGE_NAMES), help="default all"
    )
    asked = parser.parse_args()
    found = asyncio.run(_main(asked.folder, asked.language))
    print(*found, f"The photographs are in {asked.folder}.", sep="\n")  # noqa: T201  for whoever started it
    sys.exit(bool(found))
