"""Time: warnings, time-outs, going on without somebody, and what stops the clock; by the bot, on a real Postgres."""

import asyncio

import pytest

from bot.config import Config
from bot.local_telegram import Bot, LocalTelegram, Message, User, drop_after, hold_before, refuse
from bot.telegram.timekeeper import LOOK_AHEAD
from bot.views.toasts import REASONS
from engine import GAMES
from tests.telegram.table import PATIENCE, Clock, Database, Log, Table, at_work, data_of, eventually

GO_ON = "Go on without waiting"


@pytest.fixture
def passes(db: Database, clock: Clock):
    """Time passes, and whoever keeps time looks once more: `await passes(minutes=2)`."""

    async def passes(**time: float) -> None:
        await db.pass_by(**time)
        await clock.forward(LOOK_AHEAD.total_seconds())

    return passes


async def begun(table: Table, game: str, *people: User) -> Message:
    """The board of a game these people have just begun."""
    lobby = await table.lobby(*people)
    if game != "heckmeck":
        table.say(people[0], f"/play@WormsAndTombsBot {game}")
        await table.until_said("is on the table now.")
        await table.settled()
    return await table.begun_from(lobby, people[0])


async def warned(table: Table, db: Database, passes) -> Message:
    """The warning of whoever is to act, once it counts."""
    await passes(minutes=2)
    await eventually(lambda: _are_warned(db))
    return await table.until_button(GO_ON)


async def _are_warned(db: Database) -> bool:
    return await db.count("matches WHERE warned IS NULL AND deadline IS NOT NULL") == 0


async def after(table: Table, board: Message) -> Message:
    """The board of the next turn."""
    new = await table.until(lambda message: message.id > board.id and "Roll" in str(message.buttons))
    await table.settled()
    return new


def called(message: Message) -> list[int]:
    return [entity["user"]["id"] for entity in message.entities if entity["type"] == "text_mention"]


# A turn


@pytest.mark.parametrize("game", GAMES)
async def test_whoever_is_absent_is_warned_then_passed_over_and_then_benched_until_they_are_back(
    game: str, bot: None, table: Table, db: Database, passes, anna: User, ben: User
):
    """F18, F17"""
    board = await begun(table, game, anna, ben)
    absent, other = (anna, ben) if await table.actor(board) == anna.id else (ben, anna)
    for turn in (1, 2, 3):
        warning = await warned(table, db, passes)
        assert (warning.reply_to, warning.is_silent) == (board.id, False)
        assert called(warning) == [await table.actor(board)]
        assert "You have 1 minute left" in warning.text
        assert ("until you press" in warning.text) == (turn == 3)
        await passes(minutes=1)
        board = await after(table, board)
        assert "was not there, so the turn went by" in board.text
        await table.until(lambda message, warning=warning: message.id == warning.id and not message.buttons)
    assert f"{absent.first_name}\u2069 is away" in board.text
    assert await table.toast(absent, board, "Roll") == REASONS["benched"]
    assert await table.toast(absent, board, "I am back") == "You are back."
    await table.settled()
    assert "You threw" in await table.toast(other, board, "Roll")


async def test_a_press_after_the_warning_starts_the_clock_again(
    bot: None, table: Table, passes, db: Database, anna: User, ben: User
):
    board = await table.begun(anna, ben)
    warning = await warned(table, db, passes)
    assert "You threw" in await table.toast(anna, board, "Roll")
    await table.until(lambda message: message.id == warning.id and not message.buttons)
    await table.settled()
    await passes(minutes=1, seconds=50)
    await table.handled(db)
    assert await db.count("moves WHERE command = 'timeout'") == 0
    await passes(seconds=10)
    again = await table.until(lambda message: message.id > warning.id and GO_ON in message.buttons)
    assert "I finish your turn for you" in again.text
    await eventually(lambda: _are_warned(db))
    await passes(minutes=1)
    await after(table, board)


async def test_a_warning_goes_to_the_topic_of_its_match(
    bot: None, table: Table, tg: LocalTelegram, account: Bot, db: Database, passes, anna: User, ben: User
):
    """F46"""
    forum = tg.forum("Club", anna, ben, account)
    here = Table(tg, forum, table.store, tg.topic(forum, "Dice"))
    await here.begun(anna, ben)
    warning = await warned(here, db, passes)
    assert here.topic is not None
    assert warning.topic == here.topic.id


