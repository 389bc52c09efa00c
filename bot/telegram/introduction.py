"""What Telegram shows of the bot before anybody has talked to it: its menu of commands and its descriptions."""

import asyncio
from collections.abc import Mapping

from telegram import Bot, BotCommand, BotCommandScopeAllGroupChats, BotCommandScopeAllPrivateChats

from bot.views.language import ENGLISH, Language, language_of, translated
from bot.views.replies import COMMANDS, PRIVATE_COMMANDS, description, short_description


async def introduce(bot: Bot) -> None:
    """In every language there is, and in English for all others. Raises TelegramError."""
    await asyncio.gather(*(_introduce(bot, language) for language in (ENGLISH, *map(language_of, translated()))))


async def _introduce(bot: Bot, language: Language) -> None:
    code = None if language is ENGLISH else language.code.partition("_")[0]
    here, alone = BotCommandScopeAllGroupChats(), BotCommandScopeAllPrivateChats()
    await bot.set_my_commands(_menu(COMMANDS, language), scope=here, language_code=code)
    await bot.set_my_commands(_menu(PRIVATE_COMMANDS, language), scope=alone, language_code=code)
    await bot.set_my_description(description(language), language_code=code)
    await bot.set_my_short_description(short_description(language), language_code=code)


def _menu(commands: Mapping[str, str], language: Language) -> list[BotCommand]:
    return [BotCommand(name, language.say(use)) for name, use in commands.items()]
