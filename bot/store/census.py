"""How much there is, for whoever watches the bot."""

from msgspec import Struct
from sqlalchemy import func, select

from bot.matches.match import OPEN
from bot.store.database import Database
from bot.store.inbox import IS_WAITING
from bot.store.tables import matches, updates

_SECONDS = func.extract("epoch", func.now() - func.min(updates.c.received))
_WAITING = select(func.count(), func.coalesce(_SECONDS, 0)).select_from(updates).where(IS_WAITING)
_BY_STATUS = select(matches.c.status, func.count()).where(matches.c.status.in_(OPEN)).group_by(matches.c.status)


class Census(Struct, frozen=True):
    matches: dict[str, int]  # the open ones, by their status
    waiting: int  # updates that are not done
    oldest_seconds: float  # that the first of them has waited


class SqlCensus:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def census(self) -> Census:
        """Raises Unavailable."""
        async with self._database.begin() as connection:
            found: dict[str, int] = dict((await connection.execute(_BY_STATUS)).all())
            waiting, oldest = (await connection.execute(_WAITING)).one()
        return Census({status: found.get(status, 0) for status in OPEN}, waiting, float(oldest))
