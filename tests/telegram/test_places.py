"""Where the bot cannot write: it is removed, has no right to, or the topic is closed. Matches wait there, silently."""

import pytest

from bot.local_telegram import Bot, LocalTelegram, Room, User, refuse
from bot.views.toasts import REASONS
from tests.telegram.table import PATIENCE, Clock, Database, Log, Table, data_of

pytestmark = pytest.mark.usefixtures("bot")

KICKED = refuse(403, "Forbidden: bot was kicked from the supergroup chat")
OFFER, WELCOME, SILENCED = "We were in the middle of a game", "I run dice games here", "I may not write in this group"


def writes_to(tg: LocalTelegram, room: Room) -> int:
    return len([call for call in tg.calls if call.chat_id == room.id])


async def asleep(db: Database, why: str) -> int:
    return await db.count(f"matches WHERE suspended = '{why}'")


async def a_while(tg: LocalTelegram, clock: Clock, annex: Table, anna: User) -> None:
    """Long enough for every retry, and the bot writes something elsewhere meanwhile."""
    for _ in range(3):
        await clock.forward(4000)
        annex.say(anna, "/help@WormsAndTombsBot")
        before = len(annex.room.of_bots())
        await annex.until(lambda _: len(annex.room.of_bots()) > before)  # noqa: B023  called in this round only


def complaints(log: Log) -> list[str]:
    return [str(entry["event"]) for entry in log if entry["log_level"] in ("error", "critical")]


def said_about(log: Log, room: Room) -> list[str]:
    return [str(entry["event"]) for entry in log if entry.get("chat") == room.id]


# Removed


async def test_nothing_is_written_where_the_bot_was_removed_from_and_the_log_says_so_once(
    table: Table, annex: Table, tg: LocalTelegram, account: Bot, clock: Clock, db: Database, log: Log,
    anna: User, ben: User
):  # fmt: skip
    """F44"""
    board = await table.begun(anna, ben)
    tg.remove(table.room, account)
    await table.handled(db)
    calls = writes_to(tg, table.room)
    elsewhere = await annex.a_message(anna)
    assert "Anna" in await annex.toast(ben, elsewhere, data=data_of(board, "Roll"))
    await a_while(tg, clock, annex, anna)
    assert calls == writes_to(tg, table.room)
    assert said_about(log, table.room) == ["the bot is not in a chat any more"]
    assert complaints(log) == []


async def test_a_move_made_elsewhere_counts_and_costs_one_try(
    table: Table, annex: Table, tg: LocalTelegram, account: Bot, clock: Clock, db: Database, log: Log,
    anna: User, ben: User
):  # fmt: skip
    """F44"""
    board = await table.begun(anna, ben)
    elsewhere = await annex.a_message(anna)
    tg.remove(table.room, account)
    await table.handled(db)
    calls = writes_to(tg, table.room)
    assert "You threw" in await annex.toast(anna, elsewhere, data=data_of(board, "Roll"))
    await a_while(tg, clock, annex, anna)
    assert calls + 1 == writes_to(tg, table.room)
    assert await asleep(db, "removed") == 1
    assert said_about(log, table.room) == ["the bot is not in a chat any more"] * 2
    assert complaints(log) == []


async def test_a_refusal_tells_of_the_removal_as_well(
    table: Table, annex: Table, tg: LocalTelegram, clock: Clock, db: Database, log: Log, anna: User, ben: User
):
    """F44: told by nothing else."""
    board = await table.begun(anna, ben)
    fault = tg.faults.every("*", chat=table.room, do=KICKED)
    assert "You threw" in await table.toast(anna, board, "Roll")
    await fault.arrived(PATIENCE)
    await a_while(tg, clock, annex, anna)
    assert len(fault.calls) == 1
    assert await asleep(db, "removed") == 1
    assert said_about(log, table.room) == ["the bot is not in a chat any more"]
    assert complaints(log) == []


