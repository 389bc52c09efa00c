"""Tables of people for the tests: lobbies and running matches in a real store, and use cases carried out on them.

match = await running(store, ANA, BEN, position="grill 22 24\\nkept 5 5")
await do(store, press.press, match.id, match.revision, ["roll"], ANA)
assert await refusal(store, press.press, match.id, match.revision, ["roll"], BEN) == "stale"
"""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

from msgspec.structs import replace
from sqlalchemy import select, text, update

from bot.matches import clock, lobby, press
from bot.matches.match import Match, Move, Outcome, Person, Place
from bot.matches.ports import Post
from bot.store import SqlStore
from bot.store.tables import chats, matches, metadata
from engine import Refused
from tests.engine.table import placed

ANA, BEN, CLEO, DAN, EVA, FAY, GIL, HAN = (
    Person(7_790_427_779 + number, name, "en")
    for number, name in enumerate(("Ana", "Ben", "Cleo", "Dan", "Eva", "Fay", "Gil", "Han"))
)
GROUP = -1_002_471_352_452

UseCase = Callable[..., Awaitable[Any]]


async def place(store: SqlStore, telegram_id: int = GROUP, topic: int = 0) -> Place:
    async with store.transaction() as tx:
        return Place(await tx.chat(telegram_id, "supergroup"), topic)


async def do(store: SqlStore, use_case: UseCase, *args: Any, **kwargs: Any) -> Any:
    """Carry out a use case in a transaction of its own."""
    async with store.transaction() as tx:
        return await use_case(tx, *args, **kwargs)


async def refusal(store: SqlStore, use_case: UseCase, *args: Any, **kwargs: Any) -> str | None:
    """Why a use case is refused; like the bot, keep what it wrote before that. None when it is carried out."""
    async with store.transaction() as tx:
        try:
            await use_case(tx, *args, **kwargs)
        except Refused as refused:
            return refused.reason
    return None


async def waiting(store: SqlStore, *people: Person, telegram_id: int = GROUP, topic: int = 0) -> Match:
    """A lobby; the first is the host."""
    here = await place(store, telegram_id, topic)
    outcome: Outcome | None = None
    for person in people:
        outcome = await do(store, lobby.join, here, person)
    assert outcome is not None
    return outcome.match


async def running(
    store: SqlStore,
    *people: Person,
    position: str = "",
    throws: str = "",
    telegram_id: int = GROUP,
    topic: int = 0,
    **options: str,
) -> Match:
    """A running match at a position of the notation, the dice of which will show these faces: `throws="4 6"`."""
    match = await waiting(store, *people, telegram_id=telegram_id, topic=topic)
    match = await begin(store, match)
    if not (position or throws or options):
        return match
    seats = " ".join(person.name for person in people)
    state = placed(position, seats, match.game_id, **options)
    return await set_up(store, match, state, throws)


async def begin(store: SqlStore, table: Match, lot: int = 43) -> Match:
    """Its host presses Start, and the lot falls."""
    await do(store, lobby.start_match, table.id, table.people[0])
    return (await do(store, lobby.begin, table.id, lot)).match


async def sealed(store: SqlStore, *people: Person) -> Match:
    """A match whose lot has not fallen yet."""
    match = await waiting(store, *people)
    return (await do(store, lobby.start_match, match.id, people[0])).match


async def set_up(store: SqlStore, match: Match, state: Any, throws: str = "") -> Match:
    """Put a match into a state, its counter of draws where the dice show these faces next."""
    faces = tuple(6 if face == "W" else int(face) for face in throws.split())
    drawn = next(number for number in range(10**6) if _first(match, number, len(faces)) == faces) if faces else 0
    there = replace(match, state=state, fairness=replace(match.fairness, drawn=drawn))
    async with store.transaction() as tx:
        await tx.save(there)
    return there


def _first(match: Match, drawn: int, count: int) -> tuple[int, ...]:
    return lobby.dice_of(replace(match, fairness=replace(match.fairness, drawn=drawn))).throw(count)


async def show(store: SqlStore, match: Match, message: int = 100) -> Post:
    """Put the newest screen into a message, as the poster does."""
    drawing = await store.next_drawing(match.id)
    assert drawing is not None
    shown = replace(
        drawing.post,
        message=drawing.post.message or message,
        revision=drawing.scene.match.revision,
        question=drawing.scene.question,
    )
    allowed = clock.allowance(drawing.scene.match, drawing.chat.settings.pace)
    await store.keep(shown, drawing.post.message, drawing.chat.telegram_id, allowed)
    return shown


async def pass_by(store: SqlStore, **time: float) -> None:
    """Let time pass for every clock: `await pass_by(store, minutes=2)`. Nobody has to wait: the rows are put back."""
    times = (matches.c.awaited, matches.c.warned, matches.c.deadline)
    earlier = update(matches).values({column: column - timedelta(**time) for column in times})
    await do(store, lambda tx: tx._connection.execute(earlier))


async def set_pace(store: SqlStore, pace: str) -> None:
    await do(store, lambda tx: tx._connection.execute(update(chats).values(pace=pace)))


async def kept(store: SqlStore, match: Match) -> Match:
    """The match as it is kept now, without its opening."""
    record = await store.record(match.id)
    assert record is not None
    return replace(record[0], opening=None)


async def moves_of(store: SqlStore, match: Match) -> tuple[Move, ...]:
    record = await store.record(match.id)
    assert record is not None
    return record[1]


async def everything(store: SqlStore, *tables: str) -> list[Any]:
    """Every row of these tables, to see that nothing has changed."""
    async with store.transaction() as tx:
        found = [await tx._connection.execute(select(metadata.tables[table])) for table in tables]
        return [sorted(map(repr, rows)) for rows in found]


MATCHES = ("matches", "seats", "moves", "people", "posts")


async def play_to_the_end(store: SqlStore, match: Match) -> Match:
    """Everybody takes what can be taken, keeps what is worth most, and throws else, until the match is over."""
    while match.status == "running":
        seat = match.game.to_act(match.state)
        assert seat is not None
        wishes = [match.game.write_command(wish) for wish in match.game.legal(match.state)]
        wish = max(wishes, key=lambda wish: (wish.startswith("take"), wish != "stop", wish.startswith("keep"), wish))
        match = (await do(store, press.press, match.id, match.revision, [wish], match.seats[seat])).match
    return match


async def meeting(store: SqlStore, first: UseCase, second: Callable[[], Awaitable[Any]]) -> tuple[Any, Any]:
    """`first` in a transaction that is committed only when `second`, in one of its own, waits for it (or is through).

    Returns what both returned; an exception of `second` is returned, not raised.
    """
    async with store.transaction() as tx:
        outcome = await first(tx)
        other = asyncio.ensure_future(second())
        while not (other.done() or await is_somebody_waiting(store)):  # noqa: ASYNC110  Postgres has to be asked
            await asyncio.sleep(0.005)
    return outcome, (await asyncio.gather(other, return_exceptions=True))[0]


_WAITING = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"


async def is_somebody_waiting(store: SqlStore) -> bool:
    async with store.transaction() as tx:
        return bool(await tx._connection.scalar(text(_WAITING)))
