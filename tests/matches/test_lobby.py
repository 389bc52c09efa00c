"""The lobby: who may do what in it, and what it becomes."""

import pytest
from msgspec.structs import replace

from bot.matches import lobby, press
from bot.matches.match import Computer, Person
from engine.dice import Fair
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
    MATCHES,
    begin,
    do,
    everything,
    kept,
    place,
    refusal,
    running,
    waiting,
)


async def test_who_joins_where_nothing_is_open_opens_a_lobby_and_is_its_host(store):
    outcome = await do(store, lobby.join, await place(store), ANA)
    match = outcome.match
    assert outcome.did == "opened"
    assert (match.status, match.game_id, match.host, match.seats) == ("lobby", "heckmeck", ANA.id, (ANA,))
    assert (match.revision, match.turn, match.state, match.address) == (1, 0, None, GROUP)
    assert await kept(store, match) == match


async def test_ids_beyond_32_bits_are_kept(store):
    """F56."""
    largest = 2**52 - 1
    host = Person(largest, "Max")
    match = (await do(store, lobby.join, await place(store, -largest, topic=largest), host)).match
    after = await kept(store, match)
    assert (after.host, after.seats, after.address, after.place.topic) == (largest, (host,), -largest, largest)


async def test_every_match_has_a_seed_of_its_own(store):
    ones, others = await waiting(store, ANA), await waiting(store, ANA, topic=5)
    assert len(ones.fairness.seed) == len(others.fairness.seed) == 32
    assert ones.fairness.seed != others.fairness.seed


async def test_whoever_joins_next_sits_next(store):
    match = await waiting(store, ANA, BEN)
    outcome = await do(store, lobby.join_match, match.id, CLEO)
    assert (outcome.did, outcome.match.seats, outcome.match.revision) == ("joined", (ANA, BEN, CLEO), 3)
    assert await kept(store, match) == outcome.match


async def test_nobody_sits_twice(store):
    match = await waiting(store, ANA, BEN)
    before = await everything(store, *MATCHES)
    assert await refusal(store, lobby.join, match.place, BEN) == "already_seated"
    assert await refusal(store, lobby.join_match, match.id, ANA) == "already_seated"
    assert await everything(store, *MATCHES) == before


async def test_the_eighth_is_told_that_the_table_is_full(store):
    match = await waiting(store, ANA, BEN, CLEO, DAN, EVA, FAY, GIL)
    before = await everything(store, *MATCHES)
    assert await refusal(store, lobby.join_match, match.id, HAN) == "table_full"
    assert await everything(store, *MATCHES) == before


async def test_a_name_is_remembered_when_its_bearer_sits_down_again_elsewhere(store):
    match = await waiting(store, ANA)
    await waiting(store, Person(ANA.id, "Anna", "de"), topic=7)
    assert (await kept(store, match)).seats == (Person(ANA.id, "Anna", "de"),)


# Leaving


async def test_who_leaves_gives_the_seat_back(store):
    match = await waiting(store, ANA, BEN, CLEO)
    outcome = await do(store, lobby.leave_match, match.id, BEN)
    assert (outcome.did, outcome.match.seats, outcome.match.host) == ("left", (ANA, CLEO), ANA.id)
    assert await kept(store, match) == outcome.match


async def test_when_the_host_leaves_the_next_seat_is_host(store):
    match = await waiting(store, ANA, BEN, CLEO)
    outcome = await do(store, lobby.leave_match, match.id, ANA)
    assert (outcome.match.host, outcome.match.seats) == (BEN.id, (BEN, CLEO))
    assert await refusal(store, lobby.choose_option, match.id, ANA, "snatch", "forced", is_admin=False) == "host_only"
    assert await refusal(store, lobby.choose_option, match.id, BEN, "snatch", "forced", is_admin=False) is None


async def test_a_lobby_that_everybody_left_is_closed_and_the_next_one_can_be_opened(store):
    match = await waiting(store, ANA)
    outcome = await do(store, lobby.leave_match, match.id, ANA)
    assert (outcome.match.status, outcome.match.seats) == ("closed", ())
    assert await refusal(store, lobby.join_match, match.id, BEN) == "match_gone"
    assert (await do(store, lobby.join, match.place, BEN)).did == "opened"


