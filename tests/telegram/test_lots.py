"""The start of a match: its dice are sealed, a lot falls in front of everybody, and all that can go wrong with it."""

# ruff: noqa: SIM300  house style: the expected value stands first

import pytest

from bot.local_telegram import Bot, LocalTelegram, Message, User, drop_after, hold_before, refuse
from bot.local_telegram.faults import Do, Fault, Perform
from bot.views.toasts import REASONS
from engine.dice import seal
from tests.telegram.table import PATIENCE, Clock, Database, Table, eventually

NO_LOT = "🎰 The slot machine gave no number that counts"
FEW_SECONDS = 5.0  # that people wait for it


async def _started(table: Table, *people: User) -> None:
    await table.toast(people[0], await table.lobby(*people), "Start")


def _lots(table: Table) -> list[Message]:
    return [message for message in table.room.of_bots() if message.dice]


async def test_the_dice_are_sealed_then_the_lot_falls_then_the_match_begins(
    bot: None, table: Table, db: Database, anna: User, ben: User
):
    """F68"""
    board = await table.begun(anna, ben)
    sealed, thrown, first = table.room.of_bots()[-3:]
    match = await table.match(board)
    assert first.id == board.id
    assert seal(match.fairness.seed) in sealed.text
    assert f"game {match.id} are sealed" in sealed.text
    assert "🎰" == thrown.dice["emoji"]
    assert (sealed.id, match.fairness.lot) == (thrown.reply_to, thrown.dice["value"])
    assert f"🎰 The slot machine shows {match.fairness.lot}: now all dice are decided." in board.text
    assert [True, True, False] == [message.is_silent for message in (sealed, thrown, first)]


async def test_the_message_of_sealed_dice_is_never_edited(bot: None, table: Table, anna: User, ben: User):
    board = await table.begun(anna, ben)
    await table.left(await table.match(board), ben, board)
    await table.until_said("wins the game")
    await table.settled()
    sealed = await table.until_said("are sealed")
    assert (1, []) == (len(sealed.history), sealed.keyboard)


async def test_in_quiet_mode_the_seal_has_a_message_of_its_own(
    bot: None, table: Table, db: Database, anna: User, ben: User
):
    lobby = await table.lobby(anna, ben)
    await db("""UPDATE chats SET settings = '{"quiet": "on"}'""")
    await table.toast(anna, lobby, "Start")
    assert lobby.id == (await table.until_button("Roll")).id
    sealed = await table.until_said("are sealed")
    assert (True, 1) == (lobby.id < sealed.id, len(sealed.history))


async def test_a_start_is_three_writes_and_the_lobbys_last(bot: None, table: Table, anna: User, ben: User):
    lobby = await table.lobby(anna, ben)
    before = len(table.room.writes())
    await table.begun_from(lobby, anna)
    assert 4 == len(table.room.writes()) - before


async def nonsense(_fault: Fault, _perform: Perform) -> object:
    """No message."""
    return {"dice": 5}


async def beyond(_fault: Fault, perform: Perform) -> object:
    """A message with a lot that no record could hold."""
    message = await perform()
    return {**message, "dice": {**message["dice"], "value": 65}}


@pytest.mark.parametrize(
    "trouble",
    [
        refuse(400, "Bad Request: not enough rights to send dice to the chat"),
        refuse(502, "Bad Gateway"),
        drop_after,
        nonsense,
        beyond,
    ],
    ids=["rights", "fault", "unknown fate", "nonsense", "beyond"],
)
async def test_without_a_lot_the_match_begins_and_says_so(
    bot: None, table: Table, tg: LocalTelegram, anna: User, ben: User, trouble: Do
):
    """What nobody knows the number of does not count, and no other in its place."""
    fault = tg.faults.every("sendDice", do=trouble)
    board = await table.begun(anna, ben)
    assert NO_LOT in board.text
    assert 0 == (await table.match(board)).fairness.lot
    assert 1 == len(fault.calls)


async def test_who_may_send_texts_but_no_dice_plays_without_a_lot(
    bot: None, table: Table, tg: LocalTelegram, account: Bot, anna: User, ben: User
):
    tg.restrict(table.room, account, text=True, photos=True)
    assert NO_LOT in (await table.begun(anna, ben)).text


async def test_a_lot_that_takes_too_long_does_not_count_when_it_comes(
    bot: None, table: Table, tg: LocalTelegram, clock: Clock, anna: User, ben: User
):
    late = tg.faults.next("sendDice", do=hold_before)
    await _started(table, anna, ben)
    await late.arrived(PATIENCE)
    await clock.forward(FEW_SECONDS)
    board = await table.until_button("Roll")
    late.release()
    await tg.until(lambda: late.calls[0].outcome, PATIENCE)
    await table.toast(anna, board, "Roll")
    assert 0 == (await table.match(await table.until_button("Keep"))).fairness.lot
    assert NO_LOT in board.text


async def test_who_has_to_wait_waits_with_the_board_but_not_for_a_lot(
    bot: None, table: Table, tg: LocalTelegram, db: Database, clock: Clock, anna: User, ben: User
):
    """F25"""
    fault = tg.faults.next("sendDice", do=refuse(429, "Too Many Requests: retry after 9", retry_after=9))
    await _started(table, anna, ben)
    await fault.arrived(PATIENCE)
    await table.handled(db)
    sends = len(tg.calls_of("sendMessage", table.room))
    await _until_begun(db)
    assert sends == len(tg.calls_of("sendMessage", table.room))
    await clock.forward(9)
    assert NO_LOT in (await table.until_button("Roll")).text
    assert 1 == len(tg.calls_of("sendDice"))


