"""A Bot API server for this machine: for `make demo`, and for the end-to-end tests.

A world of people, bots and chats lives in memory; bots reach it over HTTP as they would reach Telegram, people are
moved from Python or on the chat page at `url`. It refuses what Telegram refuses, in Telegram's words. It knows nothing
of this project's bot.

    async with LocalTelegram() as tg:
        bot = tg.bot("WormsAndTombsBot")                    # bot.token; the API is at tg.url
        anna, ben = tg.person("Anna"), tg.person("Ben")
        table = tg.supergroup("Friday", anna, ben, bot)     # the first is the creator; also group, forum, private

        tg.say(anna, table, "/join")
        lobby = await table.until_button("Join")            # waits for the newest message with this button
        press = tg.press(ben, lobby, "Join")                # by label; data="…" is a forged one
        assert "Ben" in (await press.answer()).text         # toast or alert (show_alert)
        await table.until(lambda message: "Ben" in message.text)

        fault = tg.faults.next("editMessageText", chat=table, do=hold_after)
        tg.press(anna, lobby, "Start")
        await fault.arrived()                               # edited, but the bot does not know: kill it now
        fault.release()

        tg.clock.advance(151)                               # presses that were not fetched are gone
        assert table.most_writes_in(60) <= 20               # sends and edits; lobby.history has each look and its time
        assert tg.calls_of("answerCallbackQuery")           # every call: method, parameters, at, outcome

`Limits.off()` or `Limits.scaled(100)` change Telegram's patience; `LocalTelegram(path=…)` keeps the world in a file.
"""

from bot.local_telegram.clock import Clock
from bot.local_telegram.faults import (
    Call,
    Fault,
    drop_after,
    drop_before,
    hold_after,
    hold_before,
    refuse,
)
from bot.local_telegram.limits import Limits
from bot.local_telegram.local import LocalTelegram
from bot.local_telegram.rooms import Answer, Press, Room
from bot.local_telegram.world import Bot, Message, Topic, Update, User

__all__ = [
    "Answer",
    "Bot",
    "Call",
    "Clock",
    "Fault",
    "Limits",
    "LocalTelegram",
    "Message",
    "Press",
    "Room",
    "Topic",
    "Update",
    "User",
    "drop_after",
    "drop_before",
    "hold_after",
    "hold_before",
    "refuse",
]