async def test_in_quiet_mode_a_warning_calls_nobody(
    bot: None, table: Table, db: Database, passes, anna: User, ben: User
):
    await table.begun(anna, ben)
    await db('UPDATE chats SET settings = \'{"quiet": "on"}\'')
    warning = await warned(table, db, passes)
    assert (called(warning), warning.is_silent) == ([], True)
    assert "Anna" in warning.text


# What stops the clock


async def test_a_board_that_cannot_be_shown_has_no_clock(
    bot: None, table: Table, tg: LocalTelegram, clock: Clock, passes, db: Database, anna: User, ben: User
):
    lobby = await table.lobby(anna, ben)
    fault = tg.faults.every(
        "sendMessage", chat=table.room, do=refuse(429, "Too Many Requests: retry after 600", retry_after=600)
    )
    await table.toast(anna, lobby, "Start")
    await fault.arrived(PATIENCE)
    await passes(minutes=9)
    assert await db.count("matches WHERE awaited IS NULL") == 1
    fault.stop()
    await clock.forward(600)
    await table.until_button("Roll")
    await table.settled()
    assert await db.count("matches WHERE deadline - now() > interval '2 minutes'") == 1


async def test_a_warning_that_cannot_be_sent_puts_the_deadline_off(
    bot: None, table: Table, tg: LocalTelegram, account: Bot, clock: Clock, passes, db: Database, anna: User, ben: User
):
    board = await table.begun(anna, ben)
    tg.restrict(table.room, account)
    await passes(minutes=2)
    await tg.until(lambda: "not enough rights" in str(tg.calls_of("sendMessage", table.room)[-1].outcome), PATIENCE)
    await passes(minutes=9)
    assert await db.count("moves") == 0
    tg.demote(table.room, account)
    await clock.forward(60)
    await eventually(lambda: _are_warned(db))
    await passes(seconds=50)
    assert await db.count("moves") == 0
    await passes(seconds=10)
    await after(table, board)


async def test_a_warning_whose_fate_is_unknown_is_repeated_after_ten_seconds_and_counts_then(
    bot: None, table: Table, tg: LocalTelegram, clock: Clock, passes, db: Database, anna: User, ben: User
):
    """F26"""
    await table.begun(anna, ben)
    fault = tg.faults.next("sendMessage", chat=table.room, do=drop_after)
    await passes(minutes=2)
    await fault.arrived(PATIENCE)
    first = await table.until_button(GO_ON)
    assert await db.count("matches WHERE warned IS NOT NULL") == 0
    await clock.forward(10)
    await table.until(lambda message: message.id > first.id and GO_ON in message.buttons)
    await eventually(lambda: _are_warned(db))


async def test_no_warning_is_sent_for_a_turn_that_ended_while_it_waited_for_the_budget(
    bot: None, table: Table, tg: LocalTelegram, clock: Clock, passes, db: Database, anna: User, ben: User
):
    board = await table.begun(anna, ben)
    fault = tg.faults.next(
        "sendMessage", chat=table.room, do=refuse(429, "Too Many Requests: retry after 60", retry_after=60)
    )
    await passes(minutes=2)
    await fault.arrived(PATIENCE)
    assert "You threw" in await table.toast(anna, board, "Roll")
    await clock.forward(60)
    await table.until_button("Keep")
    await clock.forward(LOOK_AHEAD.total_seconds())
    await table.settled()
    assert not [message for message in table.room.of_bots() if GO_ON in message.buttons]


async def test_a_warning_on_its_way_when_its_turn_ends_counts_for_nothing(
    bot: None, table: Table, tg: LocalTelegram, passes, db: Database, anna: User, ben: User
):
    """The one instant that cannot be avoided: it has left, and the press comes."""
    board = await table.begun(anna, ben)
    held = tg.faults.next("sendMessage", chat=table.room, do=hold_before)
    await passes(minutes=2)
    await held.arrived(PATIENCE)
    assert "You threw" in await table.toast(anna, board, "Roll")
    held.release()
    warning = await table.until_said("it is your turn. You have")
    await table.until(lambda message: message.id == warning.id and not message.buttons)
    await table.settled()
    assert await db.count("matches WHERE warned IS NULL AND awaited IS NOT NULL") == 1


