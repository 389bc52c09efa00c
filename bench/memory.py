"""What is left in memory of chats that were used once."""

import asyncio

from sqlalchemy import text

from bench.figures import show
from bench.houses import House, house, street
from bot.local_telegram import Limits

WARM = 500  # chats that are used first: all code has run, all pools are full
AT_ONCE = 100
FORGOTTEN_SECONDS = 75.0  # the pace of a chat is remembered for a minute


async def measure(chats: int) -> None:
    async with street(Limits.off()) as shared, house("whole", *shared) as whole, whole.program() as program:
        await _use(whole, WARM)
        warm = program.memory()
        await _use(whole, chats)
        after = program.memory()
        await asyncio.sleep(FORGOTTEN_SECONDS)
        rows = [
            (f"{chats:,} chats used once", "MiB"),
            (f"after {WARM} chats", f"{warm:.1f}"),
            ("growth at the end (aim ≤ 20)", f"{after - warm:+.1f}"),
            ("growth a minute later", f"{program.memory() - warm:+.1f}"),
        ]
    show("Memory of the bot", rows)


async def _use(whole: House, chats: int) -> None:
    """In each new group somebody opens a table, which is shown."""
    ana = whole.telegram.person("Ana", language_code="en")
    for _ in range(0, chats, AT_ONCE):
        goal = await _shown(whole) + AT_ONCE
        for number in range(AT_ONCE):
            whole.telegram.say(ana, whole.telegram.supergroup(f"Group {number}", ana, whole.bot), "/join")
        async with asyncio.timeout(120):
            while await _shown(whole) < goal:  # noqa: ASYNC110  a database has no event
                await asyncio.sleep(0.05)


async def _shown(whole: House) -> int:
    async with whole.store.transaction() as tx:
        found = await tx._connection.scalar(text("SELECT count(*) FROM posts WHERE message IS NOT NULL"))  # noqa: SLF001  no use case asks
    return int(found or 0)
