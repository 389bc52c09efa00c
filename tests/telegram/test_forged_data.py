"""Whatever data a press carries, it does nothing that its sender could not do with a button of their own."""

# ruff: noqa: SIM300  house style: the expected value stands first

import asyncio
import random
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import text

from bot.matches import lobby
from bot.matches.match import Match, Person
from bot.store import SqlStore, connect
from bot.telegram import buttons
from bot.telegram.handlers import presses
from engine import GAMES, Refused
from tests.engine.games.random_play import dice_of, played_on
from tests.matches.tables import ANA, BEN, CLEO, DAN, EVA, GROUP, HAN, begin, do, play_to_the_end, running, waiting
from tests.telegram.verbs import shapes, wishes

EXAMPLES = 100
OTHER_GROUP = GROUP - 100
SNAPSHOT = text("""
    SELECT m.id, (SELECT telegram_id FROM chats WHERE key = m.chat) AS address, m.revision, m.status,
        to_jsonb(m) || jsonb_build_object(
            'seats', (SELECT jsonb_agg(to_jsonb(s) ORDER BY s.seat) FROM seats s WHERE s.match = m.id),
            'moves', (SELECT jsonb_agg(jsonb_build_array(v.seat, v.command) ORDER BY v.revision)
                      FROM moves v WHERE v.match = m.id),
            'posts', (SELECT jsonb_agg(to_jsonb(p) ORDER BY p.turn) FROM posts p WHERE p.match = m.id)) AS rest
    FROM matches m
""")
SHOWN = text("""
    INSERT INTO posts (match, turn, message, revision, shown)
    SELECT id, turn, 1000 + id, revision, now() - interval '1 hour' FROM matches
""")
CHATS = text("SELECT telegram_id, language, pace, settings FROM chats")


class Place(Struct):
    """Every game in the middle of a turn, a lobby, a match that is over, and another group's match."""

    store: SqlStore
    runner: asyncio.Runner
    matches: dict[int, Match]


@pytest.fixture
def place(emptied: str) -> Iterator[Place]:
    with asyncio.Runner() as runner:
        store = SqlStore(connect(emptied))
        try:
            yield Place(store, runner, runner.run(_laid(store)))
        finally:
            runner.run(store.close())


async def _laid(store: SqlStore) -> dict[int, Match]:
    matches = [await _in_a_turn(store, game_id, number) for number, game_id in enumerate(GAMES)]
    matches.append(await waiting(store, ANA, BEN, telegram_id=GROUP - 10))
    matches.append(await play_to_the_end(store, await running(store, ANA, BEN, telegram_id=GROUP - 11)))
    matches.append(await running(store, DAN, EVA, telegram_id=OTHER_GROUP))
    async with store.transaction() as tx:
        await tx._connection.execute(SHOWN)
    return {match.id: match for match in matches}


async def _in_a_turn(store: SqlStore, game_id: str, number: int) -> Match:
    """After some moves, where there is a choice."""
    match = await waiting(store, ANA, BEN, CLEO, telegram_id=GROUP - number)
    match = (await do(store, lobby.choose_game, match.id, ANA, game_id, is_admin=False)).match
    match = await begin(store, match)
    state = match.state
    for count, move in enumerate(played_on(match.game, state, dice_of(number), random.Random(number))):
        state = move.after
        if count > 10 and len(match.game.legal(state)) > 1:
            break
    match = replace(match, state=state, revision=match.revision + 7)
    async with store.transaction() as tx:
        await tx.save(match)
    return match


# What is pressed


KNOWN = st.one_of([st.tuples(*map(st.sampled_from, shape)).map(" ".join) for shape in shapes()])


@st.composite
def data(draw: st.DrawFn, matches: Mapping[int, Match]) -> str:
    """Most are near to what a button could carry; some are anything."""
    if draw(st.integers(0, 9)) == 0:
        return draw(st.text(max_size=64))
    number = draw(st.sampled_from([*matches, 0, 10**6, 10**18, -1]))
    match = matches.get(number)
    current = match.revision if match else 1
    revision = draw(st.sampled_from([current] * 6 + [current - 1, current + 1, 0, 10**18]))
    own = list(wishes(match)) if match else ["roll"]
    verb = st.one_of(st.sampled_from(own), KNOWN, st.text(max_size=20))
    return f"{number}:{revision}:{'+'.join(draw(st.lists(verb, min_size=1, max_size=3)))}"


@st.composite
def presses_by(draw: st.DrawFn, person: Person, matches: Mapping[int, Match]) -> presses.Pressed:
    chats = [match.address for match in matches.values()]
    return presses.Pressed(
        press=buttons.read(draw(data(matches))),
        person=person,
        chat=draw(st.sampled_from([*chats, OTHER_GROUP, -1, None])),
        kind="supergroup",
        topic=0,
        message=1,
        is_out_of_sight=draw(st.booleans()),
        is_admin=draw(st.booleans()) if person in (HAN, BEN) else False,
    )


# What becomes of it


class Aftermath(Struct):
    """The matches that are not as they were, each as it was and as it is; and the chats."""

    changed: list[tuple[Any, Any]]
    chats: list[int]


def pressed_on(place: Place, pressed: presses.Pressed) -> Aftermath:
    return place.runner.run(_pressed_on(place.store, pressed))


class Undone(Exception):  # noqa: N818  nothing is wrong
    """All that was done in a transaction is taken back."""


