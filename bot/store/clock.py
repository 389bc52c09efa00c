"""The clocks that run, and what is due.

Whatever moves a deadline moves `awaited` with it: the time between them is always the time allowed.
"""

from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, DateTime, Interval, bindparam, case, cast, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.matches.ports import Due, TurnWarning
from bot.store.chats import read_chat
from bot.store.database import AnyRow, Database
from bot.store.posts import IS_BEHIND, WITH_POST
from bot.store.rows import read_match
from bot.store.tables import chats, matches
from bot.store.transaction import was_late

LEAST_GRACE = timedelta(minutes=1)  # left when work goes on, where a third of the time is longer

_NOTHING, _LEAST_GRACE = (cast(time, Interval) for time in (timedelta(), LEAST_GRACE))
_THIRD = (matches.c.deadline - matches.c.awaited).op("/", precedence=8, return_type=Interval())(3)
_IS_UNWARNED = matches.c.warned.is_(None)
_UNTIL = case((_IS_UNWARNED, matches.c.deadline - _THIRD), else_=matches.c.deadline) - func.now()


def _moved(by: ColumnElement[timedelta]) -> dict[str, Any]:
    return {"awaited": matches.c.awaited + by, "deadline": matches.c.deadline + by}


# Statements are made once, as in `transaction`
_DUE = (
    select(chats.c.telegram_id, matches.c.id, _IS_UNWARNED, _UNTIL)
    .select_from(matches.join(chats, chats.c.key == matches.c.chat))
    .where(matches.c.deadline.is_not(None), matches.c.suspended == "", bindparam("within", type_=Interval) >= _UNTIL)
    .order_by(_UNTIL)
)
_TO_WARN = WITH_POST.add_columns(_THIRD.label("left")).where(
    _IS_UNWARNED, _UNTIL <= _NOTHING, matches.c.suspended == "", ~IS_BEHIND
)
_WARNED = (
    update(matches)
    .where(matches.c.id == bindparam("this"), matches.c.revision == bindparam("told"), _IS_UNWARNED)
    .values(warned=func.now(), **_moved(func.greatest(_NOTHING, func.now() + _THIRD - matches.c.deadline)))
)
_IDLE = func.now() - func.greatest(bindparam("since", type_=DateTime(timezone=True)), matches.c.awaited)
_GRACE = func.least(_THIRD, func.greatest(_IDLE, _LEAST_GRACE))
_LOST = func.greatest(_NOTHING, _IDLE, func.now() + _GRACE - matches.c.deadline)  # without a deadline the last is NULL
_RESUME = update(matches).where(matches.c.awaited.is_not(None)).values(_moved(_LOST))
_STOP = update(matches).where(matches.c.id == bindparam("this")).values(deadline=None)


class SqlClocks:
    """`bot.matches.ports.Clocks`, and the warnings of `bot.matches.ports.Posts`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def due(self, within: timedelta) -> tuple[Due, ...]:
        async with self._database.begin() as connection:
            rows = await connection.execute(_DUE, {"within": within})
            return tuple(Due(chat, match, warning, until.total_seconds()) for chat, match, warning, until in rows)

    async def next_warning(self, match_id: int) -> TurnWarning | None:
        async with self._database.begin() as connection:
            row = (await connection.execute(_TO_WARN, {"match": match_id})).first()
            return None if row is None else await _read_warning(connection, row)

    async def keep_warned(self, warned: TurnWarning) -> None:
        async with self._database.begin() as connection:
            await connection.execute(_WARNED, {"this": warned.match.id, "told": warned.match.revision})

    async def resume_clocks(self, since: datetime) -> None:
        async with self._database.begin() as connection:
            await connection.execute(_RESUME, {"since": since})

    async def stop_clock(self, match_id: int) -> None:
        async with self._database.begin() as connection:
            await connection.execute(_STOP, {"this": match_id})


async def _read_warning(connection: AsyncConnection, row: AnyRow) -> TurnWarning | None:
    match = read_match(row)
    seat = match.game.to_act(match.state)
    if seat is None:
        return None
    late = await was_late(connection, match, seat)
    return TurnWarning(read_chat(row, "chat_"), match, seat, row.post_message, row.left, late)
