"""The posts: which message shows which revision of a match, and what is not shown yet."""

from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, and_, func, or_, select, true, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.matches.match import OPEN, Match, Move, Scene
from bot.matches.ports import Chat, Drawing, Post
from bot.store.database import Database
from bot.store.tables import chats, matches, moves, posts
from bot.store.transaction import MATCH, AnyRow, read_match, read_moves

_SHOWN_AFTER_END = timedelta(days=1)  # the last screen of an ended match is tried for so long

_CHAT = (chats.c.key, chats.c.telegram_id, chats.c.kind, chats.c.language)
_POST = (posts.c.match, posts.c.turn, posts.c.message, posts.c.revision, posts.c.question, posts.c.is_past)
_HERE = matches.join(chats, chats.c.key == matches.c.chat).outerjoin(
    posts, and_(posts.c.match == matches.c.id, posts.c.turn == matches.c.turn)
)


def _is_behind() -> ColumnElement[bool]:
    return or_(
        posts.c.message.is_(None),
        posts.c.revision < matches.c.revision,
        posts.c.question != matches.c.question,
    )


class SqlPosts:
    """`bot.matches.ports.Posts`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def behind(self) -> tuple[tuple[int, int], ...]:
        is_current = matches.c.status.in_(OPEN) | (matches.c.ended > func.now() - _SHOWN_AFTER_END)
        query = select(chats.c.telegram_id, matches.c.id).select_from(_HERE).where(is_current & _is_behind())
        async with self._database.begin() as connection:
            return tuple((chat, match) for chat, match in await connection.execute(query.order_by(matches.c.id)))

    async def next_drawing(self, match_id: int) -> Drawing | None:
        async with self._database.begin() as connection:
            row = await _match_with_post(connection, (matches.c.id == match_id) & _is_behind())
            return None if row is None else await _current(connection, row)

    async def next_tidying(self, match_id: int) -> Drawing | None:
        async with self._database.begin() as connection:
            row = await _match_with_post(connection, matches.c.id == match_id)
            return None if row is None else await _past(connection, row)

    async def keep(self, post: Post, before: int | None) -> None:
        shown = {
            "message": post.message,
            "revision": post.revision,
            "question": post.question,
            "is_past": post.is_past,
            "shown": func.now(),
        }
        new = insert(posts).values(match=post.match, turn=post.turn, **shown)
        is_as_before = posts.c.message.is_not_distinct_from(before)
        known = new.on_conflict_do_update(index_elements=["match", "turn"], set_=shown, where=is_as_before)
        async with self._database.begin() as connection:
            await connection.execute(known)

    async def gone(self, telegram_chat: int, message: int) -> None:
        here = select(matches.c.id).join(chats).where(chats.c.telegram_id == telegram_chat)
        is_it = posts.c.match.in_(here) & (posts.c.message == message)
        async with self._database.begin() as connection:
            await connection.execute(update(posts).where(is_it).values(message=None))


async def _match_with_post(connection: AsyncConnection, condition: ColumnElement[bool]) -> AnyRow | None:
    post = [column.label(f"post_{column.name}") for column in _POST]
    chat = [column.label(f"chat_{column.name}") for column in _CHAT]
    return (await connection.execute(select(*MATCH, *post, *chat).select_from(_HERE).where(condition))).first()


async def _current(connection: AsyncConnection, row: AnyRow) -> Drawing:
    match = read_match(row)
    if row.post_match is None:
        post, seen = Post(match.id, match.turn), await _last_seen(connection, match)
    else:
        post, seen = _read_post(row, "post_"), None
    scene = Scene(match, row.question, *await _turns(connection, match, match.turn))
    return Drawing(_read_chat(row), scene, post, is_past=False, seen=seen)


async def _past(connection: AsyncConnection, row: AnyRow) -> Drawing | None:
    match = read_match(row)
    earlier = (
        (posts.c.match == match.id) & (posts.c.turn < match.turn) & ~posts.c.is_past & posts.c.message.is_not(None)
    )
    found = (await connection.execute(select(*_POST).where(earlier).order_by(posts.c.turn.desc()).limit(1))).first()
    if found is None:
        return None
    post = _read_post(found)
    scene = Scene(match, "", *await _turns(connection, match, post.turn))
    return Drawing(_read_chat(row), scene, post, is_past=True)


async def _turns(connection: AsyncConnection, match: Match, turn: int) -> tuple[tuple[Move, ...], tuple[Move, ...]]:
    """The moves of a turn, and those of the turn before it."""
    is_known = moves.c.revision <= match.revision  # later ones belong to a newer screen
    here = (moves.c.match == match.id) & moves.c.turn.in_((turn - 1, turn)) & is_known
    rows = (await connection.execute(select(moves).where(here).order_by(moves.c.revision))).all()
    read = read_moves(match, rows)
    return tuple(move for move in read if move.turn == turn), tuple(move for move in read if move.turn < turn)


async def _last_seen(connection: AsyncConnection, match: Match) -> datetime | None:
    """When whoever is to act did something last."""
    seat = None if match.state is None else match.game.to_act(match.state)
    by_seat = moves.c.seat == seat if seat is not None else true()
    query = select(moves.c.at).where(moves.c.match == match.id, by_seat).order_by(moves.c.revision.desc()).limit(1)
    at: datetime | None = (await connection.execute(query)).scalar()
    return at


def _read_chat(row: AnyRow) -> Chat:
    return Chat(row.chat_key, row.chat_telegram_id, row.chat_kind, row.chat_language)


def _read_post(row: AnyRow, prefix: str = "") -> Post:
    return Post(*(getattr(row, prefix + column.name) for column in _POST))
