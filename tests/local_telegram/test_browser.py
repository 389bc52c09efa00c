"""The chat page in Chromium, with a bot as thin as can be behind it."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import aiohttp
import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, expect

from bot.local_telegram import Bot, Limits, LocalTelegram, Message, Room, User, hold_before
from tests.browser import Desk, chromium, keys, needs_chromium
from tests.local_telegram.api import Api, Json, keyboard

pytestmark = [needs_chromium, pytest.mark.asyncio(loop_scope="module")]

PATIENCE = 30.0  # seconds; the machine may be busy
ON_A_PHONE = {"width": 390, "height": 844}
LONG = "Donaudampfschifffahrtsgesellschaftskapitänswitwenrentenantrag"
PHOTO = bytes.fromhex(  # one pixel
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de"
    "0000000c49444154789c63f8ffff3f0005fe02fe0def46b80000000049454e44ae426082"
)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncIterator[Browser]:
    """One for all of this file."""
    async with chromium() as browser:
        yield browser


@dataclass
class Stage:
    """Anna and Ben in a group on Friday with a bot that answers every press with its data, `!` as an alert."""

    tg: LocalTelegram
    bot: Bot
    api: Api
    browser: Browser
    anna: User
    ben: User
    table: Room
    heard: list[str] = field(default_factory=list)

    async def sends(self, text: str, *rows: list[str], to: Room | None = None, **more: object) -> Message:
        room = to or self.table
        markup = keyboard(*rows) if rows else None
        await self.api.call("sendMessage", chat_id=room.id, text=text, parse_mode="HTML", reply_markup=markup, **more)
        return room.last

    async def links(self, text: str, **urls: str) -> Message:
        """A message with buttons that lead somewhere."""
        rows = [[{"text": label, "url": url}] for label, url in urls.items()]
        await self.api.call("sendMessage", chat_id=self.table.id, text=text, reply_markup={"inline_keyboard": rows})
        return self.table.last

    async def be_a_bot(self) -> None:
        offset = 0
        while True:
            for update in await self.api.call("getUpdates", offset=offset, timeout=30):
                offset = update["update_id"] + 1
                await self.hears(update)

    async def hears(self, update: Json) -> None:
        if query := update.get("callback_query"):
            said, is_alert = query["data"].removesuffix("!"), query["data"].endswith("!")
            await self.api.call("answerCallbackQuery", callback_query_id=query["id"], text=said, show_alert=is_alert)
        elif text := update.get("message", {}).get("text"):
            self.heard.append(text)

    async def until_heard(self, *texts: str) -> None:
        """Until people have written this, and nothing else, to the bot."""
        await self.tg.until(lambda: self.heard == list(texts), PATIENCE)

    def opened(self, **how: int | str) -> object:
        return Desk.opened(self.browser, self.tg.url, **how)


@pytest_asyncio.fixture(loop_scope="module")
async def stage(browser: Browser) -> AsyncIterator[Stage]:
    async with LocalTelegram(seed=7, limits=Limits.off()) as tg, aiohttp.ClientSession() as session:
        bot = tg.bot("WormsAndTombsBot", first_name="Worms & Tombs")
        anna, ben = tg.person("Anna", username="anna_k"), tg.person("Ben", language_code="de")
        stage = Stage(tg, bot, Api(tg, bot, session), browser, anna, ben, tg.supergroup("Friday", anna, ben, bot))
        polling = asyncio.create_task(stage.be_a_bot())
        yield stage
        polling.cancel()
        await asyncio.gather(polling, return_exceptions=True)


async def box(locator: Locator) -> tuple[float, float]:
    """Top and bottom."""
    found = await locator.bounding_box()
    assert found is not None
    return found["y"], found["y"] + found["height"]


# Being told


async def test_a_toast_is_shown_to_its_presser_only_and_covers_nothing(stage: Stage):
    await stage.sends("Who plays?\n" * 40, ["You have a seat."])
    async with stage.opened() as desk:
        hers, his = desk.phone("Anna"), desk.phone("Ben")
        await keys(hers).click()
        toast = hers.get_by_role("status")
        await expect(toast).to_have_text("You have a seat.")
        await expect(his.get_by_role("status")).to_have_text("")
        top, bottom = await box(toast)
        assert (await box(hers.locator(".chat > header")))[1] <= top
        assert bottom <= (await box(hers.get_by_role("log")))[0]
        await expect(keys(hers)).to_be_in_viewport(ratio=1)


async def test_an_alert_is_a_dialog_on_one_phone_and_wants_to_be_dismissed(stage: Stage):
    await stage.sends("Really?", ["It is over.!", "Fine"])
    async with stage.opened() as desk:
        hers, his = desk.phone("Anna"), desk.phone("Ben")
        await keys(hers).first.click()
        alert = hers.get_by_role("alertdialog")
        await expect(alert).to_contain_text("It is over.")
        await expect(alert.get_by_role("button", name="OK")).to_be_focused()
        await keys(his).last.click()
        await expect(his.get_by_role("status")).to_have_text("Fine")
        await desk.page.keyboard.press("Tab")
        await alert.get_by_role("button", name="OK").press("Escape")
        await expect(alert).to_be_hidden()
        await expect(keys(hers).first).to_be_focused()


async def test_whoever_is_called_is_marked_on_their_phone_and_on_the_desk(stage: Stage):
    await stage.sends(f'<a href="tg://user?id={stage.ben.id}">Ben</a>, @anna_k has gone.', ["Roll"])
    async with stage.opened(**ON_A_PHONE) as desk:
        await expect(desk.phone("Anna").locator(".mention.me")).to_have_text("@anna_k")
        await expect(desk.chip("Ben").get_by_label("is called")).to_be_visible()
        await desk.chip("Ben").click()
        await expect(desk.phone("Anna")).to_be_hidden()
        await expect(desk.phone("Ben").locator(".mention.me")).to_have_text("Ben")
        await expect(desk.phone("Ben").locator(".message.calling")).to_be_visible()
        await desk.chip("Anna").click()
        await expect(desk.chip("Ben").get_by_label("is called")).to_have_count(0)


async def test_a_silent_message_and_an_edited_one_say_so(stage: Stage):
    said = stage.tg.say(stage.anna, stage.table, "Hello")
    sent = await stage.sends("Psst", disable_notification=True, reply_parameters={"message_id": said.id})
    await stage.api.call("editMessageText", chat_id=stage.table.id, message_id=sent.id, text="Psst!")
    async with stage.opened() as desk:
        last = desk.phone("Ben").get_by_role("log").locator("article").last
        await expect(last.get_by_label("without a sound")).to_be_visible()
        await expect(last).to_contain_text("edited")
        await last.get_by_role("button", name="Anna Hello").click()
        await expect(desk.phone("Ben").locator(".found")).to_contain_text("Hello")


async def test_presses_without_an_answer_leave_the_page_awake(stage: Stage):
    """Each keeps a connection, of which a browser has six."""
    stage.tg.faults.every("answerCallbackQuery", do=hold_before)
    labels = list("abcdefgh")
    await stage.sends("Press!", labels)
    async with stage.opened() as desk:
        for key in await keys(desk.phone("Anna")).all():
            await key.click()
        stage.tg.say(stage.ben, stage.table, "Anybody there?")
        await expect(desk.phone("Anna").get_by_role("log")).to_contain_text("Anybody there?")
        pressed = [
            update.body["data"] for update in stage.tg.here.updates.told[stage.bot.user.id] if "data" in update.body
        ]
        assert pressed == labels


# Other chats


async def test_a_private_chat_begins_with_start(stage: Stage):
    await stage.api.call("setMyDescription", description="I roll the dice.")
    async with stage.opened() as desk:
        hers = desk.phone("Anna")
        await desk.turn_to(hers, "Worms & Tombs")
        assert "I roll the dice." in await hers.get_by_role("log").evaluate(
            "log => getComputedStyle(log, '::after').content"
        )
        await hers.get_by_role("button", name="Start", exact=True).click()
        await stage.until_heard("/start")
        await stage.sends("Welcome", to=stage.tg.private(stage.anna))
        await expect(hers.get_by_role("log")).to_contain_text("Welcome")
        await expect(hers.get_by_role("textbox", name="Message")).to_be_visible()
        await expect(desk.phone("Ben").get_by_role("log")).not_to_contain_text("Welcome")


async def test_deep_links_open_what_they_name(stage: Stage):
    first = stage.tg.say(stage.anna, stage.table, "The first word")
    await stage.sends("Filling\n" * 60)
    here = f"https://t.me/c/{str(stage.table.id).removeprefix('-100')}/{first.id}"
    bot = "https://t.me/WormsAndTombsBot"
    await stage.links(
        "Links", Alone=f"{bot}?start=abc", Group=f"{bot}?startgroup=play", First=here, Far="https://t.me/c/1/2"
    )
    async with stage.opened() as desk:
        hers = desk.phone("Anna")
        await hers.get_by_role("link", name="Alone").click()
        await hers.get_by_role("button", name="Start", exact=True).click()
        await stage.until_heard("/start abc")

        await desk.turn_to(hers, "Friday")
        await hers.get_by_role("link", name="Group").click()
        await hers.get_by_role("button", name="A new group").click()
        await desk.page.get_by_label("Name", exact=True).fill("Saturday")
        await desk.page.get_by_role("button", name="Make the group").click()
        await stage.until_heard("/start abc", "/start@WormsAndTombsBot play")
        await expect(hers.get_by_role("heading")).to_have_text("Saturday")

        his = desk.phone("Ben")
        await his.get_by_role("link", name="First").click()
        await expect(his.locator(".found")).to_contain_text("The first word")
        await expect(his.locator(".found")).to_be_in_viewport()
        await his.get_by_role("button", name="Newest").click()
        await his.get_by_role("link", name="Far").click()
        await expect(his.get_by_role("status")).to_have_text("You are not in that chat.")


async def test_the_command_menu_is_the_persons_own(stage: Stage):
    commands = [{"command": "join", "description": "sit down"}, {"command": "stop", "description": "end it"}]
    await stage.api.call("setMyCommands", commands=commands)
    german = [{"command": "join", "description": "Platz nehmen"}]
    await stage.api.call("setMyCommands", commands=german, language_code="de")
    async with stage.opened() as desk:
        his, hers = desk.phone("Ben"), desk.phone("Anna")
        await his.get_by_role("button", name="Commands").click()
        await his.get_by_role("button", name="/join Platz nehmen").click()
        await stage.until_heard("/join")
        await hers.get_by_role("textbox", name="Message").press_sequentially("/st")
        await expect(hers.locator(".command")).to_have_text(["/stop end it"])
        await desk.page.keyboard.press("ArrowUp")
        await desk.page.keyboard.press("Enter")
        await stage.until_heard("/join", "/stop")
        await expect(hers.locator(".command")).to_be_hidden()


async def test_topics_are_tabs(stage: Stage):
    forum = stage.tg.forum("Club", stage.anna, stage.bot)
    dice, cards = stage.tg.topic(forum, "Dice"), stage.tg.topic(forum, "Cards")
    stage.tg.close_topic(forum, cards)
    async with stage.opened() as desk:
        hers = desk.phone("Anna")
        await desk.turn_to(hers, "Club")
        tabs = hers.get_by_role("navigation", name="Topics").get_by_role("button")
        await expect(tabs).to_have_text(["General", "Dice", "🔒 Cards"])
        await tabs.nth(1).click()
        await desk.say("Anna", "/join")
        await expect(hers.get_by_role("log")).to_contain_text("/join")
        assert forum.last.topic == dice.id
        await tabs.nth(0).click()
        await expect(hers.get_by_role("log")).not_to_contain_text("/join")
        await tabs.nth(1).click()
        stage.tg.delete_topic(forum, dice)
        await expect(tabs).to_have_text(["General", "🔒 Cards"])
        await expect(tabs.nth(0)).to_have_attribute("aria-current", "true")


async def test_a_phone_follows_its_group_that_becomes_a_supergroup(stage: Stage):
    small = stage.tg.group("Small", stage.anna, stage.bot)
    async with stage.opened() as desk:
        hers = desk.phone("Anna")
        await desk.turn_to(hers, "Small")
        await hers.get_by_role("button", name="About this chat").click()
        await hers.get_by_role("button", name="Make it a supergroup").click()
        await expect(hers.get_by_role("log")).to_contain_text("The group has become a supergroup")
        await desk.say("Anna", "Still here")
        await expect(hers.get_by_role("log")).to_contain_text("Still here")
        assert stage.tg.room(str(small.chat.migrated_to)).last.text == "Still here"


async def test_a_fourth_person_is_added_by_one_press(stage: Stage):
    dan = stage.tg.person("Dan")
    async with stage.opened() as desk:
        await desk.phone("Anna").get_by_role("button", name="About this chat").click()
        await desk.phone("Anna").get_by_role("button", name="Add Dan").click()
        await stage.tg.until(lambda: stage.table.chat.member(dan.id).is_present, PATIENCE)
        await expect(desk.phone("Dan").get_by_role("log")).to_contain_text("\u2068Anna\u2069 added \u2068Dan\u2069")
        await desk.phone("Anna").get_by_role("button", name="Remove Dan").click()
        await stage.tg.until(lambda: not stage.table.chat.member(dan.id).is_present, PATIENCE)


async def test_it_says_when_the_telegram_is_gone_and_goes_on_when_it_is_back(stage: Stage):
    """Also to whoever presses meanwhile."""
    await stage.sends("Roll!", ["Roll"])
    async with stage.opened() as desk:
        hers, bar = desk.phone("Anna"), desk.page.locator("#silence")
        await stage.tg.go_down()
        await expect(bar).to_contain_text("The local Telegram does not answer.")
        await keys(hers).click()
        await expect(hers.get_by_role("status")).to_have_text(await bar.inner_text())
        await expect(keys(hers)).not_to_have_class("waiting")
        await stage.tg.come_up()
        await expect(bar).to_be_empty()
        stage.tg.say(stage.anna, stage.table, "Hello again")
        await expect(desk.phone("Ben").get_by_role("log")).to_contain_text("Hello again")


# What messages hold


@pytest.mark.parametrize("size", [ON_A_PHONE, {"width": 1200, "height": 760}])
async def test_a_photo_is_as_wide_as_its_message_and_the_buttons_are_within_sight(stage: Stage, size: dict[str, int]):
    """As Telegram has it: what there is no room for is above."""
    rows = [[f"a{row}"] for row in range(8)]
    form = {"chat_id": str(stage.table.id), "caption": "Ben, walk!\n" * 4, "reply_markup": Api.written(keyboard(*rows))}
    await stage.api.upload("sendPhoto", PHOTO, **form)
    async with stage.opened(**size) as desk:
        hers = desk.phone("Anna")
        photo = hers.locator(".photo img")
        await expect(photo).to_have_js_property("naturalWidth", 1)
        assert await photo.evaluate("photo => photo.clientWidth / photo.closest('.message').clientWidth") > 0.95
        assert await photo.evaluate("photo => photo.clientWidth / photo.clientHeight") == 1
        for key in await keys(hers).all():
            await expect(key).to_be_in_viewport(ratio=1)
        await expect(hers.locator(".text p").first).to_be_in_viewport(ratio=1)


async def test_a_photo_opens_large_and_is_called_a_picture_where_no_caption_tells_more(stage: Stage):
    await stage.api.upload("sendPhoto", PHOTO, chat_id=str(stage.table.id), caption="Ben, walk!")
    await stage.api.upload("sendPhoto", PHOTO, chat_id=str(stage.table.id))
    async with stage.opened() as desk:
        photos = desk.phone("Ben").locator(".photo img")
        assert [await photo.get_attribute("alt") for photo in await photos.all()] == ["", "Picture"]
        await desk.phone("Ben").get_by_role("button", name="Open the picture large").first.click()
        await expect(desk.page.get_by_role("dialog", name="Picture")).to_be_visible()
        await desk.page.keyboard.press("Escape")
        await expect(desk.page.get_by_role("dialog", name="Picture")).to_be_hidden()


async def test_dice_show_their_value(stage: Stage):
    stage.tg.roll(stage.anna, stage.table, "🎲", value=5)
    stage.tg.roll(stage.anna, stage.table, "🎰", value=2)
    async with stage.opened() as desk:
        his = desk.phone("Ben")
        await expect(his.get_by_role("img", name="🎲 shows 5").locator(".pip")).to_have_count(5)
        await expect(his.get_by_role("img", name="🎰 shows 2").locator(".reel")).to_have_text(["🍇", "BAR", "BAR"])


async def test_a_document_can_be_downloaded(stage: Stage):
    await stage.api.upload_document(b"roll", "match.game", chat_id=str(stage.table.id), caption="The record")
    async with stage.opened() as desk, desk.page.expect_download() as download:
        await desk.phone("Ben").get_by_role("link", name="match.game").click()
    assert (await download.value).suggested_filename == "match.game"


async def test_a_text_is_copied_by_its_button(stage: Stage):
    markup = {"inline_keyboard": [[{"text": "Copy the seed", "copy_text": {"text": "5eed"}}]]}
    await stage.api.call("sendMessage", chat_id=stage.table.id, text="x", reply_markup=markup)
    async with stage.opened() as desk:
        await desk.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        await desk.phone("Ben").get_by_role("button", name="Copy the seed").click()
        await expect(desk.phone("Ben").get_by_role("status")).to_have_text("Copied")
        assert await desk.page.evaluate("navigator.clipboard.readText()") == "5eed"


async def test_hidden_and_folded_text_is_shown_on_demand(stage: Stage):
    folded = "\n".join(f"Rule {number}" for number in range(12))
    await stage.sends(f"<tg-spoiler>Secret</tg-spoiler>\n<blockquote expandable>{folded}</blockquote>")
    async with stage.opened() as desk:
        his = desk.phone("Ben")
        await his.get_by_role("button", name="Hidden text").press("Enter")
        await expect(his.locator(".spoiler.shown")).to_have_text("Secret")
        short = await his.locator("blockquote .words").evaluate("words => words.clientHeight")
        await his.get_by_role("button", name="Show more").click()
        assert 3 * short < await his.locator("blockquote .words").evaluate("words => words.clientHeight")


async def test_each_paragraph_runs_in_its_own_direction_and_names_keep_to_themselves(stage: Stage):
    """F53"""
    nasty = stage.tg.person("\u202eevil بهرام")
    stage.tg.add(stage.table, nasty)
    said = "Left to right, line one\n\nراست به چپ\n2. \u2068بهرام\u2069 (away): no tile"
    await stage.sends(f"<b>{said}</b><blockquote>{said}</blockquote>after")
    stage.tg.say(nasty, stage.table, said)
    async with stage.opened() as desk:
        his = desk.phone("Ben")
        paragraphs = his.locator(".bot .text p")
        directions = [await paragraph.get_attribute("dir") for paragraph in await paragraphs.all()]
        assert directions == [*["ltr", "ltr", "rtl", "ltr"] * 2, "ltr"]
        assert await paragraphs.all_text_contents() == [*said.split("\n") * 2, "after"]
        article = his.get_by_role("log").locator("article").last
        for name in (article.locator("bdi"), desk.chip("بهرام").locator("bdi")):
            assert await name.evaluate("name => getComputedStyle(name).unicodeBidi") == "isolate"
        assert "\u2068\u202eevil بهرام\u2069" in (await his.locator(".members").text_content() or "")


# Everybody can use it


@pytest.mark.parametrize(("width", "scheme"), [(390, "light"), (1280, "dark")])
async def test_nothing_is_pale_or_cut_off(stage: Stage, width: int, scheme: str):
    """Nor in any other screen of a phone."""
    queen = stage.tg.person(f"Cleopatra {LONG}", language_code="fa")
    stage.tg.add(stage.table, queen)
    said = stage.tg.say(queen, stage.table, f"{LONG * 2} /join @anna_k #dice https://example.org/{LONG}")
    forum = stage.tg.forum(f"Club {LONG}", queen, stage.anna, stage.bot)
    stage.tg.topic(forum, f"Dice {LONG}")
    await stage.sends(
        f"<b>{LONG}</b> <code>{LONG}</code> <tg-spoiler>{LONG}</tg-spoiler>\n<blockquote>{LONG}</blockquote>\n"
        f'<a href="tg://user?id={stage.anna.id}">Anna</a> <pre>{LONG}</pre> <i>i</i> <u>u</u> <s>s</s>',
        [f"{number}" for number in range(8)],
        ["Keep 5 ×3, take 25 and so", "Heckmeck am Bratwurmeck"],
        ["Bratwurmeckbratwurmeckbr", "Bratwurmeckbratwurmeckbr"],
        disable_notification=True,
        reply_parameters={"message_id": said.id},
    )
    await stage.api.upload_document(b"x", f"{LONG}.game", chat_id=str(stage.table.id))
    stage.tg.roll(stage.ben, stage.table, "🎰", value=1)
    await stage.api.call("setMyCommands", commands=[{"command": "join", "description": LONG}])
    async with stage.opened(width=width, height=844, scheme=scheme) as desk:
        hers = desk.phone("Anna")
        assert await desk.look() == []
        await keys(hers).nth(8).click()
        await expect(hers.get_by_role("status")).not_to_be_empty()
        await hers.get_by_role("button", name="Commands").click()
        assert await desk.look() == []
        await hers.get_by_role("button", name="About this chat").click()
        assert await desk.look() == []
        await hers.get_by_role("button", name="Back to the chat").click()
        await hers.get_by_role("button", name="All chats").click()
        assert await desk.look() == []
        await hers.get_by_role("button", name="Club").click()
        assert await desk.look() == []
        await hers.get_by_role("button", name="All chats").click()
        await hers.get_by_role("button", name="New group").click()
        assert await desk.look() == []


@pytest.mark.parametrize("width", [390, 780])
async def test_somebody_can_be_added_however_many_there_are(stage: Stage, width: int):
    """Their names scroll, and whose has the focus is within sight."""
    for number in range(12):
        stage.tg.person(f"Guest {number}")
    async with stage.opened(width=width, height=844) as desk:
        add, last = desk.page.get_by_role("button", name="New person"), desk.chip("Guest 11")
        await expect(last).not_to_be_in_viewport()
        await expect(add).to_be_in_viewport(ratio=1)
        await add.press("Shift+Tab")
        await expect(last).to_be_focused()
        await expect(last).to_be_in_viewport(ratio=1)
        await add.click()
        await expect(desk.page.get_by_role("dialog", name="New person")).to_be_visible()


async def test_a_match_can_be_played_without_a_mouse(stage: Stage):
    """The focus stays with the board while it is edited."""
    board = await stage.sends("Roll!", ["Roll", "Give up"])
    async with stage.opened() as desk:
        hers = desk.phone("Anna")
        await hers.get_by_role("textbox", name="Message").focus()
        await desk.page.keyboard.press("Shift+Tab")
        await desk.page.keyboard.press("Shift+Tab")
        await expect(keys(hers).last).to_be_focused()
        await desk.page.keyboard.press("Shift+Tab")
        await desk.page.keyboard.press("Enter")
        await expect(hers.get_by_role("status")).to_have_text("Roll")
        markup = keyboard(["Keep 5", "Keep 3"])
        await stage.api.call(
            "editMessageText", chat_id=stage.table.id, message_id=board.id, text="Keep!", reply_markup=markup
        )
        await expect(keys(hers).first).to_have_text("Keep 5")
        await expect(keys(hers).first).to_be_focused()
        await desk.page.keyboard.press("Space")
        await expect(hers.get_by_role("status")).to_have_text("Keep 5")


async def test_whoever_reads_older_messages_is_left_to_it(stage: Stage):
    for number in range(40):
        await stage.sends(f"Message {number}")
    async with stage.opened() as desk:
        log = desk.phone("Anna").get_by_role("log")
        await expect(log.get_by_text("Message 39")).to_be_in_viewport()
        await log.evaluate("log => { log.scrollTop = 100; }")
        await expect(desk.phone("Anna").get_by_role("button", name="Newest")).to_be_visible()
        await stage.sends("Message 40")
        await expect(log.get_by_text("Message 40")).not_to_be_in_viewport()
        await expect(desk.phone("Ben").get_by_role("log").get_by_text("Message 40")).to_be_in_viewport()
        assert await log.evaluate("log => log.scrollTop") == 100
