"""Bot API methods that put something new into a chat: text, photo, document, dice."""

from secrets import token_urlsafe

from bot.local_telegram import entities, images, keyboards, shapes, targets
from bot.local_telegram.backend import DICE_SIDES, Backend
from bot.local_telegram.parameters import Parameters
from bot.local_telegram.refusals import bad_request
from bot.local_telegram.world import Bot, Chat, Document, Json, Message, Photo

TEXT_LIMIT = 4096
CAPTION_LIMIT = 1024


def send_message(here: Backend, bot: Bot, given: Parameters) -> Json:
    chat = targets.writable_chat(here, bot, given, "text")
    text, found = formatted_text(given)
    return _send(here, bot, chat, given, Message(0, chat.key, 0, bot.user.id, text=text, entities=found))


def send_photo(here: Backend, bot: Bot, given: Parameters) -> Json:
    chat = targets.writable_chat(here, bot, given, "photos")
    caption, found = formatted_caption(given)
    photo = stored_photo(here, given.file("photo"))
    message = Message(0, chat.key, 0, bot.user.id, text=caption, entities=found, photo=photo)
    return _send(here, bot, chat, given, message)


def send_document(here: Backend, bot: Bot, given: Parameters) -> Json:
    chat = targets.writable_chat(here, bot, given, "documents")
    caption, found = formatted_caption(given)
    document = _stored_document(here, given)
    message = Message(0, chat.key, 0, bot.user.id, text=caption, entities=found, document=document)
    return _send(here, bot, chat, given, message)


def send_dice(here: Backend, bot: Bot, given: Parameters) -> Json:
    chat = targets.writable_chat(here, bot, given, "dice")
    emoji = given.text("emoji").replace("\ufe0f", "") or "🎲"
    if emoji not in DICE_SIDES:
        raise bad_request("EMOTICON_INVALID")
    dice = {"emoji": emoji, "value": here.dice_value(emoji)}
    return _send(here, bot, chat, given, Message(0, chat.key, 0, bot.user.id, dice=dice))


def _send(here: Backend, bot: Bot, chat: Chat, given: Parameters, message: Message) -> Json:
    replied = targets.replied_message(chat, given)
    message.topic = targets.topic(bot, chat, given, replied)
    message.reply_to = replied.id if replied else None
    message.thread = chat.thread(replied)
    message.keyboard = keyboards.read(given.object("reply_markup"))
    message.is_silent = given.flag("disable_notification")
    message.at = here.clock.now()
    here.limits.spend(bot.user.id, chat, message.at)
    message.id = here.world.next_message_id(chat)
    here.post(chat, message)
    return shapes.message(here.world, chat, message)


def formatted_text(given: Parameters) -> tuple[str, list[Json]]:
    mode, stated = given.text("parse_mode"), given.objects("entities")
    text, found = entities.parse(given.text("text"), mode, stated)
    if not text:
        raise bad_request("message text is empty")
    if entities.utf16(text) > TEXT_LIMIT:
        raise bad_request("message is too long")
    return text, found


def formatted_caption(given: Parameters) -> tuple[str, list[Json]]:
    mode, stated = given.text("parse_mode"), given.objects("caption_entities")
    caption, found = entities.parse(given.text("caption"), mode, stated)
    if entities.utf16(caption) > CAPTION_LIMIT:
        raise bad_request("message caption is too long")
    return caption, found


def stored_photo(here: Backend, photo: bytes | str | None) -> str:
    """The id of an uploaded photo, or of one known already."""
    if not photo:
        raise bad_request("there is no photo in the request")
    if isinstance(photo, str):
        if photo not in here.world.photos:
            raise bad_request("wrong file identifier/HTTP URL specified")
        return photo
    width, height = images.size(photo)
    stored = Photo(f"AgACAgI{token_urlsafe(24)}", width, height, photo)
    here.world.photos[stored.id] = stored
    return stored.id


def _stored_document(here: Backend, given: Parameters) -> str:
    """The id of an uploaded document, or of one known already."""
    document = given.file("document")
    if not document:
        raise bad_request("there is no document in the request")
    if isinstance(document, str):
        if document not in here.world.documents:
            raise bad_request("wrong file identifier/HTTP URL specified")
        return document
    stored = Document(f"BQACAgI{token_urlsafe(24)}", given.file_name("document"), document)
    here.world.documents[stored.id] = stored
    return stored.id
