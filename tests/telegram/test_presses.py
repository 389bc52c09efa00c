"""Presses: which count, which do not, and what whoever pressed is told."""

import pytest

from bot.local_telegram import LocalTelegram, Message, User, hold_before
from bot.local_telegram.faults import Fault, Perform
from bot.views.toasts import REASONS, WORKING
from tests.telegram.table import PATIENCE, Clock, Database, Table, data_of, press_of

pytestmark = pytest.mark.usefixtures("bot")


async def test_two_presses_for_one_turn_at_the_same_moment_are_one_transition(
    table: Table, annex: Table, db: Database, anna: User, ben: User
):
    """F01"""
    board = await table.begun(anna, ben)
    elsewhere, before = await annex.a_message(anna), await table.match(board)
    async with db.locked(before.id):
        presses = table.press(anna, board, "Roll"), annex.press(anna, elsewhere, data=data_of(board, "Roll"))
        await db.until_waiting(2)
    toasts = [(await press.answer(PATIENCE)).text for press in presses]
    assert sorted("threw" if "You threw" in toast else "stale" for toast in toasts) == ["stale", "threw"]
    assert REASONS["stale"] in toasts
    assert await db.count(f"moves WHERE match = {before.id} AND command = 'roll'") == 1


async def test_one_press_under_two_update_ids_counts_once(table: Table, tg: LocalTelegram, anna: User, ben: User):
    """F02"""
    board = await table.begun(anna, ben)
    press = table.press(anna, board, "Roll")
    again = tg.press_again(press)
    assert "You threw" in (await press.answer(PATIENCE)).text
    assert REASONS["stale"] == (await again.answer(PATIENCE)).text


async def test_one_update_told_twice_counts_once(table: Table, tg: LocalTelegram, db: Database, anna: User, ben: User):
    """F03"""
    board = await table.begun(anna, ben)
    press = table.press(anna, board, "Roll")
    await press.answer(PATIENCE)
    assert press.update_id is not None
    tg.tell_again(press.update_id)
    await table.toast(ben, board, "Roll")
    assert len(press.answers) == 1
    assert await db.count("moves WHERE command = 'roll'") == 1


async def test_a_button_of_the_last_match_leaves_this_one_alone(table: Table, anna: User, ben: User):
    """F04"""
    old = await table.begun(anna, ben)
    data = data_of(old, "Roll")
    table.say(anna, "/stop")
    await table.toast(anna, await table.until_button("Yes, stop"), "Yes, stop")
    await table.until_said("The game was stopped")
    new = await table.begun(anna, ben)
    before = await table.match(new)
    assert REASONS["match_gone"] == await table.toast(anna, old, data=data)
    assert before == await table.match(new)


async def test_a_stale_button_changes_nothing_and_the_board_is_shown_again(
    table: Table, tg: LocalTelegram, db: Database, anna: User, ben: User
):
    """F05"""
    board = await table.begun(anna, ben)
    stale = data_of(board, "Roll")
    await table.toast(anna, board, "Roll")
    await table.settled()
    before, shown = await table.match(board), board.text
    await db("UPDATE posts SET shown = now() - interval '6 seconds'")
    board.text = "an edit that was lost"
    assert REASONS["stale"] == await table.toast(anna, board, data=stale)
    await table.until(lambda message: message.id == board.id and message.text == shown)
    assert before == await table.match(board)


@pytest.mark.parametrize("where", ["another message", "another chat"])
async def test_a_press_is_judged_by_the_seat_of_who_pressed(
    where: str, table: Table, annex: Table, anna: User, ben: User, cleo: User
):
    """F06"""
    board = await table.begun(anna, ben)
    data = data_of(board, "Roll")
    place = table if where == "another message" else annex
    message = await place.a_message(anna)
    assert "You do not play in this game" in await place.toast(cleo, message, data=data)
    assert "Anna" in await place.toast(ben, message, data=data)
    assert "You threw" in await place.toast(anna, message, data=data)
    await table.until_button("Keep")


async def test_refused_presses_are_toasts_and_never_messages(table: Table, anna: User, ben: User, cleo: User):
    """F07"""
    board = await table.begun(anna, ben)
    messages = len(table.room.messages)
    forged = ("", "1", "x:y:z", "1:1:", f"{press_of(board).match}:{press_of(board).revision}:keep 9", "\0", "💥" * 16)
    for data in forged:
        assert await table.toast(anna, board, data=data or " ")
    for user in (ben, cleo):
        assert await table.toast(user, board, "Roll")
    await table.settled()
    assert messages == len(table.room.messages)