async def test_a_press_from_there_counts_and_the_match_goes_on(
    table: Table, tg: LocalTelegram, db: Database, anna: User, ben: User
):
    """F44: the bot was back before anybody told it."""
    board = await table.begun(anna, ben)
    fault = tg.faults.next("editMessageText", chat=table.room, do=KICKED)
    await table.toast(anna, board, "Roll")
    await fault.arrived(PATIENCE)
    await table.settled()
    assert REASONS["stale"] == await table.toast(anna, board, "Roll")
    new = await table.until_button("Keep")
    assert new.id > board.id
    assert await asleep(db, "") == 1


async def test_a_command_from_there_brings_the_board(
    table: Table, tg: LocalTelegram, db: Database, anna: User, ben: User
):
    """F44"""
    board = await table.begun(anna, ben)
    fault = tg.faults.next("editMessageText", chat=table.room, do=KICKED)
    await table.toast(anna, board, "Roll")
    await fault.arrived(PATIENCE)
    await table.settled()
    table.say(ben, "/help@WormsAndTombsBot")
    await table.until_button("Keep")
    await table.until_said("the rules, with your house rules")
    assert await asleep(db, "") == 1


async def test_a_bot_that_is_back_asks_once_whether_to_go_on(
    table: Table, tg: LocalTelegram, account: Bot, db: Database, anna: User, ben: User, cleo: User
):
    """F44"""
    board = await table.begun(anna, ben)
    before = await table.match(board)
    tg.remove(table.room, account)
    tg.add(table.room, account)
    offer = await table.until_said(OFFER)
    await table.handled(db)
    await table.settled()
    assert offer.buttons == ["Go on", "End the game"]
    assert "Heckmeck" in offer.text
    assert "Anna" in offer.text
    assert [offer] == [message for message in table.room.of_bots() if message.id > board.id]
    assert "You do not play in this game" in await table.toast(cleo, offer, "Go on")
    assert await table.toast(ben, offer, "Go on") == "On we go!"
    new = await table.until(lambda message: message.id > offer.id and "Roll" in str(message.buttons))
    await table.until(lambda message: message.id == offer.id and not message.buttons)
    assert before == await table.match(new)
    assert "You threw" in await table.toast(anna, new, "Roll")


async def test_whoever_just_plays_on_takes_the_offer(
    table: Table, tg: LocalTelegram, account: Bot, anna: User, ben: User
):
    """F44: with a button of the old board."""
    board = await table.begun(anna, ben)
    data = data_of(board, "Roll")
    tg.remove(table.room, account)
    tg.add(table.room, account)
    offer = await table.until_said(OFFER)
    assert "You threw" in await table.toast(anna, board, data=data)
    await table.until(lambda message: message.id > offer.id and "Keep" in str(message.buttons))
    await table.until(lambda message: message.id == offer.id and not message.buttons)


async def test_the_host_may_end_the_game_instead(table: Table, tg: LocalTelegram, account: Bot, anna: User, ben: User):
    """F44"""
    await table.begun(anna, ben)
    tg.remove(table.room, account)
    tg.add(table.room, account)
    offer = await table.until_said(OFFER)
    going_on = data_of(offer, "Go on")
    assert REASONS["host_only"] == await table.toast(ben, offer, "End the game")
    assert await table.toast(anna, offer, "End the game") == "The game is stopped."
    await table.until_said("The game was stopped")
    await table.until(lambda message: message.id == offer.id and not message.buttons)
    assert REASONS["match_gone"] == await table.toast(anna, offer, data=going_on)


async def test_a_lobby_is_there_again_without_being_asked_for(
    table: Table, tg: LocalTelegram, account: Bot, anna: User, ben: User
):
    """F44"""
    lobby = await table.lobby(anna)
    tg.remove(table.room, account)
    tg.add(table.room, account)
    new = await table.until(lambda message: message.id > lobby.id and "Leave" in message.buttons)
    assert "You have a seat" in await table.toast(ben, new, "Join")


# Added for the first time


