"""The posts: which message shows which revision of a match, and what is not shown yet."""

from datetime import datetime

from msgspec.structs import asdict, replace
from sqlalchemy import (
    BigInteger,
    BindParameter,
    Boolean,
    ColumnElement,
    Integer,
    Interval,
    and_,
    bindparam,
    case,
    exists,
    func,
    or_,
    select,
    true,
    update,
)
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.matches.chat import Chat
from bot.matches.clock import ABSENT
from bot.matches.hints import are_given
from bot.matches.match import Match, Move, Scene
from bot.matches.ports import Allowance, Drawing, Post
from bot.store.calls import call_of, called_to
from bot.store.chats import CHAT, read_chat
from bot.store.database import AnyRow, Database
from bot.store.rows import IS_CURRENT, MATCH, read_match, read_moves
from bot.store.tables import chats, matches, moves, posts
from bot.store.transaction import SqlTransaction

_POST = (  # in the order of `Post`
    posts.c.match,
    posts.c.turn,
    posts.c.message,
    posts.c.revision,
    posts.c.question,
    posts.c.is_past,
    posts.c.kind,
)
_HERE = matches.join(chats, chats.c.key == matches.c.chat).outerjoin(
    posts, and_(posts.c.match == matches.c.id, posts.c.turn == matches.c.turn)
)


_IS_AWAKE = matches.c.suspended.in_(("", "offered"))  # there the bot can write
IS_BEHIND = or_(
    matches.c.status == "sealed",
    posts.c.message.is_(None),
    posts.c.revision < matches.c.revision,
    posts.c.question != matches.c.question,
)


def _is_untidy(
    match: ColumnElement[int], turn: ColumnElement[int], board: ColumnElement[int | None]
) -> ColumnElement[bool]:
    """The post of a turn before this one, whose message still has its buttons, and is not the board's."""
    is_earlier = and_(_EARLIER.c.match == match, _EARLIER.c.turn < turn)
    return and_(
        is_earlier, ~_EARLIER.c.is_past, _EARLIER.c.message.is_not(None), _EARLIER.c.message.is_distinct_from(board)
    )


_EARLIER = posts.alias("earlier")
_IS_UNTIDY = exists().where(_is_untidy(matches.c.id, matches.c.turn, posts.c.message))

# Statements are made once, as in `transaction`
WITH_POST = (
    select(
        *MATCH,
        *(column.label(f"post_{column.name}") for column in _POST),
        *(column.label(f"chat_{column.name}") for column in CHAT),
    )
    .select_from(_HERE)
    .where(matches.c.id == bindparam("match"), _IS_AWAKE)
)
_WITH_POST_BEHIND = WITH_POST.where(IS_BEHIND)
_TURN: BindParameter[int] = bindparam("turn", type_=Integer)
_TWO_TURNS = (  # moves newer than the match that was read belong to a newer screen
    select(moves)
    .where(moves.c.match == bindparam("match"), moves.c.turn.between(_TURN - 1, _TURN))
    .where(moves.c.revision <= bindparam("revision"))
    .order_by(moves.c.revision)
)
_LAST_UNTIDY = (
    select(*(_EARLIER.c[column.name] for column in _POST))
    .where(_is_untidy(bindparam("match"), _TURN, bindparam("board", type_=BigInteger)))
    .order_by(_EARLIER.c.turn.desc())
    .limit(1)
)
_LAST_SHOWN = (
    select(posts)
    .where(posts.c.match == bindparam("match"), posts.c.turn < _TURN, posts.c.message.is_not(None), ~posts.c.is_past)
    .order_by(posts.c.turn.desc())
    .limit(1)
)
_START_CLOCK = (  # where nobody is to be warned, that counts as done
    update(matches)
    .where(matches.c.id == bindparam("this"), matches.c.turn == bindparam("on_turn"))
    .where(matches.c.revision == bindparam("shown"), matches.c.awaited.is_(None))
    .values(
        awaited=func.now(),
        warned=case((bindparam("warns", type_=Boolean), None), else_=func.now()),
        deadline=func.now() + bindparam("time", type_=Interval),
    )
)
_KEPT = (
    select(*(bindparam(column.name, type_=column.type) for column in _POST), func.now())
    .select_from(matches.join(chats, chats.c.key == matches.c.chat))
    .where(matches.c.id == bindparam("match"), chats.c.telegram_id == bindparam("address", type_=BigInteger))
    .with_for_update(read=True, key_share=True, of=chats)  # no group moves meanwhile
)
_NEW = insert(posts).from_select([*(column.name for column in _POST), "shown"], _KEPT)
_KEEP = _NEW.on_conflict_do_update(
    index_elements=["match", "turn"],
    set_={name: _NEW.excluded[name] for name in ("message", "revision", "question", "is_past", "kind", "shown")},
    where=and_(
        posts.c.message.is_not_distinct_from(bindparam("before", type_=BigInteger)),
        posts.c.revision <= _NEW.excluded.revision,
        or_(~posts.c.is_past, _NEW.excluded.is_past),
    ),
)
# What was shown late may stand over, or below, what another process has shown meanwhile
_OVERTAKEN = update(posts).where(
    posts.c.match == bindparam("of"),
    posts.c.match == matches.c.id,
    matches.c.chat == chats.c.key,
    chats.c.telegram_id == bindparam("address", type_=BigInteger),
)
_SHOW_AGAIN = _OVERTAKEN.where(posts.c.turn == bindparam("in_turn"), posts.c.message == bindparam("late")).values(
    revision=-1, is_past=False
)
_SHOW_ANEW = _OVERTAKEN.where(posts.c.turn == matches.c.turn, posts.c.message < bindparam("late")).values(message=None)


