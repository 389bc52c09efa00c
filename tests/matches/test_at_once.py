"""Two people, or one twice, at the same instant: two transactions of which the second meets the first uncommitted."""

import asyncio
from functools import partial

import pytest

from bot.matches import lobby, places, press, privacy
from bot.matches.match import SEAL_TURN
from bot.matches.ports import Conflict
from bot.store import SqlStore, connect
from engine import Refused
from tests.matches.tables import (
    ANA,
    BEN,
    CLEO,
    DAN,
    EVA,
    FAY,
    GIL,
    GROUP,
    HAN,
    do,
    everything,
    kept,
    meeting,
    moves_of,
    place,
    refusal,
    running,
    show,
    waiting,
)

LAST = "grill 21\nkept 1 1 1 W W\nthrown 4 4 3"  # whose turn it is takes the last tile


@pytest.fixture
async def other(database):
    """A second process on the same database."""
    store = SqlStore(connect(database))
    yield store
    await store.close()


async def test_join_by_command_and_by_button_at_once_is_one_seat(store, other):
    """F09."""
    match = await waiting(store, ANA)
    here = match.place
    outcome, refused = await meeting(
        store, lambda tx: lobby.join(tx, here, BEN), partial(do, other, lobby.join_match, match.id, BEN)
    )
    assert outcome.did == "joined"
    assert isinstance(refused, Refused)
    assert refused.reason == "already_seated"
    assert (await kept(store, match)).seats == (ANA, BEN)


async def test_two_who_join_at_once_both_have_a_seat(store, other):
    """F09, F12: who waited for the lock must not overwrite the seat that was taken meanwhile."""
    match = await waiting(store, ANA)
    await meeting(
        store,
        lambda tx: lobby.join_match(tx, match.id, BEN),
        partial(do, other, lobby.join_match, match.id, CLEO),
    )
    assert (await kept(store, match)).seats == (ANA, BEN, CLEO)


async def test_one_leaves_while_another_joins(store, other):
    match = await waiting(store, ANA, BEN)
    await meeting(
        store,
        lambda tx: lobby.leave_match(tx, match.id, ANA),
        partial(do, other, lobby.join_match, match.id, CLEO),
    )
    after = await kept(store, match)
    assert (after.seats, after.host) == ((BEN, CLEO), BEN.id)


async def test_two_who_open_at_once_open_one_lobby(store, other):
    """F21: the second hears of the conflict and, asked again, takes a seat."""
    here = await place(store)
    _, conflict = await meeting(store, lambda tx: lobby.join(tx, here, ANA), partial(do, other, lobby.join, here, BEN))
    assert isinstance(conflict, Conflict)
    again = await do(other, lobby.join, here, BEN)
    assert (again.did, again.match.seats) == ("joined", (ANA, BEN))


async def test_who_joins_while_it_starts_is_told_that_it_has_begun(store, other):
    """F10, start first."""
    match = await waiting(store, ANA, BEN)
    _, refused = await meeting(
        store,
        lambda tx: lobby.start_match(tx, match.id, ANA),
        partial(refusal, other, lobby.join_match, match.id, CLEO),
    )
    assert refused == "already_running"
    after = await kept(store, match)
    assert (after.status, after.seats) == ("sealed", (ANA, BEN))


async def test_who_joined_just_before_the_start_is_dealt_in(store, other):
    """F10, join first."""
    match = await waiting(store, ANA, BEN)
    _, outcome = await meeting(
        store,
        lambda tx: lobby.join_match(tx, match.id, CLEO),
        partial(do, other, lobby.start_match, match.id, ANA),
    )
    assert outcome.did == "sealed"
    after = (await do(store, lobby.begin, match.id, 43)).match
    assert (after.seats, after.state.table.seats) == ((ANA, BEN, CLEO), 3)


async def test_start_twice_at_once_is_one_start(store, other):
    """F11."""
    match = await waiting(store, ANA, BEN)
    outcome, refused = await meeting(
        store,
        lambda tx: lobby.start_match(tx, match.id, ANA),
        partial(refusal, other, lobby.start, match.place, BEN),
    )
    assert (outcome.did, refused) == ("sealed", "already_running")
    after = await kept(store, match)
    assert (after.revision, after.turn, after.status) == (match.revision + 1, SEAL_TURN, "sealed")


async def test_a_lot_taken_twice_at_once_counts_once(store, other):
    """Two processes each have seen a 🎰; the first one kept counts."""
    match = await waiting(store, ANA, BEN)
    await do(store, lobby.start_match, match.id, ANA)
    outcome, refused = await meeting(
        store,
        lambda tx: lobby.begin(tx, match.id, 7),
        partial(refusal, other, lobby.begin, match.id, 43),
    )
    assert (outcome.did, refused) == ("began", "already_running")
    assert (await kept(store, match)).fairness == outcome.match.fairness
    assert outcome.match.fairness.lot == 7


async def test_of_two_who_would_throw_the_lot_at_once_one_may(store, other):
    match = await waiting(store, ANA, BEN)
    await do(store, lobby.start_match, match.id, ANA)
    first, second = await meeting(
        store, lambda tx: lobby.throw(tx, match.id), partial(do, other, lobby.throw, match.id)
    )
    assert first is None
    assert second is not None
    assert 0 <= second < 60


