"""The pictures of boards, as Telegram takes them: drawn once, and from then on known to Telegram by a file id."""

import asyncio

import structlog
from telegram import Message

from bot.views.pictures.drawn import drawn
from bot.views.screen import Picture

MOST_KNOWN = 256

_log = structlog.get_logger()


class Album:
    """Its cache is bounded; what it forgets is drawn and sent anew."""

    def __init__(self) -> None:
        self._known: dict[Picture, str] = {}  # the file id, the latest one last
        self._drawing = asyncio.Lock()  # one at a time: more would only take the event loop its share

    async def photo(self, picture: Picture) -> bytes | str | None:
        """A PNG, or the id of the file where Telegram has it; None when it cannot be drawn, and a text has to serve."""
        if known := self._known.get(picture):
            return known
        async with self._drawing:
            try:
                return await asyncio.to_thread(drawn, picture)
            except Exception:  # noqa: BLE001  a bug in a drawing must take nobody's board away
                _log.exception("a picture cannot be drawn", kind=type(picture).__name__)
                return None

    def keep(self, picture: Picture, message: Message) -> None:
        """Telegram has it now, in this message."""
        self.forget(picture)
        self._known[picture] = message.photo[-1].file_id
        if len(self._known) > MOST_KNOWN:
            del self._known[next(iter(self._known))]

    def forget(self, picture: Picture) -> None:
        self._known.pop(picture, None)
