"""People play on the chat page in Chromium, two phones side by side, against the real bot."""

import time

import pytest
from playwright.async_api import Locator, expect

from bot.local_telegram import Bot, LocalTelegram
from tests.browser import Desk, chromium, keys, needs_chromium
from tests.e2e.process import BotProcess
from tests.e2e.table import OVER, best

pytestmark = needs_chromium

MOST_PRESSES = 120


@pytest.fixture
def pictures() -> str:
    return "on"


async def test_two_people_play_a_whole_match_side_by_side(
    tg: LocalTelegram, account: Bot, bot: BotProcess, figures: list[str]
) -> None:
    """With a house rule that they choose; what is told to one of them is told on their phone alone."""
    tg.supergroup("Friday", tg.person("Ana"), tg.person("Ben"), account)
    async with chromium() as browser, Desk.opened(browser, tg.url) as desk:
        began = time.monotonic()
        ana, ben = desk.phone("Ana"), desk.phone("Ben")
        await desk.say("Ana", "/play junior")
        board = await press(desk, ben, "Join", await desk.board(ben))
        await expect(ben.get_by_role("alertdialog")).to_contain_text("You have a seat.")
        await expect(ana.get_by_role("alertdialog")).to_be_hidden()
        await dismiss_lessons(desk)
        for label in ("House rules", "End: all cards won"):
            board = await press(desk, ana, label, board)
        assert "End: pile empty" in board
        for label in ("Done", "Start"):
            board = await press(desk, ana, label, board)

        presses = 0
        while OVER not in board:
            presses += 1
            assert presses < MOST_PRESSES, board
            called = desk.page.locator(".phone.called")
            board = await press(desk, called, best(await keys(called).all_inner_texts()), board)
        figures.append(f"a match in the browser: {presses} presses in {time.monotonic() - began:.0f} s")
        for phone in (ana, ben):
            await expect(phone.get_by_role("log")).to_contain_text(OVER)
        await expect(desk.page.locator(".phone.called")).to_have_count(0)
        assert await desk.look() == []


async def press(desk: Desk, phone: Locator, label: str, board: str) -> str:
    """The board that follows."""
    await phone.locator(".keyboard").last.get_by_text(label, exact=True).click()
    return await desk.board(phone, board)


async def dismiss_lessons(desk: Desk) -> None:
    """Newcomers press OK on whatever they are taught, before they do anything else."""
    lessons = desk.page.get_by_role("alertdialog").first
    await desk.page.add_locator_handler(lessons, lambda lesson: lesson.get_by_role("button", name="OK").click())


async def test_a_map_is_drawn_on_every_phone(tg: LocalTelegram, account: Bot, bot: BotProcess) -> None:
    """A photo, from which the next one is walked to by a button that is within sight."""
    tg.supergroup("Friday", tg.person("Ana"), tg.person("Ben"), account)
    async with chromium() as browser, Desk.opened(browser, tg.url, width=1200) as desk:
        ana, ben = desk.phone("Ana"), desk.phone("Ben")
        await dismiss_lessons(desk)
        await desk.say("Ana", "/play grave digger")
        board = await press(desk, ben, "Join", await desk.board(ben))
        board = await press(desk, ana, "Start", board)
        before = await map_on(ana)
        called = desk.page.locator(".phone.called")
        await press(desk, called, await keys(called).first.inner_text(), board)
        await expect(ana.locator(".photo img")).not_to_have_attribute("src", before)
        assert await map_on(ana) == await map_on(ben)
        for key in await keys(called).all():
            await expect(key).to_be_in_viewport(ratio=1)


async def map_on(phone: Locator) -> str:
    """Its address, once it is there."""
    photo = phone.locator(".photo img")
    await expect(photo).to_have_js_property("naturalWidth", 1000)
    return str(await photo.get_attribute("src"))
