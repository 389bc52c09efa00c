"""The posts: what a chat should see next, held against what it was shown."""

from datetime import UTC, datetime, timedelta

import pytest
from msgspec.structs import replace
from sqlalchemy import text, update

from bot.matches import lobby, press
from bot.matches.ports import Post
from bot.store.tables import posts
from tests.matches.tables import ANA, BEN, GROUP, do, everything, place, refusal, running, show, waiting

SIX = "grill 21 22 30\nkept 1 1 2 2 3 3 W"


@pytest.fixture
def database(emptied):
    return emptied


async def age(store, seconds: int) -> None:
    earlier = update(posts).values(shown=posts.c.shown - timedelta(seconds=seconds))
    await do(store, lambda tx: tx._connection.execute(earlier))


# What is behind


async def test_a_lobby_that_was_never_shown_is_behind(store):
    match = await waiting(store, ANA)
    assert await store.behind() == ((GROUP, match.id),)
    drawing = await store.next_drawing(match.id)
    assert (drawing.scene.match, drawing.post, drawing.is_past) == (match, Post(match.id, 0), False)
    assert (drawing.chat.telegram_id, drawing.chat.kind, drawing.chat.language) == (GROUP, "supergroup", "en")


async def test_what_is_shown_is_not_behind_until_something_changes(store):
    match = await waiting(store, ANA)
    shown = await show(store, match)
    assert (await store.behind(), await store.next_drawing(match.id)) == ((), None)
    match = (await do(store, lobby.join_match, match.id, BEN)).match
    assert await store.behind() == ((GROUP, match.id),)
    drawing = await store.next_drawing(match.id)
    assert (drawing.post, drawing.scene.match) == (shown, match)


async def test_a_question_is_news_both_ways(store):
    match = await waiting(store, ANA)
    await show(store, match)
    for question in ("rules", ""):
        await do(store, press.ask, match.id, match.revision, question, ANA, is_admin=False)
        assert (await show(store, match)).question == question
    assert await store.behind() == ()


async def test_a_new_turn_is_a_new_message_and_the_old_one_is_tidied_later(store):
    match = await running(store, ANA, BEN, position=SIX, throws="1")
    first = await show(store, match, 100)
    assert await store.next_tidying(match.id) is None
    outcome = await do(store, press.press, match.id, match.revision, ["roll"], ANA)
    drawing = await store.next_drawing(match.id)
    assert drawing.post == Post(match.id, match.turn + 1)
    assert (drawing.scene.this_turn, drawing.scene.last_turn) == ((), outcome.moves)
    past = await store.next_tidying(match.id)
    assert (past.post, past.is_past, past.scene.this_turn) == (first, True, outcome.moves)
    await store.keep(replace(first, is_past=True), first.message, GROUP)
    assert await store.next_tidying(match.id) is None


async def test_the_newest_past_turn_is_tidied_first(store):
    match = await running(store, ANA, BEN)
    for turn in (1, 2, 3):
        await store.keep(Post(match.id, turn, 100 + turn, 1), None, GROUP)
    match = replace(match, turn=4)
    async with store.transaction() as tx:
        await tx.save(match)
    turns = []
    while past := await store.next_tidying(match.id):
        turns.append(past.post.turn)
        await store.keep(replace(past.post, is_past=True), past.post.message, GROUP)
    assert turns == [3, 2, 1]


async def test_the_moves_of_a_turn_are_told_in_their_order(store):
    match = await running(store, ANA, BEN, position="grill 21 22\nkept 1 1 1 W W\nthrown 4 4 3")
    outcome = await do(store, press.press, match.id, match.revision, ["keep 4", "roll"], ANA)
    told = (await store.next_drawing(match.id)).scene
    assert outcome.moves == (*told.last_turn, *told.this_turn)
    assert told.match == outcome.match


async def test_when_somebody_acted_last_is_told_for_a_new_board_only(store):
    """F64: an aware instant, in UTC."""
    match = await running(store, ANA, BEN)
    assert (await store.next_drawing(match.id)).seen is None
    before = datetime.now(UTC)
    await do(store, press.press, match.id, match.revision, ["roll"], ANA)
    seen = (await store.next_drawing(match.id)).seen
    assert seen is None or (seen.utcoffset() == timedelta() and abs(seen - before) < timedelta(seconds=30))


async def test_a_match_that_ended_lately_is_shown_to_its_end(store):
    match = await running(store, ANA, BEN)
    await show(store, match)
    await do(store, press.stop, match.id, ANA, is_sure=True, is_admin=False)
    assert await store.behind() == ((GROUP, match.id),)
    await do(
        store, lambda tx: tx._connection.execute(text("UPDATE matches SET ended = now() - interval '1 day 1 second'"))
    )
    assert await store.behind() == ()


