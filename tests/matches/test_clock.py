"""What follows when time is up, and going on without somebody: the use cases, on a real store, in all four games."""

import asyncio
from collections.abc import Sequence
from random import Random

import pytest
from msgspec.structs import replace

from bot.matches import clock, lobby, press
from bot.matches.match import Computer, Match
from engine import GAMES, replay
from engine.parts.turns import Bench
from tests.engine.games.random_play import Move, dice_of, played_on
from tests.matches.tables import (
    ANA,
    BEN,
    CLEO,
    DAN,
    HAN,
    MATCHES,
    begin,
    do,
    everything,
    kept,
    meeting,
    moves_of,
    pass_by,
    refusal,
    running,
    set_pace,
    set_up,
    show,
    waiting,
)

PEOPLE = (ANA, BEN, CLEO, DAN)


async def begun(store, game_id, *people) -> Match:
    """A running match of a game, its board shown."""
    match = await waiting(store, *(people or PEOPLE))
    await do(store, lobby.choose_game, match.id, ANA, game_id, is_admin=False)
    match = await begin(store, match)
    await show(store, match)
    return match


async def warn(store, match) -> None:
    """Two thirds of the time pass, and whoever is to act is warned."""
    await pass_by(store, minutes=2)
    told = await store.next_warning(match.id)
    assert told.seat == match.game.to_act(match.state)
    await store.keep_warned(told)


async def late(store, match) -> Match:
    """Nobody does anything until time is up, and then the board that follows is shown."""
    await warn(store, match)
    await pass_by(store, minutes=1)
    match = await do(store, clock.run_out, match.id)
    await show(store, match)
    return match


async def all_away(store, match) -> Match:
    """Nobody does anything until everybody is benched."""
    while match.game.to_act(match.state) is not None:
        match = await late(store, match)
    return match


def actor(match) -> int:
    seat = match.game.to_act(match.state)
    assert seat is not None
    return seat


async def commands(store, match) -> list[tuple[int, str]]:
    return [(move.seat, move.command) for move in await moves_of(store, match)]


# A turn


@pytest.mark.parametrize("game_id", GAMES)
async def test_nobody_is_waited_for_longer_than_the_time_allowed_and_the_warning(store, game_id):
    """F18, A2."""
    match = await begun(store, game_id)
    seat = actor(match)
    after = await late(store, match)
    assert (seat + 1) % 4 == actor(after)
    assert (after.turn, after.revision) == (match.turn + 1, match.revision + 1)
    assert await commands(store, match) == [(seat, "timeout")]
    assert await kept(store, match) == after


@pytest.mark.parametrize("game_id", GAMES)
async def test_a_turn_that_has_begun_is_settled(store, game_id):
    """A2. Whatever follows without a choice is played on."""
    match = await begun(store, game_id)
    seat = actor(match)
    match = (await do(store, press.press, match.id, match.revision, ["roll"], match.seats[seat])).match
    await show(store, match)
    if actor(match) == seat:  # else the throw has failed by itself
        match = await late(store, match)
    assert actor(match) != seat
    assert match.game.result(rest(match)[-1].after).is_over


@pytest.mark.parametrize("game_id", GAMES)
async def test_two_time_outs_in_a_row_bench_a_seat_until_it_is_back(store, game_id):
    """A3, F17."""
    match = await begun(store, game_id, ANA, BEN)
    first = actor(match)
    match = await late(store, match)
    match = await late(store, match)
    assert match.state.table.benched == ()
    match = await late(store, match)
    assert match.state.table.benched == (first,)
    assert [(first, "timeout"), (1 - first, "timeout"), (first, "bench")] == await commands(store, match)
    absent = match.seats[first]
    assert await refusal(store, press.press, match.id, match.revision, ["roll"], absent) == "benched"
    match = (await do(store, press.press, match.id, match.revision, ["back"], absent)).match
    assert match.state.table.benched == ()


async def test_whoever_does_something_between_two_time_outs_is_not_benched(store):
    match = await running(store, ANA, BEN)
    opening = match.state
    await show(store, match)
    match = await set_up(store, await late(store, match), opening)
    match = (await do(store, press.press, match.id, match.revision, ["roll"], ANA)).match
    await show(store, match)
    match = await late(store, match)
    assert match.state.table.benched == ()
    assert [command for _, command in await commands(store, match)] == ["timeout", "roll", "timeout"]


