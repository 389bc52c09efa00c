"""Afterwards: what was promised, held against what is kept, what was pressed and what is shown."""

import re
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence

from bot.local_telegram import LocalTelegram, Message, entities
from bot.matches.match import Match, Move, Person
from bot.matches.press import THROW
from bot.store import SqlStore
from bot.telegram import buttons
from bot.views.draw import draw, suited
from bot.views.language import language_of
from engine import replay
from tests.chaos.deeds import CutConnections, KillBot, KillPostgres
from tests.chaos.stage import Stage, data_of
from tests.e2e.retold import check_replay
from tests.engine.games.random_play import TRAITS
from tests.telegram.table import Database

NAME = re.compile("\u2068[^\u2069]*\u2069|Player [0-9]+")  # isolated; or where there is nothing to be seen of one
ON_ITS_WAY = 2.5  # seconds that an answer may take after the commit


async def faults_of(stage: Stage, store: SqlStore, db: Database) -> AsyncIterator[str]:
    """What is wrong; nothing when every promise was kept."""
    if undone := await db.count("updates WHERE done IS NULL"):
        yield f"{undone} updates are undone or parked"
    async for fault in _unanswered(stage, db):
        yield fault
    for fault in _older_over_newer(stage.tg):
        yield fault
    for place, number in await db(
        "SELECT chat || '/' || topic, count(*) FROM matches WHERE status IN ('lobby', 'sealed', 'running')"
        " GROUP BY chat, topic HAVING count(*) > 1"
    ):
        yield f"{number} matches are open in {place}"
    asked = _asked(stage)
    for (match_id,) in await db("SELECT id FROM matches ORDER BY id"):
        record = await store.record(match_id)
        assert record is not None
        for fault in _of_record(*record, asked):
            yield f"match {match_id}: {fault}"
        async for fault in _of_screen(stage.tg, store, db, record[0]):
            yield f"match {match_id}: {fault}"


# Presses


async def _unanswered(stage: Stage, db: Database) -> AsyncIterator[str]:
    """Presses without an answer, although no bot and no database died with them and nothing befell the answer.

    Who pressed then is told by the board, which is looked at below.
    """
    done = {row.id: row.done for row in await db("SELECT id, extract(epoch FROM done)::float AS done FROM updates")}
    struck = [call for fault in stage.faults for call in fault.calls]
    refused = [call for call in stage.tg.calls_of("answerCallbackQuery") if call.outcome and not call.is_ok]
    unheard = {call.parameters.get("callback_query_id") for call in (*struck, *refused)}
    deaths = stage.trace.times_of(KillBot, KillPostgres, CutConnections)
    for press in stage.presses:
        query, until = press.query, (done.get(press.update_id) or 0) + ON_ITS_WAY
        is_excused = query.id in unheard or any(query.at <= death <= until for death in deaths)
        stage.trace.counts["presses answered"] += bool(query.answers)
        stage.trace.counts["presses told by the board alone"] += not query.answers and is_excused
        if not query.answers and not is_excused:
            yield f"nobody answered {query.data!r}, pressed at {query.at - stage.trace.began:.1f} s in {query.chat}"


# What is kept


def _of_record(match: Match, moves: Sequence[Move], asked: set[tuple[int, int, int]]) -> Iterator[str]:
    if match.opening is None:
        return
    try:
        check_replay(match, moves)
    except AssertionError as fault:
        yield f"its moves do not lead to its state: {fault}"
    yield from _lost_pieces(match, moves)
    yield from _unasked_throws(match, moves, asked)


def _lost_pieces(match: Match, moves: Sequence[Move]) -> Iterator[str]:
    traits, state = TRAITS[match.game.ID], match.opening
    pieces = traits.pieces(state)
    for move in moves:
        state = replay(match.game, state, move.events)
        pieces = Counter(pieces)
        pieces.subtract(traits.removed(move.events))
        if pieces != traits.pieces(state):
            yield f"after revision {move.revision} the pieces are {traits.pieces(state)}, not {pieces}"
            return


def _unasked_throws(match: Match, moves: Sequence[Move], asked: set[tuple[int, int, int]]) -> Iterator[str]:
    for move in moves:
        player = match.seats[move.seat]
        is_own = isinstance(player, Person) and move.command.split()[0] == THROW
        if is_own and (player.id, match.id, move.revision) not in asked:
            yield f"nobody pressed the throw of revision {move.revision}"


def _asked(stage: Stage) -> set[tuple[int, int, int]]:
    """Who asked for which revision of which match: a press names the one before, so none can throw dice twice."""
    asked = set()
    for query in (press.query for press in stage.presses):
        if press := buttons.read(query.data):
            for after, _ in enumerate(press.verb.split("+"), start=1):
                asked.add((query.user, press.match, press.revision + after))
    return asked


# What is shown


def _older_over_newer(tg: LocalTelegram) -> Iterator[str]:
    for chat in tg.world.chats.values():
        for message in chat.messages.values():
            looks = (buttons.read(data) for look in message.history for data in data_of(look)[:1])
            revisions = [(look.match, look.revision) for look in looks if look and look.match]
            if revisions != sorted(revisions):
                yield f"message {message.id} of chat {chat.id} showed the revisions {revisions} one after the other"


async def _of_screen(tg: LocalTelegram, store: SqlStore, db: Database, match: Match) -> AsyncIterator[str]:
    """The newest board shows the newest state; a new name of somebody is no reason to draw it again."""
    rows = await db("SELECT message FROM posts WHERE match = :match AND turn = :turn", match=match.id, turn=match.turn)
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
    elif NAME.sub("?", message.text) != NAME.sub("?", wanted):
        yield f"its board shows {message.text!r}, not {wanted!r}"


def _message(tg: LocalTelegram, chat: int, number: int) -> Message | None:
    here = tg.world.chats.get(chat)
    return None if here is None else here.messages.get(number)
