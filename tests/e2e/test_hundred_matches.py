"""A hundred matches, one legal press in each, and a kill in the middle of them: none is lost, none counts twice."""

import asyncio

from bot.local_telegram import Bot, LocalTelegram
from bot.store import SqlStore
from tests.e2e.evening import Evening, lost
from tests.e2e.process import PATIENCE, BotProcess
from tests.e2e.retold import check_replay, check_screens
from tests.e2e.table import Table

MATCHES = 100
FETCHED = 50  # of the presses before the kill; the others come when the bot fetches no more
ANSWERED = 5


async def test_each_match_is_exactly_one_press_further(
    tg: LocalTelegram, account: Bot, bot: BotProcess, store: SqlStore, figures: list[str]
) -> None:
    people = [tg.person("Ana"), tg.person("Ben")]
    tables = [Table(tg, tg.supergroup(f"Group {n}", *people, account), people) for n in range(MATCHES)]
    began = tg.clock.now()
    await asyncio.gather(*(table.begin() for table in tables))
    figures.append(f"{MATCHES} matches opened and begun in {tg.clock.now() - began:.1f} s")
    evenings = [Evening(tg, bot, store, table) for table in tables]
    before = [await evening.record() for evening in evenings]
    looks = [table.look for table in tables]

    answers = tg.faults.every("answerCallbackQuery", do=lost)
    async with store.transaction() as tx:
        await tx.match(tables[0].match)  # this one's press is half done when the bot dies
        for table in tables[:FETCHED]:
            table.press()
        await tg.until(lambda: len(answers.calls) >= ANSWERED, PATIENCE)
        for table in tables[FETCHED:]:
            table.press()
        await evenings[0].kill()
    not_done = len(await store.undone())
    assert 0 < not_done <= FETCHED - ANSWERED
    assert len(account.pending) >= MATCHES - FETCHED
    killed = tg.clock.now()
    wait = await evenings[0].restart()
    for table, look in zip(tables, looks, strict=True):
        await table.changed(look)
    figures.append(
        f"killed with {not_done} of {MATCHES} presses stored and not done, {MATCHES - FETCHED} not fetched;"
        f" first reaction after {wait:.1f} s, all after {tg.clock.now() - killed:.1f} s"
    )

    for evening, (match, moves) in zip(evenings, before, strict=True):
        after, more = await evening.record()
        assert (len(moves) + 1, match.revision + 1) == (len(more), after.revision)
        check_replay(after, more)
        check_screens(evening.table.boards, after, more)
    assert await store.undone() == ()
