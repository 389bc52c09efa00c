"""The one place where everything is wired."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager

import structlog
from telegram import Bot
from telegram.error import InvalidToken

from bot.config import NO_DATABASE, TOKEN_REFUSED, TOKEN_TAKEN, WRONG_SETTING, CannotRun, Config
from bot.holder import Holder
from bot.matches.ports import Unavailable
from bot.postgres import PostgresUnavailable, embedded_postgres
from bot.store import SqlStore, connect
from bot.telegram.dispatch import Dispatch
from bot.telegram.introduction import introduce
from bot.telegram.pace import Budget, Pace
from bot.telegram.patience import until_available, until_heard
from bot.telegram.poller import Poller, TokenTaken
from bot.telegram.poster import Poster
from bot.telegram.transport import AiohttpRequest

SETTLE_SECONDS = 3.5  # what has begun is finished within it when the program ends; messages under way get it once more
PURGE_SECONDS = 3600.0
NET_SECONDS = 5.0  # what nobody told of is looked for so often

_log = structlog.get_logger()


async def run(config: Config) -> None:
    """Serve Telegram until cancelled. Raises CannotRun."""
    token = config.token
    async with opened_store(config) as store:
        await serve(config, token, config.telegram_api_url, store)


async def run_migrations(config: Config) -> None:
    """Bring the database to this version's shape. Raises CannotRun."""
    async with opened_store(config, migrates=True):
        which = "of DATABASE_URL" if config.database_url else f"embedded in {config.data_dir}"
        print(f"The database {which} has this version's shape.")  # noqa: T201  for whoever started it


@asynccontextmanager
async def opened_store(config: Config, *, migrates: bool = False) -> AsyncIterator[SqlStore]:
    """The store on DATABASE_URL, or on an embedded Postgres, which is always brought to the newest shape first."""
    async with AsyncExitStack() as stack:
        try:
            if config.database_url is not None:
                url = config.database_url.get_secret_value()
            else:
                url = await stack.enter_async_context(embedded_postgres(config.data_dir / "postgres"))
            store = SqlStore(connect(url, idle_seconds=config.lease_seconds))
        except PostgresUnavailable as problem:
            raise CannotRun(NO_DATABASE, str(problem)) from None
        except ValueError as problem:
            raise CannotRun(WRONG_SETTING, str(problem)) from None
        stack.push_async_callback(store.close)
        try:
            if migrates or config.database_url is None:
                await store.migrate()
            elif not await store.is_newest():
                raise CannotRun(
                    NO_DATABASE, "The database is not of this version's shape. Run `python -m bot migrate` first."
                )
        except Unavailable as fault:
            said = " ".join(str(fault).split())  # a hint has a line of its own
            raise CannotRun(NO_DATABASE, f"The database of DATABASE_URL cannot be used: {said}.") from None
        yield store


async def serve(config: Config, token: str, api_url: str, store: SqlStore) -> None:
    """Be the bot of a token until cancelled: work while we have the lease, stand by else. Raises CannotRun."""
    holder = Holder(store, config.lease_seconds)
    pace = Pace(Budget(config.chat_writes_per_minute, config.writes_per_second))
    bot = Bot(
        token,
        base_url=f"{api_url}/bot",
        base_file_url=f"{api_url}/file/bot",
        request=AiohttpRequest(may_write=lambda: holder.has_lease),
        get_updates_request=AiohttpRequest(connections=2),
    )
    try:
        await _introduce(bot)
        await holder.work(lambda _: _work(config, bot, store, holder, pace))
    except InvalidToken:
        raise CannotRun(TOKEN_REFUSED, "Telegram does not know this TELEGRAM_TOKEN. Ask @BotFather for it.") from None
    except TokenTaken:
        raise CannotRun(
            TOKEN_TAKEN, "Another program uses this token. Stop it, or take a token of its own for this bot."
        ) from None
    finally:
        await bot.shutdown()


async def _introduce(bot: Bot) -> None:
    """Learn the bot's own name, waiting for Telegram as long as it takes."""
    await until_heard(bot.initialize)
    await until_heard(lambda: introduce(bot))
    _log.info("known to Telegram", bot=bot.username)


async def _work(config: Config, bot: Bot, store: SqlStore, holder: Holder, pace: Pace) -> None:
    """Fetch, handle and post until cancelled; then finish what has begun, if it is still ours."""
    poster = Poster(bot, store, pace, asyncio.get_running_loop().time, pictures=config.pictures)
    dispatch = Dispatch(bot, store, poster)

    async def look() -> None:
        dispatch.feed(await store.undone())

    await until_available(look)
    posting, *feeding = (
        asyncio.create_task(part)
        for part in (
            poster.run(),
            _poll(bot, store, dispatch),
            _again_and_again(store.purge, PURGE_SECONDS),
            _again_and_again(look, NET_SECONDS),
            _again_and_again(poster.look, NET_SECONDS),
        )
    )
    try:
        await asyncio.wait((posting, *feeding), return_when=asyncio.FIRST_COMPLETED)
    finally:
        patience = SETTLE_SECONDS if holder.has_lease else 0.0
        for task in feeding:
            task.cancel()
        await dispatch.settle(patience)
        posting.cancel()
        await poster.settle(patience)
        ended = await asyncio.gather(posting, *feeding, return_exceptions=True)
    for error in ended:
        if isinstance(error, Exception):
            raise error


async def _poll(bot: Bot, store: SqlStore, dispatch: Dispatch) -> None:
    await until_heard(bot.delete_webhook)  # as long as there is one, nobody may poll
    await Poller(bot, store, dispatch.feed).run()


async def _again_and_again(ask: Callable[[], Awaitable[object]], seconds: float) -> None:
    """Ask the database something now and then; when it does not answer, next time."""
    while True:
        try:
            await ask()
        except Unavailable as fault:
            _log.warning("the database is asked again later", reason=str(fault))
        await asyncio.sleep(seconds)
