"""Groups that get another address, a bot that is removed and added, topics that close: what becomes of the matches."""

from itertools import permutations

import pytest
from msgspec.structs import replace
from sqlalchemy import text

from bot.matches import lobby, places, press
from bot.matches.ports import Conflict, Post
from tests.matches.tables import (
    ANA,
    BEN,
    CLEO,
    GROUP,
    do,
    everything,
    kept,
    meeting,
    place,
    refusal,
    running,
    waiting,
)

OLD, NEW = -4_005_812_960, GROUP


async def shown(store, match, message=100):
    """The newest screen is in a message."""
    drawing = await store.next_drawing(match.id)
    post = replace(drawing.post, message=message, revision=drawing.scene.match.revision)
    await store.keep(post, drawing.post.message, drawing.chat.telegram_id)


async def a_match(store, *people, telegram_id=OLD, **where):
    """A running match with its board shown."""
    match = await running(store, *people, telegram_id=telegram_id, **where)
    await shown(store, match)
    return match


# A group gets another address


async def move(store, match):
    await do(store, places.move, OLD, NEW)


async def a_late_word(store, match):
    assert await refusal(store, lobby.join, await place(store, OLD), CLEO) == "already_running"


async def an_early_word(store, match):
    there = await place(store, NEW)
    refused = await refusal(store, lobby.join, there, CLEO)
    assert refused in (None, "already_running", "already_seated")


async def a_press(store, match):
    assert await refusal(store, press.press, match.id, match.revision, ["roll"], ANA) in (None, "stale")


@pytest.mark.parametrize("signals", list(permutations([move, a_late_word, an_early_word, a_press])))
async def test_a_match_goes_on_under_the_new_address_whatever_comes_when(store, signals):
    """F42: told twice, with late words from the old address and early ones from the new, in every order."""
    match = await a_match(store, ANA, BEN)
    for signal in (*signals, *signals):
        await signal(store, match)
    [chats, former] = await everything(store, "chats", "former_addresses")
    assert (len(chats), len(former)) == (1, 1)
    now = await kept(store, match)
    assert (now.address, now.revision, now.status) == (NEW, match.revision + 1, "running")
    assert (NEW, match.id) in await store.behind()
    assert await store.untidy() == ()
    drawing = await store.next_drawing(match.id)
    assert (drawing.chat.telegram_id, drawing.chat.kind, drawing.post.message) == (NEW, "supergroup", None)
    assert [open_.id for open_ in await do(store, lambda tx: tx.open_in(now.place.chat))] == [match.id]


async def test_a_board_is_shown_once_at_the_new_address(store):
    """F42"""
    match = await a_match(store, ANA, BEN)
    assert [there.id for there in await do(store, places.move, OLD, NEW)] == [match.id]
    await shown(store, match, 7)
    for _ in range(2):
        await do(store, places.move, OLD, NEW)
    assert (await store.behind(), await store.untidy()) == ((), ())


async def test_what_was_shown_to_its_end_is_not_shown_again(store):
    """F42: and what was not is."""
    ended = await a_match(store, ANA, BEN)
    for message in (101, None):
        ended = (await do(store, press.stop, ended.id, ANA, is_sure=True, is_admin=False)).match
        if message is not None:
            await shown(store, ended, message)
            ended_and_shown, ended = ended, await a_match(store, ANA, BEN)
    await do(store, places.move, OLD, NEW)
    assert await store.behind() == ((NEW, ended.id),)
    assert await store.next_drawing(ended_and_shown.id) is None
    assert await store.untidy() == ()


async def test_a_send_that_ends_after_the_move_does_not_hide_that_the_new_place_has_no_board(store):
    """F42: it went to the old address."""
    match = await running(store, ANA, BEN, telegram_id=OLD)
    drawing = await store.next_drawing(match.id)
    await do(store, places.move, OLD, NEW)
    await store.keep(replace(drawing.post, message=100, revision=match.revision), None, OLD)
    assert (await store.next_drawing(match.id)).post == Post(match.id, match.turn)


async def test_a_send_that_ends_during_the_move_does_not_either(store):
    """F42"""
    match = await running(store, ANA, BEN, telegram_id=OLD)
    drawing = await store.next_drawing(match.id)
    post = replace(drawing.post, message=100, revision=match.revision)
    await meeting(store, lambda tx: places.move(tx, OLD, NEW), lambda: store.keep(post, None, OLD))
    assert (await store.next_drawing(match.id)).post == Post(match.id, match.turn)


async def test_a_quiet_match_goes_on_in_a_message_of_its_own(store):
    """F42: the message it went on in is not there any more."""
    match = await a_match(store, ANA, BEN, position="grill 21 22 30\nkept 1 1 2 2 3 3 W", throws="1")
    chat = await do(store, lambda tx: tx.chat_at(match.place))
    await do(store, lambda tx: tx.keep_chat(replace(chat, settings=replace(chat.settings, quiet="on"))))
    await do(store, press.press, match.id, match.revision, ["roll"], ANA)
    assert (await store.next_drawing(match.id)).post.message == 100
    await do(store, places.move, OLD, NEW)
    assert (await store.next_drawing(match.id)).post.message is None


