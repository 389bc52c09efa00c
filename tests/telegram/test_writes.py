"""Telegram's budget is the pace of a match: how often a turn is written when people play briskly."""

import asyncio
from collections import Counter

import pytest

from bot.local_telegram import Message, User
from bot.matches.match import FIRST_TURN, Match
from bot.telegram import buttons
from engine import GAMES
from tests.telegram.table import Clock, Database, Table

TURNS = 6
SECONDS = 3.0  # from what is shown to the next press


@pytest.mark.usefixtures("at_telegrams_pace")
@pytest.mark.parametrize("game", GAMES)
async def test_a_turn_is_hardly_written_more_often_than_dice_are_thrown(
    game: str, table: Table, clock: Clock, db: Database, anna: User, ben: User
) -> None:
    """At most twice more often, and 1.2 times more often on average: taking old buttons away waits for calm."""
    table.say(anna, f"/play@WormsAndTombsBot {game}")
    await table.until_button("Leave")
    table.say(ben, "/join@WormsAndTombsBot")
    await clock.forward(SECONDS)
    await table.toast(anna, await table.until_button("Start"), "Start")
    match = await table.match(await table.until_button("Roll"))
    while match.is_open and match.turn < FIRST_TURN + TURNS:
        board = await _newest(table, match, clock, db)
        await table.toast(table.user(await table.actor(board)), board, data=_brisk(board))
        await clock.forward(SECONDS)
        match = await table.match(board)
    record = await table.store.record(match.id)
    assert record is not None
    thrown = Counter(move.turn for move in record[1] for event in move.events if getattr(event, "faces", ()))
    extra = [len(message.history) - thrown[turn] for turn, message in _boards(table, match).items()]
    assert max(extra) <= 2
    assert sum(extra) / len(extra) <= 1.2


async def _newest(table: Table, match: Match, clock: Clock, db: Database) -> Message:
    """The board that shows a match as it is now, after however much of Telegram's time."""

    def is_newest(message: Message) -> bool:
        press = buttons.read(message.keyboard[0][0]["callback_data"]) if message.keyboard else None
        return press is not None and (press.match, press.revision) == (match.id, match.revision)

    passing = asyncio.create_task(_let_pass(table, clock, db))
    board = await table.until(is_newest)
    passing.cancel()
    return board


async def _let_pass(table: Table, clock: Clock, db: Database) -> None:
    """While the bot is not at work: a busy machine makes nobody slower."""
    while True:
        await table.handled(db)
        await clock.forward(0.1)


def _brisk(board: Message) -> str:
    """Take what can be taken, else throw on."""
    offered = [str(button["callback_data"]) for row in board.keyboard for button in row]
    wishes = [wish for wish in offered if "ask" not in wish]
    return max(wishes, key=lambda wish: ("take" in wish, "stop" not in wish, "roll" in wish, wish))


def _boards(table: Table, match: Match) -> dict[int, Message]:
    """The messages of the turns that are over."""
    shown = {}
    for message in table.room.of_bots():
        for version in message.history:
            press = buttons.read(version.keyboard[0][0]["callback_data"]) if version.keyboard else None
            if press and press.match == match.id and press.revision > 0:
                shown.setdefault(message.id, message)
    return dict(enumerate(list(shown.values())[1:TURNS], FIRST_TURN))
