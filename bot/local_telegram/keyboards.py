"""The buttons under a message: a `reply_markup` parameter checked as Telegram checks it."""

from typing import Any
from urllib.parse import urlsplit

from bot.local_telegram.refusals import bad_request
from bot.local_telegram.world import Json

MOST_BUTTONS = 100
ACTIONS = ("callback_data", "url", "web_app", "login_url", "switch_inline_query", "copy_text", "pay")
ACTIONS_TO_KEEP = ("callback_data", "url", "copy_text", "style", "icon_custom_emoji_id")


def read(markup: Json) -> list[list[Json]]:
    """The rows of an inline keyboard; other kinds of keyboard are accepted and not shown."""
    rows = markup.get("inline_keyboard", [])
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        raise bad_request('field "inline_keyboard" of the InlineKeyboardMarkup must be of type Array')
    keyboard = [[_button(button) for button in row] for row in rows if row]
    if sum(len(row) for row in keyboard) > MOST_BUTTONS:
        raise bad_request("reply markup is too long")
    return keyboard


def _button(button: Any) -> Json:
    if not isinstance(button, dict) or not str(button.get("text", "")).strip():
        raise bad_request("can't parse inline keyboard button: Can't find field \"text\"")
    if not any(action in button for action in ACTIONS):
        why = "Text buttons are unallowed in the inline keyboard"
        raise bad_request(f"can't parse inline keyboard button: {why}")
    if "callback_data" in button and not 1 <= len(str(button["callback_data"]).encode()) <= 64:
        raise bad_request("BUTTON_DATA_INVALID")
    if "url" in button:
        _check_url(str(button["url"]))
    return {"text": button["text"]} | {key: button[key] for key in ACTIONS_TO_KEEP if key in button}


def _check_url(url: str) -> None:
    address = urlsplit(url)
    if address.scheme not in ("http", "https", "tg", "ton") or not address.netloc:
        raise bad_request(f"inline keyboard button URL '{url}' is invalid: Wrong HTTP URL")
