"""Who waits for a table or for their turn, as SQL."""

from sqlalchemy import bindparam, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.matches.calls import Board, Call
from bot.matches.chat import Chat
from bot.matches.match import Match, Person, Place, State
from bot.store.database import AnyRow
from bot.store.tables import chats, matches, people, posts, seats, waiting
from engine import GAMES, codec

_CALLED = (
    select(people.c.id, people.c.name)
    .select_from(waiting.join(people))
    .where(waiting.c.match == bindparam("match"))
    .order_by(people.c.id)
)
_BOARDS = (
    select(matches.c.game, matches.c.topic, matches.c.state, chats.c.title, chats.c.telegram_id, posts.c.message)
    .select_from(
        matches.join(chats, chats.c.key == matches.c.chat).outerjoin(
            posts, (posts.c.match == matches.c.id) & (posts.c.turn == matches.c.turn)
        )
    )
    .where(matches.c.status == "running")
    .order_by(matches.c.id)
)
_TITLE = select(chats.c.title).where(chats.c.key == bindparam("chat"))


async def wait(connection: AsyncConnection, place: Place, person: Person) -> None:
    new = {"chat": place.chat, "topic": place.topic, "person": person.id, "match": None}
    known = insert(waiting).values(new)
    await connection.execute(
        known.on_conflict_do_update(index_elements=["chat", "topic", "person"], set_={"match": None})
    )


async def call_waiting(connection: AsyncConnection, match: Match) -> None:
    here = waiting.c.chat == match.place.chat, waiting.c.topic == match.place.topic, waiting.c.match.is_(None)
    await connection.execute(update(waiting).where(*here).values(match=match.id))


async def called_to(connection: AsyncConnection, match: int) -> tuple[Person, ...]:
    """Who was called to a lobby."""
    return tuple(Person(*row) for row in await connection.execute(_CALLED, {"match": match}))


async def boards_of(connection: AsyncConnection, person: int) -> tuple[Board, ...]:
    query = _BOARDS.add_columns(seats.c.seat).join(seats, seats.c.match == matches.c.id).where(seats.c.person == person)
    found = [(row, codec.load(GAMES[row.game], row.state)) for row in await connection.execute(query)]
    return tuple(_board(row, state) for row, state in found if row.seat not in state.table.left)


def _board(row: AnyRow, state: State) -> Board:
    is_awaited = GAMES[row.game].to_act(state) == row.seat
    return Board(row.game, row.title, row.telegram_id, row.topic, row.message, is_awaited)


async def call_of(connection: AsyncConnection, match: Match, chat: Chat) -> Call | None:
    """Whoever is to act, if they want to be told in private; the message is not sent yet."""
    seat = match.game.to_act(match.state) if match.status == "running" and not match.suspended else None
    if seat is None or not isinstance(player := match.seats[seat], Person) or chat.kind == "private":
        return None
    if not await is_called(connection, player.id):
        return None
    title = await connection.scalar(_TITLE, {"chat": chat.key}) or ""
    board = Board(match.game_id, title, chat.telegram_id, match.place.topic, None, is_awaited=True)
    return Call(player, board)


async def is_called(connection: AsyncConnection, person: int) -> bool:
    return bool(await connection.scalar(select(people.c.is_called).where(people.c.id == person)))
