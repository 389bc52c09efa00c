"""What whoever watches the bot gets to see: health and metrics of the bot at work."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

import pytest
import yaml
from aiohttp import ClientError, ClientSession
from prometheus_client.parser import text_string_to_metric_families
from telegram import Bot as Client
from telegram.error import TelegramError

from bot.app import serve
from bot.config import WRONG_SETTING, CannotRun, Config
from bot.local_telegram import Bot, LocalTelegram, User, drop_before, hold_before, refuse
from bot.local_telegram.methods import METHODS
from bot.telegram.transport import AiohttpRequest
from bot.views.games import VIEWS
from bot.views.toasts import REASONS
from tests.e2e.process import free_ports
from tests.telegram.table import Clock, Database, Table, at_work, eventually

ALERTS = Path(__file__).parents[2] / "docs" / "alerts.yml"
OPERATING = ALERTS.with_name("operating.md")


class Watcher:
    """Somebody who asks for health and metrics."""

    def __init__(self, session: ClientSession, port: int) -> None:
        self._session, self.url = session, f"http://127.0.0.1:{port}"

    async def health(self) -> tuple[int, dict[str, str]]:
        async with self._session.get(f"{self.url}/healthz") as answer:
            return answer.status, await answer.json()

    async def becomes(self, status: int) -> dict[str, str]:
        """What is told as soon as the status is this."""

        async def look() -> dict[str, str] | None:
            with suppress(ClientError):  # it does not listen yet
                found, told = await self.health()
                return told if found == status else None
            return None

        return await eventually(look)

    async def page(self) -> str:
        async with self._session.get(f"{self.url}/metrics") as answer:
            assert answer.status == 200
            return await answer.text()

    async def count(self, name: str, **labels: str) -> float:
        """The sum of the samples with this name and these labels."""
        families = text_string_to_metric_families(await self.page())
        samples = [sample for family in families for sample in family.samples if sample.name == name]
        return sum(sample.value for sample in samples if labels.items() <= sample.labels.items())

    async def labels(self, name: str, label: str) -> set[str]:
        families = text_string_to_metric_families(await self.page())
        return {sample.labels[label] for family in families for sample in family.samples if sample.name == name}


@pytest.fixture
def port() -> int:
    return free_ports(1)[0]


@pytest.fixture
def free_port() -> int:
    return free_ports(1)[0]


@pytest.fixture
def config(config: Config, port: int) -> Config:
    return config.model_copy(update={"metrics_listen": f"127.0.0.1:{port}"})


@pytest.fixture
async def watcher(port: int) -> AsyncIterator[Watcher]:
    async with ClientSession() as session:
        yield Watcher(session, port)


# Health


async def test_a_bot_at_work_is_well(bot: None, watcher: Watcher):
    told = await watcher.becomes(200)
    assert (told["status"], told["this process is"]) == ("well", "working")
    assert set(told) == {"status", "this process is", "database", "Telegram"}


async def test_polling_that_stops_silently_turns_health_red(
    bot: None, watcher: Watcher, table: Table, tg: LocalTelegram, account: Bot, clock: Clock, anna: User
):
    """F34"""
    await watcher.becomes(200)
    held = tg.faults.every("getUpdates", do=hold_before)
    tg.here.updates.interrupt(account)
    await held.arrived()
    await clock.forward(80)
    assert "too long" in (await watcher.becomes(503))["Telegram"]
    held.stop()
    table.say(anna, "/help@WormsAndTombsBot")
    await watcher.becomes(200)


async def test_a_database_that_is_silent_turns_health_red(bot: None, watcher: Watcher, db: Database, clock: Clock):
    async with db.engine.begin() as connection:
        await connection.exec_driver_sql("LOCK TABLE leases")
        await clock.forward(4)  # it is time to renew
        await clock.forward(11)
        assert "too long" in (await watcher.becomes(503))["database"]
    await watcher.becomes(200)


async def test_a_bot_that_waits_for_telegram_is_not_well(
    config: Config, account: Bot, tg: LocalTelegram, clock: Clock, table: Table, watcher: Watcher
):
    """F34"""
    fault = tg.faults.every("getMe", do=refuse(502, "Bad Gateway"))
    task = asyncio.create_task(serve(config, account.token, tg.url, table.store))
    await fault.arrived()
    assert await watcher.health() == (503, {"status": "not well", "this process is": "starting"})
    fault.stop()
    await clock.forward(10)
    await watcher.becomes(200)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def test_a_bot_that_stands_by_is_well_though_it_asks_telegram_nothing(
    bot: None, config: Config, account: Bot, tg: LocalTelegram, table: Table, clock: Clock, free_port: int
):
    other = config.model_copy(update={"metrics_listen": f"127.0.0.1:{free_port}"})
    async with at_work(other, account, tg, table.store), ClientSession() as session:
        watcher = Watcher(session, free_port)
        assert (await watcher.becomes(200))["this process is"] == "standing by"
        await clock.forward(100)
        assert set(await watcher.becomes(200)) == {"status", "this process is", "database"}


# Metrics


async def test_what_happens_is_counted(bot: None, watcher: Watcher, table: Table, db: Database, anna: User, ben: User):
    async def counts() -> list[float]:
        return [
            await watcher.count("worms_presses_total"),
            await watcher.count("worms_refusals_total", reason="not_your_turn"),
            await watcher.count("worms_refusals_total", reason="table_full"),
            await watcher.count("worms_telegram_calls_total", method="answerCallbackQuery", outcome="ok"),
            await watcher.count("worms_poster_delay_seconds_count"),
        ]

    board = await table.begun(anna, ben)
    before, transactions = await counts(), await watcher.count("worms_transaction_seconds_count")
    await table.toast(ben, board, "Roll")
    await table.toast(anna, board, "Roll")
    await table.until_button("Keep")
    await table.handled(db)
    after = await counts()
    assert [later - earlier for earlier, later in zip(before, after, strict=True)] == [2, 1, 0, 2, 1]
    assert await watcher.count("worms_transaction_seconds_count") >= transactions + 2
    assert await watcher.count("worms_lease_held") == 1
    assert await watcher.count("worms_open_matches", status="running") == 1
    assert await watcher.count("worms_open_matches", status="lobby") == 0
    assert await watcher.count("worms_updates_waiting") == 0


async def test_what_waits_is_counted(bot: None, watcher: Watcher, table: Table, db: Database, anna: User, ben: User):
    board = await table.begun(anna, ben)
    async with db.locked((await table.match(board)).id):
        table.press(anna, board, "Roll")
        await db.until_waiting(1)
        await db("UPDATE updates SET received = received - interval '1 hour' WHERE done IS NULL")
        assert await watcher.count("worms_updates_waiting") == 1
        assert await watcher.count("worms_oldest_update_seconds") > 3600


async def test_a_bug_is_counted(
    bot: None, watcher: Watcher, table: Table, db: Database, tg: LocalTelegram, account: Bot
):
    before = await watcher.count("worms_updates_parked_total")
    tg.here.updates.push(account, "message", [])
    await table.handled(db)
    assert await watcher.count("worms_updates_parked_total") == before + 1


async def test_how_calls_end_is_told_apart(watcher: Watcher, tg: LocalTelegram, account: Bot, bot: None):
    outcomes = {
        "ok": None,
        "refused": refuse(400, "Bad Request: chat not found"),
        "later": refuse(429, "Too Many Requests: retry after 1", retry_after=1),
        "broken": refuse(502, "Bad Gateway"),
        "unknown": drop_before,
    }
    async with Client(account.token, base_url=f"{tg.url}/bot", request=AiohttpRequest()) as client:
        for outcome, fault in outcomes.items():
            before = await watcher.count("worms_telegram_calls_total", method="getMyName", outcome=outcome)
            if fault:
                tg.faults.next("getMyName", do=fault)
            with suppress(TelegramError):
                await client.get_my_name()
            after = await watcher.count("worms_telegram_calls_total", method="getMyName", outcome=outcome)
            assert after == before + 1, outcome


async def test_metrics_tell_nothing_about_anybody_and_have_few_labels(
    bot: None, watcher: Watcher, table: Table, account: Bot, db: Database, anna: User, ben: User
):
    """F38"""
    board = await table.begun(anna, ben)
    for n in range(20):
        table.press(ben, board, data=f"{n}:{n}:roll")
        table.press(ben, board, data=f"forged {n}")
    await table.handled(db)
    page = await watcher.page()
    secret = account.token.partition(":")[2]
    assert [
        told for told in (secret, "Anna", "Friday", str(table.room.id), str(anna.id), "forged") if told in page
    ] == []
    reasons = set(REASONS).union(*(view.REASONS for view in VIEWS.values()))
    assert await watcher.labels("worms_refusals_total", "reason") <= reasons
    methods = await watcher.labels("worms_telegram_calls_total", "method")
    assert methods <= {*METHODS, "getUpdates", "file"}


async def test_metrics_are_served_also_while_the_database_does_not_answer(
    bot: None, watcher: Watcher, db: Database, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("bot.vitals.COUNT_SECONDS", 0.1)
    async with db.engine.begin() as connection:
        await connection.exec_driver_sql("LOCK TABLE matches")
        assert "worms_presses_total" in await watcher.page()


async def test_every_alert_asks_for_metrics_that_there_are(bot: None, watcher: Watcher):
    [group] = yaml.safe_load(ALERTS.read_text())["groups"]
    asked = {name for rule in group["rules"] for name in re.findall(r"worms_\w+", rule["expr"])}
    families = text_string_to_metric_families(await watcher.page())
    served = {name for family in families for name in (*(sample.name for sample in family.samples), family.name)}
    assert asked - served - {f"{name}_total" for name in served} == set()
    assert all({"summary", "action"} <= set(rule["annotations"]) for rule in group["rules"])


async def test_every_metric_of_ours_is_explained(bot: None, watcher: Watcher):
    families = text_string_to_metric_families(await watcher.page())
    ours = {family.name for family in families if family.name.startswith("worms_")}
    assert {name for name in ours if name not in OPERATING.read_text()} == set()
    assert ours


def test_a_wrong_address_is_named():
    with pytest.raises(CannotRun, match="METRICS_LISTEN=9464 is no address") as ended:
        _ = Config(metrics_listen="9464").metrics_address
    assert ended.value.status == WRONG_SETTING


def test_every_setting_is_explained():
    page = OPERATING.read_text()
    assert [name for name in Config.model_fields if f"`{name.upper()}`" not in page] == []