async def _pressed_on(store: SqlStore, pressed: presses.Pressed) -> Aftermath:
    """Carried out as the bot does it, looked at, and undone."""
    with suppress(Undone):
        async with store.transaction() as tx:
            before, chats = await _seen(tx)
            with suppress(Refused):
                await presses.act(tx, pressed)
            after, chats_after = await _seen(tx)
            raise Undone
    changed = [
        (before.get(number), row) for number, row in after.items() if not _is_alike(before.get(number), row, pressed)
    ]
    return Aftermath(changed, [chat for chat, row in chats_after.items() if chats.get(chat, row) != row])


def _is_alike(before: Any, after: Any, pressed: presses.Pressed) -> bool:
    """Who presses what is out of sight has the board of that chat shown anew, whoever they are (F29)."""
    if before is not None and pressed.is_out_of_sight and pressed.chat == before.address:
        return {**before.rest, "posts": None} == {**after.rest, "posts": None}
    return bool(before == after)


async def _seen(tx: Any) -> tuple[dict[int, Any], dict[int, Any]]:
    matches = {row.id: row for row in await tx._connection.execute(SNAPSHOT)}
    return matches, {row.telegram_id: row for row in await tx._connection.execute(CHATS)}


def fuzzed(person: Person) -> Any:
    """A test of what this person presses."""

    def decorated(judge: Any) -> Any:
        def test(place: Place) -> None:
            @settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))
            @given(pressed=presses_by(person, place.matches))
            def every(pressed: presses.Pressed) -> None:
                judge(place, pressed, pressed_on(place, pressed))

            every()

        test.__doc__, test.__name__ = judge.__doc__, judge.__name__
        return test

    return decorated


@fuzzed(HAN)
def test_a_stranger_changes_nothing_but_takes_seats(
    place: Place, pressed: presses.Pressed, aftermath: Aftermath
) -> None:
    """F06, F13. As an admin only what admins may, and only where they are one."""
    for before, after in aftermath.changed:
        assert before.address == pressed.chat
        if not pressed.is_admin:
            assert ("join", "lobby") == (pressed.press.verb, before.status)
            assert [*before.rest["seats"], HAN.id] == [*after.rest["seats"][:-1], after.rest["seats"][-1]["person"]]
        if before.rest["moves"] != after.rest["moves"]:
            _judge_skipping(place.matches[before.id], pressed, _new_moves(before, after))
    assert {*aftermath.chats} <= ({pressed.chat} if pressed.is_admin else set())


def test_a_strangers_press_on_an_old_screen_shows_no_board_anew(place: Place) -> None:
    """F06: whatever the verb; only a seat is free to take."""
    verbs = {" ".join(words[-1] for words in shape) for shape in shapes()} - {"join"}
    for match in place.matches.values():
        for verb in sorted(verbs.union(wishes(match))):
            pressed = presses.Pressed(
                press=buttons.read(f"{match.id}:{match.revision - 1}:{verb}"),
                person=HAN,
                chat=match.address,
                kind="supergroup",
                topic=0,
                message=1,
                is_out_of_sight=False,
            )
            assert Aftermath([], []) == pressed_on(place, pressed), verb


@fuzzed(DAN)
def test_who_plays_elsewhere_changes_nothing_here(place: Place, pressed: presses.Pressed, aftermath: Aftermath) -> None:
    """F06, F22: the host of another group's match, who is to act there."""
    for before, _ in aftermath.changed:
        is_their_own = before.address == OTHER_GROUP
        assert is_their_own or ("join", "lobby", pressed.chat) == (pressed.press.verb, before.status, before.address)
    assert {*aftermath.chats} <= {OTHER_GROUP}


@pytest.mark.parametrize("person", [ANA, BEN, CLEO], ids=lambda person: person.name)
def test_a_player_makes_their_own_moves_only(place: Place, person: Person) -> None:
    """F05, F06: those of the button, at the revision it was drawn for, by the seat that is to act; or they leave."""

    @settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))
    @given(pressed=presses_by(person, place.matches))
    def every(pressed: presses.Pressed) -> None:
        for before, after in pressed_on(place, pressed).changed:
            if before is None:
                assert after.address == pressed.chat
            elif before.rest["moves"] != after.rest["moves"]:
                _judge_moves(place.matches[before.id], pressed, _new_moves(before, after))

    every()


def _new_moves(before: Any, after: Any) -> list[list[Any]]:
    moves: list[list[Any]] = after.rest["moves"][len(before.rest["moves"] or []) :]
    return moves


def _judge_skipping(match: Match, pressed: presses.Pressed, moves: list[list[Any]]) -> None:
    """A3: the host and admins pass over whom all wait for."""
    assert pressed.press is not None
    assert pressed.is_admin or match.host == pressed.person.id
    assert (match.id, match.revision, "skip") == (pressed.press.match, pressed.press.revision, pressed.press.verb)
    assert [match.game.to_act(match.state), "bench"] == moves[0]
    assert match.game.to_act(match.state) != match.seat_of(pressed.person.id)


def _judge_moves(match: Match, pressed: presses.Pressed, moves: list[list[Any]]) -> None:
    seat = match.seat_of(pressed.person.id)
    assert pressed.press is not None
    assert match.id == pressed.press.match
    if pressed.press.verb == f"leave yes {seat}":
        assert [seat, "leave"] == moves[0]
        return
    if pressed.press.verb == "skip":
        _judge_skipping(match, pressed, moves)
        return
    wished = pressed.press.verb.split("+")
    assert match.revision == pressed.press.revision
    assert [[seat, wish] for wish in wished] == moves[: len(wished)]
    assert match.game.to_act(match.state) == seat
    assert not {"timeout", "bench", "back", "leave"} & {*wished}
