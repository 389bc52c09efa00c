"""Presses through the whole bot, beside the bare program: how many a second, for how much CPU, how soon answered.

The local Telegram and Postgres run in processes of their own, whose CPU is not counted; they slow down both alike.
"""

import asyncio
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from msgspec import Struct, json
from msgspec.structs import replace

from bench.figures import figure, percentile, ratios, show
from bench.houses import House, house, street
from bench.programs import Program
from bench.tables import Seat, show_bare
from bot.local_telegram import Limits
from bot.matches import press
from bot.store import SqlStore


class Sizes(Struct, frozen=True):
    tables: int = 50
    runs: int = 5
    run: float = 3.0  # seconds of a run
    rate: float = 200.0  # presses a second
    seconds: float = 10.0  # at that rate
    turns: int = 150  # of a long match


class Run(Struct, frozen=True):
    presses_a_second: float
    cpu: float  # milliseconds for one press


async def measure(sizes: Sizes) -> None:
    async with _houses() as (whole, bare):
        early = await whole.found(whole.bot, sizes.tables)
        late = await whole.found(whole.bot, sizes.tables, sizes.turns)
        plain = await bare.found(bare.bot, sizes.tables)
        await show_bare(bare.telegram, bare.bot, plain)
        async with whole.program():  # the first boards
            await asyncio.gather(*(_until_shown(seat) for seat in (*early, *late)))
            await asyncio.sleep(3)
        await _count_statements(whole, early[0])
        await _count_statements(bare, plain[0])
        async with whole.program() as bot, bare.program() as rival:
            for seats, program in ((early, bot), (late, bot), (plain, rival)):  # connections and caches
                await _run(seats, program, 2.0)
            runs = [
                (
                    await _run(early, bot, sizes.run),
                    await _run(plain, rival, sizes.run),
                    await _run(late, bot, sizes.run),
                )
                for _ in range(sizes.runs)
            ]
            _show_runs(runs, sizes)
            for name, seats in (("the whole bot", early), ("the bare program", plain)):
                _show_latencies(name, await _at_rate(seats, sizes), sizes)
        await _show_store(whole, early[0], late[0], sizes)


@asynccontextmanager
async def _houses() -> AsyncIterator[tuple[House, House]]:
    """The whole bot's and the bare program's."""
    async with street(Limits.off()) as shared, house("whole", *shared) as whole, house("bare", *shared) as bare:
        yield whole, bare


async def _run(seats: Sequence[Seat], program: Program, seconds: float, presses: int | None = None) -> Run:
    """Everybody presses again as soon as the last press is shown, for so long or so often."""
    await asyncio.gather(*(_until_shown(seat) for seat in seats))
    cpu, began = program.cpu(), time.perf_counter()

    async def press_on(seat: Seat) -> int:
        made = 0
        while made != presses and time.perf_counter() < began + seconds:
            await seat.press()
            made += 1
        return made

    made = sum(await asyncio.gather(*map(press_on, seats)))
    return Run(made / (time.perf_counter() - began), (program.cpu() - cpu) / made * 1000)


async def _until_shown(seat: Seat) -> None:
    async with asyncio.timeout(60):
        while not seat.is_shown():  # noqa: ASYNC110  looked at seldom, and by nobody while it counts
            await asyncio.sleep(0.05)


def _show_runs(runs: Sequence[tuple[Run, Run, Run]], sizes: Sizes) -> None:
    whole, bare, late = zip(*runs, strict=True)
    cpu = {name: [run.cpu for run in some] for name, some in (("whole", whole), ("bare", bare), ("late", late))}
    rate = {name: [run.presses_a_second for run in some] for name, some in (("whole", whole), ("bare", bare))}
    rows = [
        (f"{sizes.tables} tables, runs of {sizes.run:.0f} s", f"median of {sizes.runs} runs (lowest–highest)"),
        ("CPU per press, whole bot", figure(cpu["whole"], "ms")),
        ("CPU per press, bare program", figure(cpu["bare"], "ms")),
        ("CPU, whole ÷ bare (aim ≤ 1.3)", figure(ratios(cpu["whole"], cpu["bare"]), "×")),
        ("presses a second, whole bot", figure(rate["whole"], "/s", 0)),
        ("presses a second, bare program", figure(rate["bare"], "/s", 0)),
        ("presses a second, whole ÷ bare", figure(ratios(rate["whole"], rate["bare"]), "×")),
        (f"CPU per press after {sizes.turns} turns ÷ in the first", figure(ratios(cpu["late"], cpu["whole"]), "×")),
    ]
    show("Presses: press → inbox → transaction → answer and edit", rows)


