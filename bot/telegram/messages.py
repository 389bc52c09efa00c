"""How a screen gets into a message: as a text, or as a photo with a caption.

Text and photo are different kinds of message. A photo is edited in place with a new photo or another caption; a text
stays a text for its turn. Where photos cannot be drawn or may not be sent, the text alone serves.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import structlog
from msgspec import Struct
from telegram import Bot, InputMediaPhoto, LinkPreviewOptions, Message, ReplyParameters
from telegram.constants import ParseMode
from telegram.error import NetworkError, TelegramError

from bot.matches.ports import Drawing, PostKind, TurnWarning
from bot.telegram.album import Album
from bot.telegram.buttons import keyboard
from bot.telegram.desks import Reply, Rewrite
from bot.telegram.fates import Fate, fate_of
from bot.telegram.recent import Recent
from bot.views.pictures.lettering import is_available
from bot.views.screen import Photo, Screen

LIVELY = timedelta(minutes=1)  # whoever did something within it is still here: no sound needed
NO_PHOTOS_SECONDS = 3600.0  # before photos are tried again in a chat that refused one
NO_PREVIEW = LinkPreviewOptions(is_disabled=True)

_log = structlog.get_logger()


class Shown(Struct, frozen=True):
    """The message that shows a screen now, and what kind it is."""

    message: int
    kind: PostKind


class MayHaveArrived(NetworkError):  # noqa: N818  what became of a send
    """A send whose fate is unknown."""

    def __init__(self) -> None:
        super().__init__("a message may have been sent")


class Messages:
    def __init__(self, bot: Bot, clock: Callable[[], float]) -> None:
        self._bot = bot
        self._no_photos: Recent[int, bool] = Recent(NO_PHOTOS_SECONDS, clock)  # chats that refuse them
        self._can_draw = is_available()
        self._album = Album()
        if not self._can_draw:
            _log.warning("no pictures: the system has no libfribidi, or a font is missing")

    async def send(self, drawing: Drawing, screen: Screen) -> Shown:
        """Raises TelegramError; MayHaveArrived where nobody knows."""
        try:
            if shown := await self._send_photo(drawing, screen):
                return shown
            message = await self._bot.send_message(
                text=screen.text, link_preview_options=NO_PREVIEW, **_addressed(drawing, screen)
            )
        except TelegramError as error:
            raise MayHaveArrived if fate_of(error) is Fate.UNKNOWN else error from error
        return Shown(message.message_id, "text")

    async def warn(self, warned: TurnWarning, screen: Screen) -> int:
        """Tell whoever is to act, below their board. Raises TelegramError; MayHaveArrived where nobody knows."""
        try:
            message = await self._bot.send_message(
                warned.chat.telegram_id,
                screen.text,
                message_thread_id=warned.match.place.topic or None,
                reply_markup=keyboard(screen, warned.match.id, warned.match.revision),
                reply_parameters=ReplyParameters(warned.board, allow_sending_without_reply=True),
                disable_notification=warned.chat.settings.quiet == "on",
                parse_mode=ParseMode.HTML,
            )
        except TelegramError as error:
            raise MayHaveArrived if fate_of(error) is Fate.UNKNOWN else error from error
        return message.message_id

    async def reply(self, chat: int, reply: Reply, text: str) -> None:
        """A message that shows no match: a text, or a document with the text below it. Raises TelegramError."""
        common: dict[str, Any] = {
            "message_thread_id": reply.thread or None,
            "reply_markup": keyboard(reply.screen, reply.match, reply.revision),
            "reply_parameters": _answering(reply.to),
            "disable_notification": not reply.is_loud,
            "parse_mode": ParseMode.HTML,
        }
        if (document := reply.screen.document) is not None:
            await self._bot.send_document(chat, document.content, text, filename=document.name, **common)
        else:
            await self._bot.send_message(chat, text, link_preview_options=NO_PREVIEW, **common)

    async def rewrite(self, chat: int, wanted: Rewrite) -> None:
        """Show something else in a message that shows no match. Raises TelegramError."""
        with _unless_gone():
            await self._bot.edit_message_text(
                wanted.screen.text,
                chat,
                wanted.message,
                reply_markup=keyboard(wanted.screen, wanted.match, wanted.revision),
                parse_mode=ParseMode.HTML,
                link_preview_options=NO_PREVIEW,
            )

    async def strip(self, chat: int, message: int) -> None:
        """Take a message's buttons away. Raises TelegramError."""
        with _unless_gone():
            await self._bot.edit_message_reply_markup(chat, message, reply_markup=None)

    def forget_old(self) -> None:
        self._no_photos.forget_old()

    def _may_send_photo(self, chat: int) -> bool:
        return self._can_draw and not self._no_photos.get(chat)

    async def _send_photo(self, drawing: Drawing, screen: Screen) -> Shown | None:
        """None where the screen has none, or the chat takes none."""
        if screen.photo is None or not self._may_send_photo(drawing.chat.telegram_id):
            return None
        picture = screen.photo.picture
        if (image := await self._album.photo(picture)) is None:
            return None
        try:
            message: Message = await self._bot.send_photo(
                photo=image, caption=screen.photo.caption, **_addressed(drawing, screen)
            )
        except TelegramError as error:
            self._album.forget(picture)
            fate = fate_of(error)
            if fate is Fate.FAULTY and isinstance(image, str):
                return await self._send_photo(drawing, screen)  # Telegram has forgotten the file
            if fate not in (Fate.NO_PHOTOS, Fate.FAULTY):
                raise
            _log.warning("no photo here", chat=drawing.chat.telegram_id, reason=str(error))
            self._no_photos.put(drawing.chat.telegram_id, value=True)
            return None
        self._album.keep(picture, message)
        return Shown(message.message_id, "photo")

    async def edit(self, drawing: Drawing, screen: Screen) -> Shown | None:
        """None where the message is gone, or cannot show this: it has to be sent anew. Raises TelegramError."""
        try:
            if drawing.post.kind == "photo":
                return await self._edit_photo(drawing, screen)
            await self._bot.edit_message_text(
                text=screen.text, link_preview_options=NO_PREVIEW, **_found(drawing, screen)
            )
        except TelegramError as error:
            match fate_of(error):
                case Fate.NOT_MODIFIED:
                    return _as_before(drawing)
                case Fate.GONE | Fate.NO_PHOTOS:
                    return None
                case _:
                    raise
        return _as_before(drawing)

    async def _edit_photo(self, drawing: Drawing, screen: Screen) -> Shown | None:
        """A past turn keeps its picture and gets its story for a caption; a board has a picture of its own moment."""
        if screen.photo is not None:
            return await self._edit_picture(drawing, screen, screen.photo)
        if not drawing.is_past and drawing.scene.match.status == "running":
            return None
        await self._bot.edit_message_caption(caption=screen.text, **_found(drawing, screen))
        return _as_before(drawing)

    async def _edit_picture(self, drawing: Drawing, screen: Screen, photo: Photo) -> Shown | None:
        if (image := await self._album.photo(photo.picture)) is None:
            return None
        found = _found(drawing, screen)
        media = InputMediaPhoto(image, caption=photo.caption, parse_mode=found.pop("parse_mode"))
        try:
            message = await self._bot.edit_message_media(media=media, **found)
        except TelegramError:
            self._album.forget(photo.picture)
            raise
        if isinstance(message, Message):  # as it is where the message is the bot's own
            self._album.keep(photo.picture, message)
        return _as_before(drawing)


