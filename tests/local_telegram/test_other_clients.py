"""The honest judges from outside: python-telegram-bot and aiogram talk to this server as to Telegram's own."""

import aiogram
import pytest
import telegram
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer
from aiogram.exceptions import TelegramBadRequest
from aiogram.types import BufferedInputFile, InlineKeyboardButton, InlineKeyboardMarkup, InputMediaPhoto

from bot.local_telegram import Bot, LocalTelegram, Room, User, refuse
from tests.local_telegram.api import PNG


async def test_python_telegram_bot_plays_a_round(tg: LocalTelegram, table: Room, anna: User, bot: Bot):
    async with telegram.Bot(bot.token, base_url=f"{tg.url}/bot", base_file_url=f"{tg.url}/file/bot") as client:
        tg.say(anna, table, "/join")
        [update] = await client.get_updates(timeout=5)
        button = telegram.InlineKeyboardButton("Roll", callback_data="roll")
        markup = telegram.InlineKeyboardMarkup.from_button(button)
        board = await update.message.reply_html("<b>Board</b>", reply_markup=markup, do_quote=True)
        assert board.reply_to_message.text == "/join"

        press = tg.press(anna, table.last, "Roll")
        [update] = await client.get_updates(offset=update.update_id + 1, timeout=5)
        await update.callback_query.answer("You rolled")
        assert (await press.answer()).text == "You rolled"
        await update.callback_query.edit_message_text("Rolled")
        assert table.last.text == "Rolled"

        picture = await client.send_photo(table.id, PNG, caption="Board")
        file = await client.get_file(picture.photo[-1].file_id)
        assert bytes(await file.download_as_bytearray()) == PNG
        assert 1 <= (await client.send_dice(table.id, emoji="🎰")).dice.value <= 64


async def test_python_telegram_bot_tells_the_refusals_apart(
    tg: LocalTelegram, table: Room, anna: User, bot: Bot, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("PTB_TIMEDELTA", "true")  # else the library warns of its own future
    old = tg.group("Small", anna, bot)
    new = tg.migrate(old)
    async with telegram.Bot(bot.token, base_url=f"{tg.url}/bot") as client:
        with pytest.raises(telegram.error.ChatMigrated) as migrated:
            await client.send_message(old.id, "x")
        assert migrated.value.new_chat_id == new.id
        tg.faults.next("sendMessage", do=refuse(429, "Too Many Requests: retry after 2", retry_after=2))
        with pytest.raises(telegram.error.RetryAfter):
            await client.send_message(table.id, "x")
        tg.remove(table, bot)
        with pytest.raises(telegram.error.Forbidden, match="kicked"):
            await client.send_message(table.id, "x")
        tg.faults.next("getMe", do=refuse(502, "Bad Gateway"))
        with pytest.raises(telegram.error.NetworkError):
            await client.get_me()


async def test_aiogram_understands_every_answer(tg: LocalTelegram, table: Room, anna: User, bot: Bot):
    session = AiohttpSession(api=TelegramAPIServer.from_base(tg.url))
    async with aiogram.Bot(bot.token, session=session) as client:
        keyboard = InlineKeyboardMarkup(inline_keyboard=[[InlineKeyboardButton(text="Roll", callback_data="roll")]])
        board = await client.send_message(table.id, "<b>Board</b>", parse_mode="HTML", reply_markup=keyboard)
        tg.press(anna, table.last, "Roll")
        tg.promote(table, bot)
        kinds = [update.event_type for update in await client.get_updates(timeout=1)]
        assert kinds == ["callback_query", "my_chat_member"]
        photo = InputMediaPhoto(media=BufferedInputFile(PNG, "board.png"), caption="Board")
        edited = await client.edit_message_media(photo, chat_id=table.id, message_id=board.message_id)
        assert (edited.caption, edited.photo[0].width) == ("Board", 640)
        assert (await client.get_chat(table.id)).title == "Friday"
        assert [member.status for member in await client.get_chat_administrators(table.id)] == [
            "creator",
            "administrator",
        ]
        with pytest.raises(TelegramBadRequest, match="message to edit not found"):
            await client.edit_message_text("x", chat_id=table.id, message_id=9999)