async def test_coming_back_counts_as_doing_something(store):
    match = await running(store, ANA, BEN)
    benched = replay(match.game, match.state, match.game.decide(match.state, 0, Bench(), lobby.dice_of(match)))
    match = await set_up(store, match, benched)
    match = (await do(store, press.press, match.id, match.revision, ["back"], ANA)).match
    while actor(match) == 1:
        match = await set_up(store, match, match.game.new(2, match.game.Options(), lobby.dice_of(match)))
    await show(store, match)
    assert (await late(store, match)).state.table.benched == ()


async def test_without_a_warning_time_is_never_up(store):
    match = await running(store, ANA, BEN)
    await show(store, match)
    await pass_by(store, days=2)
    before = await everything(store, *MATCHES)
    assert await do(store, clock.run_out, match.id) is None
    assert await everything(store, *MATCHES) == before


async def test_time_that_is_not_up_ends_nothing(store):
    match = await running(store, ANA, BEN)
    await show(store, match)
    await warn(store, match)
    assert await do(store, clock.run_out, match.id) is None
    assert await do(store, clock.run_out, 404) is None
    assert await kept(store, match) == replace(match, opening=None)


@pytest.mark.parametrize("game_id", GAMES)
async def test_two_workers_let_a_clock_run_out_once(store, game_id):
    """F19."""
    match = await begun(store, game_id)
    await warn(store, match)
    await pass_by(store, minutes=1)
    first, second = await meeting(
        store, lambda tx: clock.run_out(tx, match.id), lambda: do(store, clock.run_out, match.id)
    )
    assert (first.turn, second) == (match.turn + 1, None)
    assert await do(store, clock.run_out, match.id) is None
    assert await commands(store, match) == [(actor(match), "timeout")]


async def test_whoever_keeps_time_waits_for_nobody_who_is_at_a_match(store):
    match = await running(store, ANA, BEN)
    await show(store, match)
    await warn(store, match)
    await pass_by(store, minutes=1)
    async with store.transaction() as tx:
        await tx.match(match.id)
        assert await asyncio.wait_for(do(store, clock.run_out, match.id), 30) is None
    assert (await do(store, clock.run_out, match.id)).turn == match.turn + 1


@pytest.mark.parametrize("is_first", [True, False], ids=["the press first", "time first"])
async def test_a_press_and_the_end_of_its_time_at_once_are_one_of_both(store, is_first):
    match = await running(store, ANA, BEN)
    await show(store, match)
    await warn(store, match)
    await pass_by(store, minutes=1)

    async def rolled(tx):
        return await press.press(tx, match.id, match.revision, ["roll"], ANA)

    async def ran_out(tx):
        return await clock.run_out(tx, match.id)

    async def alone(use_case):
        async with store.transaction() as tx:
            return await use_case(tx)

    both = (rolled, ran_out) if is_first else (ran_out, rolled)
    _, second = await meeting(store, both[0], lambda: alone(both[1]))
    assert getattr(second, "reason", second) == (None if is_first else "stale")
    assert [command for _, command in await commands(store, match)] == ["roll" if is_first else "timeout"]


async def test_a_computer_is_not_warned_and_plays_when_its_moment_has_come(store):
    match = await running(store, ANA, BEN)
    match = await set_up(store, replace(match, seats=(Computer("easy"), BEN)), match.state)
    await show(store, match)
    assert await do(store, clock.run_out, match.id) is None
    await pass_by(store, seconds=3)
    assert await store.next_warning(match.id) is None
    await do(store, clock.run_out, match.id)
    assert await commands(store, match) == [(0, "roll")]


async def test_a_computer_is_passed_over_and_never_benched(store):
    """It would not come back."""
    match = await running(store, ANA, BEN)
    match = await set_up(store, replace(match, seats=(Computer("easy"), BEN)), match.state)
    after = (await do(store, clock.skip, match.place, HAN, is_admin=True)).match
    assert after.state.table.benched == ()
    assert await commands(store, match) == [(0, "timeout")]


