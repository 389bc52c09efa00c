"""The clocks as they are kept: when they start and stop, what is due, and what the time nobody worked is worth."""

import asyncio
import time
from datetime import UTC, datetime, timedelta

import pytest
from msgspec.structs import replace
from sqlalchemy import text

from bot.matches import clock, press
from bot.matches.ports import Post
from bot.store import SqlStore, connect
from tests.matches.tables import (
    ANA,
    BEN,
    CLEO,
    GROUP,
    do,
    everything,
    is_somebody_waiting,
    pass_by,
    refusal,
    running,
    set_pace,
    set_up,
    show,
    waiting,
)

SOON = timedelta(seconds=5)
NEARLY = timedelta(seconds=10)  # a test may be slow


@pytest.fixture
def database(emptied):
    return emptied


async def times(store):
    """When the only match is awaited since, was warned, and its deadline."""

    async def read(tx):
        return (await tx._connection.execute(text("SELECT awaited, warned, deadline FROM matches"))).one()

    return await do(store, read)


async def left(store):
    """How long until the deadline of the only match, to the second."""

    async def read(tx):
        return await tx._connection.scalar(text("SELECT round(extract(epoch FROM deadline - now()))::int FROM matches"))

    return timedelta(seconds=await do(store, read))


async def shown(store, *people, **kwargs):
    match = await running(store, *(people or (ANA, BEN)), **kwargs)
    await show(store, match)
    return match


async def warn(store, match):
    """Tell whoever is to act, as the poster does."""
    told = await store.next_warning(match.id)
    await store.keep_warned(told)
    return told


async def due(store, within=SOON):
    return [(found.match, found.is_warning) for found in await store.due(within)]


# When it runs


async def test_the_clock_starts_when_the_newest_board_was_shown(store):
    match = await running(store, ANA, BEN)
    assert await times(store) == (None, None, None)
    await show(store, match)
    awaited, warned, deadline = await times(store)
    assert (deadline - awaited, warned) == (timedelta(minutes=3), None)
    assert abs(datetime.now(UTC) - awaited) < NEARLY


@pytest.mark.parametrize(("pace", "minutes"), [("fast", 1), ("normal", 3), ("slow", 24 * 60)])
async def test_the_chats_pace_says_how_long_a_turn_may_take(store, pace, minutes):
    match = await running(store, ANA, BEN)
    await set_pace(store, pace)
    await show(store, match)
    assert abs(await left(store) - timedelta(minutes=minutes)) < NEARLY


async def test_without_a_pace_a_board_is_waited_for_and_nothing_is_due(store):
    match = await running(store, ANA, BEN)
    await set_pace(store, "none")
    await show(store, match)
    awaited, warned, deadline = await times(store)
    assert (awaited is not None, warned, deadline) == (True, None, None)
    assert await due(store, timedelta(days=365)) == []


async def test_an_older_board_starts_no_clock(store):
    match = await running(store, ANA, BEN)
    drawn = (await store.next_drawing(match.id)).post
    await do(store, press.press, match.id, match.revision, ["roll"], ANA)
    await store.keep(replace(drawn, message=7, revision=match.revision), None, GROUP, clock.allowance(match, "normal"))
    assert await times(store) == (None, None, None)


async def test_a_board_whose_message_is_gone_starts_no_clock(store):
    match = await running(store, ANA, BEN)
    await store.keep(Post(match.id, 1, None, match.revision), None, GROUP, clock.allowance(match, "normal"))
    assert await times(store) == (None, None, None)


async def test_drawing_a_board_again_does_not_start_its_clock_again(store):
    match = await shown(store)
    await pass_by(store, minutes=1)
    before = await times(store)
    await do(store, press.shown, match.place)
    await show(store, match, 200)
    await do(store, press.ask, match.id, match.revision, "stop", ANA, is_admin=False)
    await show(store, match)
    assert await times(store) == before