async def _until_begun(db: Database) -> None:
    await eventually(lambda: db("SELECT 1 FROM matches WHERE status = 'running'"))


async def test_a_lot_that_somebody_threw_and_died_over_is_not_thrown_again(
    bot: None, table: Table, tg: LocalTelegram, db: Database, anna: User, ben: User, monkeypatch: pytest.MonkeyPatch
):
    """Whoever finds it thrown waits as long as another program might still be at it. Killed ones: tests/e2e."""
    monkeypatch.setattr("bot.telegram.lots.OTHERS_SECONDS", 0.5)
    lobby = await table.lobby(anna, ben)
    await db("UPDATE matches SET thrown = now()")
    assert NO_LOT in (await table.begun_from(lobby, anna)).text
    assert [] == tg.calls_of("sendDice")


async def test_a_match_stopped_while_its_lot_falls_does_not_begin(
    bot: None, table: Table, tg: LocalTelegram, db: Database, anna: User, ben: User
):
    held = tg.faults.next("sendDice", do=hold_before)
    await _started(table, anna, ben)
    await held.arrived(PATIENCE)
    lobby = table.room.of_bots()[0]
    match = (await table.store.record(1))[0]
    await table.toast(anna, lobby, data=f"{match.id}:{match.revision}:stop yes")
    held.release()
    await table.until_said("closed before a game began")
    await table.settled()
    assert [("closed", None)] == await db("SELECT status, state FROM matches")
    assert 1 == len((await table.until_said("are sealed")).history)


async def test_while_the_lot_falls_everything_is_told_to_wait(
    bot: None, table: Table, tg: LocalTelegram, db: Database, anna: User, ben: User, cleo: User
):
    held = tg.faults.next("sendDice", do=hold_before)
    await _started(table, anna, ben)
    await held.arrived(PATIENCE)
    elsewhere = await table.store.record(1)
    lobby = table.room.of_bots()[0]
    assert REASONS["already_running"] == await table.toast(cleo, lobby, data="1:1:join")
    assert REASONS["beginning"] == await table.toast(anna, lobby, data=f"1:{elsewhere[0].revision}:roll")
    table.say(anna, "/board@WormsAndTombsBot")
    await table.handled(db)
    held.release()
    await table.until_said(REASONS["beginning"])
    await table.until_button("Roll")


# Salt


async def test_a_word_is_shown_in_the_lobby_and_under_the_seal_and_counts(
    bot: None, table: Table, anna: User, ben: User
):
    lobby = await table.lobby(anna, ben)
    table.say(ben, "/salt@WormsAndTombsBot snow")
    table.say(anna, "/salt@WormsAndTombsBot rain")
    table.say(ben, "/salt@WormsAndTombsBot Gemüse🥕")
    await table.until(lambda message: message.id == lobby.id and "Gemüse🥕" in message.text and "rain" in message.text)
    board = await table.begun_from(lobby, anna)
    sealed = await table.until_said("are sealed")
    rain, carrot = "\u2068rain\u2069 (\u2068Anna\u2069)", "\u2068Gemüse🥕\u2069 (\u2068Ben\u2069)"
    assert f"Added to the dice: {rain} and {carrot}" in sealed.text
    fairness = (await table.match(board)).fairness
    assert ((0, "rain"), (1, "Gemüse🥕")) == fairness.salts


async def test_the_seal_is_shown_before_a_word_is_chosen(bot: None, table: Table, anna: User, ben: User):
    lobby = await table.lobby(anna, ben)
    table.say(ben, "/salt@WormsAndTombsBot")
    asked = await table.until_said("Add a word of your own")
    assert seal((await table.match(lobby)).fairness.seed) in asked.text


# Checking


async def test_the_dice_of_a_match_that_is_over_are_checked_by_button_and_command(
    bot: None, table: Table, db: Database, anna: User, ben: User, cleo: User
):
    """F68"""
    board = await table.begun(anna, ben)
    await table.toast(anna, board, "Roll")
    await table.left(await table.match(board), ben, board)
    end = await table.until_button("Check the dice")
    match = (await table.store.record(1))[0]
    assert match.fairness.seed.hex() in end.text
    proven = f"Proven: all {match.fairness.drawn} throws and shuffles of game 1 follow from the sealed number,"
    assert proven in await table.toast(cleo, end, "Check the dice")
    table.say(cleo, "/verify@WormsAndTombsBot")
    await table.until_said(proven)


async def test_a_die_that_was_changed_afterwards_is_found(bot: None, table: Table, db: Database, anna: User, ben: User):
    board = await table.begun(anna, ben)
    await table.toast(anna, board, "Roll")
    await table.left(await table.match(board), ben, board)
    end = await table.until_button("Check the dice")
    await db("UPDATE matches SET lot = lot % 64 + 1")
    told = await table.toast(anna, end, "Check the dice")
    assert told.startswith("NOT proven, game 1: ")
    assert "does not follow from the sealed number" in told


async def test_the_dice_of_a_match_that_goes_on_are_not_checked(bot: None, table: Table, anna: User, ben: User):
    """Neither by a forged button nor elsewhere."""
    board = await table.begun(anna, ben)
    assert REASONS["not_over"] == await table.toast(anna, board, data="1:1:verify")
    table.say(anna, "/verify@WormsAndTombsBot")
    await table.until_said(REASONS["nothing_over"])


async def test_a_match_is_checked_in_its_own_chat_only(bot: None, table: Table, annex: Table, anna: User, ben: User):
    board = await table.begun(anna, ben)
    await table.left(await table.match(board), ben, board)
    await table.until_button("Check the dice")
    elsewhere = await annex.a_message(anna)
    assert REASONS["match_gone"] == await annex.toast(anna, elsewhere, data="1:1:verify")