async def test_seven_who_join_at_once_have_seven_seats_and_the_eighth_none(store, other):
    """F12."""
    match = await waiting(store, ANA)
    joining = [
        refusal(home, lobby.join_match, match.id, person)
        for person, home in zip((BEN, CLEO, DAN, EVA, FAY, GIL, HAN), [store, other] * 4, strict=False)
    ]
    assert sorted(await asyncio.gather(*joining), key=str) == [*[None] * 6, "table_full"]
    assert len((await kept(store, match)).seats) == 7


async def test_of_two_presses_at_once_one_counts(store, other):
    """F01: two processes, one press each for the same revision."""
    match = await running(store, ANA, BEN)
    outcome, refused = await meeting(
        store,
        lambda tx: press.press(tx, match.id, match.revision, ["roll"], ANA),
        partial(refusal, other, press.press, match.id, match.revision, ["roll"], ANA),
    )
    assert (outcome.did, refused) == ("played", "stale")
    assert [move.command for move in await moves_of(store, match)] == ["roll"]
    assert await kept(store, match) == outcome.match


async def test_a_press_whose_rival_fails_counts_with_the_same_dice(store, other):
    """F57: who waited for a transaction that was rolled back throws what that one would have thrown."""
    match = await running(store, ANA, BEN)
    thrown = []

    async def crash(tx):
        thrown.append(await press.press(tx, match.id, match.revision, ["roll"], ANA))
        raise RuntimeError

    with pytest.raises(RuntimeError):
        await do(store, crash)
    outcome = await do(other, press.press, match.id, match.revision, ["roll"], ANA)
    assert outcome == thrown[0]


async def test_a_new_persons_first_two_updates_in_parallel_make_one_row(store, other):
    """F65."""
    first, second = await place(store), await place(store, GROUP - 1)
    outcome, also = await meeting(
        store, lambda tx: lobby.join(tx, first, ANA), partial(do, other, lobby.join, second, ANA)
    )
    assert (outcome.did, also.did) == ("opened", "opened")
    assert len(await everything(store, "people")) == 1


async def test_a_new_chats_first_two_updates_in_parallel_make_one_row(store, other):
    async def find(tx):
        return await tx.chat(GROUP, "group")

    assert len(set(await meeting(store, find, partial(do, other, find)))) == 1
    assert len(await everything(store, "chats")) == 1


# What was open when somebody looked, and is over when they have waited for it


async def ended(tx, match):
    return await press.stop(tx, match.id, ANA, is_sure=True, is_admin=False)


async def test_who_is_forgotten_while_their_match_is_stopped_is_forgotten(store, other):
    match = await running(store, ANA, BEN)
    _, left = await meeting(store, partial(ended, match=match), partial(do, other, privacy.forget, ANA))
    assert left == []
    assert (await kept(store, match)).seats[0].is_forgotten


async def test_a_match_that_ends_while_its_group_moves_ends_no_other_one(store, other):
    """F42: the one at the new address goes on."""
    ours, theirs = await running(store, ANA, BEN), await running(store, ANA, BEN, telegram_id=GROUP - 1)
    await meeting(store, partial(ended, match=ours), partial(do, other, places.move, GROUP, GROUP - 1))
    assert ((await kept(store, ours)).status, (await kept(store, theirs)).status) == ("stopped", "running")


async def test_a_match_that_two_wake_at_once_goes_on_once(store, other):
    match = await running(store, ANA, BEN)
    await show(store, match)
    await do(store, places.topic_closed, GROUP, 0)
    first, second = await meeting(
        store, lambda tx: places.heard(tx, GROUP, 0), partial(do, other, places.heard, GROUP, 0)
    )
    assert ([outcome.old_message for outcome in first], second) == ([100], ())


# Counting


async def take_the_last(tx, match):
    return await press.press(tx, match.id, match.revision, ["keep 4", "take 21"], ANA)


async def test_of_two_matches_that_end_at_once_both_are_rated(store, other):
    first, second = [await running(store, ANA, BEN, position=LAST, topic=topic) for topic in (1, 2)]
    await meeting(store, partial(take_the_last, match=first), partial(do, other, take_the_last, second))
    once = await running(store, ANA, BEN, position=LAST, telegram_id=GROUP - 1)
    await do(store, take_the_last, once)
    async with store.transaction() as tx:
        twice_rated, once_rated = await tx.ratings(first), await tx.ratings(once)
    assert twice_rated[ANA.id].mu > once_rated[ANA.id].mu
    assert twice_rated[BEN.id].mu < once_rated[BEN.id].mu


@pytest.mark.parametrize("is_counted_out_first", [True, False])
async def test_nothing_is_kept_of_who_has_themselves_counted_out_while_their_match_ends(
    store, other, is_counted_out_first
):
    match = await running(store, ANA, BEN, position=LAST)

    async def count_out(tx):
        await tx.count(ANA, is_counted=False)

    ending = partial(take_the_last, match=match)
    first, second = (count_out, ending) if is_counted_out_first else (ending, count_out)
    await meeting(store, first, partial(do, other, second))
    rows = "".join(row for table in await everything(store, "results", "ratings") for row in table)
    assert (str(ANA.id) in rows, str(BEN.id) in rows) == (False, True)
