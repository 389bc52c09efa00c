"""Bot API methods about the bot itself: who it is, its command menus, its descriptions, its webhook."""

import re

from bot.local_telegram import menus, shapes
from bot.local_telegram.backend import Backend
from bot.local_telegram.parameters import Parameters
from bot.local_telegram.refusals import bad_request
from bot.local_telegram.world import Bot, Json, Webhook

SECRET = re.compile(r"[A-Za-z0-9_-]{1,256}")
COMMAND = re.compile(r"[a-z0-9_]{1,32}")
MOST_COMMANDS = 100
DESCRIPTION_LIMITS = {"description": 512, "short_description": 120, "name": 64}


def get_me(_here: Backend, bot: Bot, _given: Parameters) -> Json:
    return shapes.me(bot)


def agree(_here: Backend, _bot: Bot, _given: Parameters) -> bool:
    """`logOut` and `close`, which mean nothing on this machine."""
    return True


def set_my_commands(here: Backend, bot: Bot, given: Parameters) -> bool:
    commands = [_command(command) for command in given.objects("commands")]
    if len(commands) > MOST_COMMANDS:
        raise bad_request("BOT_COMMANDS_TOO_MUCH")
    bot.commands[_menu(given)] = commands
    here.changed()
    return True


def get_my_commands(_here: Backend, bot: Bot, given: Parameters) -> list[Json]:
    return bot.commands.get(_menu(given), [])


def delete_my_commands(here: Backend, bot: Bot, given: Parameters) -> bool:
    bot.commands.pop(_menu(given), None)
    here.changed()
    return True


def _menu(given: Parameters) -> str:
    """Menus differ by scope and language."""
    return menus.key(given.object("scope"), given.text("language_code"))


def _command(command: Json) -> Json:
    name, description = str(command.get("command", "")).removeprefix("/"), str(command.get("description", ""))
    if not COMMAND.fullmatch(name):
        raise bad_request("BOT_COMMAND_INVALID")
    if not 1 <= len(description) <= 256:
        raise bad_request("BOT_COMMAND_DESCRIPTION_INVALID")
    return {"command": name, "description": description}


def set_description(here: Backend, bot: Bot, given: Parameters) -> bool:
    """`setMyName`, `setMyDescription` and `setMyShortDescription`: each has its own parameter."""
    for name, limit in DESCRIPTION_LIMITS.items():
        if name in given.values:
            if len(given.text(name)) > limit:
                raise bad_request(f"BOT_{name.upper()}_TOO_LONG" if name == "name" else f"{name} is too long")
            bot.descriptions[f"{name} {given.text('language_code')}".strip()] = given.text(name)
    here.changed()
    return True


def get_name(_here: Backend, bot: Bot, given: Parameters) -> Json:
    return {"name": _described(bot, given, "name") or bot.user.first_name}


def get_description(_here: Backend, bot: Bot, given: Parameters) -> Json:
    return {"description": _described(bot, given, "description")}


def get_short_description(_here: Backend, bot: Bot, given: Parameters) -> Json:
    return {"short_description": _described(bot, given, "short_description")}


def _described(bot: Bot, given: Parameters, what: str) -> str:
    return bot.described(what, given.text("language_code"))


def set_webhook(here: Backend, bot: Bot, given: Parameters) -> bool:
    """An empty address means none."""
    url, secret = given.text("url"), given.text("secret_token")
    if not url:
        return delete_webhook(here, bot, given)
    if not re.match(r"https?://[^/\s]+", url):
        raise bad_request("bad webhook: invalid webhook URL specified")
    if secret and not SECRET.fullmatch(secret):
        raise bad_request("secret token contains unallowed characters")
    bot.webhook = Webhook(url, secret, given.number("max_connections", 40))
    allow_updates(bot, given)
    _drop_pending(bot, given)
    here.updates.interrupt(bot)
    here.changed()
    return True


def delete_webhook(here: Backend, bot: Bot, given: Parameters) -> bool:
    bot.webhook = None
    _drop_pending(bot, given)
    here.changed()
    return True


def _drop_pending(bot: Bot, given: Parameters) -> None:
    if given.flag("drop_pending_updates"):
        bot.pending.clear()


def allow_updates(bot: Bot, given: Parameters) -> None:
    """`allowed_updates` is remembered until given again; an empty list means Telegram's own choice."""
    wanted = given.structure("allowed_updates")
    if isinstance(wanted, list):
        bot.allowed_updates = [str(kind) for kind in wanted]


def get_webhook_info(here: Backend, bot: Bot, _given: Parameters) -> Json:
    hook = bot.webhook or Webhook("")
    info: Json = {
        "url": hook.url,
        "has_custom_certificate": False,
        "pending_update_count": len(here.updates.pending(bot)),
        "allowed_updates": bot.allowed_updates or None,
    }
    if hook.url:
        failed_at = int(hook.last_error_at) if hook.last_error_at else None
        info |= {"max_connections": hook.max_connections, "ip_address": "127.0.0.1"}
        info |= {"last_error_date": failed_at, "last_error_message": hook.last_error}
    return shapes.without_none(info)