async def test_computers_do_not_hold_a_lobby_open(store):
    match = await waiting(store, ANA, BEN)
    await do(store, lambda tx: tx.save(replace(match, seats=(Computer("easy"), ANA, BEN))))
    outcome = await do(store, lobby.leave_match, match.id, ANA)
    assert (outcome.match.host, outcome.match.seats) == (BEN.id, (Computer("easy"), BEN))
    outcome = await do(store, lobby.leave_match, match.id, BEN)
    assert (outcome.match.status, outcome.match.seats) == ("closed", ())


async def test_only_who_sits_can_leave(store):
    match = await waiting(store, ANA)
    assert await refusal(store, lobby.leave_match, match.id, BEN) == "not_seated"
    assert await refusal(store, press.leave_asked, match.place, BEN) == "not_seated"
    assert await refusal(store, press.leave_asked, await place(store, topic=9), BEN) == "no_match"


# House rules and games


@pytest.mark.parametrize(
    ("person", "is_admin", "refused"),
    [(ANA, False, None), (HAN, True, None), (BEN, False, "host_only"), (HAN, False, "host_only")],
)
async def test_the_host_and_admins_choose_the_game_and_its_house_rules(store, person, is_admin, refused):
    match = await waiting(store, ANA, BEN)
    assert refused == await refusal(store, lobby.choose_game, match.id, person, "heckmeck", is_admin=is_admin)
    assert refused == await refusal(store, lobby.choose_option, match.id, person, "snatch", "forced", is_admin=is_admin)
    assert (await kept(store, match)).options == ({} if refused else {"snatch": "forced"})


@pytest.mark.parametrize(
    ("name", "value"), [("snatch", "sometimes"), ("colour", "red"), ("", ""), ("starter", "FIRST")]
)
async def test_an_unknown_house_rule_is_refused(store, name, value):
    match = await waiting(store, ANA)
    assert await refusal(store, lobby.choose_option, match.id, ANA, name, value, is_admin=False) == "unknown_option"


async def test_an_unknown_game_is_refused(store):
    match = await waiting(store, ANA)
    assert await refusal(store, lobby.choose_game, match.id, ANA, "chess", is_admin=False) == "unknown_game"


async def test_another_game_begins_without_house_rules(store):
    match = await waiting(store, ANA)
    await do(store, lobby.choose_option, match.id, ANA, "snatch", "forced", is_admin=False)
    assert (await do(store, lobby.choose_game, match.id, ANA, "junior", is_admin=False)).match.options == {}


async def test_the_same_game_chosen_again_keeps_its_house_rules(store):
    match = await waiting(store, ANA)
    await do(store, lobby.choose_option, match.id, ANA, "snatch", "forced", is_admin=False)
    await do(store, lobby.choose_game, match.id, ANA, "heckmeck", is_admin=False)
    assert (await kept(store, match)).options == {"snatch": "forced"}


async def test_the_house_rules_chosen_are_those_played_by(store):
    match = await waiting(store, ANA, BEN)
    await do(store, lobby.choose_option, match.id, ANA, "snatch", "forced", is_admin=False)
    await do(store, lobby.choose_option, match.id, ANA, "lower_tile", "any", is_admin=False)
    options = (await begin(store, match)).state.options
    assert (options.snatch, options.lower_tile, options.starter) == ("forced", "any", "first")


# Salt


async def test_everybody_seated_may_add_one_word(store):
    match = await waiting(store, ANA, BEN)
    for person, word in ((BEN, "snow"), (ANA, "rain"), (BEN, "Gemu\u0308se🥕")):
        assert (await do(store, lobby.salt, match.place, person, word)).did == "salted"
    assert (await kept(store, match)).fairness.salts == ((0, "rain"), (1, "Gem\u00fcse🥕"))
    begun = await begin(store, match)
    same = Fair(begun.fairness.seed, str(match.id), 43, ["rain", "Gemüse🥕"])
    assert lobby.dice_of(begun).throw(8) == same.throw(8)


async def test_who_leaves_takes_the_word_along(store):
    match = await waiting(store, ANA, BEN, CLEO)
    for person in (ANA, BEN, CLEO):
        await do(store, lobby.salt, match.place, person, f"of{person.name}")
    outcome = await do(store, lobby.leave_match, match.id, BEN)
    assert outcome.match.fairness.salts == ((0, "ofAna"), (1, "ofCleo"))


