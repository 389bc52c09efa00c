"""What is shown, when, and how often: Telegram's budget, its refusals, and messages that are gone."""

import asyncio

from telegram import Bot as Client

from bot.config import Config
from bot.local_telegram import (
    Bot,
    LocalTelegram,
    User,
    drop_after,
    hold_before,
    refuse,
)
from bot.matches import places
from bot.matches.match import Person
from bot.telegram.pace import Budget, Pace
from bot.telegram.poster import Poster
from bot.telegram.transport import AiohttpRequest
from tests.matches.tables import running
from tests.telegram.table import PATIENCE, Clock, Database, Log, Table, at_work, data_of, eventually

TOO_MANY = "Too Many Requests: retry after 300"


async def test_sixty_transitions_in_a_minute_are_at_most_twenty_writes_and_the_newest_is_shown_next(
    table: Table, at_telegrams_pace: None, clock: Clock, anna: User, ben: User
):
    """F24"""
    lobby = await table.lobby(anna)
    data = data_of(lobby, "Leave")
    match = data.split(":")[0]
    started = table.tg.clock.now()
    for n in range(60):
        value = "random" if n % 2 == 0 else "first"
        assert "Changed." in await table.toast(anna, lobby, data=f"{match}:1:rule starter {value}")
        await clock.forward(1)
    table.say(ben, "/join")
    while "Ben" not in lobby.text:
        await clock.forward(1)
        await asyncio.sleep(0.02)
    assert table.tg.clock.now() - started < 130
    assert table.room.most_writes_in(60) <= 20
    assert (await table.match(lobby)).revision == 61 + 1


async def test_a_chat_that_has_to_wait_delays_no_other_and_then_sees_the_newest_screen(
    bot: None, table: Table, annex: Table, tg: LocalTelegram, clock: Clock, anna: User, ben: User
):
    """F25"""
    board, other = await table.begun(anna, ben), await annex.begun(anna, ben)
    fault = tg.faults.next("editMessageText", chat=table.room, do=refuse(429, TOO_MANY, retry_after=300))
    await table.toast(anna, board, "Roll")
    await fault.arrived(PATIENCE)
    await annex.toast(anna, other, "Roll")
    await annex.until_button("Keep")
    writes = len(table.room.writes())
    await table.left(await table.match(board), ben, board)
    await annex.toast(anna, other, other.buttons[0])
    await tg.until(lambda: other.id != annex.room.of_bots()[-1].id or len(other.history) > 2, PATIENCE)
    await _a_round_elsewhere(tg, clock, 280)
    assert writes == len(table.room.writes())
    await clock.forward(20)
    await table.until_said("wins the game")


async def test_when_telegram_refuses_one_chat_after_the_other_the_next_is_tried_a_second_later(
    bot: None, tg: LocalTelegram, account: Bot, anna: User, clock: Clock
):
    """F25: it never says whether it means a chat or the bot."""
    fault = tg.faults.every("sendMessage", do=refuse(429, TOO_MANY, retry_after=300))
    for number in range(1, 4):
        tg.supergroup(f"Refused {number}", anna, account)
        await tg.until(lambda: len([call for call in fault.calls if call.outcome]) == number, PATIENCE)  # noqa: B023  called at once
    fault.stop()
    last = tg.supergroup("Welcome", anna, account)
    await last.until(lambda message: message in last.of_bots(), PATIENCE)
    [greeting] = tg.calls_of("sendMessage", last)
    assert greeting.at - fault.calls[-1].at >= 1


async def test_a_send_that_may_have_arrived_is_repeated_once_after_ten_seconds(
    bot: None, table: Table, tg: LocalTelegram, clock: Clock, anna: User, ben: User
):
    """F26"""
    lobby = await table.lobby(anna, ben)
    lot = tg.faults.next("sendDice", chat=table.room, do=hold_before)
    await table.toast(anna, lobby, "Start")
    await lot.arrived(PATIENCE)
    fault = tg.faults.next("sendMessage", chat=table.room, do=drop_after)
    lot.release()
    await fault.arrived(PATIENCE)
    sends = len(tg.calls_of("sendMessage", table.room))
    await _a_round_elsewhere(tg, clock, 9)
    assert sends == len(tg.calls_of("sendMessage", table.room))
    await clock.forward(1.5)
    await tg.until(lambda: len(tg.calls_of("sendMessage", table.room)) > sends, PATIENCE)
    await table.settled()
    await _a_round_elsewhere(tg, clock, 60)
    assert sends + 1 == len(tg.calls_of("sendMessage", table.room))
    assert "You threw" in await table.toast(anna, await table.until_button("Roll"), "Roll")