class SqlPosts:
    """`bot.matches.ports.Posts`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def behind(self) -> tuple[tuple[int, int], ...]:
        return await self._where(IS_BEHIND)

    async def untidy(self) -> tuple[tuple[int, int], ...]:
        return await self._where(_IS_UNTIDY)

    async def _where(self, condition: ColumnElement[bool]) -> tuple[tuple[int, int], ...]:
        """(Telegram chat, match) of the matches that are open or ended not long ago, and of which this is true."""
        query = select(chats.c.telegram_id, matches.c.id).select_from(_HERE).where(IS_CURRENT, _IS_AWAKE, condition)
        async with self._database.begin() as connection:
            return tuple((chat, match) for chat, match in await connection.execute(query.order_by(matches.c.id)))

    async def next_drawing(self, match_id: int) -> Drawing | None:
        async with self._database.begin() as connection:
            row = (await connection.execute(_WITH_POST_BEHIND, {"match": match_id})).first()
            return None if row is None else await _current(connection, row)

    async def next_tidying(self, match_id: int) -> Drawing | None:
        async with self._database.begin() as connection:
            row = (await connection.execute(WITH_POST, {"match": match_id})).first()
            return None if row is None else await _past(connection, row)

    async def keep(self, post: Post, before: int | None, address: int, allowance: Allowance | None = None) -> None:
        """The match before the post: that is the order in which everybody locks them."""
        async with self._database.begin() as connection:
            if allowance is not None and post.message is not None:
                shown = {"this": post.match, "on_turn": post.turn, "shown": post.revision}
                await connection.execute(_START_CLOCK, {**shown, **asdict(allowance)})
            if not (await connection.execute(_KEEP, {**asdict(post), "before": before, "address": address})).rowcount:
                await connection.execute(_SHOW_AGAIN, _late(post, address))
                await connection.execute(_SHOW_ANEW, _late(post, address))

    async def doubt(self, post: Post, address: int) -> None:
        async with self._database.begin() as connection:
            await connection.execute(_SHOW_AGAIN, _late(post, address))


def _late(post: Post, address: int) -> dict[str, int | None]:
    return {"of": post.match, "in_turn": post.turn, "late": post.message, "address": address}


async def _current(connection: AsyncConnection, row: AnyRow) -> Drawing:
    match, chat = read_match(row), read_chat(row, "chat_")
    scene = await _scene(connection, match, chat, row.question)
    if row.post_match is not None:
        return Drawing(chat, scene, _read_post(row, "post_"), is_past=False)
    post, seen = await _new_post(connection, match, chat), await _last_seen(connection, match)
    return Drawing(chat, scene, post, is_past=False, seen=seen, call=await call_of(connection, match, chat))


async def _scene(connection: AsyncConnection, match: Match, chat: Chat, question: str) -> Scene:
    this_turn, last_turn = await _turns(connection, match, match.turn)
    scene = Scene(match, question, this_turn, last_turn, gives_hints=are_given(match, chat.settings))
    if match.status == "lobby":
        called = await called_to(connection, match.id)
        return replace(scene, called=called, seats_computers=chat.settings.computers == "on")
    if match.is_open or match.state is None:
        return scene
    told, record = await SqlTransaction(connection).record(match.id) or (match, ())
    return replace(scene, match=told, record=record)


async def _new_post(connection: AsyncConnection, match: Match, chat: Chat) -> Post:
    """A turn has a message of its own; in quiet mode it goes on in the last one. So has the seal, always."""
    post = Post(match.id, match.turn)
    if chat.settings.quiet == "off" or match.status == "sealed":
        return post
    last = (await connection.execute(_LAST_SHOWN, {"match": match.id, "turn": match.turn})).first()
    return post if last is None else replace(post, message=last.message, kind=last.kind)


async def _past(connection: AsyncConnection, row: AnyRow) -> Drawing | None:
    match = read_match(row)
    found = (
        await connection.execute(_LAST_UNTIDY, {"match": match.id, "turn": match.turn, "board": row.post_message})
    ).first()
    if found is None:
        return None
    post = _read_post(found)
    scene = Scene(match, "", *await _turns(connection, match, post.turn))
    return Drawing(read_chat(row, "chat_"), scene, post, is_past=True)


async def _turns(connection: AsyncConnection, match: Match, turn: int) -> tuple[tuple[Move, ...], tuple[Move, ...]]:
    """The moves of a turn, and those of the turn before it."""
    which = {"match": match.id, "turn": turn, "revision": match.revision}
    rows = (await connection.execute(_TWO_TURNS, which)).all()
    read = read_moves(match, rows)
    return tuple(move for move in read if move.turn == turn), tuple(move for move in read if move.turn < turn)


async def _last_seen(connection: AsyncConnection, match: Match) -> datetime | None:
    """When whoever is to act did something last."""
    seat = None if match.state is None else match.game.to_act(match.state)
    by_seat = moves.c.seat == seat if seat is not None else true()
    by_itself = moves.c.command.not_in(ABSENT)
    query = select(moves.c.at).where(moves.c.match == match.id, by_seat, by_itself).order_by(moves.c.revision.desc())
    at: datetime | None = (await connection.execute(query.limit(1))).scalar()
    return at


def _read_post(row: AnyRow, prefix: str = "") -> Post:
    return Post(*(getattr(row, prefix + column.name) for column in _POST))
