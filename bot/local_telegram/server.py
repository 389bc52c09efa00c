"""The Bot API over HTTP: `/bot<token>/<method>`, answered as Telegram's own server answers."""

import asyncio
import re
from collections import deque
from typing import Any

from aiohttp import web
from msgspec import json

from bot.local_telegram import account, parameters
from bot.local_telegram.backend import Backend
from bot.local_telegram.faults import Call, ConnectionDropped, Fault, Faults
from bot.local_telegram.methods import METHODS, NAMES
from bot.local_telegram.parameters import Parameters
from bot.local_telegram.refusals import ApiError
from bot.local_telegram.webhooks import Webhooks
from bot.local_telegram.world import Bot, Json

TOKEN = re.compile(r"[0-9]+:[A-Za-z0-9_-]+")
CALLS_KEPT = 100_000
MOST_UPDATES = 100


class BotApi:
    """Routes, the log of calls, and the faults that strike them."""

    def __init__(self, here: Backend, webhooks: Webhooks) -> None:
        self.here = here
        self.webhooks = webhooks
        self.faults = Faults()
        self.calls: deque[Call] = deque(maxlen=CALLS_KEPT)
        self._running: set[asyncio.Task[web.Response]] = set()

    @property
    def under_way(self) -> int:
        """Calls that came and have no answer yet, a poll that waits among them."""
        return len(self._running)

    def routes(self) -> list[web.RouteDef]:
        return [
            web.route("*", "/bot{token}/{method}", self._handle),
            web.get("/file/bot{token}/photos/{photo}", self._file),
        ]

    async def _handle(self, request: web.Request) -> web.Response:
        """A call goes on to its end even if the caller is gone by then; only a poll ends with its poller."""
        task = asyncio.create_task(self._answer(request))
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        try:
            return await asyncio.shield(task)
        except ConnectionDropped:
            return drop(request)
        except asyncio.CancelledError:
            if NAMES.get(request.match_info["method"].lower()) == "getUpdates":
                task.cancel()
            raise

    async def stop(self) -> None:
        self.faults.clear()
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)

    async def _answer(self, request: web.Request) -> web.Response:
        try:
            bot, method = self._addressed(request)
            given = await parameters.read(request)
        except ApiError as refusal:
            return _json(refusal.code, refusal.body())
        self.webhooks.serve(bot)
        call = Call(bot.token, method, given.values, self.here.clock.now())
        self.calls.append(call)
        self.here.pulse.beat()
        status, call.outcome = await self._outcome(bot, call, given)
        self.here.pulse.beat()
        return _json(status, call.outcome)

    def _addressed(self, request: web.Request) -> tuple[Bot, str]:
        token = request.match_info["token"]
        if not TOKEN.fullmatch(token):
            raise ApiError(404, "Not Found")
        if token not in self.here.world.bots:
            raise ApiError(401, "Unauthorized")
        method = NAMES.get(request.match_info["method"].lower())
        if method is None:
            raise ApiError(404, "Not Found: method not found")
        return self.here.world.bots[token], method

    async def _outcome(self, bot: Bot, call: Call, given: Parameters) -> tuple[int, Json]:
        async def perform() -> Any:
            return await self._perform(bot, call.method, given)

        fault: Fault | None = self.faults.meeting(call)
        try:
            result = await (fault.strike(call, perform) if fault else perform())
        except ApiError as refusal:
            return refusal.code, refusal.body()
        return 200, {"ok": True, "result": result}

    async def _perform(self, bot: Bot, method: str, given: Parameters) -> Any:
        if method != "getUpdates":
            return METHODS[method](self.here, bot, given)
        account.allow_updates(bot, given)
        limit = given.number("limit", MOST_UPDATES)
        limit = limit if 1 <= limit <= MOST_UPDATES else MOST_UPDATES
        return await self.here.updates.poll(bot, given.number("offset"), limit, given.number("timeout"))

    async def _file(self, request: web.Request) -> web.Response:
        photo = self.here.world.photos.get(request.match_info["photo"])
        if photo is None or request.match_info["token"] not in self.here.world.bots:
            raise web.HTTPNotFound
        return web.Response(body=photo.content, content_type="application/octet-stream")


def drop(request: web.Request) -> web.Response:
    """End the connection without a word."""
    if request.transport is not None:
        request.transport.abort()
    return web.Response()


def _json(status: int, body: Json) -> web.Response:
    return web.Response(status=status, body=json.encode(body), content_type="application/json")
