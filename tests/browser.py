"""Chromium on the chat page: the phones that lie there, and what is wrong with how they look."""

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, Self

import pytest
from playwright.async_api import Browser, Locator, Page, async_playwright, expect

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
LOOKS = (Path(__file__).parent / "looks.js").read_text()
BOARD = """([phone, seen]) => {
  const board = [...phone.querySelectorAll(".message:has(.keyboard)")].at(-1);
  const look = board ? `${board.dataset.id} ${board.innerText}` : seen;
  return look !== seen && look;
}"""
PATIENCE_MS = 30_000  # the machine may be busy

expect.set_options(timeout=PATIENCE_MS)

needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine to open the page in")

Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        await browser.close()


@dataclass
class Desk:
    """The chat page in a window. Nothing may go wrong on it unseen."""

    page: Page
    errors: list[str] = field(default_factory=list)

    @classmethod
    @asynccontextmanager
    async def opened(
        cls, browser: Browser, url: str, *, width: int = 1280, height: int = 900, scheme: Scheme = "light"
    ) -> AsyncIterator[Self]:
        viewport: Any = {"width": width, "height": height}
        context = await browser.new_context(viewport=viewport, color_scheme=scheme, reduced_motion="reduce")
        context.set_default_timeout(PATIENCE_MS)
        desk = cls(await context.new_page())
        desk.page.on("pageerror", lambda error: desk.errors.append(str(error)))
        await desk.page.goto(url)
        await desk.page.locator(".phone").first.wait_for()
        yield desk
        await context.close()
        assert desk.errors == []

    def phone(self, name: str) -> Locator:
        return self.page.get_by_role("region", name=f"{name}’s phone")

    def chip(self, name: str) -> Locator:
        """What opens and closes a person's phone."""
        return self.page.get_by_role("navigation").locator(".chip", has_text=name)

    async def turn_to(self, phone: Locator, chat: str) -> None:
        """Go to another chat on a phone."""
        await phone.get_by_role("button", name="All chats").click()
        await phone.locator(".item", has=self.page.get_by_text(chat, exact=True)).click()

    async def say(self, name: str, text: str) -> None:
        line = self.phone(name).get_by_role("textbox", name="Message")
        await line.fill(text)
        await line.press("Enter")

    async def board(self, phone: Locator, seen: str = "") -> str:
        """How the newest message with buttons looks on a phone, as soon as it looks otherwise than that."""
        found = await self.page.wait_for_function(BOARD, arg=[await phone.element_handle(), seen])
        return str(await found.json_value())

    async def look(self) -> list[str]:
        """What is wrong with it: text that is too pale, cut off, or beyond the window's edge."""
        return list(await self.page.evaluate(LOOKS))


def keys(phone: Locator) -> Locator:
    """The buttons of the newest message that has any."""
    return phone.locator(".keyboard").last.locator(".key")