# The end of waiting


@pytest.mark.parametrize("game_id", GAMES)
async def test_a_game_that_everybody_is_away_from_sleeps_and_ends_after_a_week(store, game_id):
    match = await all_away(store, await begun(store, game_id))
    assert sorted(match.state.table.benched) == [0, 1, 2, 3]
    await pass_by(store, days=6, hours=23)
    assert await do(store, clock.run_out, match.id) is None
    await pass_by(store, hours=1)
    after = await do(store, clock.run_out, match.id)
    assert (after.status, after.turn, after.state) == ("expired", match.turn + 1, match.state)
    assert await do(store, clock.run_out, match.id) is None
    assert (await do(store, lobby.join, match.place, BEN)).did == "opened"


@pytest.mark.parametrize("game_id", GAMES)
async def test_whoever_comes_back_wakes_a_sleeping_game(store, game_id):
    match = await all_away(store, await begun(store, game_id, ANA, BEN))
    await pass_by(store, days=6)
    match = (await do(store, press.press, match.id, match.revision, ["back"], BEN)).match
    assert actor(match) == 1
    await show(store, match)
    assert (await do(store, clock.run_out, match.id), await store.next_warning(match.id)) == (None, None)
    await warn(store, match)


async def test_nobody_is_waited_for_where_a_match_is_suspended_or_over(store):
    match = await running(store, ANA, BEN)
    for still in (replace(match, suspended="offered"), replace(match, status="finished")):
        assert clock.allowance(still, "normal") is None


async def test_a_sleeping_game_ends_also_where_turns_have_no_limit(store):
    match = await running(store, ANA, BEN)
    await set_pace(store, "none")
    away = replay(match.game, match.state, match.game.decide(match.state, 0, Bench(), lobby.dice_of(match)))
    away = replay(match.game, away, match.game.decide(away, 1, Bench(), lobby.dice_of(match)))
    await show(store, await set_up(store, match, away))
    await pass_by(store, days=7)
    assert (await do(store, clock.run_out, match.id)).status == "expired"


async def test_a_lobby_nobody_touches_expires_in_an_hour_and_another_can_be_opened(store):
    """F20."""
    table = await waiting(store, ANA, BEN)
    await show(store, table)
    await pass_by(store, minutes=59)
    table = (await do(store, lobby.join_match, table.id, CLEO)).match
    assert await do(store, clock.run_out, table.id) is None
    await show(store, table)
    await pass_by(store, minutes=59)
    assert await do(store, clock.run_out, table.id) is None
    await pass_by(store, minutes=1)
    after = await do(store, clock.run_out, table.id)
    assert (after.status, after.turn, after.seats) == ("expired", 0, table.seats)
    assert await refusal(store, lobby.start, table.place, ANA) == "no_match"
    assert (await do(store, lobby.join, table.place, ANA)).did == "opened"


# Going on without somebody


@pytest.mark.parametrize("game_id", GAMES)
async def test_the_host_and_admins_go_on_without_somebody_at_once(store, game_id):
    """A3."""
    match = await begun(store, game_id)
    absent = next(seat for seat in (1, 2, 3))
    while actor(match) != absent:
        match = await late(store, match)
    outcome = await do(store, clock.skip, match.place, ANA, is_admin=False)
    assert (outcome.did, outcome.match.state.table.benched) == ("skipped", (absent,))
    assert (outcome.moves[0].seat, outcome.moves[0].command) == (absent, "bench")
    following = actor(outcome.match)
    outcome = await do(store, clock.skip, match.place, HAN, is_admin=True)
    assert outcome.match.state.table.benched == (absent, following)
    assert await kept(store, match) == outcome.match


async def test_others_may_go_on_once_somebody_was_warned_or_after_ten_minutes(store):
    match = await running(store, ANA, BEN, CLEO)
    await show(store, match)
    await pass_by(store, minutes=2)
    assert await refusal(store, clock.skip, match.place, BEN, is_admin=False) == "too_early"
    await store.keep_warned(await store.next_warning(match.id))
    match = (await do(store, clock.skip_match, match.id, match.revision, CLEO, is_admin=False)).match
    assert match.state.table.benched == (0,)
    await set_pace(store, "none")
    await show(store, match)
    await pass_by(store, minutes=9)
    assert await refusal(store, clock.skip, match.place, CLEO, is_admin=False) == "too_early"
    await pass_by(store, minutes=1)
    assert (await do(store, clock.skip, match.place, CLEO, is_admin=False)).match.state.table.benched == (0, 1)


