"""HTTP servers of our own: for Telegram's webhook, and for whoever watches the bot."""

import errno
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from aiohttp import web

from bot.config import PORT_TAKEN, CannotRun

FINISH_SECONDS = 2.0  # for requests under way at the end
IDLE_SECONDS = 75.0  # then who is connected and asks nothing, or only half of something, is let go


@asynccontextmanager
async def listening(app: web.Application, address: tuple[str, int], setting: str) -> AsyncIterator[None]:
    """Serve until the end of the block. Raises CannotRun when the address of that setting cannot be used."""
    runner = web.AppRunner(app, access_log=None, keepalive_timeout=IDLE_SECONDS, shutdown_timeout=FINISH_SECONDS)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, *address).start()
        except OSError as problem:
            raise CannotRun(PORT_TAKEN, f"Port {address[1]} of {setting} {trouble(problem)}.") from None
        yield
    finally:
        await runner.cleanup()


def trouble(problem: OSError) -> str:
    match problem.errno:
        case errno.EADDRINUSE:
            return "is taken. End the program that has it, or choose another"
        case errno.EACCES:
            return "may not be used by this user. Choose another"
        case _:
            return f"cannot be used ({problem.strerror}). Choose another"
