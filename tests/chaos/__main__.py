"""`python -m tests.chaos` (see `--help`): 0 when all held; else 1, and the trace and the bots' logs are kept.

`--again` does once more what a trace holds: the same deeds at the same instants.
"""

# ruff: noqa: T201  its output is for whoever runs it

import argparse
import asyncio
import shutil
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

from bot.local_telegram import Bot, Limits, LocalTelegram
from bot.postgres import EmbeddedPostgres
from bot.store import SqlStore, connect
from tests.chaos.crowd import Crowd
from tests.chaos.deeds import KillBot
from tests.chaos.stage import Group, Stage
from tests.chaos.trace import Line, Run, Trace, read
from tests.chaos.verdict import faults_of
from tests.chaos.weather import Weather
from tests.e2e.balancer import Balancer
from tests.e2e.process import BotProcess, free_ports
from tests.telegram.table import Database

LEASE = 2.0
SETTLE_SECONDS = 120.0
HOPED_FOR = 60.0  # presses a second
BUDGET = {"CHAT_WRITES_PER_MINUTE": "600", "WRITES_PER_SECOND": "200"}  # thirty times Telegram's, so that it is met


def main(arguments: Sequence[str] | None = None) -> int:
    asked = _parser().parse_args(arguments)
    again: Sequence[Line] = ()
    run = Run(asked.seed, asked.presses, asked.kills, asked.groups, asked.longest, asked.webhook)
    if asked.again:
        run, again = read(asked.again)
    folder = Path(tempfile.mkdtemp(prefix="worms-and-tombs-chaos-"))
    folder.chmod(0o755)  # for the user Postgres runs as
    trace = Trace(run)
    with EmbeddedPostgres(folder / "postgres", durable=True) as url:
        faults = asyncio.run(_run(trace, again, folder, url))
    _report(trace, faults, folder)
    return 1 if faults else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.chaos")
    parser.add_argument("--seed", type=int, default=time.time_ns() % 10**6)
    parser.add_argument("--presses", type=int, default=20_000)
    parser.add_argument("--kills", type=int, default=30)
    parser.add_argument("--groups", type=int, default=40)
    parser.add_argument("--longest", type=float, default=900.0, help="seconds, whatever was reached by then")
    parser.add_argument("--webhook", action="store_true", help="bring the updates to both instead of one fetching them")
    parser.add_argument("--again", type=Path, metavar="TRACE", help="do once more what a run has kept")
    return parser


def _report(trace: Trace, faults: Sequence[str], folder: Path) -> None:
    for name, count in sorted(trace.counts.items()):
        print(f"{count:>8}  {name}")
    print(f"{trace.of('Press')} presses, {trace.of('Kill')} kills, {trace.seconds:.0f} s, seed {trace.run.seed}")
    if faults:
        trace.keep(folder / "trace.jsonl")
        print(*faults, f"Again: python -m tests.chaos --again {folder / 'trace.jsonl'}", sep="\n")
    else:
        shutil.rmtree(folder)
        print("All promises were kept.")


async def _run(trace: Trace, again: Sequence[Line], folder: Path, url: str) -> list[str]:
    store = SqlStore(connect(url))
    await store.migrate()
    await store.close()
    async with _prepared(trace, folder, url) as stage:
        await (_do_again(stage, again) if again else _let_chance_choose(stage))
        faults = await _judged(stage, url)
        trace.counts["bugs in the logs"] = sum(process.said.count('"exception"') for process in stage.processes)
    return faults


@asynccontextmanager
async def _prepared(trace: Trace, folder: Path, url: str) -> AsyncIterator[Stage]:
    """Two bots at work, and groups in which nobody has said anything."""
    random, addresses = Random(trace.run.seed), [f"127.0.0.1:{port}" for port in free_ports(2)]
    limits = Limits.scaled(30)
    async with (
        LocalTelegram(seed=trace.run.seed, limits=limits, webhook_pause=0.05) as tg,
        Database.of(url) as db,
        Balancer.before(addresses) as balancer,
    ):
        account = tg.bot("WormsAndTombsBot")
        environment = {"TELEGRAM_TOKEN": account.token, "TELEGRAM_API_URL": tg.url, "DATABASE_URL": url, **BUDGET}
        environment |= {"PICTURES": "off", "LEASE_SECONDS": str(LEASE)}
        if trace.run.webhook:
            environment |= {"WEBHOOK_URL": f"{balancer.url}/hook", "WEBHOOK_SECRET": "s3cret_of_the_tests"}
        processes = [BotProcess(folder, "run", environment | {"LISTEN": address}) for address in addresses]
        async with processes[0], processes[1]:
            await tg.until(lambda: account.webhook or tg.is_polled(), SETTLE_SECONDS)
            groups = [_group(tg, account, number, random) for number in range(trace.run.groups)]
            yield Stage(tg, account, processes, db, folder / "postgres", groups, trace)


def _group(tg: LocalTelegram, account: Bot, number: int, random: Random) -> Group:
    """Some are forums, some basic groups that may grow."""
    people = [tg.person(f"Guest {number}.{seat}") for seat in range(random.choice((2, 2, 3, 4)))]
    kind = random.choice((tg.group, tg.supergroup, tg.forum))
    room = kind(f"Group {number}", *people, account)
    return Group(room, tg.topic(room, "Dice") if kind is tg.forum else None, people)


async def _let_chance_choose(stage: Stage) -> None:
    run, trace = stage.trace.run, stage.trace

    def is_over() -> bool:
        has_enough = trace.of("Press") >= run.presses and trace.of("Kill") >= run.kills
        return has_enough or trace.seconds > run.longest

    crowds = [Crowd(stage, number, Random(f"{run.seed} {number}")) for number in range(run.groups)]
    weather = Weather(stage, Random(run.seed))
    blowing = asyncio.create_task(weather.blow(run.presses / HOPED_FOR / max(run.kills, 1)))
    await asyncio.gather(*(crowd.play(is_over) for crowd in crowds))
    weather.over.set()
    await blowing


async def _do_again(stage: Stage, lines: Sequence[Line]) -> None:
    async with asyncio.TaskGroup() as deeds:
        for line in lines:
            await asyncio.sleep(max(0.0, line.at - stage.trace.seconds))
            deeds.create_task(stage.do(line.deed))
    stage.tg.faults.clear()


async def _judged(stage: Stage, url: str) -> list[str]:
    """With connections of its own: those of before may have been cut."""
    store = SqlStore(connect(url))
    async with Database.of(url) as db:
        faults = [] if await _settle(stage, store, db) else ["it did not settle"]
        faults += [fault async for fault in faults_of(stage, store, db)]
    await store.close()
    return faults


async def _settle(stage: Stage, store: SqlStore, db: Database) -> bool:
    """Both bots anew, so that nothing waits out a long patience; then until nothing is left to do."""
    for number in range(len(stage.processes)):
        await stage.do(KillBot(number, 0))
    until = time.monotonic() + SETTLE_SECONDS
    while time.monotonic() < until:
        is_heard = not any(bot.pending for bot in stage.tg.world.bots.values())
        if is_heard and not await db.count("updates WHERE done IS NULL") and not await store.behind():
            return True
        await asyncio.sleep(0.2)
    return False


if __name__ == "__main__":
    sys.exit(main())
