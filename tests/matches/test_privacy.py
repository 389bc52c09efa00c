"""Who has themselves forgotten leaves what is played; what was played stays, without them."""

# ruff: noqa: SIM300  house style: the expected value stands first

from msgspec.structs import replace
from sqlalchemy import select, text

from bot.matches import lobby, press, privacy
from bot.matches.match import Match, Place
from bot.store import SqlStore
from bot.store.tables import metadata
from tests.matches.tables import ANA, BEN, CLEO, GROUP, do, everything, kept, meeting, play_to_the_end, running, waiting


async def forget(store: SqlStore, person=ANA) -> list[Match]:
    return await do(store, privacy.forget, person)


async def traces(store: SqlStore, person=ANA) -> list[str]:
    rows = [row for table in await everything(store, *metadata.tables) for row in table]
    return [row for row in rows if str(person.id) in row or repr(person.name) in row]


async def people(store: SqlStore) -> list[int]:
    async with store.transaction() as tx:
        return list(await tx._connection.scalars(select(metadata.tables["people"].c.id)))


async def test_nothing_leads_back_to_who_is_forgotten(store):
    await play_to_the_end(store, await running(store, ANA, BEN))
    await running(store, BEN, ANA, CLEO, telegram_id=GROUP - 1)
    await waiting(store, ANA, BEN, telegram_id=GROUP - 2)
    await do(store, lambda tx: tx.choose_language(ANA, "de"))
    assert await traces(store)
    await forget(store)
    assert [] == await traces(store)


async def test_a_finished_match_stays_as_it_was_with_a_former_player_in_the_seat(store):
    match = await play_to_the_end(store, await running(store, ANA, BEN))
    before, moves = await store.record(match.id)
    await forget(store)
    after, moves_after = await store.record(match.id)
    former, ben = after.seats
    assert (before.state, moves) == (after.state, moves_after)
    assert (True, "", "") == (former.is_forgotten, former.name, former.language)
    assert BEN == ben
    assert former.id == after.host


async def test_who_is_forgotten_leaves_running_matches_for_good_and_they_go_on(store):
    match = await running(store, ANA, BEN, CLEO)
    assert 1 == await do(store, privacy.forget_asked, ANA)
    assert [match.id] == [left.id for left in await forget(store)]
    now = await kept(store, match)
    assert ("running", (0,), BEN.id) == (now.status, now.state.table.left, now.host)
    assert now.seats[0].is_forgotten


async def test_who_is_forgotten_gives_seats_in_lobbies_back(store):
    shared, alone = await waiting(store, ANA, BEN), await waiting(store, ANA, telegram_id=GROUP - 1)
    assert [shared.id, alone.id] == [left.id for left in await forget(store)]
    assert (BEN,) == (await kept(store, shared)).seats
    assert "closed" == (await kept(store, alone)).status


async def test_what_was_left_before_is_not_left_again(store):
    match = await running(store, ANA, BEN, CLEO)
    await do(store, privacy.forget, BEN)
    revision = (await kept(store, match)).revision
    assert 1 == await do(store, privacy.forget_asked, CLEO)
    await do(store, privacy.forget, CLEO)
    over = await kept(store, match)
    assert ("finished", revision + 1) == (over.status, over.revision)
    assert [False, True, True] == [player.is_forgotten for player in over.seats]


async def test_whoever_left_a_running_match_is_forgotten_without_another_move(store):
    match = await running(store, ANA, BEN, CLEO)
    await do(store, press.leave, match.id, ANA, 0, is_sure=True)
    before = await kept(store, match)
    assert 0 == await do(store, privacy.forget_asked, ANA)
    assert [] == await forget(store)
    after = await kept(store, match)
    assert replace(after, seats=before.seats) == before
    assert after.seats[0].is_forgotten


async def test_who_was_never_known_can_be_forgotten(store):
    await forget(store)
    assert [] == await forget(store)
    assert [] == await people(store)


async def test_who_comes_back_is_somebody_new(store):
    match = await play_to_the_end(store, await running(store, ANA, BEN))
    await forget(store)
    await waiting(store, ANA)
    assert (await kept(store, match)).seats[0].is_forgotten
    assert {ANA.id, BEN.id} < {*await people(store)}


async def test_the_next_table_has_no_seat_for_who_is_forgotten(store):
    match = await play_to_the_end(store, await running(store, ANA, BEN, CLEO))
    await forget(store)
    following = (await do(store, lobby.again, match.id, CLEO)).match
    assert {BEN.id, CLEO.id} == {player.id for player in following.seats}


async def test_who_is_forgotten_during_a_match_is_not_counted_at_its_end(store):
    match = await running(store, ANA, BEN, CLEO)
    await forget(store)
    await play_to_the_end(store, await kept(store, match))
    rows = await do(
        store, lambda tx: tx._connection.execute(text("SELECT person FROM results UNION SELECT person FROM ratings"))
    )
    assert {BEN.id, CLEO.id} == {person for (person,) in rows}


async def test_what_was_played_alone_with_the_bot_goes(store):
    async with store.transaction() as tx:
        place = Place(await tx.chat(ANA.id, "private"))
        match = (await lobby.join(tx, place, ANA)).match
    await forget(store)
    assert await store.record(match.id) is None
    assert [[], [], []] == await everything(store, "chats", "matches", "seats")


async def test_somebody_who_is_forgotten_while_they_take_a_seat_is_nowhere_or_somebody_new(store):
    """The seat is taken either before, and given back, or after."""
    opened = await waiting(store, BEN)
    await waiting(store, ANA, telegram_id=GROUP - 1)

    async def join(tx):
        return await lobby.join_match(tx, opened.id, ANA)

    async def forgotten():
        return await forget(store)

    await meeting(store, join, forgotten)
    assert [] == await traces(store)
    assert (BEN,) == (await kept(store, opened)).seats