async def test_any_accepted_command_stops_the_clock_until_the_next_board_is_shown(store):
    match = await shown(store)
    await pass_by(store, minutes=2)
    await warn(store, match)
    await do(store, press.press, match.id, match.revision, ["roll"], ANA)
    assert await times(store) == (None, None, None)
    await show(store, match)
    assert (await times(store)).warned is None
    assert abs(await left(store) - timedelta(minutes=3)) < NEARLY


async def test_a_refused_press_does_not_stop_the_clock(store):
    match = await shown(store)
    before = await times(store)
    assert await refusal(store, press.press, match.id, match.revision, ["roll"], BEN) == "not_your_turn"
    assert await times(store) == before


async def test_a_finished_match_has_no_clock(store):
    match = await shown(store)
    await do(store, press.leave, match.id, ANA, 0, is_sure=True)
    await show(store, match)
    assert await times(store) == (None, None, None)


async def test_a_board_shown_while_somebody_presses_starts_no_clock_and_nobody_waits_in_a_circle(store):
    """Whoever presses locks the match before its post; so does whoever shows it."""
    match = await shown(store)
    match = (await do(store, press.press, match.id, match.revision, ["roll"], ANA)).match
    drawn = Post(match.id, 1, 100, match.revision)
    async with store.transaction() as tx:
        await tx.match(match.id)
        showing = asyncio.ensure_future(store.keep(drawn, 100, GROUP, clock.allowance(match, "normal")))
        while not await is_somebody_waiting(store):  # noqa: ASYNC110  Postgres has to be asked
            await asyncio.sleep(0.005)
        await press.ask(tx, match.id, match.revision, "stop", ANA, is_admin=False)
        wish = match.game.write_command(match.game.legal(match.state)[0])
        await press.press(tx, match.id, match.revision, [wish], ANA)
    await showing
    assert await times(store) == (None, None, None)


# What is due


async def test_a_warning_is_due_at_two_thirds_and_the_deadline_only_once_it_was_sent(store):
    match = await shown(store)
    assert await due(store) == []
    await pass_by(store, seconds=90)
    assert [0 < found.seconds <= 30 for found in await store.due(timedelta(minutes=1))] == [True]
    assert await store.next_warning(match.id) is None
    await pass_by(store, seconds=30)
    assert await due(store) == [(match.id, True)]
    await pass_by(store, minutes=5)
    assert await due(store) == [(match.id, True)]
    assert await do(store, clock.run_out, match.id) is None
    await warn(store, match)
    assert await due(store, timedelta(seconds=50)) == []
    await pass_by(store, minutes=1)
    assert await due(store) == [(match.id, False)]


async def test_who_is_warned_has_a_third_of_the_time_left_however_late_it_is(store):
    match = await shown(store)
    await pass_by(store, minutes=9)
    told = await warn(store, match)
    assert (told.left, told.seat, told.board) == (timedelta(minutes=1), 0, 100)
    awaited, _, deadline = await times(store)
    assert deadline - awaited == timedelta(minutes=3)
    assert abs(await left(store) - timedelta(minutes=1)) < NEARLY


async def test_who_is_warned_in_time_keeps_the_time_they_had(store):
    match = await shown(store)
    await pass_by(store, seconds=121)
    await warn(store, match)
    assert await left(store) <= timedelta(minutes=1)
    assert await store.next_warning(match.id) is None


async def test_no_warning_is_found_for_a_turn_that_is_over_or_a_board_that_is_not_the_newest(store):
    match = await shown(store)
    await pass_by(store, minutes=2)
    await do(store, press.shown, match.place)  # it is to be sent anew
    assert await store.next_warning(match.id) is None
    await show(store, match, 200)
    assert (await store.next_warning(match.id)).board == 200
    await do(store, press.press, match.id, match.revision, ["roll"], ANA)
    assert await store.next_warning(match.id) is None


async def test_a_warning_that_arrives_after_its_turn_changes_no_clock(store):
    match = await shown(store)
    await pass_by(store, minutes=2)
    told = await store.next_warning(match.id)
    await do(store, press.press, match.id, match.revision, ["roll"], ANA)
    await show(store, match)
    before = await times(store)
    await store.keep_warned(told)
    assert await times(store) == before


