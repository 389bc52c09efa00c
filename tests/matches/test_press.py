"""Playing by presses: what counts, what is refused, and what the bot plays on by itself."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.matches import lobby, press
from bot.matches.match import Computer, Person
from engine import replay
from engine.parts.turns import Back, Bench
from tests.matches.tables import (
    ANA,
    BEN,
    CLEO,
    DAN,
    GROUP,
    HAN,
    MATCHES,
    do,
    everything,
    kept,
    moves_of,
    place,
    play_to_the_end,
    refusal,
    running,
    sealed,
    waiting,
)

SIX = "grill 21 22 30\nkept 1 1 2 2 3 3 W"


async def test_a_press_is_kept_with_its_move(store):
    match = await running(store, ANA, BEN)
    outcome = await do(store, press.press, match.id, match.revision, ["roll"], ANA)
    move = outcome.moves[0]
    assert (outcome.did, move.command, move.seat, move.turn) == ("played", "roll", 0, match.turn)
    assert (move.revision, outcome.match.fairness.drawn) == (match.revision + 1, match.fairness.drawn + 1)
    assert await moves_of(store, match) == outcome.moves
    assert await kept(store, match) == outcome.match


async def test_a_compound_press_counts_as_its_commands(store):
    """`keep 5` and `take 21` in one press."""
    match = await running(store, ANA, BEN, position="grill 21 22\nkept 1 1 1 W W\nthrown 4 4 3")
    outcome = await do(store, press.press, match.id, match.revision, ["keep 4", "take 21"], ANA)
    assert [move.command for move in outcome.moves] == ["keep 4", "take 21"]
    assert [move.revision for move in outcome.moves] == [match.revision + 1, match.revision + 2]
    assert outcome.match.state.stacks == ((21,), ())
    assert await kept(store, match) == outcome.match


async def test_of_a_compound_press_all_counts_or_nothing(store):
    match = await running(store, ANA, BEN, position="grill 21 22\nkept 1 1 1 W W\nthrown 4 4 3")
    before = await everything(store, *MATCHES)
    assert await refusal(store, press.press, match.id, match.revision, ["keep 4", "take 22"], ANA) == "sum_too_low"
    assert await refusal(store, press.press, match.id, match.revision, ["keep 4", "roll", "roll"], ANA) is not None
    assert await everything(store, *MATCHES) == before


async def test_a_throw_that_a_refused_press_made_is_made_again_the_same(store):
    """Nothing is won by pressing `keep and roll and roll` to see the dice."""
    match = await running(store, ANA, BEN)
    await refusal(store, press.press, match.id, match.revision, ["roll", "roll"], ANA)
    assert (await kept(store, match)).fairness.drawn == match.fairness.drawn
    once = await do(store, press.press, match.id, match.revision, ["roll"], ANA)
    assert once.moves[0].events[0].faces == lobby.dice_of(match).throw(8)


async def test_a_lone_choice_is_played_on_but_a_throw_is_left_to_a_person(store):
    """The eighth die shows the only new symbol, and one tile can be taken with it."""
    match = await running(store, ANA, BEN, position=SIX, throws="4")
    outcome = await do(store, press.press, match.id, match.revision, ["roll"], ANA)
    assert [move.command for move in outcome.moves] == ["roll", "keep 4", "take 21"]
    assert {move.seat for move in outcome.moves} == {0}
    after = outcome.match
    assert (after.turn, after.revision, after.game.to_act(after.state)) == (match.turn + 1, match.revision + 3, 1)
    assert after.game.legal(after.state) == (after.game.read_command("roll"),)


async def test_a_failed_turn_passes_to_the_next_seat(store):
    match = await running(store, ANA, BEN, position=SIX, throws="1")
    outcome = await do(store, press.press, match.id, match.revision, ["roll"], ANA)
    assert [move.command for move in outcome.moves] == ["roll"]
    assert (outcome.match.turn, outcome.match.game.to_act(outcome.match.state)) == (match.turn + 1, 1)


async def test_the_last_tile_ends_the_match(store):
    match = await running(store, ANA, BEN, position="grill 21\nstack Ben 30\nkept 1 1 2 2 3 3 W", throws="4")
    outcome = await do(store, press.press, match.id, match.revision, ["roll"], ANA)
    over = outcome.match
    assert (over.status, over.turn, over.game.result(over.state).winners) == ("finished", match.turn + 1, (1,))
    assert await refusal(store, press.press, match.id, over.revision, ["roll"], BEN) == "match_gone"
    assert (await do(store, lobby.join, match.place, CLEO)).did == "opened"


# Refused presses


async def test_a_press_for_an_earlier_state_is_stale(store):
    """F02, F05: also the same press once more."""
    match = await running(store, ANA, BEN)
    await do(store, press.press, match.id, match.revision, ["roll"], ANA)
    before = await everything(store, *MATCHES)
    for revision in (match.revision, 0, match.revision + 99):
        assert await refusal(store, press.press, match.id, revision, ["roll"], ANA) == "stale"
    assert await everything(store, *MATCHES) == before


async def test_a_button_of_an_older_match_does_not_touch_the_newer_one(store):
    """F04."""
    old = await running(store, ANA, BEN)
    await do(store, press.stop, old.id, ANA, is_sure=True, is_admin=False)
    new = await running(store, ANA, BEN)
    before = await everything(store, *MATCHES)
    assert await refusal(store, press.press, old.id, new.revision, ["roll"], ANA) == "match_gone"
    assert await refusal(store, press.press, 10**15, 1, ["roll"], ANA) == "match_gone"
    assert await everything(store, *MATCHES) == before


async def test_a_press_is_judged_by_the_pressers_own_seat(store):
    """F06, F13."""
    match = await running(store, ANA, BEN)
    before = await everything(store, *MATCHES)
    assert await refusal(store, press.press, match.id, match.revision, ["roll"], BEN) == "not_your_turn"
    assert await refusal(store, press.press, match.id, match.revision, ["roll"], HAN) == "not_seated"
    assert await everything(store, *MATCHES) == before


async def test_there_is_nothing_to_play_in_a_lobby(store):
    match = await waiting(store, ANA, BEN)
    assert await refusal(store, press.press, match.id, match.revision, ["roll"], ANA) == "not_running"


@pytest.mark.parametrize(
    "wishes",
    [
        ["timeout"],
        ["bench"],
        ["leave"],
        ["roll", "leave"],
        ["timeout", "roll"],
        [""],
        ["keep"],
        ["keep 9"],
        ["keep W W"],
        ["take 99"],
        ["ROLL"],
        ["roll "],
        ["keep ٣"],
        ["\x00"],
        ["join"],
    ],
    ids=repr,
)
async def test_a_forged_press_is_unreadable(store, wishes):
    match = await running(store, ANA, BEN, position="grill 21 22\nkept 1 1 1 W W\nthrown 4 4 3")
    before = await everything(store, *MATCHES)
    assert await refusal(store, press.press, match.id, match.revision, wishes, ANA) == "unreadable_press"
    assert await everything(store, *MATCHES) == before


@given(wishes=st.lists(st.text(max_size=12), max_size=4))
@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
async def test_no_text_at_all_is_met_by_anything_but_a_refusal(store, wishes):
    match = await _once(store)
    if wishes:
        refused = await refusal(store, press.press, match.id, match.revision, wishes, BEN)
        assert refused in ("unreadable_press", "not_your_turn")


_matches = {}


async def _once(store):
    if store not in _matches:
        _matches.clear()
        _matches[store] = await running(store, ANA, BEN)
    return _matches[store]


# Names


async def test_a_name_is_remembered_at_a_press(store):
    match = await running(store, ANA, BEN)
    renamed = Person(ANA.id, "Anastasia", "de")
    outcome = await do(store, press.press, match.id, match.revision, ["roll"], renamed)
    assert outcome.match.seats == (replace(ANA, name="Anastasia"), BEN)
    assert (await kept(store, match)).seats == (renamed, BEN)


async def test_two_who_swap_their_names_keep_their_seats(store):
    """F54."""
    match = await running(store, ANA, BEN)
    await waiting(store, Person(ANA.id, "Ben"), Person(BEN.id, "Ana"), topic=3)
    assert (await kept(store, match)).seats == (Person(ANA.id, "Ben"), Person(BEN.id, "Ana"))


# Questions


async def test_a_question_is_put_on_the_board_and_the_next_command_answers_it(store):
    match = await running(store, ANA, BEN)
    outcome = await do(store, press.ask, match.id, match.revision, "stop", ANA, is_admin=False)
    assert (outcome.did, outcome.match.revision) == ("asked", match.revision)
    assert (await store.next_drawing(match.id)).scene.question == "stop"
    await do(store, press.press, match.id, match.revision, ["roll"], ANA)
    assert (await store.next_drawing(match.id)).scene.question == ""


async def test_a_question_is_taken_away(store):
    match = await running(store, ANA, BEN)
    await do(store, press.ask, match.id, match.revision, "stop", ANA, is_admin=False)
    outcome = await do(store, press.ask, match.id, match.revision, "", ANA, is_admin=False)
    assert outcome.did == "unasked"
    assert (await store.next_drawing(match.id)).scene.question == ""


async def test_a_question_is_asked_by_whoever_is_to_act(store):
    match = await running(store, ANA, BEN)
    assert await refusal(store, press.ask, match.id, match.revision, "stop", BEN, is_admin=False) == "not_your_turn"
    assert await refusal(store, press.ask, match.id, match.revision, "stop", HAN, is_admin=False) == "not_seated"
    assert await refusal(store, press.ask, match.id, match.revision - 1, "stop", ANA, is_admin=False) == "stale"
    assert (
        await refusal(store, press.ask, match.id, match.revision, "weather", ANA, is_admin=False) == "unreadable_press"
    )
    assert await refusal(store, press.ask, 99, 1, "stop", ANA, is_admin=False) == "match_gone"


async def test_in_a_lobby_the_host_and_admins_open_the_house_rules(store):
    """The buttons of a lobby are good for any revision of it."""
    match = await waiting(store, ANA, BEN)
    assert (await do(store, press.ask, match.id, 0, "rules", ANA, is_admin=False)).did == "asked"
    assert (await do(store, press.ask, match.id, 0, "rules", HAN, is_admin=True)).did == "asked"
    assert await refusal(store, press.ask, match.id, 0, "rules", BEN, is_admin=False) == "host_only"
    await do(store, lobby.choose_option, match.id, ANA, "snatch", "forced", is_admin=False)
    assert (await store.next_drawing(match.id)).scene.question == "rules"
    await do(store, lobby.start_match, match.id, ANA)
    assert (await store.next_drawing(match.id)).scene.question == ""


# Stopping


@pytest.mark.parametrize(
    ("begin", "status", "turn"), [(waiting, "closed", 0), (sealed, "closed", 2), (running, "stopped", 3)]
)
async def test_the_host_stops_a_match_and_a_new_one_can_be_opened(store, begin, status, turn):
    match = await begin(store, ANA, BEN)
    assert await do(store, press.stop_asked, match.place, ANA, is_admin=False) == await kept(store, match)
    outcome = await do(store, press.stop, match.id, ANA, is_sure=True, is_admin=False)
    assert (outcome.did, outcome.match.status, outcome.match.turn) == ("stopped", status, turn)
    assert await refusal(store, press.stop, match.id, ANA, is_sure=True, is_admin=False) == "match_gone"
    assert (await do(store, lobby.join, match.place, BEN)).did == "opened"


async def test_who_is_not_sure_stops_nothing(store):
    match = await running(store, ANA, BEN)
    before = await everything(store, *MATCHES)
    assert (await do(store, press.stop, match.id, ANA, is_sure=False, is_admin=False)).did == "unasked"
    assert await everything(store, *MATCHES) == before


async def test_an_admin_may_stop_and_nobody_else(store):
    match = await running(store, ANA, BEN)
    assert await refusal(store, press.stop_asked, match.place, BEN, is_admin=False) == "host_only"
    assert await refusal(store, press.stop, match.id, HAN, is_sure=True, is_admin=False) == "host_only"
    assert await refusal(store, press.stop, match.id, HAN, is_sure=True, is_admin=True) is None
    assert await refusal(store, press.stop_asked, match.place, ANA, is_admin=False) == "no_match"


# The board


async def test_the_board_is_sent_anew(store):
    match = await running(store, ANA, BEN)
    assert (await do(store, press.shown, match.place)).match == await kept(store, match)
    assert await refusal(store, press.shown, await place(store, topic=8)) == "no_match"


async def test_the_message_of_sealed_dice_stays_as_it_is(store):
    """Neither sent anew nor left or pressed on: the first board comes in a moment."""
    match = await sealed(store, ANA, BEN)
    before = await everything(store, *MATCHES)
    for refused in (
        await refusal(store, press.shown, match.place),
        await refusal(store, press.leave_asked, match.place, ANA),
        await refusal(store, press.press, match.id, match.revision, ["roll"], ANA),
        await refusal(store, press.ask, match.id, match.revision, "stop", ANA, is_admin=True),
    ):
        assert refused == "beginning"
    assert await everything(store, *MATCHES) == before


# Leaving and being away


async def test_who_leaves_out_of_turn_does_not_move_the_turn(store):
    """F14: A, B, C, D sit, C is to act, A leaves: still C. C leaves: D."""
    match = await running(store, ANA, BEN, CLEO, DAN, position="grill 21 30\nto_act Cleo")
    after = (await do(store, press.leave, match.id, ANA, 0, is_sure=True)).match
    assert (after.game.to_act(after.state), after.turn, after.status) == (2, match.turn, "running")
    after = (await do(store, press.leave, match.id, CLEO, 2, is_sure=True)).match
    assert (after.game.to_act(after.state), after.turn) == (3, match.turn + 1)
    assert await kept(store, match) == after


async def test_who_left_for_good_can_do_nothing_any_more(store):
    """F17."""
    match = await running(store, ANA, BEN, CLEO)
    after = (await do(store, press.leave, match.id, ANA, 0, is_sure=True)).match
    for wish in ("roll", "back"):
        assert await refusal(store, press.press, match.id, after.revision, [wish], ANA) == "left"
    assert await refusal(store, press.leave, match.id, ANA, 0, is_sure=True) == "left"
    assert await refusal(store, lobby.join, match.place, ANA) == "already_running"


async def test_only_who_was_asked_leaves_and_only_when_sure(store):
    match = await running(store, ANA, BEN, CLEO)
    before = await kept(store, match)
    assert await refusal(store, press.leave, match.id, BEN, 0, is_sure=True) == "not_asked"
    assert await refusal(store, press.leave, match.id, HAN, 0, is_sure=True) == "not_seated"
    assert (await do(store, press.leave, match.id, ANA, 0, is_sure=False)).did == "unasked"
    assert await kept(store, match) == before


async def test_when_the_host_leaves_a_running_match_the_next_seat_that_stays_is_host(store):
    match = await running(store, ANA, BEN, CLEO, DAN)
    await do(store, press.leave, match.id, BEN, 1, is_sure=True)
    assert (await do(store, press.leave, match.id, ANA, 0, is_sure=True)).match.host == CLEO.id


async def test_a_computer_is_never_host(store):
    match = await running(store, ANA, BEN, CLEO)
    match = replace(match, seats=(ANA, Computer("easy"), CLEO))
    await do(store, lambda tx: tx.save(match))
    assert (await do(store, press.leave, match.id, ANA, 0, is_sure=True)).match.host == CLEO.id


@pytest.mark.parametrize("chain", [["roll", "stop"], ["roll", "keep 1"], ["roll", "keep W", "roll"], ["roll", "roll"]])
async def test_nothing_can_be_asked_for_behind_a_throw(store, chain):
    """A refusal never depends on dice, so that nobody learns of a throw that has not counted."""
    match = await running(store, ANA, BEN)
    before = await kept(store, match)
    assert await refusal(store, press.press, match.id, match.revision, chain, ANA) == "unreadable_press"
    assert await kept(store, match) == before


async def test_the_last_but_one_who_leaves_ends_the_match(store):
    """F15."""
    match = await running(store, ANA, BEN)
    after = (await do(store, press.leave, match.id, ANA, 0, is_sure=True)).match
    assert (after.status, after.game.result(after.state).winners) == ("finished", (1,))


async def test_leaving_on_the_very_last_turn_lets_the_others_go_on(store):
    """F15."""
    match = await running(store, ANA, BEN, CLEO, position="grill 21\nstack Ben 30\nkept 1 1 2 2 3 3 W")
    after = (await do(store, press.leave, match.id, ANA, 0, is_sure=True)).match
    assert (after.status, after.game.to_act(after.state)) == ("running", 1)
    assert (await play_to_the_end(store, after)).status == "finished"


async def test_who_is_benched_comes_back_by_a_press(store):
    """F17."""
    match = await running(store, ANA, BEN, CLEO)
    state = replay(match.game, match.state, match.game.decide(match.state, 1, Bench(), lobby.dice_of(match)))
    async with store.transaction() as tx:
        await tx.save(replace(match, state=state))
    assert await refusal(store, press.press, match.id, match.revision, ["roll"], BEN) == "benched"
    back = await do(store, press.press, match.id, match.revision, [match.game.write_command(Back())], BEN)
    assert back.match.state.table.benched == ()
    assert await refusal(store, press.press, match.id, back.match.revision, ["back"], BEN) == "not_benched"


# A whole match


async def test_the_moves_of_a_whole_match_replay_to_its_saved_state(store):
    match = await play_to_the_end(store, await running(store, ANA, BEN, CLEO, telegram_id=GROUP - 9))
    over, moves = await store.record(match.id)
    assert over.status == "finished"
    assert replay(over.game, over.opening, [event for move in moves for event in move.events]) == over.state
    assert [move.revision for move in moves] == list(range(moves[0].revision, over.revision + 1))
    assert [move.turn for move in moves] == sorted(move.turn for move in moves)
