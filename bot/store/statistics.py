"""Results and ratings as SQL. Whoever does not want to be counted has neither."""

from collections.abc import Mapping, Sequence

from msgspec.structs import asdict
from sqlalchemy import case, delete, exists, func, select, update
from sqlalchemy.dialects.postgresql import aggregate_order_by, insert
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.matches.match import Match, Place
from bot.matches.statistics import Past, Ranked, Rating, Result, Sums
from bot.store.tables import matches, people, ratings, results

BEST, NEWEST = 10, 10  # of a list that people read

_IS_WIN = case((results.c.place == 1, 1), else_=0)
_NEW_RATING = insert(ratings)
_KEEP_RATING = _NEW_RATING.on_conflict_do_update(
    index_elements=["chat", "game", "person"],
    set_={"mu": _NEW_RATING.excluded.mu, "sigma": _NEW_RATING.excluded.sigma},
)


async def keep_results(connection: AsyncConnection, match: Match, new: Sequence[Result]) -> None:
    counted = await _counted(connection, [result.person for result in new])
    rows = [{"match": match.id, **asdict(result)} for result in new if result.person in counted]
    if rows:
        await connection.execute(insert(results), rows)


async def keep_ratings(connection: AsyncConnection, match: Match, new: Mapping[int, Rating]) -> None:
    here = {"chat": match.place.chat, "game": match.game_id}
    counted = await _counted(connection, list(new))
    if counted:
        await connection.execute(
            _KEEP_RATING, [{**here, "person": person, **asdict(new[person])} for person in sorted(counted)]
        )


async def _counted(connection: AsyncConnection, persons: Sequence[int]) -> set[int]:
    """Nobody else changes whether, or what, is counted for them until the end of this transaction."""
    query = select(people.c.id).where(people.c.id.in_(persons), people.c.is_counted).order_by(people.c.id)
    return set(await connection.scalars(query.with_for_update(key_share=True)))


async def ratings_in(connection: AsyncConnection, match: Match) -> Mapping[int, Rating]:
    here = ratings.c.chat == match.place.chat, ratings.c.game == match.game_id
    query = select(ratings.c.person, ratings.c.mu, ratings.c.sigma).where(*here)
    playing = [person.id for person in match.people]
    rows = await connection.execute(query.where(ratings.c.person.in_(playing)))
    return {person: Rating(mu, sigma) for person, mu, sigma in rows}


async def sums_of(connection: AsyncConnection, person: int, chat: int | None) -> tuple[Sums, ...]:
    columns = (
        matches.c.game,
        func.count(),
        func.sum(_IS_WIN),
        func.coalesce(func.sum(results.c.worms), 0),
        func.sum(results.c.turns),
        func.sum(results.c.failed),
    )
    query = select(*columns).select_from(results.join(matches)).where(results.c.person == person)
    if chat is not None:
        query = query.where(matches.c.chat == chat)
    rows = await connection.execute(query.group_by(matches.c.game).order_by(func.count().desc(), matches.c.game))
    return tuple(Sums(*row) for row in rows)


async def top_of(connection: AsyncConnection, chat: int, game_id: str) -> tuple[Ranked, ...]:
    """Who has no result here any more is not in it."""
    here = ratings.c.chat == chat, ratings.c.game == game_id, matches.c.chat == chat, matches.c.game == game_id
    played = (
        results.join(matches)
        .join(people, people.c.id == results.c.person)
        .join(ratings, ratings.c.person == results.c.person)
    )
    query = (
        select(people.c.name, ratings.c.mu, ratings.c.sigma, func.count(), func.sum(_IS_WIN))
        .select_from(played)
        .where(*here)
        .group_by(people.c.id, ratings.c.mu, ratings.c.sigma)
        .order_by((ratings.c.mu - 3 * ratings.c.sigma).desc(), people.c.id)
        .limit(BEST)
    )
    rows = await connection.execute(query)
    return tuple(Ranked(name, Rating(mu, sigma), played, wins) for name, mu, sigma, played, wins in rows)


async def history_of(connection: AsyncConnection, place: Place) -> tuple[Past, ...]:
    names = func.array_agg(aggregate_order_by(people.c.name, results.c.seat)).filter(results.c.place == 1)
    query = (
        select(matches.c.id, matches.c.game, matches.c.ended, func.coalesce(names, []))
        .select_from(matches.outerjoin(results).outerjoin(people, people.c.id == results.c.person))
        .where(matches.c.chat == place.chat, matches.c.topic == place.topic, matches.c.status == "finished")
        .group_by(matches.c.id)
        .order_by(matches.c.ended.desc(), matches.c.id.desc())
        .limit(NEWEST)
    )
    rows = await connection.execute(query)
    return tuple(Past(match, game, ended, tuple(winners)) for match, game, ended, winners in rows)


async def count(connection: AsyncConnection, person: int, *, is_counted: bool) -> None:
    await connection.execute(update(people).where(people.c.id == person).values(is_counted=is_counted))
    if not is_counted:
        await connection.execute(delete(results).where(results.c.person == person))
        await connection.execute(delete(ratings).where(ratings.c.person == person))


async def is_newcomer(connection: AsyncConnection, match: Match, person: int) -> bool:
    """Who does not want to be counted cannot be known; they are left in peace."""
    played = exists().where(
        results.c.person == person, results.c.match == matches.c.id, matches.c.game == match.game_id
    )
    return bool(await connection.scalar(select(people.c.is_counted & ~played).where(people.c.id == person)))
