"""Afterwards: what was promised, held against what is kept and what is shown."""

from collections.abc import AsyncIterator

from bot.local_telegram import LocalTelegram, Message, entities
from bot.matches.match import Match
from bot.store import SqlStore
from bot.views.draw import draw, suited
from bot.views.language import language_of
from tests.e2e.retold import check_replay
from tests.telegram.table import Database


async def faults_of(tg: LocalTelegram, store: SqlStore, db: Database) -> AsyncIterator[str]:
    """What is wrong; nothing when every promise was kept."""
    undone = await db.count("updates WHERE done IS NULL")
    if undone:
        yield f"{undone} updates are undone or parked"
    for place, number in await db(
        "SELECT chat || '/' || topic, count(*) FROM matches WHERE status IN ('lobby', 'sealed', 'running')"
        " GROUP BY chat, topic HAVING count(*) > 1"
    ):
        yield f"{number} matches are open in {place}"
    for (match_id,) in await db("SELECT id FROM matches ORDER BY id"):
        async for fault in _faults_of_match(tg, store, db, match_id):
            yield f"match {match_id}: {fault}"


async def _faults_of_match(tg: LocalTelegram, store: SqlStore, db: Database, match_id: int) -> AsyncIterator[str]:
    record = await store.record(match_id)
    assert record is not None
    match, moves = record
    if match.opening is not None:
        try:
            check_replay(match, moves)
        except AssertionError as fault:
            yield f"its moves do not lead to its state: {fault}"
    async for fault in _faults_of_screen(tg, store, db, match):
        yield fault


async def _faults_of_screen(tg: LocalTelegram, store: SqlStore, db: Database, match: Match) -> AsyncIterator[str]:
    """The newest board shows the newest state."""
    rows = await db(
        "SELECT message, kind FROM posts WHERE match = :match AND turn = :turn", match=match.id, turn=match.turn
    )
    if not rows or match.suspended or not match.is_open:
        return
    await db("UPDATE posts SET revision = -1 WHERE match = :match AND turn = :turn", match=match.id, turn=match.turn)
    drawing = await store.next_drawing(match.id)
    if drawing is None:
        yield "nothing can be drawn"
        return
    screen = suited(draw(drawing.scene, language_of(drawing.chat.language)), drawing.chat.settings, is_photo=False)
    wanted, _ = entities.parse(screen.text, "HTML", [])
    message = _message(tg, drawing.chat.telegram_id, rows[0][0])
    if message is None:
        yield "its board is not in the chat"
    elif message.text != wanted:
        yield f"its board shows {message.text!r}, not {wanted!r}"


def _message(tg: LocalTelegram, chat: int, number: int) -> Message | None:
    here = tg.world.chats.get(chat)
    return None if here is None else here.messages.get(number)
