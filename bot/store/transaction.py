"""One unit of work on one connection: what the use cases ask for, as SQL."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from msgspec.structs import replace
from sqlalchemy import Executable, Interval, bindparam, delete, func, or_, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.matches.calls import Board
from bot.matches.chat import Chat
from bot.matches.clock import LATE
from bot.matches.match import OPEN, Match, Move, Person, Place, Suspension
from bot.matches.ports import Conflict
from bot.matches.statistics import Past, Ranked, Rating, Result, Sums
from bot.store import addresses, calls, statistics
from bot.store.chats import adopt_language, chat_of, keep_chat
from bot.store.people import forget, hold
from bot.store.rows import IS_CURRENT, MATCH, match_row, move_row, player_rows, read_match, read_moves
from bot.store.tables import chats, matches, moves, people, posts, seats, updates
from engine import Refused, codec

SETTLED = timedelta(seconds=5)  # a screen shown so long ago is what people really see
IN_SIGHT = timedelta(seconds=20)  # a board that was sent within it is among the newest messages

_BEFORE = matches.alias("before")
_REVISION_BEFORE = (
    select(_BEFORE.c.revision).where(_BEFORE.c.id == matches.c.id).scalar_subquery().label("revision_before")
)

_NO_CLOCK = {"awaited": None, "warned": None, "deadline": None}  # until the board is shown

# Statements are made once: making one, and looking up how it is written, costs more than to have it carried out
_LOCKED = select(*MATCH, _REVISION_BEFORE).with_for_update(of=matches)
_BY_ID = _LOCKED.where(matches.c.id == bindparam("match"))
_OPEN_AT = _LOCKED.where(
    matches.c.chat == bindparam("chat"), matches.c.topic == bindparam("topic"), matches.c.status.in_(OPEN)
)
_IDS = select(matches.c.id).order_by(matches.c.id).with_for_update(of=matches)  # what was waited for is looked at again
_OPEN_IN = _IDS.where(matches.c.chat == bindparam("chat"), matches.c.status.in_(OPEN))
_OPEN_OF = _IDS.join(seats).where(seats.c.person == bindparam("person"), matches.c.status.in_(OPEN))
_AT = _IDS.join(chats, chats.c.key == matches.c.chat).where(chats.c.telegram_id == bindparam("address"))
_CURRENT_AT = _AT.where(IS_CURRENT)
_ASLEEP_AT = _AT.where(IS_CURRENT, matches.c.suspended != "", matches.c.topic == bindparam("topic"))
_ADD = insert(matches).returning(matches.c.id)
_SAVE = update(matches).where(matches.c.id == bindparam("this"))
_SAVE_ENDED = _SAVE.values(ended=func.coalesce(matches.c.ended, func.now()))
_SECONDS_SINCE = select(func.extract("epoch", func.now() - matches.c.thrown)).where(matches.c.id == bindparam("match"))
_THROW = _SAVE.values(thrown=func.now())
_RECORD = select(*MATCH, matches.c.opening).where(matches.c.id == bindparam("match"))
_LAST_OVER = (
    select(matches.c.id)
    .where(matches.c.chat == bindparam("chat"), matches.c.topic == bindparam("topic"))
    .where(matches.c.status.not_in(OPEN), matches.c.opening.is_not(None))
    .order_by(matches.c.ended.desc(), matches.c.id.desc())
    .limit(1)
)
_ADD_MOVES = insert(moves)
_MOVES = select(moves).where(moves.c.match == bindparam("match")).order_by(moves.c.revision)
_DRAW_AGAIN = update(posts).values(revision=-1).where(posts.c.match == matches.c.id, posts.c.turn == matches.c.turn)
_SUSPEND = _SAVE.values(_NO_CLOCK)
# Whoever holds the lock on a match whose time is up is changing it: then it is looked at again later
_OVERDUE = (
    select(*MATCH, _REVISION_BEFORE)
    .where(matches.c.id == bindparam("match"), matches.c.suspended == "")
    .where(matches.c.warned.is_not(None), matches.c.deadline <= func.now())
    .with_for_update(of=matches, skip_locked=True)
)
_HAS_WAITED = select(
    or_(matches.c.warned.is_not(None), matches.c.awaited <= func.now() - bindparam("time", type_=Interval))
).where(matches.c.id == bindparam("match"))
_LAST_COMMAND = (
    select(moves.c.command)
    .where(moves.c.match == bindparam("match"), moves.c.seat == bindparam("seat"))
    .order_by(moves.c.revision.desc())
    .limit(1)
)
_FINISH = update(updates).where(updates.c.id == bindparam("this"), updates.c.done.is_(None)).values(done=func.now())


class SqlTransaction:
    """`bot.matches.ports.Transaction`."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection
        self.seen: Match | None = None  # the last one read, as it was kept

    async def open_match(self, place: Place) -> Match | None:
        return await self._locked_match(_OPEN_AT, {"chat": place.chat, "topic": place.topic})

    async def match(self, match_id: int) -> Match | None:
        return await self._locked_match(_BY_ID, {"match": match_id})

    async def overdue(self, match_id: int) -> Match | None:
        return await self._locked_match(_OVERDUE, {"match": match_id})

    async def _locked_match(self, query: Executable, which: dict[str, int]) -> Match | None:
        """A row that was waited for is the newest, but the seats beside it are those of before: then read again."""
        row = (await self._connection.execute(query, which)).first()
        if row is not None and row.revision != row.revision_before:
            row = (await self._connection.execute(query, which)).first()
        if row is None:
            return None
        self.seen = read_match(row)
        return self.seen

    async def add(self, match: Match) -> Match:
        values = {**match_row(match), "chat": match.place.chat, "topic": match.place.topic, "seed": match.fairness.seed}
        try:
            added = await self._connection.execute(_ADD, values)
        except IntegrityError as problem:
            if "uq_matches_open" in str(problem):
                raise Conflict from problem
            raise
        kept = replace(match, id=added.scalar_one())
        await self._write_seats(kept)
        return await self.match(kept.id) or kept

    async def save(self, match: Match, new_moves: Sequence[Move] = ()) -> None:
        values: dict[str, Any] = {**match_row(match), **_NO_CLOCK}
        if match.status != "lobby":
            values["question"] = ""  # answered by any accepted command
        if match.opening is not None:
            values["opening"] = codec.dump(match.game, match.opening)
        await self._connection.execute(_SAVE if match.is_open else _SAVE_ENDED, {**values, "this": match.id})
        if new_moves:
            await self._connection.execute(_ADD_MOVES, [move_row(match, move) for move in new_moves])
        if self.seen is None or self.seen.id != match.id or player_rows(self.seen) != player_rows(match):
            await self._connection.execute(delete(seats).where(seats.c.match == match.id))
            await self._write_seats(match)

    async def throw(self, match: Match) -> float | None:
        since = await self._connection.scalar(_SECONDS_SINCE, {"match": match.id})
        if since is None:
            await self._connection.execute(_THROW, {"this": match.id})
        return None if since is None else float(since)

    async def record(self, match_id: int) -> tuple[Match, tuple[Move, ...]] | None:
        row = (await self._connection.execute(_RECORD, {"match": match_id})).first()
        if row is None:
            return None
        match = read_match(row)
        if row.opening is not None:
            match = replace(match, opening=codec.load(match.game, row.opening))
        return match, await self.moves_of(match)

    async def last_over(self, place: Place) -> int | None:
        which = {"chat": place.chat, "topic": place.topic}
        number: int | None = await self._connection.scalar(_LAST_OVER, which)
        return number

    async def was_late(self, match: Match, seat: int) -> bool:
        return await was_late(self._connection, match, seat)

    async def has_waited(self, match: Match, time: timedelta) -> bool:
        return bool(await self._connection.scalar(_HAS_WAITED, {"match": match.id, "time": time}))

    async def _write_seats(self, match: Match) -> None:
        rows = [{"match": match.id, "seat": seat, **player} for seat, player in enumerate(player_rows(match))]
        if rows:
            await self._connection.execute(insert(seats), rows)

    async def remember(self, person: Person) -> None:
        new = {"id": person.id, "name": person.name, "language": person.language}
        known = insert(people).values(new)
        await self._connection.execute(known.on_conflict_do_update(index_elements=["id"], set_=new))

    async def ask(self, match: Match, question: str) -> None:
        """The board is drawn even if it was last known to show this: what came between may have arrived unnoticed."""
        is_other = (matches.c.id == match.id) & (matches.c.question != question)
        changed = await self._connection.execute(update(matches).where(is_other).values(question=question))
        if changed.rowcount:
            here = (posts.c.match == match.id) & (posts.c.turn == match.turn)
            await self._connection.execute(update(posts).where(here).values(revision=-1))

    async def show_again(self, match: Match) -> None:
        here = (posts.c.match == match.id) & (posts.c.turn == match.turn)
        settled = posts.c.shown < func.now() - SETTLED
        await self._connection.execute(update(posts).where(here & settled).values(revision=-1))

    async def show_anew(self, match: Match) -> int | None:
        here = (posts.c.match == match.id) & (posts.c.turn == match.turn)
        message: int | None = await self._connection.scalar(select(posts.c.message).where(here))
        await self._connection.execute(update(posts).where(here).values(message=None))
        return message

    async def show_instead(self, match: Match, message: int) -> None:
        here = (posts.c.match == match.id) & (posts.c.turn == match.turn)
        is_out_of_sight = (posts.c.message == message) | (posts.c.shown < func.now() - IN_SIGHT)
        await self._connection.execute(update(posts).where(here & is_out_of_sight).values(message=None))

    async def chat(self, telegram_id: int, kind: str) -> int:
        return await addresses.locked_chat(self._connection, telegram_id, kind)

    async def known_chat(self, telegram_id: int) -> int | None:
        return await addresses.known_chat(self._connection, telegram_id)

    async def move_chat(self, chat: int, other: int) -> None:
        await addresses.move_chat(self._connection, chat, other)

    async def open_in(self, chat: int) -> tuple[Match, ...]:
        return await self._each(_OPEN_IN, {"chat": chat})

    async def current_at(self, telegram_id: int, topic: int | None = None) -> tuple[Match, ...]:
        found = await self._each(_CURRENT_AT, {"address": telegram_id})
        return tuple(match for match in found if topic in (None, match.place.topic))

    async def asleep_at(self, telegram_id: int, topic: int) -> tuple[Match, ...]:
        return await self._each(_ASLEEP_AT, {"address": telegram_id, "topic": topic})

    async def _each(self, which: Executable, values: dict[str, int]) -> tuple[Match, ...]:
        """The matches of these ids, locked one after the other, lowest first."""
        found = [await self.match(number) for number in await self._connection.scalars(which, values)]
        return tuple(match for match in found if match is not None)

    async def suspend(self, match: Match, why: Suspension) -> None:
        await self._connection.execute(_SUSPEND, {"this": match.id, "suspended": why})

    async def chat_at(self, place: Place) -> Chat:
        return await chat_of(self._connection, place.chat)

    async def keep_chat(self, chat: Chat) -> None:
        await keep_chat(self._connection, chat)
        here = matches.c.chat == chat.key, matches.c.status.in_(OPEN)
        await self._connection.execute(update(matches).where(*here).values(_NO_CLOCK))
        await self._connection.execute(_DRAW_AGAIN.where(*here))

    async def adopt_language(self, place: Place, language: str) -> None:
        await adopt_language(self._connection, place.chat, language)

    async def entitle(self, place: Place, title: str) -> None:
        await self._connection.execute(update(chats).where(chats.c.key == place.chat).values(title=title))

    async def wait(self, place: Place, person: Person) -> None:
        await calls.wait(self._connection, place, person)

    async def call_waiting(self, match: Match) -> None:
        await calls.call_waiting(self._connection, match)

    async def boards_of(self, person: int) -> tuple[Board, ...]:
        return await calls.boards_of(self._connection, person)

    async def call_to_turns(self, person: Person, *, is_called: bool) -> None:
        await self.remember(person)
        await self._connection.execute(update(people).where(people.c.id == person.id).values(is_called=is_called))

    async def is_called_to_turns(self, person: int) -> bool:
        return await calls.is_called(self._connection, person)

    async def is_newcomer(self, match: Match, person: int) -> bool:
        return await statistics.is_newcomer(self._connection, match, person)

    async def moves_in_turn(self, match: Match, seat: int) -> int:
        here = moves.c.match == match.id, moves.c.turn == match.turn, moves.c.seat == seat
        return await self._connection.scalar(select(func.count()).select_from(moves).where(*here)) or 0

    async def moves_of(self, match: Match) -> tuple[Move, ...]:
        rows = await self._connection.execute(_MOVES, {"match": match.id})
        return read_moves(match, rows.all())

    async def keep_results(self, match: Match, results: Sequence[Result]) -> None:
        await statistics.keep_results(self._connection, match, results)

    async def ratings(self, match: Match) -> Mapping[int, Rating]:
        return await statistics.ratings_in(self._connection, match)

    async def keep_ratings(self, match: Match, ratings: Mapping[int, Rating]) -> None:
        await statistics.keep_ratings(self._connection, match, ratings)

    async def sums(self, person: int, chat: int | None = None) -> tuple[Sums, ...]:
        return await statistics.sums_of(self._connection, person, chat)

    async def top(self, chat: int, game_id: str) -> tuple[Ranked, ...]:
        return await statistics.top_of(self._connection, chat, game_id)

    async def history(self, place: Place) -> tuple[Past, ...]:
        return await statistics.history_of(self._connection, place)

    async def count(self, person: Person, *, is_counted: bool) -> None:
        await self.remember(person)
        await statistics.count(self._connection, person.id, is_counted=is_counted)

    async def choose_language(self, person: Person, language: str) -> None:
        await self.remember(person)
        await self._connection.execute(update(people).where(people.c.id == person.id).values(chosen_language=language))

    async def open_of(self, person: Person) -> tuple[Match, ...]:
        return await self._each(_OPEN_OF, {"person": person.id})

    async def hold(self, person: Person) -> None:
        await hold(self._connection, person.id)

    async def forget(self, person: Person) -> None:
        await forget(self._connection, person.id)

    async def finish(self, update_id: int) -> None:
        if (await self._connection.execute(_FINISH, {"this": update_id})).rowcount == 0:
            raise Refused("already_done")


async def was_late(connection: AsyncConnection, match: Match, seat: int) -> bool:
    """Whether the last thing a seat did was to run out of time."""
    return bool(await connection.scalar(_LAST_COMMAND, {"match": match.id, "seat": seat}) == LATE)
