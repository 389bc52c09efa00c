"""The lease: which of the processes on this database works. One row, timed by the database's clock."""

from datetime import timedelta

from sqlalchemy import Interval, bindparam, func, or_, select, update
from sqlalchemy.dialects.postgresql import insert

from bot.matches.ports import Lease
from bot.store.database import Database
from bot.store.tables import leases

_NAME = "work"

_IT = leases.c.name == _NAME
_BEFORE = select(leases.c.holder, leases.c.until).where(_IT).cte("before")
_NEW = insert(leases).values(name=_NAME, holder=bindparam("me"), until=func.now() + bindparam("length", type_=Interval))
_TAKEN = (
    _NEW.on_conflict_do_update(
        index_elements=["name"],
        set_={"holder": _NEW.excluded.holder, "until": _NEW.excluded.until},
        where=or_(leases.c.holder.in_((bindparam("me"), bindparam("gone"))), leases.c.until < func.now()),
    )
    .returning(leases.c.holder)
    .cte("taken")
)
_TAKE = select(  # one statement, one snapshot: it sees what was there before
    func.coalesce(select(_TAKEN.c.holder).scalar_subquery(), select(_BEFORE.c.holder).scalar_subquery(), ""),
    func.least(select(_BEFORE.c.until).scalar_subquery(), func.now()),
)
_LEAVE = update(leases).where(_IT, leases.c.holder == bindparam("me")).values(until=func.now())


class SqlLeases:
    """`bot.matches.ports.Leases`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def take_lease(self, me: str, seconds: float, gone: str = "") -> Lease:
        asked = {"me": me, "gone": gone, "length": timedelta(seconds=seconds)}
        async with self._database.begin() as connection:
            return Lease(*(await connection.execute(_TAKE, asked)).one())

    async def leave_lease(self, me: str) -> None:
        async with self._database.begin() as connection:
            await connection.execute(_LEAVE, {"me": me})
