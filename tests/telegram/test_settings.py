"""What a group chooses for all its matches, and the language each person chooses."""

# ruff: noqa: SIM300  house style: the expected value stands first

import asyncio

import pytest

from bot.local_telegram import LocalTelegram, Message, User
from bot.matches.match import FIRST_TURN
from bot.views.toasts import REASONS
from tests.telegram.table import PATIENCE, Database, Table

pytestmark = pytest.mark.usefixtures("bot")


async def _settings(table: Table, user: User) -> Message:
    table.say(user, "/settings@WormsAndTombsBot")
    return await table.until_said("Settings of this group")


async def _set(table: Table, admin: User, label: str, shown: str) -> None:
    """Press a setting once; its message shows the next value."""
    screen = await _settings(table, admin)
    await table.toast(admin, screen, label)
    await table.until(lambda message: message.id == screen.id and shown in str(message.buttons))


async def test_an_admin_changes_a_setting_where_it_is_shown_and_others_cannot(table: Table, anna: User, cleo: User):
    screen = await _settings(table, anna)
    assert REASONS["host_only"] == await table.toast(anna, screen, "Turn time")
    assert "Changed." == await table.toast(cleo, screen, "Turn time")
    changed = await table.until(lambda message: message.id == screen.id and "Turn time: 1 minute" in message.buttons)
    assert "one minute" in changed.text


async def test_the_host_of_the_open_match_changes_settings_too(table: Table, anna: User, ben: User):
    await table.lobby(anna, ben)
    screen = await _settings(table, ben)
    assert REASONS["host_only"] == await table.toast(ben, screen, "Pictures")
    assert "Changed." == await table.toast(anna, screen, "Pictures")


async def test_join_opens_the_game_the_group_has_chosen(table: Table, anna: User, cleo: User):
    await _set(table, cleo, "Game: Heckmeck", "Game: Heckmeck Deluxe")
    lobby = await table.lobby(anna)
    assert "deluxe" == (await table.match(lobby)).game_id


async def test_a_group_may_let_everybody_who_plays_stop(
    table: Table, tg: LocalTelegram, anna: User, ben: User, cleo: User
):
    await _set(table, cleo, "Stopping", "Stopping: any player")
    board = await table.begun(anna, ben)
    dora = tg.person("Dora")
    tg.add(table.room, dora)
    table.say(dora, "/stop@WormsAndTombsBot")
    await table.until_said(REASONS["host_only"])
    table.say(ben, "/stop@WormsAndTombsBot")
    question = await table.until_button("Yes, stop")
    assert REASONS["host_only"] == await table.toast(dora, question, "Yes, stop")
    await table.toast(ben, question, "Yes, stop")
    assert "stopped" == (await table.match(board)).status


async def test_a_group_without_pictures_gets_the_text(table: Table, anna: User, ben: User, cleo: User):
    await _set(table, cleo, "Pictures", "Pictures: off")
    table.say(anna, "/play@WormsAndTombsBot grave_digger")
    await table.until_said("Grave Digger")
    board = await table.begun(anna, ben)
    assert board.photo is None


async def test_in_quiet_mode_a_whole_match_is_one_message_and_calls_nobody(
    table: Table, anna: User, ben: User, cleo: User
):
    await _set(table, cleo, "Quiet mode", "Quiet mode: on")
    lobby = await table.lobby(anna, ben)
    await table.toast(anna, lobby, "Start")
    for turn in range(FIRST_TURN, FIRST_TURN + 3):
        board = await table.until(lambda message: "Roll" in str(message.buttons))
        assert (turn, lobby.id) == ((await table.match(board)).turn, board.id)
        assert not [entity for entity in board.entities if entity["type"] == "text_mention"]
        await _lose_turn(table, board)
    await table.settled()


async def _lose_turn(table: Table, board: Message) -> None:
    """Bench whoever is to act, which passes the turn over."""
    match = await table.match(board)
    player = table.user(await table.actor(board))
    await table.toast(player, board, "Roll")
    while (now := await table.match(board)).turn == match.turn:
        wishes = [now.game.write_command(wish) for wish in now.game.legal(now.state)]
        wish = min(wishes, key=lambda wish: (wish.startswith("roll"), wish))
        await table.toast(player, board, data=f"{now.id}:{now.revision}:{wish}")
    await table.settled()


async def test_the_first_who_opens_a_table_says_in_which_language_the_group_is_spoken_to(
    table: Table, db: Database, anna: User
):
    await db("UPDATE chats SET language = ''")
    anna.language_code = "ru"  # which the bot does not speak
    await table.lobby(anna)
    assert [("ru",)] == await db("SELECT language FROM chats")


async def test_a_group_chooses_its_language(table: Table, db: Database, anna: User, cleo: User):
    table.say(cleo, "/language@WormsAndTombsBot")
    screen = await table.until_button("Deutsch")
    assert REASONS["host_only"] == await table.toast(anna, screen, "Deutsch")
    assert REASONS["unknown_setting"] == await table.toast(cleo, screen, data="0:0:set language xx")
    await table.toast(cleo, screen, "Deutsch")
    assert [("de",)] == await db("SELECT language FROM chats")


async def test_a_person_chooses_the_language_of_their_toasts_in_private(
    table: Table, tg: LocalTelegram, db: Database, anna: User
):
    private = tg.private(anna)
    tg.say(anna, private, "/language")
    screen = await private.until(lambda message: "Deutsch" in message.buttons, PATIENCE)
    await tg.press(anna, screen, "Deutsch").answer(PATIENCE)
    lobby = await table.lobby(anna)
    assert ["de"] == [person.language for person in (await table.match(lobby)).seats]


@pytest.mark.parametrize("verb", ["set", "set pace", "set pace 1", "set seed x", "set a b c", "speak", "speak xx", "x"])
async def test_forged_settings_change_nothing(table: Table, db: Database, cleo: User, verb: str):
    screen = await _settings(table, cleo)
    before = await db("SELECT * FROM chats")
    assert await table.toast(cleo, screen, data=f"0:0:{verb}") in REASONS.values()
    assert before == await db("SELECT * FROM chats")


async def test_the_newest_of_many_presses_is_what_the_settings_show(table: Table, cleo: User):
    screen = await _settings(table, cleo)
    wishes = ("slow", "fast", "none", "normal", "slow")
    await asyncio.gather(*(table.toast(cleo, screen, data=f"0:0:set pace {wish}") for wish in wishes))
    await table.until(lambda message: message.id == screen.id and "Turn time: 1 day" in message.buttons)
