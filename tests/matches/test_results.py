"""What remains of a match that was played out: places, what happened in it, and ratings."""

# ruff: noqa: SIM300  house style: the expected value stands first

import pytest
from msgspec.structs import replace

from bot.matches import clock, lobby, press, settings
from bot.matches.match import Computer, Move
from bot.matches.results import rated, results_of
from bot.matches.statistics import Rating, Result, Sums
from bot.matches.tally import Tally, tallies
from engine.parts.tile_turn import DiceThrown, TileSnatched, TileTaken, TurnFailed
from tests.engine.table import placed
from tests.matches.tables import ANA, BEN, CLEO, begin, do, moves_of, refusal, running, set_up, waiting


def _turn(number: int, *events: object) -> Move:
    return Move(number, number, 0, "roll", events)


def test_turns_failures_streaks_and_snatches_are_counted_for_each_seat():
    moves = [
        _turn(1, DiceThrown(0, (1, 2)), TileTaken(0, 21)),
        _turn(2, DiceThrown(1, (1, 2)), TurnFailed(1, "nothing_new")),
        _turn(3, DiceThrown(0, (1, 2)), TileSnatched(0, 22, 1)),
        _turn(4, DiceThrown(1, (1, 2)), DiceThrown(1, (3,)), TileTaken(1, 23)),
        _turn(5, DiceThrown(0, (1, 2)), TurnFailed(0, "gave_up")),
    ]
    expected = (Tally(3, 1, 1, streak=0, longest=2), Tally(2, 1, 0, streak=1, longest=1), Tally())
    assert expected == tallies(3, moves)


def test_a_turn_in_which_nothing_was_thrown_does_not_count():
    assert (Tally(), Tally()) == tallies(2, [_turn(1), _turn(2)])


LAST = "grill 21\nkept 1 1 1 W W\nthrown 4 4 3"


async def _finished(store, *people, position: str = LAST):
    """A match whose first player takes the last tile."""
    match = await running(store, *people)
    match = await set_up(store, match, placed(position, " ".join(person.name for person in people), "heckmeck"))
    return (await do(store, press.press, match.id, match.revision, ["keep 4", "take 21"], people[0])).match


async def test_equal_seats_share_a_place_and_the_next_place_counts_them_all(store):
    """F23"""
    match = await _finished(store, ANA, BEN, CLEO, position=LAST.replace("grill 21", "grill 21\nstack Ben 22"))
    assert "finished" == match.status
    places = [result.place for result in results_of(match, await moves_of(store, match))]
    assert [2, 1, 3] == places
    tied = replace(match, state=placed("grill", "Ana Ben Cleo", "heckmeck"))
    assert [1, 1, 1] == [result.place for result in results_of(tied, ())]


async def test_results_and_ratings_are_kept_when_the_match_ends(store):
    match = await _finished(store, ANA, BEN)
    async with store.transaction() as tx:
        assert (Sums("heckmeck", 1, 1, 1, 0, 0),) == await tx.sums(ANA.id, match.place.chat)
        assert (Sums("heckmeck", 1, 0, 0, 0, 0),) == await tx.sums(BEN.id)
        assert () == await tx.sums(BEN.id, match.place.chat + 1)
        best, worst = await tx.top(match.place.chat, "heckmeck")
        assert ("Ana", "Ben") == (best.name, worst.name)
        assert best.rating.shown > 1000 > worst.rating.shown
        assert [("Ana",)] == [past.winners for past in await tx.history(match.place)]


async def test_who_leaves_pays_with_the_rating(store):
    match = await running(store, ANA, BEN)
    over = (await do(store, press.leave, match.id, ANA, 0, is_sure=True)).match
    assert "finished" == over.status
    async with store.transaction() as tx:
        assert ["Ben", "Ana"] == [ranked.name for ranked in await tx.top(match.place.chat, "heckmeck")]


async def test_who_never_came_is_not_counted_and_nobody_is_rated_by_beating_them(store):
    """Else whoever presses "Play again" and Start while the others are away would win by passing over them."""
    over = await running(store, ANA, BEN)
    await do(store, press.stop, over.id, ANA, is_sure=True, is_admin=False)
    match = await begin(store, (await do(store, lobby.again, over.id, ANA)).match)
    assert BEN == match.seats[match.game.to_act(match.state)]
    match = (await do(store, clock.skip, match.place, ANA, is_admin=False)).match
    match = await set_up(store, match, placed(f"{LAST}\nto_act Ana\nbenched Ben", "Ben Ana", "heckmeck"))
    match = (await do(store, press.press, match.id, match.revision, ["keep 4", "take 21"], ANA)).match
    assert "finished" == match.status
    async with store.transaction() as tx:
        assert (1, ()) == (len(await tx.sums(ANA.id)), await tx.sums(BEN.id))
        assert {} == await tx.ratings(match)