@contextmanager
def _unless_gone() -> Iterator[None]:
    """There is nothing to do where the message is gone, or shows this already."""
    try:
        yield
    except TelegramError as error:
        if fate_of(error) not in (Fate.NOT_MODIFIED, Fate.GONE):
            raise


def _as_before(drawing: Drawing) -> Shown:
    return Shown(drawing.post.message or 0, drawing.post.kind)


def _answering(message: int | None) -> ReplyParameters | None:
    return None if message is None else ReplyParameters(message, allow_sending_without_reply=True)


def _addressed(drawing: Drawing, screen: Screen) -> dict[str, Any]:
    """What every send of a screen says."""
    match = drawing.scene.match
    is_lively = drawing.is_sealed or (drawing.seen is not None and datetime.now(UTC) - drawing.seen < LIVELY)
    return {
        "chat_id": drawing.chat.telegram_id,
        "message_thread_id": match.place.topic or None,
        "parse_mode": ParseMode.HTML,
        "reply_markup": keyboard(screen, match.id, match.revision),
        "disable_notification": is_lively or drawing.chat.settings.quiet == "on",
    }


def _found(drawing: Drawing, screen: Screen) -> dict[str, Any]:
    """What every edit says."""
    match = drawing.scene.match
    return {
        "chat_id": drawing.chat.telegram_id,
        "message_id": drawing.post.message,
        "parse_mode": ParseMode.HTML,
        "reply_markup": keyboard(screen, match.id, match.revision),
    }
