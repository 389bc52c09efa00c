"""Computer players: seats for them, and what they do without anybody pressing."""

# ruff: noqa: SIM300  house style: the expected value stands first

from datetime import timedelta

import pytest

from bot.local_telegram import LocalTelegram, Message, User
from bot.matches import computers
from bot.matches.match import Computer, Match, Move
from bot.telegram import timekeeper
from bot.views.toasts import REASONS
from engine import GAMES
from tests.telegram.table import PATIENCE, Database, Table, eventually

pytestmark = pytest.mark.usefixtures("quick", "bot")


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Computers think quickly here."""
    monkeypatch.setattr(computers, "THINKS", timedelta(milliseconds=30))
    monkeypatch.setattr(timekeeper, "LOOK_AHEAD", timedelta(milliseconds=30))


async def _seated(table: Table, anna: User, game: str = "heckmeck", level: str = "normal") -> Message:
    """A lobby with Anna and a computer."""
    table.say(anna, f"/play@WormsAndTombsBot {game}")
    lobby = await table.until_button("Seats")
    await table.toast(anna, lobby, "Seats")
    await table.toast(anna, await table.until_button(f"+ Computer, {level}"), f"+ Computer, {level}")
    await table.toast(anna, await table.until_button("Remove Computer 2"), "Done")
    return await table.until_button("Start")


@pytest.mark.parametrize("game", GAMES)
async def test_a_computer_plays_its_turn_move_by_move_in_one_message(table: Table, anna: User, game: str):
    lobby = await _seated(table, anna, game)
    assert "🤖 Computer 2 (normal)" in lobby.text
    await table.toast(anna, lobby, "Start")
    board = await table.until_button("Roll")
    match = begun = await table.match(board)
    while match.turn == begun.turn:
        wishes = [match.game.write_command(wish) for wish in match.game.legal(match.state)]
        wish = min(wishes, key=lambda wish: (wish == "stop", wish.startswith("roll"), wish))
        await table.toast(anna, board, data=f"{match.id}:{match.revision}:{wish}")
        match, _ = await _record(table, begun.id)

    async def has_played() -> bool:
        match, moves = await _record(table, begun.id)
        return any(move.seat == 1 for move in moves) and match.turn > begun.turn + 1

    await eventually(has_played)
    match, moves = await _record(table, begun.id)
    theirs = [move for move in moves if move.seat == 1]
    assert {1} == {move.seat for move in moves if move.turn in {their.turn for their in theirs}}
    assert match.seats[1] == Computer("normal")
    told = await table.until(lambda message: message.id > board.id and "Computer 2" in message.text)
    assert told.id > board.id


async def _record(table: Table, match: int) -> tuple[Match, tuple[Move, ...]]:
    kept = await table.store.record(match)
    assert kept is not None
    return kept


async def test_only_the_host_seats_computers_and_only_where_the_group_wants_them(
    table: Table, anna: User, ben: User, cleo: User
):
    lobby = await table.lobby(anna, ben)
    await table.toast(anna, lobby, "Seats")
    seats = await table.until_button("+ Computer, easy")
    assert REASONS["host_only"] == await table.toast(ben, seats, "+ Computer, easy")
    table.say(cleo, "/settings@WormsAndTombsBot")
    await table.toast(cleo, await table.until_said("Settings of this group"), "Computer players")
    assert REASONS["no_computers"] == await table.toast(anna, seats, "+ Computer, easy")
    await table.until(lambda message: message.id == lobby.id and "Remove \u2068Ben\u2069" in message.buttons)
    assert 2 == len((await table.match(lobby)).seats)


async def test_a_match_without_people_ends(table: Table, anna: User):
    await _seated(table, anna)
    await table.toast(anna, await table.until_button("Seats"), "Seats")
    await table.toast(anna, await table.until_button("+ Computer, easy"), "+ Computer, easy")
    await table.toast(anna, await table.until_button("Remove Computer 3"), "Done")
    await table.toast(anna, await table.until_button("Start"), "Start")
    board = await table.until_button("Roll")
    await table.left(await table.match(board), anna, board)
    await table.until_said("The game was stopped")


async def test_in_private_somebody_practises_against_a_computer_with_hints(
    table: Table, tg: LocalTelegram, db: Database, anna: User
):
    private = tg.private(anna)
    tg.say(anna, private, "/play junior")
    lobby = await private.until(lambda message: "Start" in message.buttons, PATIENCE)
    assert "Computer 2" in lobby.text
    assert "Press Start to begin." in lobby.text
    assert "Join" not in lobby.buttons
    tg.say(anna, private, "/start")
    board = await private.until(lambda message: "💡 Hint" in message.buttons, PATIENCE)
    assert "💡 You have no choice" in (await tg.press(anna, board, "💡 Hint").answer(PATIENCE)).text
    assert [("none",)] == await db("SELECT pace FROM chats WHERE kind = 'private'")
