"""The Bot API's methods by name. Each takes what is here, the bot and its parameters, and returns the result.

`getUpdates` waits and is therefore the server's own; all others act at once.
"""

from collections.abc import Callable
from typing import Any

from bot.local_telegram import account, asking, editing, sending
from bot.local_telegram.backend import Backend
from bot.local_telegram.parameters import Parameters
from bot.local_telegram.world import Bot

Method = Callable[[Backend, Bot, Parameters], Any]

METHODS: dict[str, Method] = {
    "getMe": account.get_me,
    "logOut": account.agree,
    "close": account.agree,
    "setMyCommands": account.set_my_commands,
    "getMyCommands": account.get_my_commands,
    "deleteMyCommands": account.delete_my_commands,
    "setMyName": account.set_description,
    "getMyName": account.get_name,
    "setMyDescription": account.set_description,
    "getMyDescription": account.get_description,
    "setMyShortDescription": account.set_description,
    "getMyShortDescription": account.get_short_description,
    "setWebhook": account.set_webhook,
    "deleteWebhook": account.delete_webhook,
    "getWebhookInfo": account.get_webhook_info,
    "sendMessage": sending.send_message,
    "sendPhoto": sending.send_photo,
    "sendDocument": sending.send_document,
    "sendDice": sending.send_dice,
    "sendChatAction": asking.send_chat_action,
    "editMessageText": editing.edit_message_text,
    "editMessageCaption": editing.edit_message_caption,
    "editMessageMedia": editing.edit_message_media,
    "editMessageReplyMarkup": editing.edit_message_reply_markup,
    "deleteMessage": editing.delete_message,
    "answerCallbackQuery": asking.answer_callback_query,
    "getChat": asking.get_chat,
    "getChatMember": asking.get_chat_member,
    "getChatAdministrators": asking.get_chat_administrators,
    "getChatMemberCount": asking.get_chat_member_count,
    "leaveChat": asking.leave_chat,
    "getFile": asking.get_file,
}
NAMES = {name.lower(): name for name in (*METHODS, "getUpdates")}  # Telegram does not mind the case of letters
