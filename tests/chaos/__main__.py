"""`python -m tests.chaos [--seed N] [--presses N] [--kills N] [--groups N] [--longest SECONDS]`: 0 when all held."""

# ruff: noqa: T201  its output is for whoever runs it

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path
from random import Random

from bot.local_telegram import Bot, Limits, LocalTelegram
from bot.postgres import EmbeddedPostgres
from bot.store import SqlStore, connect
from tests.chaos.crowd import Group, play
from tests.chaos.trace import Trace
from tests.chaos.verdict import faults_of
from tests.chaos.weather import Weather
from tests.e2e.process import BotProcess
from tests.telegram.table import Database

LEASE = 2.0
SETTLE_SECONDS = 120.0
BUDGET = {"CHAT_WRITES_PER_MINUTE": "600", "WRITES_PER_SECOND": "200"}  # thirty times Telegram's, so that it is met


def main() -> int:
    asked = _asked()
    folder = Path(tempfile.mkdtemp(prefix="worms-and-tombs-chaos-"))
    folder.chmod(0o755)  # for the user Postgres runs as
    trace = Trace(seed=asked.seed, presses=asked.presses, kills=asked.kills, groups=asked.groups)
    with EmbeddedPostgres(folder / "postgres", durable=True) as url:
        faults = asyncio.run(_run(asked, folder, url, trace))
    for name, count in sorted(trace.counts.items()):
        print(f"{count:>8}  {name}")
    print(f"{trace.of('press'):>8}  presses in all, {trace.of('kill')} kills, {trace.seconds:.0f} s, seed {asked.seed}")
    if faults:
        trace.keep(folder / "trace.jsonl")
        print(
            *faults, f"The trace: {folder / 'trace.jsonl'}. Again: python -m tests.chaos --seed {asked.seed}", sep="\n"
        )
    return 1 if faults else 0


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.chaos")
    parser.add_argument("--seed", type=int, default=time.time_ns() % 10**6)
    parser.add_argument("--presses", type=int, default=20_000)
    parser.add_argument("--kills", type=int, default=30)
    parser.add_argument("--groups", type=int, default=40)
    parser.add_argument("--longest", type=float, default=900.0, help="seconds, whatever was reached by then")
    return parser.parse_args()


async def _run(asked: argparse.Namespace, folder: Path, url: str, trace: Trace) -> list[str]:
    random = Random(asked.seed)
    store = SqlStore(connect(url))
    await store.migrate()
    await store.close()
    async with LocalTelegram(seed=asked.seed, limits=Limits.scaled(30)) as tg, Database.of(url) as db:
        account = tg.bot("WormsAndTombsBot")
        environment = {"TELEGRAM_TOKEN": account.token, "TELEGRAM_API_URL": tg.url, "DATABASE_URL": url, **BUDGET}
        environment |= {"PICTURES": "off", "LEASE_SECONDS": str(LEASE)}
        processes = [BotProcess(folder, "run", environment) for _ in range(2)]
        async with processes[0], processes[1]:
            await processes[0].at_work(tg)
            groups = [_group(tg, account, number, random) for number in range(asked.groups)]

            def is_over() -> bool:
                has_enough = trace.of("press") >= asked.presses and trace.of("kill") >= asked.kills
                return has_enough or trace.seconds > asked.longest

            weather = Weather(tg, account, processes, db, folder / "postgres", groups, random, trace, is_over)
            every = max(1.0, asked.presses / 80 / max(asked.kills, 1))  # eighty presses a second are hoped for
            await asyncio.gather(weather.blow(every), *(play(group, groups, trace, is_over) for group in groups))
            faults = await _judged(tg, url, processes)
        for process in processes:
            trace.counts["bugs in the logs"] += process.said.count('"exception"')
    return faults


async def _judged(tg: LocalTelegram, url: str, processes: list[BotProcess]) -> list[str]:
    """With connections of its own: those of before may have been cut."""
    store = SqlStore(connect(url))
    async with Database.of(url) as db:
        await _settle(tg, store, db, processes)
        faults = [fault async for fault in faults_of(tg, store, db)]
    await store.close()
    return faults


def _group(tg: LocalTelegram, account: Bot, number: int, random: Random) -> Group:
    """Some are forums, some basic groups that may grow."""
    people = [tg.person(f"Guest {number}.{seat}") for seat in range(random.choice((2, 2, 3, 4)))]
    kind = random.choice((tg.group, tg.supergroup, tg.forum))
    room = kind(f"Group {number}", *people, account)
    topic = tg.topic(room, "Dice") if kind is tg.forum else None
    return Group(tg, room, topic, people, Random(random.random()))


async def _settle(tg: LocalTelegram, store: SqlStore, db: Database, processes: list[BotProcess]) -> None:
    """Both bots anew, so that nothing waits out a long patience; then until nothing is left to do."""
    for process in processes:
        await process.kill()
        await process.start()
    until = time.monotonic() + SETTLE_SECONDS
    while time.monotonic() < until:
        pending = any(bot.pending for bot in tg.world.bots.values())
        if not pending and not await db.count("updates WHERE done IS NULL") and not await store.behind():
            return
        await asyncio.sleep(0.2)


if __name__ == "__main__":
    sys.exit(main())