async def test_a_press_is_answered_after_two_seconds_at_the_latest(
    table: Table, db: Database, clock: Clock, anna: User, ben: User
):
    """F08"""
    board = await table.begun(anna, ben)
    async with db.locked(press_of(board).match):
        press = table.press(anna, board, "Roll")
        await db.until_waiting(1)
        assert press.answers == []
        await clock.forward(2)
        assert (await press.answer(PATIENCE)).text == WORKING
    await table.until_button("Keep")
    assert len(press.answers) == 1


async def test_a_press_that_the_database_cannot_keep_is_answered_after_two_seconds_and_counts_later(
    table: Table, db: Database, clock: Clock, anna: User, ben: User
):
    """F08, F61"""
    board = await table.begun(anna, ben)
    async with db.engine.begin() as connection:
        await connection.exec_driver_sql("LOCK TABLE updates")
        press = table.press(anna, board, "Roll")
        await db.until_waiting(1)
        await clock.forward(2)
        assert (await press.answer(PATIENCE)).text == WORKING
    await table.until_button("Keep")


async def test_a_press_that_can_no_longer_be_answered_counts(
    table: Table, tg: LocalTelegram, db: Database, anna: User, ben: User
):
    """F08"""
    board = await table.begun(anna, ben)
    async with db.locked(press_of(board).match):
        press = table.press(anna, board, "Roll")
        await db.until_waiting(1)
        tg.clock.advance(151)
    await table.until_button("Keep")
    await tg.until(lambda: tg.calls_of("answerCallbackQuery")[-1].outcome, PATIENCE)
    assert "query is too old" in str(tg.calls_of("answerCallbackQuery")[-1].outcome)
    assert press.answers == []
    assert await db.parked() == 0


async def test_an_answer_on_its_way_does_not_hold_up_the_chat(table: Table, tg: LocalTelegram, anna: User, ben: User):
    """F08"""
    board = await table.begun(anna, ben)
    held = tg.faults.next("answerCallbackQuery", do=hold_before)
    table.press(ben, board, "Roll")
    await held.arrived(PATIENCE)
    assert "You threw" in await table.toast(anna, board, "Roll")
    held.release()


async def test_who_does_not_sit_here_is_told_how_to_join(table: Table, anna: User, ben: User, cleo: User):
    """F13"""
    lobby = await table.lobby(anna, ben)
    assert "/join" in await table.toast(cleo, lobby, "Start")
    before = await table.match(lobby)
    board = await table.begun_from(lobby, anna)
    for label in ("Roll", "Keep"):
        before = await table.match(board)
        assert "/join" in await table.toast(cleo, board, label)
        assert before == await table.match(board)
        await table.toast(anna, board, label)
        await table.settled()


async def test_a_press_on_a_message_telegram_no_longer_shows_brings_a_new_board(
    table: Table, tg: LocalTelegram, db: Database, anna: User, ben: User
):
    """F29"""
    board = await table.begun(anna, ben)
    press = tg.press(anna, board, next(label for label in board.buttons if "Roll" in label), too_old=True)
    assert "You threw" in (await press.answer(PATIENCE)).text
    new = await table.until_button("Keep")
    assert new.id != board.id
    assert await db.parked() == 0


async def test_whoever_presses_what_is_out_of_sight_again_and_again_brings_one_board(
    table: Table, tg: LocalTelegram, db: Database, anna: User, ben: User, cleo: User
):
    """F29: Cleo has no seat, and a button that Telegram never forgets."""
    board = await table.begun(anna, ben)
    for _ in range(5):
        await tg.press(cleo, board, "🎲 Roll 8 dice", too_old=True).answer(PATIENCE)
        await table.settled()
    boards = [message for message in table.room.of_bots() if "🎲 Roll 8 dice" in message.buttons]
    assert [message.id > board.id for message in boards] == [False, True]
    await db("UPDATE posts SET shown = shown - interval '20 seconds'")
    await tg.press(cleo, board, "🎲 Roll 8 dice", too_old=True).answer(PATIENCE)
    await table.until(lambda message: "🎲 Roll 8 dice" in message.buttons and message.id > boards[-1].id)


