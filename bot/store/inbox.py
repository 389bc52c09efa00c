"""The inbox: every update of Telegram's, kept before it is acknowledged."""

from collections.abc import Sequence
from datetime import timedelta

from sqlalchemy import delete, func, or_, select, update
from sqlalchemy.dialects.postgresql import insert

from bot.matches.ports import Arrival
from bot.store.database import Database
from bot.store.tables import updates

KEPT_FOR = timedelta(days=7)

_ARRIVAL = (updates.c.id, updates.c.chat, updates.c.body)
IS_WAITING = updates.c.done.is_(None) & updates.c.parked.is_(None)
_KEEP = insert(updates).on_conflict_do_nothing(index_elements=["id"]).returning(updates.c.id)


class SqlInbox:
    """`bot.matches.ports.Inbox`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def put(self, arrivals: Sequence[Arrival]) -> tuple[Arrival, ...]:
        by_id = {arrival.id: arrival for arrival in arrivals}
        rows = [{"id": arrival.id, "chat": arrival.chat, "body": arrival.body} for arrival in by_id.values()]
        async with self._database.begin() as connection:
            undone = set(await connection.scalars(_KEEP, rows))
            if known := by_id.keys() - undone:
                waiting = select(updates.c.id).where(updates.c.id.in_(known) & IS_WAITING)
                undone |= set(await connection.scalars(waiting))
        return tuple(arrival for number, arrival in by_id.items() if number in undone)

    async def undone(self) -> tuple[Arrival, ...]:
        async with self._database.begin() as connection:
            rows = await connection.execute(select(*_ARRIVAL).where(IS_WAITING).order_by(updates.c.place_in_line))
            return tuple(Arrival(*row) for row in rows)

    async def park(self, update_id: int, bug: str) -> None:
        async with self._database.begin() as connection:
            await connection.execute(update(updates).where(updates.c.id == update_id).values(parked=bug))

    async def purge(self) -> None:
        is_old = updates.c.received < func.now() - KEPT_FOR
        is_over = or_(updates.c.done.is_not(None), updates.c.parked.is_not(None))
        async with self._database.begin() as connection:
            await connection.execute(delete(updates).where(is_old & is_over))
