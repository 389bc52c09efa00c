"""A Telegram for this machine: the world, its people and the server in front of them, started and stopped as one."""

import asyncio
import random
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

from aiohttp import web
from aiohttp.typedefs import Handler

from bot.local_telegram import saving
from bot.local_telegram.backend import Backend
from bot.local_telegram.clock import Clock
from bot.local_telegram.faults import Call, HasId
from bot.local_telegram.limits import Limits
from bot.local_telegram.page import Page
from bot.local_telegram.people import People
from bot.local_telegram.rooms import Room
from bot.local_telegram.server import BotApi, drop
from bot.local_telegram.webhooks import FIRST_PAUSE, Webhooks
from bot.local_telegram.world import World

Found = TypeVar("Found")

UPLOAD_LIMIT = 50 * 1024**2
PAUSE_BETWEEN_SAVES = 0.5
SHARE_OF_PAUSES = 20  # a large world is saved less often: one part saving, twenty parts not


class LocalTelegram(People):
    """An async context manager; inside it `url` is where it answers.

    With `path` the world is loaded from that file, and kept in it while it changes. `founding` puts chats into a world
    that has none; with it the page offers to start over.
    """

    def __init__(
        self,
        *,
        port: int = 0,
        path: Path | None = None,
        limits: Limits | None = None,
        seed: int | None = None,
        webhook_pause: float = FIRST_PAUSE,
        founding: Callable[["LocalTelegram"], None] | None = None,
    ) -> None:
        world = saving.load(path) if path else World()
        super().__init__(Backend(world, Clock(), limits or Limits(), random.Random(seed)))  # noqa: S311  # people's dice, not secrets
        self.port = port
        self._path = path
        self._webhooks = Webhooks(self.here, webhook_pause)
        self._api = BotApi(self.here, self._webhooks)
        self.faults = self._api.faults
        self._is_down = False
        self._connections: dict[int, web.Request] = {}
        self._keeper: asyncio.Task[None] | None = None
        self._founding = founding
        if founding and not self.world.chats:
            founding(self)

    def start_over(self) -> None:
        """Everybody leaves what there is, for the chats there were in the beginning."""
        self.disband()
        if self._founding:
            self._founding(self)

    # --- starting and stopping

    async def __aenter__(self) -> Self:
        app = web.Application(client_max_size=UPLOAD_LIMIT, middlewares=[self._guard])
        app.add_routes(self._api.routes())
        app.add_routes(Page(self, self.start_over if self._founding else None).routes())
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1, handler_cancellation=True)
        await self._runner.setup()
        await self._listen()
        for bot in self.world.bots.values():
            self._webhooks.serve(bot)
        if self._path:
            self._keeper = asyncio.create_task(self._keep(self._path))
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._webhooks.stop()
        await self._api.stop()
        self._hang_up()
        await self._runner.cleanup()
        if self._keeper and self._path:
            self._keeper.cancel()
            self.save(self._path)

    async def _listen(self) -> None:
        self._site = web.TCPSite(self._runner, "127.0.0.1", self.port)
        await self._site.start()
        self.port = self._runner.addresses[0][1]

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def _keep(self, path: Path) -> None:
        saved = -1
        while True:
            saved = await self.here.next_change(saved)
            began = time.monotonic()
            self.save(path)
            self.here.pulse.beat()
            await asyncio.sleep(max(PAUSE_BETWEEN_SAVES, SHARE_OF_PAUSES * (time.monotonic() - began)))

    def save(self, path: Path) -> None:
        saving.save(self.world, path)

    # --- being out of reach

    async def go_down(self) -> None:
        """Refuse every connection and cut those there are, until `come_up`."""
        self._is_down = self._webhooks.is_silent = True
        await self._site.stop()
        self._hang_up()

    async def come_up(self) -> None:
        """Answer again, under the same address."""
        self._is_down = self._webhooks.is_silent = False
        await self._listen()
        self.here.pulse.beat()

    def _hang_up(self) -> None:
        for request in self._connections.values():
            drop(request)

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Know who is connected, and hear nobody while down."""
        if self._is_down:
            return drop(request)
        self._connections[id(request)] = request
        try:
            return await handler(request)
        finally:
            del self._connections[id(request)]

    # --- looking

    @property
    def clock(self) -> Clock:
        return self.here.clock

    @property
    def calls(self) -> list[Call]:
        """Every Bot API call that came, oldest first."""
        return list(self._api.calls)

    def calls_of(self, method: str, chat: HasId | None = None) -> list[Call]:
        """The calls of one method, to one chat where one is named."""
        return [call for call in self._api.calls if call.method == method and (chat is None or call.chat_id == chat.id)]

    @property
    def calls_under_way(self) -> int:
        """How many came and have no answer yet, polls that wait and calls that a fault holds among them."""
        return self._api.under_way

    def room(self, key: str) -> Room:
        """The chat of this key, e.g. after a world was loaded."""
        return Room(self.here, self.world.chat_by_key(key))

    def is_polled(self) -> bool:
        """Whether a bot is waiting for updates at this moment, e.g. to see that one has started, or died."""
        return self.here.updates.is_polled()

    async def until(self, look: Callable[[], Found], timeout: float = 10) -> Found:  # noqa: ASYNC109  # reads as a test's sentence
        """Look now and whenever something happens, until there is something to see, and return it."""
        return await self.here.pulse.until(look, timeout)
