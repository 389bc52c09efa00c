"""The program to compare with: python-telegram-bot, nothing else, on the bot's own transport and tables.

A press makes the statements that the whole bot makes for one, in as many transactions; it is answered, and its message
is edited. There are no rules, no order within a chat, no retries, no pace: what is left out is what the bot is for.
"""

import asyncio
import os
from typing import Any

from sqlalchemy import bindparam, text
from sqlalchemy.dialects.postgresql import JSON, JSONB
from sqlalchemy.ext.asyncio import AsyncEngine
from telegram import CallbackQuery, InlineKeyboardButton, InlineKeyboardMarkup, Update
from telegram.constants import ParseMode
from telegram.ext import Application, CallbackQueryHandler, ContextTypes

from bench import statements
from bot.store import connect
from bot.store.tables import matches
from bot.telegram.transport import AiohttpRequest

KEEP = text(
    "INSERT INTO updates (id, chat, body) VALUES (:id, :chat, :body) ON CONFLICT (id) DO NOTHING RETURNING id"
).bindparams(bindparam("body", type_=JSON))
LOCK = text("SELECT * FROM matches WHERE id = :match FOR UPDATE").columns(*matches.c)
SAVE = text("UPDATE matches SET state = :state, revision = :revision, drawn = drawn + 1 WHERE id = :match").bindparams(
    bindparam("state", type_=JSONB)
)
MOVE = text(
    "INSERT INTO moves (match, revision, turn, seat, command, events) "
    "VALUES (:match, :revision, :turn, 0, :verb, :events)"
).bindparams(bindparam("events", type_=JSONB))
DONE = text("UPDATE updates SET done = now() WHERE id = :id")
DRAW = text("SELECT * FROM matches m LEFT JOIN posts p ON p.match = m.id AND p.turn = m.turn WHERE m.id = :match")
TOLD = text("SELECT * FROM moves WHERE match = :match AND turn = :turn ORDER BY revision")
POST = text(
    "INSERT INTO posts (match, turn, message, revision) VALUES (:match, :turn, :message, :revision) "
    "ON CONFLICT (match, turn) DO UPDATE SET message = excluded.message, revision = excluded.revision, shown = now()"
)
BOARD = "<b>Ana</b>, choose.\n\n" + "The grill: 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36\n" * 4


def board(match: int, revision: int) -> tuple[str, InlineKeyboardMarkup]:
    """As long a text as a real board, and as many buttons."""
    row = [
        InlineKeyboardButton(text=f"Keep {face}s and roll", callback_data=f"{match}:{revision}:keep {face}+roll")
        for face in range(1, 6)
    ]
    return f"{BOARD}{revision}", InlineKeyboardMarkup([[button] for button in row])


class Bare:
    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def press(self, update: Update, _context: ContextTypes.DEFAULT_TYPE) -> None:
        query = update.callback_query
        if query is None or query.message is None:
            return
        match, revision, verb = (query.data or "").split(":")
        asked = {"id": update.update_id, "match": int(match), "revision": int(revision) + 1, "verb": verb}
        async with self._engine.begin() as connection:
            await connection.execute(KEEP, {**asked, "chat": query.message.chat.id, "body": update.to_dict()})
        turn = await self._play(asked)
        await asyncio.gather(query.answer("Ana rolled 1 2 3 4 5 6 6 6."), self._show(query, asked, turn))

    async def _play(self, asked: dict[str, Any]) -> int:
        async with self._engine.begin() as connection:
            row = (await connection.execute(LOCK, asked)).one()
            await connection.execute(SAVE, {**asked, "state": row.state})
            await connection.execute(MOVE, {**asked, "turn": row.turn, "events": row.state})
            await connection.execute(DONE, asked)
        return int(row.turn)

    async def _show(self, query: CallbackQuery, asked: dict[str, Any], turn: int) -> None:
        async with self._engine.begin() as connection:
            (await connection.execute(DRAW, asked)).one()
            (await connection.execute(TOLD, {**asked, "turn": turn})).all()
        said, buttons = board(asked["match"], asked["revision"])
        await query.edit_message_text(said, parse_mode=ParseMode.HTML, reply_markup=buttons)
        message = query.message.message_id if query.message else 0
        async with self._engine.begin() as connection:
            await connection.execute(POST, {**asked, "turn": turn, "message": message})


def main() -> None:
    engine = connect(os.environ["DATABASE_URL"])
    statements.count_when_asked(engine)
    api = os.environ["TELEGRAM_API_URL"]
    application = (
        Application.builder()
        .token(os.environ["TELEGRAM_TOKEN"])
        .base_url(f"{api}/bot")
        .base_file_url(f"{api}/file/bot")
        .request(AiohttpRequest())
        .get_updates_request(AiohttpRequest(connections=2))
        .concurrent_updates(64)
        .build()
    )
    application.add_handler(CallbackQueryHandler(Bare(engine).press))
    application.run_polling(allowed_updates=["callback_query"])


if __name__ == "__main__":
    main()
