"""The webhook: Telegram brings each update, which is kept in the inbox before Telegram hears that we have it.

Any process may be called. Whoever has the lease hands on whatever is in the inbox, in its order: as soon as something
comes here, and often enough for what comes to others.
"""

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from hmac import compare_digest
from typing import Any
from urllib.parse import urlsplit

import structlog
from aiohttp import web
from telegram import Bot
from telegram.error import BadRequest, InvalidToken, TelegramError

from bot.matches.ports import Arrival, Inbox, Unavailable
from bot.telegram.patience import until_heard
from bot.telegram.poller import ALLOWED_UPDATES, Feed, arrival_of

SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"  # noqa: S105  the header's name
LONGEST = 1024**2  # bytes of one update
KEEP_SECONDS = 5.0  # then Telegram is told to come again
LOOK_SECONDS = 0.2  # what came to another process is looked for so often
WATCH_SECONDS = 60.0  # Telegram is asked so often whether it reaches us
RECENTLY = timedelta(seconds=2 * WATCH_SECONDS)
SHARE_OF_PAUSES = 3  # and where much comes, three parts not looking to one part looking

_log = structlog.get_logger()


class UrlRefused(Exception):  # noqa: N818  what Telegram says, not a bug of ours
    """Telegram will not bring updates there."""


class Webhook:
    def __init__(self, inbox: Inbox, url: str, secret: str) -> None:
        self._inbox, self._url, self._secret = inbox, url, secret
        self._has_arrived = asyncio.Event()

    def app(self) -> web.Application:
        app = web.Application(client_max_size=LONGEST)
        app.router.add_post(urlsplit(self._url).path or "/", self._receive)
        return app

    async def register(self, bot: Bot) -> None:
        """Tell Telegram; what waits there will come. Raises InvalidToken, UrlRefused."""

        async def ask() -> None:
            try:
                await bot.set_webhook(self._url, allowed_updates=ALLOWED_UPDATES, secret_token=self._secret)
            except BadRequest as refusal:
                raise UrlRefused(refusal.message) from None

        await until_heard(ask)

    async def watch(self, bot: Bot, heard: Callable[[], None]) -> None:
        """Ask Telegram now and then whether it can bring what there is, until cancelled. Raises InvalidToken."""
        while True:
            trouble = await self._trouble(bot)
            if trouble is None:
                heard()
            else:
                _log.warning("updates may not come", reason=trouble)
            await asyncio.sleep(WATCH_SECONDS)

    async def _trouble(self, bot: Bot) -> str | None:
        try:
            info = await bot.get_webhook_info()
        except InvalidToken:
            raise
        except TelegramError as error:
            return str(error)
        if info.url != self._url:
            return "Telegram has another webhook, or none: is this token used elsewhere, too?"
        failed = info.last_error_date
        is_late = bool(info.pending_update_count) and failed is not None and datetime.now(UTC) - failed < RECENTLY
        return info.last_error_message if is_late else None

    async def hand_on(self, feed: Feed) -> None:
        """Feed what comes, here or to another process, until cancelled."""
        clock = asyncio.get_running_loop().time
        while True:
            began = clock()
            self._has_arrived.clear()
            with suppress(Unavailable):
                feed(await self._inbox.undone())
            await asyncio.sleep(SHARE_OF_PAUSES * (clock() - began))
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_SECONDS):
                    await self._has_arrived.wait()

    async def _receive(self, request: web.Request) -> web.Response:
        """Telegram brings an update again until the answer is 200: so is that to one which can never be kept."""
        given = request.headers.get(SECRET_HEADER, "")
        if not compare_digest(given.encode(errors="surrogateescape"), self._secret.encode()):
            raise web.HTTPForbidden
        arrival = arrival_of(_read(await request.read()))
        if arrival is not None:
            await self._keep(arrival)
            self._has_arrived.set()
        return web.Response()

    async def _keep(self, arrival: Arrival) -> None:
        try:
            async with asyncio.timeout(KEEP_SECONDS):
                await self._inbox.put([arrival])
        except (Unavailable, TimeoutError) as fault:
            _log.warning("update to come again", update=arrival.id, chat=arrival.chat, reason=str(fault))
            raise web.HTTPServiceUnavailable from None
        except Exception:  # noqa: BLE001  whatever is wrong with it, it would come again and again
            _log.exception("update not kept", update=arrival.id, chat=arrival.chat)


def _read(body: bytes) -> Any:
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return None