async def test_a_new_group_is_greeted_once(
    table: Table, tg: LocalTelegram, account: Bot, db: Database, anna: User, ben: User, monkeypatch: pytest.MonkeyPatch
):
    """F51: with commands that are heard among other bots."""
    monkeypatch.setattr("bot.telegram.desks.GATHER_SECONDS", 1.0)
    group = Table(tg, tg.supergroup("New", anna, ben, account), table.store)
    group.say(anna, "/start@WormsAndTombsBot play")  # as the link to add it writes by itself
    welcome = await group.until_said(WELCOME)
    assert "/join@WormsAndTombsBot" in welcome.text
    tg.promote(group.room, account)
    tg.demote(group.room, account)
    tg.remove(group.room, account)
    tg.add(group.room, account)
    await group.handled(db)
    group.say(ben, "/help@WormsAndTombsBot")
    await group.until_said("the rules, with your house rules")
    assert [welcome] == [message for message in group.room.of_bots() if WELCOME in message.text]


async def test_nobody_is_greeted_in_private_or_in_a_channel(
    table: Table, tg: LocalTelegram, account: Bot, db: Database, anna: User
):
    private, channel = tg.private(anna), tg.channel("News")
    tg.add(channel, account)
    tg.say(anna, private, "/start")
    await private.until(lambda message: message.buttons, PATIENCE)
    tg.block(anna, account)
    tg.unblock(anna, account)
    await table.handled(db)
    assert (len(private.of_bots()), channel.of_bots()) == (1, [])
    assert await db.parked() == 0


# Without the right to write


async def test_whoever_presses_is_told_that_the_bot_may_not_write_and_it_does_at_once_when_it_may(
    table: Table, annex: Table, tg: LocalTelegram, account: Bot, db: Database, log: Log, anna: User, ben: User
):
    """F43: nobody has to wait for the next try."""
    lobby, other = await table.lobby(anna, ben), await annex.begun(anna, ben)
    tg.restrict(table.room, account)
    await table.handled(db)
    toast = await table.toast(anna, lobby, "Start")
    assert "The dice are sealed." in toast
    assert SILENCED in toast
    await tg.until(lambda: "not enough rights" in str(tg.calls_of("sendMessage", table.room)[-1].outcome), PATIENCE)
    assert SILENCED in await table.toast(ben, lobby, "Join")
    assert SILENCED not in await annex.toast(anna, other, "Roll")
    tg.demote(table.room, account)
    board = await table.until_button("Roll")
    assert SILENCED not in await table.toast(anna, board, "Roll")
    assert complaints(log) == []


async def test_a_right_that_comes_back_unheard_of_is_tried_for(
    table: Table, tg: LocalTelegram, clock: Clock, anna: User, ben: User
):
    """F43: what everybody may do in a group is not told to bots."""
    lobby = await table.lobby(anna, ben)
    tg.permit(table.room, text=False)
    assert SILENCED not in await table.toast(anna, lobby, "Start")
    await tg.until(lambda: "not enough rights" in str(tg.calls_of("sendMessage", table.room)[-1].outcome), PATIENCE)
    assert SILENCED in await table.toast(anna, lobby, data=f"{(await table.match(lobby)).id}:9:roll")
    tg.permit(table.room)
    await clock.forward(60)
    board = await table.until_button("Roll")
    assert SILENCED not in await table.toast(anna, board, "Roll")


# Topics


@pytest.fixture
def forum(tg: LocalTelegram, account: Bot, anna: User, ben: User, cleo: User) -> Room:
    return tg.forum("Club", cleo, anna, ben, account)


@pytest.fixture
def inside(tg: LocalTelegram, forum: Room, table: Table) -> Table:
    return Table(tg, forum, table.store, tg.topic(forum, "Dice"))


@pytest.fixture
def general(tg: LocalTelegram, forum: Room, table: Table) -> Table:
    return Table(tg, forum, table.store)