async def test_a_warning_knows_whether_the_last_turn_was_late_too(store):
    match = await shown(store)
    opening = match.state
    await pass_by(store, minutes=2)
    assert not (await warn(store, match)).was_late
    await pass_by(store, minutes=1)
    match = await set_up(store, await do(store, clock.run_out, match.id), opening)
    await show(store, match)
    await pass_by(store, minutes=2)
    assert (await warn(store, match)).was_late


async def test_what_is_most_urgent_comes_first_with_its_chat(store):
    late = await running(store, ANA, BEN)
    await show(store, late)
    await pass_by(store, seconds=30)
    later = await running(store, ANA, BEN, telegram_id=GROUP - 1)
    await show(store, later)
    await pass_by(store, minutes=2)
    assert [(found.chat, found.match) for found in await store.due(SOON)] == [(GROUP, late.id), (GROUP - 1, later.id)]


async def test_a_match_that_is_suspended_has_nothing_due(store):
    match = await shown(store)
    await pass_by(store, minutes=2)
    await warn(store, match)
    await pass_by(store, minutes=2)
    await do(store, lambda tx: tx._connection.execute(text("UPDATE matches SET suspended = 'removed'")))
    assert (await due(store), await do(store, clock.run_out, match.id)) == ([], None)
    await do(store, lambda tx: tx._connection.execute(text("UPDATE matches SET warned = NULL")))
    assert (await due(store), await store.next_warning(match.id)) == ([], None)


async def test_a_clock_that_is_stopped_waits_until_the_next_command(store):
    match = await shown(store)
    await pass_by(store, minutes=2)
    await store.stop_clock(match.id)
    assert await due(store, timedelta(days=365)) == []
    await do(store, press.press, match.id, match.revision, ["roll"], ANA)
    await show(store, match)
    assert (await times(store)).deadline is not None


async def test_a_lobby_and_a_sleeping_match_are_due_without_a_warning(store):
    table = await waiting(store, ANA)
    await show(store, table)
    await pass_by(store, minutes=59)
    assert await due(store) == []
    await pass_by(store, minutes=1)
    assert await due(store) == [(table.id, False)]
    assert await store.next_warning(table.id) is None


async def test_a_time_out_is_no_sign_of_life(store):
    """Or the board after it would come without a sound."""
    match = await shown(store)
    opening = match.state
    await pass_by(store, minutes=2)
    await warn(store, match)
    await pass_by(store, minutes=1)
    match = await do(store, clock.run_out, match.id)
    await show(store, await set_up(store, replace(match, turn=match.turn + 1), match.state))
    match = await set_up(store, replace(match, turn=match.turn + 2), opening)
    drawing = await store.next_drawing(match.id)
    assert (drawing.scene.match.game.to_act(drawing.scene.match.state), drawing.seen) == (0, None)


# The time nobody worked


@pytest.mark.parametrize(
    ("pace", "before", "down", "expected"),
    [
        ("normal", 30, 600, 150),  # the clock has not run
        ("normal", 175, 600, 60),  # at least the last third
        ("normal", 175, 1, 60),
        ("fast", 59, 1, 20),
        ("slow", 24 * 3600 - 1, 5, 60),  # a short while costs a slow game no third of a day
        ("slow", 24 * 3600 - 1, 4 * 3600, 4 * 3600),
        ("slow", 24 * 3600 - 1, 20 * 3600, 8 * 3600),
    ],
)
async def test_no_clock_runs_while_nobody_works_and_some_time_is_left_then(store, pace, before, down, expected):
    """F19: `before` seconds have passed when the bot goes down for `down` seconds."""
    match = await running(store, ANA, BEN)
    await set_pace(store, pace)
    await show(store, match)
    start, _, deadline = await times(store)
    await pass_by(store, seconds=before + down)
    await store.resume_clocks(datetime.now(UTC) - timedelta(seconds=down))
    awaited, _, until = await times(store)
    assert until - awaited == deadline - start
    assert abs(await left(store) - timedelta(seconds=expected)) < NEARLY