async def _a_round_elsewhere(tg: LocalTelegram, clock: Clock, seconds: float) -> None:
    """Time passes, and the bot answers somebody: it would have had the time to write at the table."""
    await clock.forward(seconds)
    stranger = tg.person("Stranger")
    private = tg.private(stranger)
    tg.say(stranger, private, "/start")
    await private.until(lambda message: message.buttons, PATIENCE)


async def test_a_send_that_never_left_is_repeated_at_once(
    bot: None, table: Table, tg: LocalTelegram, anna: User, ben: User
):
    """F26"""
    lobby = await table.lobby(anna, ben)
    board = data_of(lobby, "Start")
    await tg.go_down()
    await asyncio.wait_for(table.store.behind(), PATIENCE)
    await tg.come_up()
    await table.toast(anna, lobby, data=board)
    await table.until_button("Roll")


async def test_an_edit_whose_answer_is_lost_is_made_again_and_not_modified_is_success(
    bot: None, table: Table, tg: LocalTelegram, db: Database, anna: User, ben: User, log: Log
):
    """F27"""
    board = await table.begun(anna, ben)
    tg.faults.next("editMessageText", chat=table.room, do=drop_after)
    await table.toast(anna, board, "Roll")
    await table.settled()
    edits = [call for call in tg.calls_of("editMessageText", table.room) if call.parameters["message_id"] == board.id]
    assert [call.outcome is not None for call in edits] == [False, True]
    assert "not modified" in str(edits[-1].outcome)
    assert not [entry for entry in log if entry["log_level"] in ("error", "critical")]


async def test_an_edit_that_may_have_arrived_is_behind_for_other_processes_too(
    bot: None, table: Table, tg: LocalTelegram, db: Database, anna: User, ben: User
):
    """Another may take over before this one has made it again."""
    board = await table.begun(anna, ben)
    lost = tg.faults.every("editMessageText", do=drop_after)
    await table.toast(anna, board, "Roll")
    await lost.arrived()

    async def is_behind() -> bool:
        return await db.count("posts WHERE revision = -1") > 0

    await eventually(is_behind)
    lost.stop()
    await table.until_button("Keep")


async def test_a_message_that_is_gone_is_replaced_once(
    bot: None, table: Table, annex: Table, tg: LocalTelegram, db: Database, anna: User, ben: User
):
    """F28"""
    board = await table.begun(anna, ben)
    elsewhere = await annex.a_message(anna)  # a press on the message itself would show that it is gone
    tg.delete(board)
    await annex.toast(anna, elsewhere, data=data_of(board, "Roll"))
    new = await table.until_button("Keep")
    await table.settled()
    assert [new.id] == [message for (message,) in await db("SELECT message FROM posts WHERE turn = 2")]
    assert "You" in await table.toast(anna, new, new.buttons[0])
    await table.settled()
    assert len([message for message in table.room.of_bots() if message.id > board.id and message.buttons]) == 1


async def test_whoever_may_not_write_saves_moves_and_draws_later(
    bot: None, table: Table, annex: Table, tg: LocalTelegram, account: Bot, clock: Clock, anna: User, ben: User
):
    """F43"""
    lobby, other = await table.lobby(anna, ben), await annex.lobby(anna, ben)
    tg.restrict(table.room, account)
    assert "The dice are sealed" in await table.toast(anna, lobby, "Start")
    await tg.until(lambda: "not enough rights" in str(tg.calls_of("sendMessage", table.room)[-1].outcome), PATIENCE)
    await annex.begun_from(other, anna)
    tg.demote(table.room, account)
    await clock.forward(60)
    await table.until_button("Roll")