@pytest.mark.parametrize(
    "word", ["", "two words", "<b>", "a#b", "@ana", "x" * 25, "\u202enoon", "a\u200bb", "a\0", "\n"]
)
async def test_what_is_no_word_is_no_salt(store, word):
    match = await waiting(store, ANA)
    assert await refusal(store, lobby.salt, match.place, ANA, word) == "no_word"


async def test_salt_comes_before_the_dice_are_sealed_and_from_who_sits(store):
    match = await waiting(store, ANA, BEN)
    assert await refusal(store, lobby.salt, match.place, HAN, "rain") == "not_seated"
    assert await refusal(store, lobby.salt, await place(store, topic=9), ANA, "rain") == "no_match"
    await do(store, lobby.start_match, match.id, ANA)
    assert await refusal(store, lobby.salt, match.place, ANA, "rain") == "already_running"


# Starting


async def test_the_match_begins_with_those_who_sit(store):
    match = await waiting(store, ANA, BEN, CLEO)
    outcome = await do(store, lobby.start, match.place, BEN)
    sealed = outcome.match
    assert (outcome.did, sealed.status, sealed.turn, sealed.revision) == ("sealed", "sealed", 1, match.revision + 1)
    assert (sealed.fairness, sealed.state) == (match.fairness, None)
    outcome = await do(store, lobby.begin, match.id, 43)
    begun = outcome.match
    assert (outcome.did, begun.status, begun.turn, begun.revision) == ("began", "running", 2, match.revision + 2)
    assert begun.fairness.lot == 43
    assert begun.opening == begun.state == begun.game.new(3, begun.game.Options(), lobby.dice_of(match))
    assert (await store.record(match.id)) == (begun, ())


async def test_the_lot_that_draws_who_begins_is_counted(store):
    match = await waiting(store, ANA, BEN)
    await do(store, lobby.choose_option, match.id, ANA, "starter", "random", is_admin=False)
    assert (await begin(store, match)).fairness.drawn == 1


async def test_one_is_too_few(store):
    match = await waiting(store, ANA)
    before = await everything(store, *MATCHES)
    assert await refusal(store, lobby.start, match.place, ANA) == "too_few"
    assert await refusal(store, lobby.start_match, match.id, ANA) == "too_few"
    assert await everything(store, *MATCHES) == before


async def test_who_does_not_sit_cannot_start(store):
    """F13."""
    match = await waiting(store, ANA, BEN)
    before = await everything(store, *MATCHES)
    assert await refusal(store, lobby.start, match.place, HAN) == "not_seated"
    assert await refusal(store, lobby.start_match, match.id, HAN) == "not_seated"
    assert await everything(store, *MATCHES) == before


async def test_there_is_nothing_to_start_where_nothing_is_open(store):
    assert await refusal(store, lobby.start, await place(store), ANA) == "no_match"
    assert await refusal(store, lobby.start_match, 12345, ANA) == "match_gone"


async def test_a_running_match_is_no_lobby_any_more(store):
    match = await running(store, ANA, BEN)
    before = await everything(store, *MATCHES)
    for refused in (
        await refusal(store, lobby.start, match.place, ANA),
        await refusal(store, lobby.start_match, match.id, ANA),
        await refusal(store, lobby.join, match.place, CLEO),
        await refusal(store, lobby.join_match, match.id, CLEO),
        await refusal(store, lobby.leave_match, match.id, BEN),
        await refusal(store, lobby.choose_game, match.id, ANA, "heckmeck", is_admin=True),
        await refusal(store, lobby.choose_option, match.id, ANA, "snatch", "forced", is_admin=True),
    ):
        assert refused == "already_running"
    assert await everything(store, *MATCHES) == before


async def test_topics_and_chats_have_matches_of_their_own(store):
    """F21, F22: one person plays everywhere at once."""
    places = [(GROUP, 0), (GROUP, 5), (GROUP - 1, 0)]
    matches = [await running(store, ANA, BEN, telegram_id=chat, topic=topic) for chat, topic in places]
    assert len({match.id for match in matches}) == 3
    moved = (await do(store, press.press, matches[1].id, matches[1].revision, ["roll"], ANA)).match
    assert [(await kept(store, match)).revision for match in matches] == [4, moved.revision, 4]
