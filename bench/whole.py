"""The bot as it is, with texts as the bare program sends them."""

import asyncio
import contextlib
import os
import signal

from bench import statements
from bot.app import serve
from bot.config import Config
from bot.logs import set_up
from bot.store import SqlStore, connect


async def main() -> None:
    set_up(as_json=True, secrets=[])
    engine = connect(os.environ["DATABASE_URL"])
    statements.count_when_asked(engine)
    config = Config(pictures=False)
    work = asyncio.ensure_future(serve(config, config.token, config.telegram_api_url, SqlStore(engine)))
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, work.cancel)
    with contextlib.suppress(asyncio.CancelledError):
        await work


if __name__ == "__main__":
    asyncio.run(main())
