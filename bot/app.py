"""The one place where everything is wired."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import structlog
from telegram import Bot
from telegram.error import InvalidToken

from bot.config import NO_DATABASE, TOKEN_REFUSED, TOKEN_TAKEN, WRONG_SETTING, CannotRun, Config
from bot.health import Health
from bot.holder import Holder
from bot.listening import listening
from bot.matches.ports import Unavailable
from bot.postgres import PostgresUnavailable, embedded_postgres
from bot.store import SqlStore, connect
from bot.telegram.pace import Budget, Pace
from bot.telegram.patience import until_heard
from bot.telegram.poller import Feed, Poller, TokenTaken
from bot.telegram.transport import AiohttpRequest
from bot.telegram.webhook import UrlRefused, Webhook
from bot.vitals import vitals
from bot.work import Hear, Work
from engine import advice

POLL_SILENCE_SECONDS = 75.0  # two fetches, and then something is wrong
WEBHOOK_SILENCE_SECONDS = 150.0  # two looks
WARM_UP_SECONDS = 5.0  # before the odds are made ready: a start has enough to do

_log = structlog.get_logger()


async def run(config: Config) -> None:
    """Serve Telegram until cancelled. Raises CannotRun."""
    token, *_ = config.token, config.hook, config.metrics_address  # a wrong one ends it before anything is begun
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
            raise CannotRun(
                NO_DATABASE, f"The database of DATABASE_URL cannot be used: {said}. Start it, or mend the address."
            ) from None
        yield store


async def serve(config: Config, token: str, api_url: str, store: SqlStore) -> None:
    """Be the bot of a token until cancelled: work while we have the lease, stand by else. Raises CannotRun."""
    health = Health(asyncio.get_running_loop().time)
    holder = Holder(store, config.lease_seconds, health)
    pace = Pace(Budget(config.chat_writes_per_minute, config.writes_per_second))
    bot = Bot(
        token,
        base_url=f"{api_url}/bot",
        base_file_url=f"{api_url}/file/bot",
        request=AiohttpRequest(may_speak=lambda: holder.has_lease),
        get_updates_request=AiohttpRequest(connections=2),
    )
    try:
        async with _watched(config, health, store):
            await until_heard(bot.initialize)
            _log.info("known to Telegram", bot=bot.username)
            async with _warming_up(), _hearing(config, bot, store, health) as hear:
                await holder.work(Work(config, bot, store, pace, hear).do)
    except InvalidToken:
        raise CannotRun(TOKEN_REFUSED, "Telegram does not know this TELEGRAM_TOKEN. Ask @BotFather for it.") from None
    except TokenTaken:
        raise CannotRun(
            TOKEN_TAKEN, "Another program uses this token. Stop it, or take a token of its own for this bot."
        ) from None
    except UrlRefused as reason:
        raise CannotRun(WRONG_SETTING, f"Telegram refuses WEBHOOK_URL={config.webhook_url}: {reason}.") from None
    finally:
        await bot.shutdown()


@asynccontextmanager
async def _watched(config: Config, health: Health, store: SqlStore) -> AsyncIterator[None]:
    """Answer whoever watches the bot, if anybody is to."""
    if config.metrics_address is None:
        yield
        return
    async with listening(vitals(health, store), config.metrics_address, "METRICS_LISTEN"):
        yield


@asynccontextmanager
async def _warming_up() -> AsyncIterator[None]:
    """Whatever would make the first hint slow is done beforehand, in a thread of its own."""

    async def warm_up() -> None:
        await asyncio.sleep(WARM_UP_SECONDS)
        await asyncio.to_thread(advice.warm_up)

    warming = asyncio.create_task(warm_up())
    try:
        yield
    finally:
        warming.cancel()


@asynccontextmanager
async def _hearing(config: Config, bot: Bot, store: SqlStore, health: Health) -> AsyncIterator[Hear]:
    """How this process hears of updates. A webhook is open to Telegram also while we stand by."""
    if config.hook is None:
        yield lambda feed: (_poll(bot, store, health, feed),)
        return
    webhook = Webhook(store, config.hook.url, config.hook.secret)
    async with listening(webhook.app(), config.address, "LISTEN"):
        await webhook.register(bot)
        yield lambda feed: (webhook.hand_on(feed), _watch(webhook, bot, health))


async def _poll(bot: Bot, store: SqlStore, health: Health, feed: Feed) -> None:
    with health.expecting("Telegram", POLL_SILENCE_SECONDS) as heard:
        await until_heard(bot.delete_webhook)  # as long as there is one, nobody may poll
        await Poller(bot, store, feed, heard).run()


async def _watch(webhook: Webhook, bot: Bot, health: Health) -> None:
    with health.expecting("Telegram", WEBHOOK_SILENCE_SECONDS) as heard:
        await webhook.watch(bot, heard)