async def _at_rate(seats: Sequence[Seat], sizes: Sizes) -> list[float]:
    """Seconds from when a press was due until it was answered, also where it had to wait for the one before.

    A machine that cannot keep up is given half as long again, and has then made fewer presses.
    """
    each = len(seats) / sizes.rate
    began = time.perf_counter() + 0.1

    async def press_on(number: int, seat: Seat) -> list[float]:
        waits = []
        for turn in range(int(sizes.seconds / each)):
            due = began + (turn + number / len(seats)) * each
            await asyncio.sleep(due - time.perf_counter())
            if time.perf_counter() > began + 1.5 * sizes.seconds:
                break
            answered, _ = await seat.press()
            waits.append(answered - due)
        return waits

    return [wait for waits in await asyncio.gather(*(press_on(*pair) for pair in enumerate(seats))) for wait in waits]


def _show_latencies(name: str, waits: Sequence[float], sizes: Sizes) -> None:
    due = int(sizes.seconds * sizes.rate / sizes.tables) * sizes.tables
    rows = [
        (f"{sizes.rate:.0f} presses/s over {sizes.tables} tables, {name}", "from press to answer"),
        *((f"p{share:.0%}".rstrip("%"), f"{percentile(waits, share) * 1000:.1f} ms") for share in (0.5, 0.9, 0.99)),
    ]
    kept_up = "" if len(waits) == due else f" of {due} due: this machine did not keep up, and these are waits in line"
    show(f"Latency, {len(waits)} presses{kept_up}", rows)


async def _show_store(house: House, early: Seat, late: Seat, sizes: Sizes, times: int = 40) -> None:
    """A press in the store alone: its transaction, what is drawn from it, and that it was shown."""
    costs: tuple[list[float], list[float]] = [], []
    await asyncio.gather(early.begin_anew(), late.begin_anew())
    for _ in range(sizes.runs):
        for seat, some in zip((early, late), costs, strict=True):
            spent = [await _store_cost(house.store, seat) for _ in range(times)]
            some.append(percentile(spent, 0.5) * 1000)
    rows = [
        (f"medians of {times} presses at one table", f"median of {sizes.runs} runs (lowest–highest)"),
        ("in the first turn", figure(costs[0], "ms")),
        (f"after {sizes.turns} turns", figure(costs[1], "ms")),
        ("late ÷ early", figure(ratios(costs[1], costs[0]), "×")),
    ]
    show("One more press late in a long match, through the store", rows)


async def _store_cost(store: SqlStore, seat: Seat) -> float:
    async with store.transaction() as tx:
        match = await tx.match(seat.match.id)
    if match is None:
        raise RuntimeError("the match is gone")
    began = time.perf_counter()
    async with store.transaction() as tx:
        await press.press(tx, match.id, match.revision, ["roll"], match.people[0])
    drawing = await store.next_drawing(match.id)
    if drawing is None:
        raise RuntimeError("nothing new to draw")
    shown = replace(drawing.post, revision=drawing.scene.match.revision)
    await store.keep(shown, drawing.post.message, drawing.chat.telegram_id)
    spent = time.perf_counter() - began
    await seat.begin_anew()
    return spent


async def _count_statements(house: House, seat: Seat, presses: int = 20) -> None:
    """At one table, one press after the other: so nothing is shared."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "statements.json"
        async with house.program(path) as program:
            await asyncio.sleep(2)
            await _run([seat], program, 60, presses)
        counts = json.decode(path.read_bytes(), type=dict[str, int])
    often = {statement: count for statement, count in sorted(counts.items()) if count >= presses // 2}
    made = sum(count for statement, count in often.items() if statement[0] != "(")
    rows = [(f"{house.module}, {presses} presses", "times"), *((what, str(count)) for what, count in often.items())]
    show(f"SQL statements: {made / presses:.1f} a press", rows)