async def test_two_processes_that_hear_of_it_at_once_move_the_group_once(store):
    """F42"""
    match = await a_match(store, ANA, BEN)
    await meeting(store, lambda tx: places.move(tx, OLD, NEW), lambda: do(store, places.move, OLD, NEW))
    [chats, former] = await everything(store, "chats", "former_addresses")
    assert (len(chats), len(former), (await kept(store, match)).address) == (1, 1, NEW)


@pytest.mark.parametrize("address", [OLD, NEW])
@pytest.mark.parametrize("is_known", [True, False])
async def test_a_word_that_comes_during_the_move_finds_the_same_chat(store, address, is_known):
    """F42: where it would make a second one, it is tried again."""
    if is_known:
        await a_match(store, ANA, BEN)
    _, found = await meeting(
        store,
        lambda tx: places.move(tx, OLD, NEW),
        lambda: do(store, lambda tx: tx.chat(address, "supergroup")),
    )
    assert isinstance(found, Conflict | int)
    assert await do(store, lambda tx: tx.chat(address, "group")) == await do(store, lambda tx: tx.known_chat(NEW))
    [chats, former] = await everything(store, "chats", "former_addresses")
    assert (len(chats), len(former)) == (1, 1)


async def test_a_chat_keeps_what_it_has_chosen(store):
    """F42"""
    there = await place(store, OLD)
    chat = await do(store, lambda tx: tx.chat_at(there))
    chosen = replace(chat, language="de", settings=replace(chat.settings, pace="slow"))
    await do(store, lambda tx: tx.keep_chat(chosen))
    await place(store, NEW)
    await do(store, places.move, OLD, NEW)
    moved = replace(chosen, telegram_id=NEW, kind="supergroup")
    assert await do(store, lambda tx: tx.chat_at(there)) == moved
    await place(store, OLD)
    assert await do(store, lambda tx: tx.chat_at(there)) == moved


@pytest.mark.parametrize(
    ("make_old", "make_new", "goes_on"),
    [
        (running, waiting, "old"),
        (waiting, running, "new"),
        (waiting, waiting, "old"),
        (running, running, "old"),
    ],
)
async def test_of_two_open_matches_that_meet_the_one_that_runs_or_the_older_goes_on(store, make_old, make_new, goes_on):
    """F42, F21: nobody of the other is left in the dark."""
    pairs = {"old": (make_old, OLD), "new": (make_new, NEW)}
    made = {name: await make(store, ANA, BEN, telegram_id=address) for name, (make, address) in pairs.items()}
    for match in made.values():
        await shown(store, match)
    await do(store, places.move, OLD, NEW)
    [ended_name] = made.keys() - {goes_on}
    ended = await kept(store, made[ended_name])
    assert (ended.status, ended.revision, ended.address) == ("merged", made[ended_name].revision + 1, NEW)
    on = await kept(store, made[goes_on])
    assert (on.status, on.revision, on.address) == (made[goes_on].status, made[goes_on].revision, NEW)
    assert [match.id for match in await do(store, lambda tx: tx.open_in(on.place.chat))] == [on.id]
    behind = {match for _, match in await store.behind()}
    assert ended.id in behind
    assert (on.id in behind) == (goes_on == "old")


async def test_a_move_while_the_bot_seemed_to_be_gone_wakes_what_slept(store):
    """F42, F44"""
    match = await a_match(store, ANA, BEN)
    await do(store, places.removed, OLD)
    await do(store, places.move, OLD, NEW)
    await do(store, places.removed, OLD)
    assert (await kept(store, match)).suspended == ""


async def test_matches_in_other_topics_do_not_meet(store):
    """F42, F46"""
    one = await a_match(store, ANA, BEN)
    two = await a_match(store, ANA, BEN, telegram_id=NEW, topic=6)
    await do(store, places.move, OLD, NEW)
    assert {(match.id, match.status) for match in await do(store, places.move, OLD, NEW)} == {
        (one.id, "running"),
        (two.id, "running"),
    }


# The bot is removed and added


async def test_without_the_bot_a_match_sleeps_and_nothing_is_to_be_written(store):
    """F44"""
    match, other = await a_match(store, ANA, BEN), await a_match(store, ANA, BEN, telegram_id=GROUP - 1)
    played = (await do(store, press.press, match.id, match.revision, ["roll"], ANA)).match
    assert [slept.id for slept in await do(store, places.removed, OLD)] == [match.id]
    assert await do(store, places.removed, OLD) == ()
    assert (await kept(store, match)).suspended == "removed"
    assert (await store.behind(), await store.next_drawing(match.id), await store.next_tidying(match.id)) == (
        (),
        None,
        None,
    )
    assert (await kept(store, other)).suspended == ""
    assert replace(await kept(store, match), suspended="") == played


