"""Bot API methods that ask about chats and members, answer presses and leave."""

from msgspec.structs import replace

from bot.local_telegram import entities, shapes, targets
from bot.local_telegram.backend import Backend
from bot.local_telegram.parameters import Parameters
from bot.local_telegram.refusals import bad_request
from bot.local_telegram.updates import PRESS_LIVES
from bot.local_telegram.world import Bot, Json, Member

TOAST_LIMIT = 200
TOO_OLD = "query is too old and response timeout expired or query ID is invalid"


def answer_callback_query(here: Backend, bot: Bot, given: Parameters) -> bool:
    query = here.world.queries.get(given.text("callback_query_id"))
    if query is None or query.bot != bot.user.id or here.clock.now() - query.at > PRESS_LIVES:
        raise bad_request(TOO_OLD)
    if entities.utf16(given.text("text")) > TOAST_LIMIT:
        raise bad_request("MESSAGE_TOO_LONG")
    query.answers.append(
        {"text": given.text("text"), "show_alert": given.flag("show_alert"), "url": given.text("url") or None}
    )
    here.pulse.beat()
    return True


def get_chat(here: Backend, bot: Bot, given: Parameters) -> Json:
    return shapes.full_chat(here.world, targets.readable_chat(here, bot, given))


def get_chat_member(here: Backend, bot: Bot, given: Parameters) -> Json:
    chat = targets.readable_chat(here, bot, given)
    user = here.world.users.get(given.number("user_id"))
    if user is None:
        raise bad_request("invalid user_id specified")
    return shapes.member(user, Member() if chat.type == "private" else chat.member(user.id))


def get_chat_administrators(here: Backend, bot: Bot, given: Parameters) -> list[Json]:
    chat = targets.readable_chat(here, bot, given)
    if chat.type == "private":
        raise bad_request("there are no administrators in the private chat")
    in_charge = [(user, member) for user, member in chat.members.items() if member.is_in_charge]
    return [shapes.member(here.world.user(user), member) for user, member in in_charge]


def get_chat_member_count(here: Backend, bot: Bot, given: Parameters) -> int:
    chat = targets.readable_chat(here, bot, given)
    return 2 if chat.type == "private" else sum(member.is_present for member in chat.members.values())


def send_chat_action(here: Backend, bot: Bot, given: Parameters) -> bool:
    targets.writable_chat(here, bot, given, "text")
    return True


def leave_chat(here: Backend, bot: Bot, given: Parameters) -> bool:
    chat = targets.readable_chat(here, bot, given)
    if chat.type == "private":
        raise bad_request("chat member status can't be changed in private chats")
    here.set_member(chat, bot.user, replace(chat.member(bot.user.id), status="left"), bot.user)
    return True


def get_file(here: Backend, _bot: Bot, given: Parameters) -> Json:
    photo = here.world.photos.get(given.text("file_id"))
    if photo is None:
        raise bad_request("wrong file_id or the file is temporarily unavailable")
    return {
        "file_id": photo.id,
        "file_unique_id": f"u{photo.id}",
        "file_size": len(photo.content),
        "file_path": f"photos/{photo.id}",
    }