async def test_no_connection_is_held_while_telegram_is_awaited(
    bot: None, table: Table, tg: LocalTelegram, anna: User, ben: User, cleo: User
):
    """F60"""
    board = await table.begun(anna, ben)
    pool = table.store._engine.pool

    async def is_idle() -> bool:
        return pool.checkedout() == 0

    await eventually(is_idle)
    held = [tg.faults.next(method, do=hold_before) for method in ("answerCallbackQuery", "editMessageText")]
    table.press(anna, board, "Roll")
    for fault in held:
        await fault.arrived(PATIENCE)
    await eventually(is_idle)
    held.append(tg.faults.next("getChatMember", do=hold_before))
    table.say(cleo, "/stop@WormsAndTombsBot")
    await held[-1].arrived(PATIENCE)
    await eventually(is_idle)
    for fault in held:
        fault.release()
    await table.until_button("Yes, stop")


async def test_every_edit_decides_its_keyboard_and_the_end_has_none_of_the_game(
    bot: None, table: Table, anna: User, ben: User
):
    """F30"""
    board = await table.begun(anna, ben)
    for _ in range(6):
        actor = table.user(await table.actor(board))
        await table.toast(actor, board, board.buttons[0])
        await table.settled()
        board = table.room.of_bots()[-1]
    shown = next(message for message in reversed(table.room.of_bots()) if message.buttons)
    await table.left(await table.match(shown), ben, shown)
    end = await table.until_said("wins the game")
    await table.until(lambda _: [message for message in table.room.of_bots() if message.buttons] == [end])
    assert end.buttons == ["Play again", "Check the dice"]  # which are no buttons of the game's


async def test_a_screen_that_telegram_refuses_stops_no_other(
    bot: None, table: Table, annex: Table, tg: LocalTelegram, clock: Clock, anna: User, ben: User
):
    """It is tried again after a while."""
    board, other = await table.begun(anna, ben), await annex.begun(anna, ben)
    fault = tg.faults.every("editMessageText", chat=table.room, do=refuse(400, "Bad Request: can't parse entities"))
    await table.toast(anna, board, "Roll")
    await fault.arrived(PATIENCE)
    await annex.toast(anna, other, "Roll")
    await annex.until_button("Keep")
    assert len(fault.calls) == 1
    fault.stop()
    await clock.forward(60)
    await table.until_button("Keep")


async def test_what_was_not_shown_before_the_end_is_shown_after_the_start(
    config: Config, account: Bot, table: Table, tg: LocalTelegram, clock: Clock, anna: User, ben: User
):
    """F57, with F36: the program ends while a board is refused, and begins again."""
    async with at_work(config, account, tg, table.store):
        board = await table.begun(anna, ben)
        fault = tg.faults.every("editMessageText", chat=table.room, do=refuse(429, TOO_MANY, retry_after=300))
        told = await table.toast(anna, board, "Roll")
        await fault.arrived(PATIENCE)
        fault.stop()
    shown = told.removeprefix("You threw ").split(".")[0]
    assert shown not in board.text
    async with at_work(config, account, tg, table.store):
        await table.until(lambda message: message.id == board.id and shown in message.text)


async def test_a_group_that_moves_sees_one_board_although_two_desks_wait_for_it(
    table: Table, tg: LocalTelegram, account: Bot, clock: Clock, anna: User, ben: User
):
    """F42: whoever read the old address before the move says so after it."""
    old, new = -4_005_812_960, table.room.id
    match = await running(table.store, Person(anna.id, "Anna"), Person(ben.id, "Ben"), telegram_id=old)
    async with table.store.transaction() as tx:
        await places.move(tx, old, new)
    held = tg.faults.every("sendMessage", do=hold_before)
    async with Client(account.token, base_url=f"{tg.url}/bot", request=AiohttpRequest()) as client:
        poster = Poster(client, table.store, Pace(Budget()), asyncio.get_running_loop().time, pictures=False)
        for chat in (new, old):
            poster.wake(chat, match.id)
        posting = asyncio.create_task(poster.run())
        await held.arrived(PATIENCE)
        await eventually(lambda: _is_idle(poster, old))
        held.stop()
        await table.until_button("Roll")
        posting.cancel()
        await poster.settle(PATIENCE)
    assert len(tg.calls_of("sendMessage")) == 1


async def _is_idle(poster: Poster, chat: int) -> bool:
    return chat not in poster._desks._desks