async def test_a_match_in_a_closed_topic_sleeps_and_goes_on_when_the_topic_is_opened(
    inside: Table, general: Table, tg: LocalTelegram, db: Database, log: Log, anna: User, ben: User
):
    """F45, F46: the match in General goes on meanwhile."""
    board = await inside.begun(anna, ben)
    other = await general.begun(anna, ben)
    assert inside.topic
    tg.close_topic(inside.room, inside.topic)
    await inside.handled(db)
    assert await asleep(db, "topic") == 1
    assert "You threw" in await general.toast(anna, other, "Roll")
    await general.until(lambda message: "Keep" in str(message.buttons))
    tg.reopen_topic(inside.room, inside.topic)
    new = await inside.until(lambda message: message.id > board.id and "Roll" in str(message.buttons))
    await inside.until(lambda message: message.id == board.id and not message.buttons)
    assert "You threw" in await inside.toast(anna, new, "Roll")
    assert await asleep(db, "topic") == 0
    assert complaints(log) == []


@pytest.mark.parametrize("how", ["closed", "deleted"])
async def test_a_refusal_tells_of_the_topic_as_well_and_holds_up_no_other(
    how: str, inside: Table, general: Table, tg: LocalTelegram, db: Database, log: Log, anna: User, ben: User
):
    """F45: in a topic that is gone the match sleeps for good, and whoever likes opens another elsewhere."""
    lobby, other = await inside.lobby(anna, ben), await general.begun(anna, ben)
    assert inside.topic
    if how == "deleted":
        data = data_of(lobby, "Start")
        tg.delete_topic(inside.room, inside.topic)
        await general.toast(anna, other, data=data)
    else:
        inside.topic.is_closed = True
        await inside.toast(anna, lobby, "Start")
    await tg.until(lambda: not tg.calls_of("sendMessage", inside.room)[-1].is_ok, PATIENCE)
    assert "You threw" in await general.toast(anna, other, "Roll")
    await general.until(lambda message: "Keep" in str(message.buttons))
    await general.settled()
    assert await asleep(db, "topic") == 1
    refusals = [call for call in tg.calls_of("sendMessage", inside.room) if not call.is_ok]
    assert len(refusals) == 1
    assert complaints(log) == []


async def test_somebody_who_speaks_in_a_topic_shows_that_it_is_open(
    inside: Table, tg: LocalTelegram, db: Database, anna: User, ben: User
):
    """F45: nobody has told that it was opened again."""
    board = await inside.begun(anna, ben)
    assert inside.topic
    tg.close_topic(inside.room, inside.topic)
    await inside.handled(db)
    inside.topic.is_closed = False
    inside.say(ben, "well?", reply_to=board)
    new = await inside.until(lambda message: message.id > board.id and "Roll" in str(message.buttons))
    assert "You threw" in await inside.toast(anna, new, "Roll")


async def test_a_reply_in_a_closed_topic_is_dropped_and_holds_up_nobody(
    inside: Table, general: Table, tg: LocalTelegram, db: Database, anna: User, ben: User, cleo: User
):
    """F45"""
    board = await general.begun(anna, ben)
    assert inside.topic
    tg.close_topic(inside.room, inside.topic)
    inside.say(cleo, "/help@WormsAndTombsBot")
    await tg.until(lambda: "TOPIC_CLOSED" in str(tg.calls_of("sendMessage", inside.room)[-1].outcome), PATIENCE)
    await general.toast(anna, board, "Roll")
    await general.until_button("Keep")
    assert len([call for call in tg.calls_of("sendMessage", inside.room) if not call.is_ok]) == 1


async def test_general_is_a_topic_like_any_other(
    inside: Table, general: Table, tg: LocalTelegram, db: Database, anna: User, ben: User
):
    """F45, F46"""
    board, other = await general.begun(anna, ben), await inside.begun(anna, ben)
    tg.close_topic(general.room, None)
    await general.handled(db)
    assert await asleep(db, "topic") == 1
    assert "You threw" in await inside.toast(anna, other, "Roll")
    await inside.until_button("Keep")
    tg.reopen_topic(general.room, None)
    await general.until(lambda message: message.id > board.id and "Roll" in str(message.buttons))
    assert await asleep(db, "topic") == 0
