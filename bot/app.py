"""The one place where everything is wired."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import structlog
from telegram import Bot, BotCommandScopeAllGroupChats, BotCommandScopeAllPrivateChats
from telegram.error import InvalidToken, TelegramError

from bot.config import NO_DATABASE, TOKEN_REFUSED, TOKEN_TAKEN, WRONG_SETTING, CannotRun, Config
from bot.matches.ports import Unavailable
from bot.postgres import PostgresUnavailable, embedded_postgres
from bot.store import SqlStore, connect
from bot.telegram.dispatch import Dispatch
from bot.telegram.pace import Budget, Pace
from bot.telegram.patience import seconds_until_retry, until_available
from bot.telegram.poller import Poller, TokenTaken
from bot.telegram.poster import Poster
from bot.telegram.transport import AiohttpRequest
from bot.views.language import ENGLISH
from bot.views.replies import COMMANDS, PRIVATE_COMMANDS

SETTLE_SECONDS = 5.0  # what has begun is finished within it when the program ends
PURGE_SECONDS = 3600.0

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
            store = SqlStore(connect(url))
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
    """Be the bot of a token until cancelled. Raises CannotRun."""
    bot = Bot(
        token,
        base_url=f"{api_url}/bot",
        base_file_url=f"{api_url}/file/bot",
        request=AiohttpRequest(),
        get_updates_request=AiohttpRequest(connections=2),
    )
    try:
        await _introduce(bot)
        await _work(config, bot, store)
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
    failures = 0
    while True:
        try:
            await bot.initialize()
            await bot.delete_webhook()
            await _offer_commands(bot)
        except InvalidToken:
            raise
        except TelegramError as error:
            failures += 1
            _log.warning("waiting for Telegram", reason=str(error))
            await asyncio.sleep(seconds_until_retry(error, failures))
        else:
            _log.info("at work", bot=bot.username)
            return


async def _offer_commands(bot: Bot) -> None:
    """What Telegram shows when somebody types a slash."""
    here = [(name, ENGLISH.say(what)) for name, what in COMMANDS.items()]
    await bot.set_my_commands(here, scope=BotCommandScopeAllGroupChats())
    alone = [(name, ENGLISH.say(what)) for name, what in PRIVATE_COMMANDS.items()]
    await bot.set_my_commands(alone, scope=BotCommandScopeAllPrivateChats())


async def _work(config: Config, bot: Bot, store: SqlStore) -> None:
    """Fetch, handle and post until cancelled; then finish what has begun."""
    budget = Budget(config.chat_writes_per_minute, config.writes_per_second)
    poster = Poster(bot, store, Pace(budget), asyncio.get_running_loop().time, pictures=config.pictures)
    dispatch = Dispatch(bot, store, poster)
    dispatch.feed(await until_available(store.undone))
    posting = asyncio.create_task(poster.run())
    purging = asyncio.create_task(_purge(store))
    polling = asyncio.create_task(Poller(bot, store, dispatch.feed).run())
    try:
        await asyncio.wait({posting, polling, purging}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        polling.cancel()
        purging.cancel()
        await dispatch.settle(SETTLE_SECONDS)
        posting.cancel()
        await poster.settle(SETTLE_SECONDS)
        ended = await asyncio.gather(polling, posting, purging, return_exceptions=True)
    for error in ended:
        if isinstance(error, Exception):
            raise error


async def _purge(store: SqlStore) -> None:
    """Now and then forget updates that were done long ago."""
    while True:
        try:
            await store.purge()
        except Unavailable as fault:
            _log.warning("not purged", reason=str(fault))
        await asyncio.sleep(PURGE_SECONDS)