async def test_a_stopped_match_counts_for_nobody(store):
    match = await running(store, ANA, BEN)
    await do(store, press.stop, match.id, ANA, is_sure=True, is_admin=False)
    async with store.transaction() as tx:
        assert ((), (), ()) == (
            await tx.sums(ANA.id),
            await tx.top(match.place.chat, "heckmeck"),
            await tx.history(match.place),
        )


async def test_who_does_not_want_to_be_counted_is_struck_and_stays_so(store):
    match = await _finished(store, ANA, BEN)
    async with store.transaction() as tx:
        await tx.count(ANA, is_counted=False)
        assert () == await tx.sums(ANA.id)
        assert ["Ben"] == [ranked.name for ranked in await tx.top(match.place.chat, "heckmeck")]
    await _finished(store, ANA, BEN)
    async with store.transaction() as tx:
        assert () == await tx.sums(ANA.id)
        assert 2 == (await tx.sums(BEN.id))[0].matches
        await tx.count(ANA, is_counted=True)
    await _finished(store, ANA, BEN)
    async with store.transaction() as tx:
        assert 1 == (await tx.sums(ANA.id))[0].matches


@pytest.mark.parametrize("places", [(1, 2), (1, 2, 3), (1, 1, 3), (1, 2, 2, 4)])
def test_a_better_place_is_rated_higher_and_equal_places_alike(places: tuple[int, ...]):
    results = [Result(seat, seat, place, None, 0, 0) for seat, place in enumerate(places)]
    after = rated({}, results)
    assert sorted(places) == [places[seat] for seat in sorted(after, key=lambda seat: -after[seat].mu)]
    assert len(set(places)) == len({round(rating.mu, 9) for rating in after.values()})
    assert 1000 == Rating().shown


# Once more


async def test_playing_again_seats_who_stayed_with_the_same_house_rules_and_the_next_seat_first(store):
    table = await waiting(store, ANA, BEN, CLEO)
    await do(store, lobby.choose_option, table.id, ANA, "snatch", "forced", is_admin=False)
    match = await begin(store, table)
    await do(store, press.stop, match.id, ANA, is_sure=True, is_admin=False)
    opened = (await do(store, lobby.again, match.id, BEN)).match
    assert ("lobby", (BEN, CLEO, ANA), BEN.id) == (opened.status, opened.seats, opened.host)
    assert ("heckmeck", {"snatch": "forced"}) == (opened.game_id, opened.options)
    assert opened.fairness.seed != match.fairness.seed


async def test_playing_again_seats_nobody_who_left(store):
    match = await running(store, ANA, BEN, CLEO)
    await do(store, press.leave, match.id, ANA, 0, is_sure=True)
    over = (await do(store, press.leave, match.id, BEN, 1, is_sure=True)).match
    assert "finished" == over.status
    assert (CLEO,) == (await do(store, lobby.again, match.id, CLEO)).match.seats


@pytest.mark.parametrize("computers", ["on", "off"])
async def test_playing_again_seats_computers_where_the_group_has_any(store, computers):
    table = await waiting(store, ANA)
    await do(store, lobby.seat_computer, table.id, ANA, "easy", is_admin=False)
    match = await begin(store, table)
    await do(store, press.stop, match.id, ANA, is_sure=True, is_admin=False)
    await do(store, settings.choose, match.place, ANA, "computers", computers, is_admin=True)
    seats = (await do(store, lobby.again, match.id, ANA)).match.seats
    assert {ANA, *[Computer("easy")] * (computers == "on")} == {*seats}


async def test_pressing_again_twice_opens_one_lobby(store):
    match = await _finished(store, ANA, BEN)
    await do(store, lobby.again, match.id, ANA)
    assert "already_seated" == await refusal(store, lobby.again, match.id, ANA)
    assert "already_seated" == await refusal(store, lobby.again, match.id, BEN)


async def test_who_did_not_play_cannot_play_again_and_a_match_must_be_over(store):
    match = await _finished(store, ANA, BEN)
    assert "not_seated" == await refusal(store, lobby.again, match.id, CLEO)
    other = await waiting(store, ANA, telegram_id=-77)
    assert "match_gone" == await refusal(store, lobby.again, other.id, ANA)