async def test_a_clock_that_started_while_nobody_was_said_to_work_gains_only_its_own_time(store):
    match = await shown(store)
    await pass_by(store, seconds=30)
    await store.resume_clocks(datetime.now(UTC) - timedelta(days=1))
    assert abs(await left(store) - timedelta(minutes=3)) < NEARLY
    assert (await times(store)).awaited <= datetime.now(UTC) + NEARLY
    assert await due(store) == []
    assert await store.next_drawing(match.id) is None


async def test_who_was_warned_before_the_bot_went_down_is_not_warned_again(store):
    match = await shown(store)
    await pass_by(store, minutes=2)
    await warn(store, match)
    await pass_by(store, minutes=10)
    await store.resume_clocks(datetime.now(UTC) - timedelta(minutes=9))
    assert await store.next_warning(match.id) is None
    assert abs(await left(store) - timedelta(minutes=1)) < NEARLY


async def test_going_on_twice_gives_no_more_time_than_once(store):
    await shown(store)
    await pass_by(store, minutes=2)
    since = datetime.now(UTC)
    await store.resume_clocks(since)
    before = await left(store)
    await store.resume_clocks(since)
    assert abs(await left(store) - before) < NEARLY


async def test_without_a_deadline_only_the_waiting_is_put_off(store):
    match = await running(store, ANA, BEN)
    await set_pace(store, "none")
    await show(store, match)
    await pass_by(store, minutes=9)
    await store.resume_clocks(datetime.now(UTC) - timedelta(minutes=8))
    awaited, _, deadline = await times(store)
    assert abs(datetime.now(UTC) - awaited - timedelta(minutes=1)) < NEARLY
    assert deadline is None


async def test_what_does_not_wait_gets_no_clock_by_going_on(store):
    await running(store, ANA, BEN)
    await store.resume_clocks(datetime.now(UTC))
    assert await times(store) == (None, None, None)


# Instants


@pytest.mark.parametrize("zone", ["Asia/Tokyo", "America/Sao_Paulo"])
async def test_a_deadline_is_the_same_instant_in_any_time_zone(store, zone, monkeypatch):
    """F64: of the process, and of the database's session."""
    match = await shown(store)
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:

        async def read(tx):
            await tx._connection.execute(text(f"SET LOCAL TIME ZONE '{zone}'"))
            return await tx._connection.scalar(text("SELECT deadline FROM matches"))

        there = await do(store, read)
        assert there == (await times(store)).deadline
        assert there.utcoffset() == timedelta()
        await pass_by(store, minutes=2)
        assert await due(store) == [(match.id, True)]
    finally:
        monkeypatch.undo()
        time.tzset()


async def test_a_day_has_twenty_four_hours_also_where_clocks_are_put_forward(database):
    """F64: in a database at home in Berlin."""
    owner = connect(database)
    home = f'ALTER DATABASE "{owner.url.database}" {{}} timezone'
    noon = text("SELECT '2027-03-27 12:00+00'::timestamptz + :day")
    try:
        async with owner.begin() as connection:
            await connection.execute(text(home.format("SET") + " = 'Europe/Berlin'"))
        store = SqlStore(connect(database))
        day = {"day": clock.PACES["slow"]}
        found = await do(store, lambda tx: tx._connection.scalar(noon, day))
        await store.close()
    finally:
        async with owner.begin() as connection:
            await connection.execute(text(home.format("RESET")))
        await owner.dispose()
    assert found == datetime(2027, 3, 28, 12, tzinfo=UTC)


async def test_looking_at_the_clocks_changes_nothing(store):
    match = await shown(store, ANA, BEN, CLEO)
    await pass_by(store, minutes=2)
    before = await everything(store, "matches", "posts", "moves")
    await store.due(SOON)
    await store.next_warning(match.id)
    assert await do(store, clock.run_out, match.id) is None
    assert await everything(store, "matches", "posts", "moves") == before
