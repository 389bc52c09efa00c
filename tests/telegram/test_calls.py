"""Who is called where: to the next table, to their turn, and what a newcomer is told."""

# ruff: noqa: SIM300  house style: the expected value stands first

import pytest

from bot.local_telegram import LocalTelegram, Message, User
from bot.views.toasts import REASONS
from tests.telegram.table import PATIENCE, Database, Table, data_of

pytestmark = pytest.mark.usefixtures("bot")


def _called(message: Message) -> list[int]:
    return [entity["user"]["id"] for entity in message.entities if entity["type"] == "text_mention"]


async def test_who_waits_is_called_once_when_the_next_table_opens(table: Table, anna: User, ben: User, cleo: User):
    for user in (anna, ben):
        table.say(user, "/next@WormsAndTombsBot")
        await table.until_said(f"{user.first_name}\u2069: I call you once")
    table.say(anna, "/join@WormsAndTombsBot")
    lobby = await table.until_button("Leave")
    assert [ben.id] == _called(lobby)  # Anna has opened it herself
    assert not lobby.is_silent
    table.say(ben, "/join@WormsAndTombsBot")
    await table.until(lambda message: message.id == lobby.id and _called(message) == [])
    for user in (anna, ben):
        await table.toast(user, lobby, "Leave")
    await table.until_said("was closed before a game began")
    table.say(cleo, "/join@WormsAndTombsBot")
    following = await table.until(lambda message: message.id > lobby.id and "Leave" in message.buttons)
    assert [] == _called(following)


async def test_where_a_table_is_open_nobody_needs_to_wait(table: Table, anna: User, ben: User):
    await table.lobby(anna)
    table.say(ben, "/next@WormsAndTombsBot")
    await table.until_said(REASONS["lobby_open"])


async def test_the_host_gives_a_seat_back_for_somebody(table: Table, anna: User, ben: User, cleo: User):
    lobby = await table.lobby(anna, ben)
    assert REASONS["host_only"] == await table.toast(ben, lobby, "Seats")
    await table.toast(anna, lobby, "Seats")
    seats = await table.until_button("Remove \u2068Ben\u2069")
    assert REASONS["host_only"] == await table.toast(ben, seats, "Remove \u2068Ben\u2069")
    old = data_of(seats, "Remove \u2068Ben\u2069")
    table.say(cleo, "/join@WormsAndTombsBot")
    newer = await table.until_button("Remove \u2068Cleo\u2069")
    assert REASONS["stale"] == await table.toast(anna, seats, data=old)
    await table.toast(anna, newer, "Remove \u2068Ben\u2069")
    await table.settled()
    assert [anna.id, cleo.id] == [person.id for person in (await table.match(newer)).people]


async def test_somebody_is_told_in_private_that_it_is_their_turn_once_they_want_it(
    table: Table, tg: LocalTelegram, anna: User, ben: User
):
    private = tg.private(anna)
    tg.say(anna, private, "/mygames")
    games = await private.until(lambda message: "You play in no game now." in message.text, PATIENCE)
    await tg.press(anna, games, "Tell me").answer(PATIENCE)
    await private.until(lambda message: message.id == games.id and "Do not tell me" in message.buttons, PATIENCE)
    board = await table.begun(anna, ben)
    call = await private.until(lambda message: "It is your turn: Heckmeck am Bratwurmeck in" in message.text, PATIENCE)
    assert "Friday" in call.text
    link = f"https://t.me/c/{str(table.room.id).removeprefix('-100')}/{board.id}"
    assert link == call.button(call.buttons[0])["url"]
    tg.say(anna, private, "/mygames")
    await private.until(lambda message: "👉" in message.text and message.id > call.id, PATIENCE)


async def test_a_match_that_somebody_left_is_none_of_theirs(
    table: Table, tg: LocalTelegram, anna: User, ben: User, cleo: User
):
    board, private = await table.begun(anna, ben, cleo), tg.private(cleo)
    tg.say(cleo, private, "/mygames")
    await private.until(lambda message: "somebody else's turn" in message.text, PATIENCE)
    await table.left(await table.match(board), cleo, board)
    tg.say(cleo, private, "/mygames")
    await private.until(lambda message: "You play in no game now." in message.text, PATIENCE)


async def test_who_has_not_asked_for_it_is_told_nothing_in_private(
    table: Table, tg: LocalTelegram, db: Database, anna: User, ben: User
):
    private = tg.private(anna)
    tg.say(anna, private, "/start")
    welcome = await private.until(lambda message: "Add me to a group" in message.buttons, PATIENCE)
    await table.begun(anna, ben)
    await table.handled(db)
    assert [welcome] == list(private.of_bots())


async def test_a_newcomer_is_told_three_things_and_who_knows_the_game_none(
    table: Table, tg: LocalTelegram, anna: User, ben: User
):
    lobby = await table.lobby(anna)
    seated = await table.press(ben, lobby, "Join").answer(PATIENCE)
    assert seated.show_alert
    assert "New here?" in seated.text
    await table.toast(anna, await table.until_button("Start"), "Start")
    board = await table.until_button("Roll")
    thrown = await table.press(anna, board, "Roll").answer(PATIENCE)
    assert "keep all dice of one number" in thrown.text
    await table.settled()
    choices = await table.until(lambda message: message.id == board.id and len(message.buttons) > 2)
    kept = await table.press(anna, choices, choices.buttons[0]).answer(PATIENCE)
    assert "Roll on for more" in kept.text
    assert not (await table.press(ben, choices, choices.buttons[0]).answer(PATIENCE)).show_alert
    await table.left(await table.match(choices), anna, choices)
    end = await table.until_button("Play again")
    again = await table.press(ben, end, "Play again").answer(PATIENCE)
    assert "New here?" not in again.text
