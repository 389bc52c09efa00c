"""What whoever watches the bot is served: `/healthz` and `/metrics`."""

import asyncio
from contextlib import suppress

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from bot.health import Health
from bot.matches.ports import Unavailable
from bot.metrics import OLDEST_UPDATE, OPEN_MATCHES, REGISTRY, UPDATES_WAITING
from bot.store import SqlStore

COUNT_SECONDS = 2.0  # then what is counted in the database stays as it was


def vitals(health: Health, store: SqlStore) -> web.Application:
    async def healthz(_request: web.Request) -> web.Response:
        """It asks nobody, so it answers also when they do not."""
        return web.json_response(health.report(), status=200 if health.is_well() else 503)

    async def metrics(_request: web.Request) -> web.Response:
        with suppress(Unavailable, TimeoutError):
            async with asyncio.timeout(COUNT_SECONDS):
                await _count(store)
        return web.Response(body=generate_latest(REGISTRY), headers={"Content-Type": CONTENT_TYPE_LATEST})

    app = web.Application()
    app.add_routes([web.get("/healthz", healthz), web.get("/metrics", metrics)])
    return app


async def _count(store: SqlStore) -> None:
    census = await store.census()
    for status, number in census.matches.items():
        OPEN_MATCHES.labels(status).set(number)
    UPDATES_WAITING.set(census.waiting)
    OLDEST_UPDATE.set(census.oldest_seconds)