async def test_a_bot_that_is_back_offers_to_go_on_and_a_player_takes_it(store):
    """F44"""
    match = await a_match(store, ANA, BEN)
    await do(store, places.removed, OLD)
    for matches in ([match.id], []):
        arrived = await do(store, places.added, OLD, "group")
        assert (arrived.is_new, [outcome.match.id for outcome in arrived.resumed]) == (False, matches)
    offer = await store.next_drawing(match.id)
    assert (offer.scene.match.suspended, offer.post.message) == ("offered", None)
    await shown(store, match, 101)
    assert await store.behind() == ()
    assert await refusal(store, places.go_on, match.id, CLEO) == "not_seated"
    outcome = await do(store, places.go_on, match.id, BEN)
    assert (outcome.did, outcome.old_message, outcome.match.revision) == ("resumed", 101, match.revision)
    board = await store.next_drawing(match.id)
    assert (board.scene.match, board.post.message) == (await kept(store, match), None)
    await shown(store, match, 102)
    assert (await do(store, places.go_on, match.id, ANA)).old_message is None
    assert await store.behind() == ()


async def test_a_lobby_is_shown_again_without_a_question(store):
    """F44"""
    match = await waiting(store, ANA, telegram_id=OLD)
    await shown(store, match)
    await do(store, places.removed, OLD)
    await do(store, places.added, OLD, "group")
    drawing = await store.next_drawing(match.id)
    assert (drawing.scene.match, drawing.post.message) == (match, None)


async def test_the_end_of_a_match_is_shown_when_the_bot_is_back(store):
    """F44"""
    match = await a_match(store, ANA, BEN)
    await do(store, places.removed, OLD)
    await do(store, press.stop, match.id, ANA, is_sure=True, is_admin=False)
    assert await store.behind() == ()
    await do(store, places.added, OLD, "group")
    assert await store.behind() == ((OLD, match.id),)


async def test_an_offer_that_comes_too_late_is_refused(store):
    match = await a_match(store, ANA, BEN)
    await do(store, press.stop, match.id, ANA, is_sure=True, is_admin=False)
    assert await refusal(store, places.go_on, match.id, ANA) == "match_gone"
    assert await refusal(store, places.go_on, 404, ANA) == "match_gone"


async def test_only_a_chat_nobody_knew_is_new(store):
    assert [(await do(store, places.added, NEW, "supergroup")).is_new for _ in range(2)] == [True, False]
    await do(store, places.move, OLD, NEW)
    assert not (await do(store, places.added, OLD, "group")).is_new


# Topics


async def test_only_the_match_of_a_closed_topic_sleeps_and_goes_on_when_it_is_opened(store):
    """F45, F46"""
    inside, general = [await a_match(store, ANA, BEN, telegram_id=NEW, topic=topic) for topic in (6, 0)]
    for matches in ([inside.id], []):
        assert [match.id for match in await do(store, places.topic_closed, NEW, 6)] == matches
    assert [(await kept(store, match)).suspended for match in (inside, general)] == ["topic", ""]
    assert await store.next_drawing(inside.id) is None
    assert await do(store, places.topic_opened, NEW, 0) == ()
    for matches in ([(inside.id, 100)], []):
        opened = await do(store, places.topic_opened, NEW, 6)
        assert [(outcome.match.id, outcome.old_message) for outcome in opened] == matches
    assert await store.behind() == ((NEW, inside.id),)
    assert (await store.next_drawing(inside.id)).post.message is None


async def test_a_topic_that_opens_does_not_bring_the_bot_back(store):
    """F44, F45"""
    match = await a_match(store, ANA, BEN, telegram_id=NEW, topic=6)
    await do(store, places.topic_closed, NEW, 6)
    await do(store, places.removed, NEW)
    assert await do(store, places.topic_opened, NEW, 6) == ()
    assert (await kept(store, match)).suspended == "removed"


@pytest.mark.parametrize("why", ["removed", "topic", "offered"])
async def test_somebody_who_speaks_wakes_a_match_but_takes_no_offer(store, why):
    """F44, F45"""
    match = await a_match(store, ANA, BEN, telegram_id=NEW, topic=6)
    await do(store, lambda tx: tx.suspend(match, why))
    assert await do(store, places.heard, NEW, 0) == ()
    assert await do(store, places.heard, OLD, 6) == ()
    await do(store, places.heard, NEW, 6)
    assert (await kept(store, match)).suspended == ("offered" if why == "offered" else "")
    assert (await store.behind() == ()) == (why == "offered")


async def test_a_sleeping_match_has_no_clock(store):
    """F44"""
    match = await a_match(store, ANA, BEN)
    running_clock = "UPDATE matches SET awaited = now(), warned = now(), deadline = now()"
    await do(store, lambda tx: tx._connection.execute(text(running_clock)))
    await do(store, places.removed, OLD)
    times = text("SELECT awaited, warned, deadline FROM matches")
    assert (await do(store, lambda tx: tx._connection.execute(times))).all() == [(None, None, None)]
    assert (await kept(store, match)).revision == match.revision