async def test_where_the_board_was_not_shown_others_have_not_waited(store):
    match = await running(store, ANA, BEN)
    assert await refusal(store, clock.skip, match.place, BEN, is_admin=False) == "too_early"


async def test_who_is_to_act_plays_or_leaves_and_does_not_skip(store):
    """Or whoever fears for a tile would let the turn go by."""
    match = await running(store, ANA, BEN)
    await show(store, match)
    await warn(store, match)
    before = await everything(store, *MATCHES)
    assert await refusal(store, clock.skip, match.place, ANA, is_admin=True) == "own_turn"
    assert await refusal(store, clock.skip_match, match.id, match.revision, ANA, is_admin=False) == "own_turn"
    assert await everything(store, *MATCHES) == before


async def test_who_has_no_seat_or_left_goes_on_without_nobody(store):
    match = await running(store, ANA, BEN, CLEO)
    match = (await do(store, press.leave, match.id, CLEO, 2, is_sure=True)).match
    await show(store, match)
    await warn(store, match)
    for person in (HAN, CLEO):
        assert await refusal(store, clock.skip, match.place, person, is_admin=False) == "host_only"


async def test_going_on_is_refused_where_nobody_is_waited_for(store):
    table = await waiting(store, ANA, BEN)
    assert await refusal(store, clock.skip, table.place, ANA, is_admin=False) == "not_running"
    match = await begin(store, table)
    assert await refusal(store, clock.skip_match, match.id, match.revision - 1, ANA, is_admin=True) == "stale"
    away = replay(match.game, match.state, match.game.decide(match.state, 0, Bench(), lobby.dice_of(match)))
    away = replay(match.game, away, match.game.decide(away, 1, Bench(), lobby.dice_of(match)))
    await set_up(store, match, away)
    assert await refusal(store, clock.skip, table.place, ANA, is_admin=False) == "nobody_to_act"
    await do(store, press.stop, match.id, ANA, is_sure=True, is_admin=False)
    assert await refusal(store, clock.skip, table.place, ANA, is_admin=False) == "no_match"
    assert await refusal(store, clock.skip_match, match.id, match.revision, ANA, is_admin=False) == "match_gone"


# Coming and going in all games


@pytest.mark.parametrize("game_id", GAMES)
async def test_who_leaves_out_of_turn_moves_no_turn_and_who_leaves_in_turn_passes_it_on(store, game_id):
    """F14."""
    match = await begun(store, game_id)
    acting = actor(match)
    other = (acting + 2) % 4
    after = (await do(store, press.leave, match.id, match.seats[other], other, is_sure=True)).match
    assert (actor(after), after.turn) == (acting, match.turn)
    after = (await do(store, press.leave, match.id, match.seats[acting], acting, is_sure=True)).match
    assert (actor(after), after.turn) == ((acting + 1) % 4, match.turn + 1)
    for seat in (other, acting):
        assert await refusal(store, press.press, match.id, after.revision, ["roll"], match.seats[seat]) == "left"


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("count", [2, 3])
async def test_who_leaves_instead_of_the_very_last_move_ends_the_match_or_lets_it_go_on(store, game_id, count):
    """F15."""
    match = await begun(store, game_id, *PEOPLE[:count])
    last = rest(match)[-1]
    match = await set_up(store, match, last.before)
    after = (await do(store, press.leave, match.id, match.seats[last.seat], last.seat, is_sure=True)).match
    assert after.status == ("finished" if match.game.result(after.state).is_over else "running")
    assert count > 2 or not after.is_open
    over = rest(after)[-1].after if after.is_open else after.state
    assert match.game.result(over).is_over
    assert match.game.result(over).ranking[-1] == (last.seat,)


def rest(match) -> Sequence[Move]:
    """How the match could go on to its end."""
    return tuple(played_on(match.game, match.state, dice_of(match.id), Random(match.id)))
