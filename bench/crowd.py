"""Many chats that press at once, within Telegram's budget: who waits how long, and whether that is fair."""

import asyncio
import time
from collections.abc import Sequence
from statistics import median

from msgspec import Struct

from bench.figures import percentile, show
from bench.houses import TELEGRAMS, House, house, street
from bench.tables import Seat
from bot.local_telegram import Limits

PAUSE = 3.0  # after the first boards, so that nothing of the budget is used up


class Wait(Struct, frozen=True):
    """Of one press, in seconds."""

    answered: float
    shown: float


async def measure(chats: int, rounds: int) -> None:
    async with street(Limits()) as shared, house("whole", *shared) as whole:
        seats = await whole.found(whole.bot, chats)
        async with whole.program(settings=TELEGRAMS):
            async with asyncio.timeout(120 + chats / 5):
                while not all(seat.is_shown() for seat in seats):  # noqa: ASYNC110  nothing is measured yet
                    await asyncio.sleep(0.5)
            await asyncio.sleep(PAUSE)
            began = time.perf_counter()
            by_seat = await asyncio.gather(*(_press_on(seat, rounds) for seat in seats))
            took = time.perf_counter() - began
        _show(by_seat, took, _refused(whole))


async def _press_on(seat: Seat, rounds: int) -> list[Wait]:
    """Again as soon as the last press is shown."""
    asked, waits = time.perf_counter(), []
    for _ in range(rounds):
        answered, shown = await seat.press()
        waits.append(Wait(answered - asked, shown - asked))
        asked = time.perf_counter()
    return waits


def _refused(whole: House) -> int:
    outcomes = [call.outcome for call in whole.telegram.calls if call.outcome]
    return len([outcome for outcome in outcomes if outcome.get("error_code") == 429])


def _show(by_seat: Sequence[Sequence[Wait]], took: float, refused: int) -> None:
    chats, rounds = len(by_seat), len(by_seat[0])
    first, later = [waits[0].shown for waits in by_seat], [wait.shown for waits in by_seat for wait in waits[1:]]
    rows = [
        (f"{chats} chats, {rounds} presses each, 28 writes a second", "min", "median", "p95", "max", "max ÷ median"),
        ("from press to toast", *_figures([wait.answered for waits in by_seat for wait in waits])),
        ("from press to board, all at once", *_figures(first)),
        ("from press to board, then each as soon as it can", *_figures(later)),
    ]
    show(f"Over many chats: {chats * rounds / took:.1f} boards a second, {refused} writes refused by Telegram", rows)


def _figures(waits: Sequence[float]) -> tuple[str, ...]:
    if not waits:
        return ("–",) * 5
    figures = (min(waits), median(waits), percentile(waits, 0.95), max(waits))
    return (*(f"{value:.2f} s" for value in figures), f"{max(waits) / median(waits):.2f}")
