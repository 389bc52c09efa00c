"""Matches as they are kept: what is saved is what is loaded, and the database itself forbids what must not be."""

import time
from datetime import UTC, datetime, timedelta
from itertools import count

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from bot.matches import lobby, press
from bot.matches.match import Computer, Fairness, Match, Move
from bot.matches.ports import Conflict
from engine import GAMES, replay
from tests.engine.games.random_play import restless_match, start
from tests.matches.tables import (
    ANA,
    BEN,
    CLEO,
    DAN,
    EVA,
    FAY,
    GIL,
    GROUP,
    do,
    kept,
    moves_of,
    place,
    running,
    waiting,
)

PEOPLE = (ANA, BEN, CLEO, DAN, EVA, FAY, GIL)


@pytest.fixture
def database(emptied):
    return emptied


@given(number=st.integers(0, 11), at=st.integers(0, 400))
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@pytest.mark.parametrize("game_id", GAMES)
async def test_save_and_load_is_identity_in_any_reachable_state(store, game_id, number, at):
    reached = (moves := restless_match(game_id, number))[at % len(moves)]
    match = replace(await _table(store), game_id=game_id, opening=reached.before)
    there = replace(
        match, state=reached.after, fairness=replace(match.fairness, drawn=at, salts=((0, "ä"), (1, "🎲")), lot=64)
    )
    made = Move(next(_revisions), 3, reached.seat, match.game.write_command(reached.command), reached.events)
    await do(store, lambda tx: tx.save(there, [made]))
    there = replace(there, opening=None)
    assert await kept(store, match) == there
    assert made in await moves_of(store, match)


_revisions = count(10**6)
_tables: dict = {}


async def _table(store) -> Match:
    if store not in _tables:
        _tables.clear()
        _tables[store] = await running(store, *PEOPLE)
    return _tables[store]


@pytest.mark.parametrize("game_id", GAMES)
async def test_the_moves_of_a_restless_match_replay_to_its_saved_state(store, game_id):
    """People leave, run out of time, are benched and come back."""
    game, number = GAMES[game_id], 5
    opening, _dice = start(game, number)
    match = replace(await running(store, *PEOPLE[: opening.table.seats]), game_id=game_id)
    moves = restless_match(game_id, number)
    rows = [
        Move(match.revision + place, 1, move.seat, game.write_command(move.command), move.events)
        for place, move in enumerate(moves, start=1)
    ]
    over = replace(
        match, opening=opening, state=moves[-1].after, status="finished", revision=match.revision + len(moves), turn=9
    )
    async with store.transaction() as tx:
        await tx.save(over, rows)
    record = await store.record(match.id)
    assert record == (over, tuple(rows))
    assert record[0].state == replay(game, record[0].opening, [event for move in record[1] for event in move.events])


async def test_there_is_no_record_of_an_unknown_match(store):
    assert await store.record(404) is None


async def test_a_lobby_has_a_record_without_moves(store):
    match = await waiting(store, ANA)
    assert await store.record(match.id) == (match, ())


# What the database forbids


async def test_the_database_allows_one_open_match_in_a_place(store):
    """F21: a second one is a conflict, after which the place is as it was."""
    match = await waiting(store, ANA)
    second = replace(match, id=0, fairness=Fairness(b"x" * 32))
    with pytest.raises(Conflict):
        await do(store, lambda tx: tx.add(second))
    assert await do(store, lambda tx: tx.open_match(match.place)) == match
    topic = await place(store, topic=4)
    assert (await do(store, lambda tx: tx.add(replace(second, place=topic)))).place == topic


async def test_an_ended_match_does_not_keep_its_place(store):
    """F21."""
    for _ in range(3):
        match = await running(store, ANA, BEN)
        await do(store, press.stop, match.id, ANA, is_sure=True, is_admin=False)
    assert await do(store, lambda tx: tx.open_match(match.place)) is None


async def test_an_ended_match_cannot_be_opened_beside_another(store):
    old = await running(store, ANA, BEN)
    await do(store, press.stop, old.id, ANA, is_sure=True, is_admin=False)
    await waiting(store, CLEO)
    with pytest.raises(IntegrityError):
        await do(store, lambda tx: tx.save(old))


async def test_the_database_keeps_one_move_for_a_revision(store):
    match = await running(store, ANA, BEN)
    move = Move(9, 1, 0, "roll", ())
    await do(store, lambda tx: tx.save(match, [move]))
    with pytest.raises(IntegrityError):
        await do(store, lambda tx: tx.save(match, [move]))


async def test_the_database_gives_nobody_two_seats(store):
    match = await waiting(store, ANA)
    with pytest.raises(IntegrityError):
        await do(store, lambda tx: tx.save(replace(match, seats=(ANA, ANA))))


async def test_computers_are_kept_in_their_seats(store):
    match = await waiting(store, ANA, BEN)
    seats = (Computer("easy"), ANA, Computer("easy"), BEN)
    await do(store, lambda tx: tx.save(replace(match, seats=seats)))
    assert (await kept(store, match)).seats == seats


@pytest.mark.parametrize("change", ["UPDATE seats SET computer = 'easy'", "UPDATE seats SET person = NULL"])
async def test_the_database_seats_either_a_person_or_a_computer(store, change):
    await waiting(store, ANA)
    with pytest.raises(IntegrityError):
        await do(store, lambda tx: tx._connection.execute(text(change)))


# Time


@pytest.mark.parametrize("zone", ["Asia/Tokyo", "America/St_Johns"])
async def test_instants_are_aware_and_the_same_in_any_time_zone(store, monkeypatch, zone):
    """F64."""
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        await do(store, lambda tx: tx._connection.execute(text("SET TIME ZONE 'Asia/Tokyo'")))
        match = await running(store, ANA, BEN)
        await do(store, press.press, match.id, match.revision, ["roll"], ANA)
        await do(store, press.stop, match.id, ANA, is_sure=True, is_admin=False)
        instants = await do(store, _instants)
    finally:
        monkeypatch.undo()
        time.tzset()
    assert len(instants) == 3
    for instant in instants:
        assert instant.utcoffset() == timedelta()
        assert abs(datetime.now(UTC) - instant) < timedelta(minutes=1)


async def _instants(tx):
    row = await tx._connection.execute(text("SELECT opened, ended, at FROM matches JOIN moves ON match = matches.id"))
    return row.one()


async def test_an_ended_match_keeps_the_instant_of_its_end(store):
    match = await running(store, ANA, BEN)
    stopped = (await do(store, press.stop, match.id, ANA, is_sure=True, is_admin=False)).match
    ended = await do(store, lambda tx: tx._connection.scalar(text("SELECT ended FROM matches")))
    await do(store, lambda tx: tx.save(stopped))
    assert await do(store, lambda tx: tx._connection.scalar(text("SELECT ended FROM matches"))) == ended


async def test_chats_keep_their_key_and_learn_their_kind(store):
    """F42: a group grows."""
    keys = {await do(store, lambda tx, kind=kind: tx.chat(GROUP, kind)) for kind in ("group", "group", "supergroup")}
    assert len(keys) == 1
    assert await do(store, lambda tx: tx._connection.scalar(text("SELECT kind FROM chats"))) == "supergroup"


async def test_joining_is_refused_by_nothing_but_the_rules_of_the_lobby(store):
    match = await waiting(store, *PEOPLE[:6])
    assert (await do(store, lobby.join, match.place, GIL)).match.seats == PEOPLE