def _first_rule(lobby: Message) -> str:
    """The first of the buttons that set a house rule."""
    return next(label for label in lobby.buttons if ": " in label)


async def test_the_house_rules_stay_open_while_they_are_changed(table: Table, anna: User, ben: User):
    lobby = await table.lobby(anna, ben)
    await table.toast(anna, lobby, "House rules")
    lobby = await table.until_button("Done")
    for _ in range(2):
        before = lobby.buttons
        assert await table.toast(anna, lobby, _first_rule(lobby)) == "Changed."
        lobby = await table.until(lambda message: "Done" in message.buttons and message.buttons != before)  # noqa: B023  called in this round only
    assert REASONS["host_only"] == await table.toast(ben, lobby, _first_rule(lobby))
    await table.toast(anna, lobby, "Done")
    await table.until_button("Start")


async def test_a_chosen_house_rule_is_in_force(table: Table, anna: User, ben: User):
    lobby = await table.lobby(anna, ben)
    await table.toast(anna, lobby, "House rules")
    lobby = await table.until_button("Done")
    chosen = press_of(lobby, _first_rule(lobby)).verb.split(" ")
    await table.toast(anna, lobby, _first_rule(lobby))
    await table.toast(anna, await table.until_button("Done"), "Done")
    board = await table.begun_from(await table.until_button("Start"), anna)
    match = await table.match(board)
    assert chosen[2] == getattr(match.state.options, chosen[1]) == match.options[chosen[1]]


async def test_an_admin_may_choose_and_others_may_not(table: Table, anna: User, ben: User, cleo: User):
    lobby = await table.lobby(anna, ben)
    await table.toast(anna, lobby, "House rules")
    lobby = await table.until_button("Done")
    assert REASONS["host_only"] == await table.toast(ben, lobby, _first_rule(lobby))
    assert await table.toast(cleo, lobby, _first_rule(lobby)) == "Changed."


async def test_an_admin_is_none_while_telegram_does_not_say_so(
    table: Table, tg: LocalTelegram, clock: Clock, anna: User, ben: User, cleo: User
):
    lobby = await table.lobby(anna, ben)
    await table.toast(anna, lobby, "House rules")
    lobby = await table.until_button("Done")
    held = tg.faults.next("getChatMember", do=hold_before)
    press = table.press(cleo, lobby, _first_rule(lobby))
    await held.arrived(PATIENCE)
    await clock.forward(2)
    await press.answer(PATIENCE)
    assert await table.toast(anna, lobby, _first_rule(lobby)) == "Changed."


async def test_leaving_a_running_match_is_asked_and_only_the_asked_one_answers(table: Table, anna: User, ben: User):
    board = await table.begun(anna, ben)
    table.say(ben, "/leave@WormsAndTombsBot")
    question = await table.until_button("Yes, leave")
    assert REASONS["not_asked"] == await table.toast(anna, question, "Yes, leave")
    await table.toast(ben, question, "No, stay")
    await table.until(lambda message: message.id == question.id and not message.buttons)
    assert (await table.match(board)).status == "running"
    table.say(ben, "/leave@WormsAndTombsBot")
    question = await table.until_button("Yes, leave")
    await table.toast(ben, question, "Yes, leave")
    await table.until_said("wins the game")


async def test_a_bot_takes_no_seat_by_a_press_either(table: Table, tg: LocalTelegram, db: Database, anna: User):
    """F48"""
    lobby = await table.lobby(anna)
    other = tg.bot("OtherBot")
    assert REASONS["unreadable_press"] == await table.toast(other.user, lobby, "Join")
    assert [anna.id] == [person.id for person in (await table.match(lobby)).seats]


async def test_where_telegram_says_nothing_of_use_nobody_is_an_admin(
    table: Table, tg: LocalTelegram, db: Database, anna: User, ben: User, cleo: User
):
    async def nonsense(_fault: Fault, _perform: Perform) -> object:
        return []

    lobby = await table.lobby(anna, ben)
    tg.faults.next("getChatMember", do=nonsense)
    assert await table.toast(cleo, lobby, "House rules") == REASONS["host_only"]
    assert await db.parked() == 0
