"""Bot API methods that change what is there: edit a bot's message, take a message away."""

from bot.local_telegram import keyboards, sending, shapes, targets
from bot.local_telegram.backend import Backend
from bot.local_telegram.parameters import Parameters
from bot.local_telegram.refusals import bad_request
from bot.local_telegram.world import Bot, Chat, Json, Message

TWO_DAYS = 48 * 3600
NOT_MODIFIED = (
    "message is not modified: specified new message content and reply markup are exactly the same"
    " as a current content and reply markup of the message"
)


def edit_message_text(here: Backend, bot: Bot, given: Parameters) -> Json:
    chat = targets.readable_chat(here, bot, given)
    text, entities = sending.formatted_text(given)
    message = targets.own_message(bot, chat, given)
    if message.photo or message.document:
        raise bad_request("there is no text in the message to edit")
    return _edit(here, bot, chat, message, text=text, entities=entities, keyboard=_keyboard(given))


def edit_message_caption(here: Backend, bot: Bot, given: Parameters) -> Json:
    chat = targets.readable_chat(here, bot, given)
    caption, entities = sending.formatted_caption(given)
    message = targets.own_message(bot, chat, given)
    if not (message.photo or message.document):
        raise bad_request("there is no caption in the message to edit")
    return _edit(here, bot, chat, message, text=caption, entities=entities, keyboard=_keyboard(given))


def edit_message_media(here: Backend, bot: Bot, given: Parameters) -> Json:
    """A text may become a photo, a photo another photo; nothing becomes a text."""
    chat = targets.readable_chat(here, bot, given)
    media = given.object("media")
    if media.get("type") != "photo":
        raise bad_request('can\'t parse InputMedia: Field "type" must be photo here')
    caption, entities = sending.formatted_caption(Parameters(media))
    message = targets.own_message(bot, chat, given)
    photo = sending.stored_photo(here, given.attached(str(media.get("media", ""))))
    return _edit(here, bot, chat, message, text=caption, entities=entities, photo=photo, keyboard=_keyboard(given))


def edit_message_reply_markup(here: Backend, bot: Bot, given: Parameters) -> Json:
    chat = targets.readable_chat(here, bot, given)
    message = targets.own_message(bot, chat, given)
    return _edit(here, bot, chat, message, keyboard=_keyboard(given))


def _keyboard(given: Parameters) -> list[list[Json]]:
    return keyboards.read(given.object("reply_markup"))


def _edit(here: Backend, bot: Bot, chat: Chat, message: Message, **changes: object) -> Json:
    here.limits.spend(bot.user.id, chat, here.clock.now())
    if all(getattr(message, name) == value for name, value in changes.items()):
        raise bad_request(NOT_MODIFIED)
    for name, value in changes.items():
        setattr(message, name, value)
    message.edited_at = here.clock.now()
    message.remember(message.edited_at)
    here.changed()
    return shapes.message(here.world, chat, message)


def delete_message(here: Backend, bot: Bot, given: Parameters) -> bool:
    chat = targets.readable_chat(here, bot, given)
    message = chat.message(given.number("message_id"))
    if message is None:
        raise bad_request("message to delete not found")
    is_allowed = message.sender == bot.user.id or chat.type == "private" or chat.member(bot.user.id).is_in_charge
    if not is_allowed or here.clock.now() - message.at > TWO_DAYS:
        raise bad_request("message can't be deleted for everyone")
    message.is_deleted = True
    here.changed()
    return True