async def test_a_chats_other_pace_holds_for_the_board_that_is_shown(
    bot: None, table: Table, db: Database, anna: User, ben: User
):
    board = await table.begun(anna, ben)
    assert await table.toast(anna, board, data="0:0:set pace fast")

    async def is_fast() -> bool:
        return await db.count("matches WHERE deadline - awaited = interval '1 minute'") == 1

    await eventually(is_fast)
    assert await table.toast(anna, board, data="0:0:set pace none")

    async def has_none() -> bool:
        return await db.count("matches WHERE deadline IS NULL AND awaited IS NOT NULL") == 1

    await eventually(has_none)


async def test_a_deadline_that_passed_while_the_bot_was_down_gives_some_time_and_fires_once(
    config: Config,
    account: Bot,
    table: Table,
    tg: LocalTelegram,
    clock: Clock,
    passes,
    db: Database,
    anna: User,
    ben: User,
):
    """F19"""
    async with at_work(config, account, tg, table.store):
        board = await table.begun(anna, ben)
        await warned(table, db, passes)
    await db.pass_by(hours=5)
    async with at_work(config, account, tg, table.store):
        await clock.forward(LOOK_AHEAD.total_seconds())
        await table.settled()
        assert await db.count("matches WHERE deadline - now() BETWEEN '30 seconds' AND '1 minute'") == 1
        assert await db.count("moves") == 0
        await passes(minutes=1)
        await after(table, board)
    assert await db("SELECT command FROM moves") == [("timeout",)]


async def test_two_programs_at_once_let_a_clock_run_out_once(
    bot: None,
    config: Config,
    account: Bot,
    table: Table,
    tg: LocalTelegram,
    clock: Clock,
    passes,
    db: Database,
    anna: User,
    ben: User,
):
    """F19"""
    from telegram import Bot as Client

    from bot.telegram.pace import Budget, Pace
    from bot.telegram.poster import Poster
    from bot.telegram.timekeeper import Timekeeper
    from bot.telegram.transport import AiohttpRequest

    await table.begun(anna, ben)
    await warned(table, db, passes)
    async with Client(account.token, base_url=f"{tg.url}/bot", request=AiohttpRequest()) as client:
        poster = Poster(client, table.store, Pace(Budget()), asyncio.get_running_loop().time)
        others = [asyncio.create_task(Timekeeper(table.store, poster).run()) for _ in range(5)]
        await passes(minutes=1)
        await eventually(lambda: _has_moved(db))
        await passes()
        await table.handled(db)
        for other in others:
            other.cancel()
        await asyncio.gather(*others, return_exceptions=True)
    assert await db("SELECT command FROM moves") == [("timeout",)]


async def _has_moved(db: Database) -> bool:
    return await db.count("moves") > 0


async def test_a_bug_stops_its_own_clock_only(
    bot: None, table: Table, annex: Table, passes, db: Database, anna: User, ben: User, log: Log
):
    board, other = await table.begun(anna, ben), await annex.begun(anna, ben)
    await warned(table, db, passes)
    broken = (await table.match(board)).id
    await db(
        "UPDATE matches SET host = host, options = '{}', state = state || '{\"schema\": 99}' WHERE id = :id", id=broken
    )
    await passes(minutes=1)
    await after(annex, other)
    assert await db.count(f"matches WHERE id = {broken} AND deadline IS NULL AND awaited IS NOT NULL") == 1
    assert [entry["match"] for entry in log if entry["event"] == "a clock is stopped"] == [broken]


# Going on without somebody