async def test_a_match_nobody_knows_has_no_screen(store):
    assert await store.next_drawing(404) is None
    assert await store.next_tidying(404) is None


async def test_every_match_that_is_behind_is_told_with_its_chat(store):
    """F22, F46."""
    one, two = await waiting(store, ANA), await waiting(store, ANA, telegram_id=GROUP - 1, topic=6)
    assert await store.behind() == ((GROUP, one.id), (GROUP - 1, two.id))
    assert (await store.next_drawing(two.id)).scene.match.place.topic == 6


# Showing again, and anew


async def test_after_a_stale_press_a_settled_board_is_drawn_again(store):
    """F05: people see another screen than the one that is kept as shown."""
    match = await running(store, ANA, BEN)
    await show(store, match)
    await age(store, 6)
    assert await refusal(store, press.press, match.id, 0, ["roll"], ANA) == "stale"
    assert (await store.next_drawing(match.id)).post.message == 100


async def test_after_a_stale_press_a_board_drawn_just_now_is_left_alone(store):
    match = await running(store, ANA, BEN)
    await show(store, match)
    assert await refusal(store, press.press, match.id, 0, ["roll"], ANA) == "stale"
    assert await store.next_drawing(match.id) is None


async def test_a_board_is_sent_anew_on_demand(store):
    match = await running(store, ANA, BEN)
    await show(store, match, 100)
    assert (await do(store, press.shown, match.place)).old_message == 100
    assert (await store.next_drawing(match.id)).post.message is None
    await show(store, match, 200)
    assert await store.next_drawing(match.id) is None
    assert (await do(store, press.shown, match.place)).old_message == 200


async def test_a_board_that_was_never_shown_has_no_old_message(store):
    match = await running(store, ANA, BEN)
    assert (await do(store, press.shown, match.place)).old_message is None


async def test_an_edit_that_ends_after_a_board_was_asked_for_does_not_hide_the_wish(store):
    """The old message has lost its buttons by then: without a new one the table would be frozen."""
    match = await running(store, ANA, BEN)
    shown = await show(store, match, 100)
    await do(store, press.shown, match.place)
    await store.keep(shown, shown.message, GROUP)
    assert (await store.next_drawing(match.id)).post.message is None


@pytest.mark.parametrize("message", [2**31, 2**52 - 1])
async def test_a_messages_number_may_be_beyond_32_bits(store, message):
    """F56."""
    match = await waiting(store, ANA)
    await show(store, match, message)
    assert (await do(store, press.shown, match.place)).old_message == message


async def test_looking_changes_nothing(store):
    match = await running(store, ANA, BEN)
    await show(store, match)
    before = await everything(store, "matches", "posts", "moves", "chats")
    await store.behind()
    await store.next_drawing(match.id)
    await store.next_tidying(match.id)
    await place(store)
    assert await everything(store, "matches", "posts", "moves", "chats") == before


# Two processes


async def test_a_screen_that_came_late_is_not_kept_over_a_newer_one_and_is_to_be_drawn_over(store):
    match = await running(store, ANA, BEN)
    first = await show(store, match)
    match = (await do(store, press.press, match.id, match.revision, ["roll"], ANA)).match
    await show(store, match)
    assert await store.behind() == ()
    await store.keep(first, first.message, GROUP)
    assert await store.behind() == ((GROUP, match.id),)
    assert (await store.next_drawing(match.id)).post.message == first.message


async def test_a_board_that_came_late_over_the_story_of_its_turn_is_tidied_again(store):
    match = await running(store, ANA, BEN, position=SIX, throws="1")
    first = await show(store, match, 100)
    await do(store, press.press, match.id, match.revision, ["roll"], ANA)
    await show(store, match, 101)
    await store.keep(replace(first, is_past=True), first.message, GROUP)
    assert await store.untidy() == ()
    await store.keep(first, first.message, GROUP)
    assert await store.untidy() == ((GROUP, match.id),)
    assert await store.behind() == ()


@pytest.mark.parametrize(("late", "sent_anew"), [(99, False), (101, True)])
async def test_a_board_that_was_sent_late_below_a_newer_one_has_that_sent_anew(store, late, sent_anew):
    match = await running(store, ANA, BEN)
    missing = (await store.next_drawing(match.id)).post
    await show(store, match, 100)
    await store.keep(replace(missing, message=late, revision=match.revision), None, GROUP)
    drawing = await store.next_drawing(match.id)
    assert (drawing is not None and drawing.post.message is None) == sent_anew


async def test_what_nobody_knows_to_be_shown_is_behind_whoever_kept_it(store):
    match = await running(store, ANA, BEN)
    post = await show(store, match)
    await store.doubt(replace(post, message=post.message + 1), GROUP)
    await store.doubt(post, GROUP + 1)
    assert await store.behind() == ()
    await store.doubt(post, GROUP)
    assert await store.behind() == ((GROUP, match.id),)