async def test_others_go_on_by_the_warnings_button_and_by_command(
    bot: None, table: Table, passes, db: Database, anna: User, ben: User, cleo: User, tg: LocalTelegram
):
    dora = tg.person("Dora")
    tg.add(table.room, dora)
    board = await table.begun(anna, ben, dora)
    table.say(ben, "/skip")
    await table.until_said("A little patience")
    warning = await warned(table, db, passes)
    data = data_of(warning, GO_ON)
    assert await table.toast(anna, warning, GO_ON) == REASONS["own_turn"]
    assert await table.toast(ben, warning, GO_ON) == "The game goes on."
    board = await after(table, board)
    assert "Anna\u2069 is away" in board.text
    await table.until(lambda message: message.id == warning.id and not message.buttons)
    assert await table.toast(ben, warning, data=data) == REASONS["stale"]
    table.say(cleo, "/skip@WormsAndTombsBot")  # she does not play, but is an admin
    board = await after(table, board)
    assert "Ben\u2069 is away" in board.text
    table.say(anna, "/skip")  # the host
    await table.until_said("Everybody is away")
    assert await db("SELECT command FROM moves") == [("bench",)] * 3


async def test_an_admin_at_the_table_need_not_wait_as_the_others_do(
    bot: None, table: Table, tg: LocalTelegram, db: Database, anna: User, ben: User
):
    board = await table.begun(anna, ben)
    tg.promote(table.room, ben)
    table.say(ben, "/skip")
    await after(table, board)
    assert await db("SELECT seat, command FROM moves") == [(0, "bench")]


async def test_an_admin_of_another_group_goes_on_without_nobody_here(
    bot: None, table: Table, tg: LocalTelegram, account: Bot, passes, db: Database, anna: User, ben: User
):
    """F06: the button's data sent from where somebody is an admin."""
    dora = tg.person("Dora")
    elsewhere = Table(tg, tg.supergroup("Mine", dora, account), table.store)
    await table.begun(anna, ben)
    warning = await warned(table, db, passes)
    mine = await elsewhere.a_message(dora)
    assert await elsewhere.toast(dora, mine, data=data_of(warning, GO_ON)) == REASONS["match_gone"]
    assert await table.toast(dora, warning, GO_ON) == REASONS["host_only"]
    assert await db.count("moves") == 0


# The end of waiting


async def test_a_game_everybody_is_away_from_ends_with_a_line_after_a_week(
    bot: None, table: Table, passes, anna: User, ben: User, cleo: User
):
    await table.begun(anna, ben)
    for _ in range(2):
        table.say(cleo, "/skip@WormsAndTombsBot")
    asleep = await table.until_said("Everybody is away. Whoever comes back goes on.")
    back = data_of(asleep, "I am back")
    await table.settled()
    await passes(days=7)
    end = await table.until_said("Nobody came back for a week")
    line, _, dice = end.text.partition("\n\n")
    assert (end.buttons, "\n" in line, end.id > asleep.id) == (["Check the dice"], False, True)
    assert "To check the dice" in dice
    assert await table.toast(anna, asleep, data=back) == REASONS["match_gone"]
    await table.lobby(ben)


async def test_a_lobby_nobody_touches_is_closed_after_an_hour_also_across_a_restart(
    config: Config, account: Bot, table: Table, tg: LocalTelegram, clock: Clock, passes, anna: User, ben: User
):
    """F20"""
    async with at_work(config, account, tg, table.store):
        lobby = await table.lobby(anna, ben)
        await passes(minutes=40)
    async with at_work(config, account, tg, table.store):
        await passes(minutes=20)
        closed = await table.until_said("Nothing happened here for an hour")
        assert (closed.id, closed.buttons, "\n" in closed.text) == (lobby.id, [], False)
        table.say(ben, "/start")
        await table.until_said("I run dice games here")
        await table.begun(ben, anna)


async def test_the_warning_of_a_group_that_moves_is_left_where_it_stands(
    bot: None, table: Table, tg: LocalTelegram, account: Bot, db: Database, passes, anna: User, ben: User
):
    """F42: nothing is edited there any more, and in the new group its number is another message's."""
    small = Table(tg, tg.group("Small", anna, ben, account), table.store)
    await begun(small, "heckmeck", anna, ben)
    warning = await warned(small, db, passes)
    new = Table(tg, tg.migrate(small.room), table.store)
    await new.toast(anna, await new.until_button("Roll"), "Roll")
    await new.toast(anna, await new.until_button("Keep"), "Keep")
    await new.settled()
    edits = tg.calls_of("editMessageReplyMarkup")
    assert str(warning.id) not in [str(call.parameters["message_id"]) for call in edits]
