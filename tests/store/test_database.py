"""Which faults are the database's and pass by themselves; connections die, and are given back."""

import asyncio
from contextlib import asynccontextmanager, suppress

import pytest
from msgspec.structs import replace
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from bot.matches import lobby, press
from bot.matches.match import Person
from bot.matches.ports import Unavailable
from bot.store import SqlStore, connect
from bot.store.database import Database
from bot.views.draw import draw
from bot.views.language import language_of
from tests.matches.tables import ANA, BEN, GROUP, do, everything, kept, place, refusal, running, waiting


@pytest.fixture
async def administrator(database):
    """A connection that is not one of the store's."""
    engine = connect(database)
    async with engine.connect() as connection:
        yield await connection.execution_options(isolation_level="AUTOCOMMIT")
    await engine.dispose()


async def end_backends(administrator) -> None:
    end = "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
    await administrator.execute(text(end + " WHERE datname = current_database() AND pid <> pg_backend_pid()"))


async def raised_for(database: str, statement: str) -> Exception | None:
    engine = connect(database)
    try:
        async with Database(engine).begin() as connection:
            await connection.execute(text(statement))
    except (Unavailable, DBAPIError) as fault:
        return fault
    finally:
        await engine.dispose()
    return None


# Faults that pass, and bugs


@pytest.mark.parametrize(
    "code",
    ["53100", "53200", "55P03", "40P01", "40001", "57014", "57P01", "57P03", "58030", "25006", "25P03", "08006"],
    ids=lambda code: f"code {code}",
)
async def test_a_fault_of_the_server_is_unavailable(postgres, code):
    """A full disk, no memory, a lock that takes too long, a deadlock, a shutdown, a standby, …"""
    fault = await raised_for(postgres, f"DO $$ BEGIN RAISE EXCEPTION 'x' USING ERRCODE = '{code}'; END $$")
    assert isinstance(fault, Unavailable)


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT nothing_of_this_name",
        "SELEKT 1",
        "SELECT 1 / 0",
        "SELECT 'x'::integer",
        "DO $$ BEGIN RAISE EXCEPTION 'x' USING ERRCODE = '23502'; END $$",
        "DO $$ BEGIN RAISE EXCEPTION 'x' USING ERRCODE = '23505'; END $$",
    ],
)
async def test_a_wrong_statement_is_a_bug(postgres, statement):
    assert isinstance(await raised_for(postgres, statement), DBAPIError)


async def test_of_two_that_block_each_other_one_is_unavailable_and_one_goes_on(store):
    await place(store, GROUP)
    await place(store, GROUP - 1)
    both_began = asyncio.Barrier(2)

    async def crossing(tx, first, second):
        await tx.chat(first, "group")
        await both_began.wait()
        await tx.chat(second, "group")

    ends = await asyncio.gather(
        do(store, crossing, GROUP, GROUP - 1), do(store, crossing, GROUP - 1, GROUP), return_exceptions=True
    )
    assert {type(None), Unavailable} == set(map(type, ends))


async def test_refused_connections_are_unavailable():
    fault = await raised_for("postgresql://nobody@127.0.0.1:1/nothing", "SELECT 1")
    assert isinstance(fault, Unavailable)


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("57P03", "the database system is starting up"),
        ("53300", "sorry, too many clients already"),
        ("28P01", "password authentication failed"),
        ("3D000", "there is no such database"),
    ],
)
async def test_a_server_that_does_not_let_us_in_is_unavailable(code, said):
    async with _doorkeeper(code, said) as url:
        fault = await raised_for(url, "SELECT 1")
    assert isinstance(fault, Unavailable)
    assert said in str(fault)


@asynccontextmanager
async def _doorkeeper(code, said):
    """A server that answers every start of a session with an error."""

    async def turn_away(reader, writer):
        length = int.from_bytes(await reader.readexactly(4), "big")
        await reader.readexactly(length - 4)
        if length == 8:  # asks for encryption
            writer.write(b"N")
            await reader.readexactly(int.from_bytes(await reader.readexactly(4), "big") - 4)
        fields = f"SFATAL\0VFATAL\0C{code}\0M{said}\0\0".encode()
        writer.write(b"E" + (len(fields) + 4).to_bytes(4, "big") + fields)
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(turn_away, "127.0.0.1", 0)
    async with server:
        yield f"postgresql://somebody@127.0.0.1:{server.sockets[0].getsockname()[1]}/anything"


async def test_a_fault_tells_nobody_the_seed_or_a_name(store):
    """A log must not foresee dice."""
    here = await place(store)
    with pytest.raises(DBAPIError) as fault:
        await do(store, lobby.join, here, Person(2**70, "Ana"))
    assert "Ana" not in str(fault.value)
    assert "parameters" in str(fault.value)


# Connections that die


async def test_when_connections_were_ended_between_two_updates_the_second_try_works(store, administrator):
    """F62."""
    match = await waiting(store, ANA)
    await end_backends(administrator)
    with pytest.raises(Unavailable):
        await do(store, lobby.join_match, match.id, BEN)
    assert (await do(store, lobby.join_match, match.id, BEN)).match.seats == (ANA, BEN)


async def test_when_a_connection_is_ended_during_an_update_nothing_of_it_is_kept(store, administrator):
    """F62, F61: the same player is to act, and throws the same dice."""
    match = await running(store, ANA, BEN)
    outcomes = []

    async def interrupted(tx):
        outcomes.append(await press.press(tx, match.id, match.revision, ["roll"], ANA))
        await end_backends(administrator)

    with pytest.raises(Unavailable):
        await do(store, interrupted)
    assert await kept(store, match) == replace(match, opening=None)
    assert await do(store, press.press, match.id, match.revision, ["roll"], ANA) == outcomes[0]


@pytest.mark.parametrize(
    ("at_commit", "fault"),
    [("RAISE EXCEPTION 'x' USING ERRCODE = '53100'", Unavailable), ("RAISE EXCEPTION 'x'", DBAPIError)],
    ids=["the disk is full", "a bug"],
)
async def test_when_the_commit_fails_nothing_is_done_and_a_retry_throws_the_same_dice(
    store, administrator, at_commit, fault
):
    """F57, F61."""
    match = await running(store, ANA, BEN)
    await _at_commit(administrator, at_commit)
    before, outcomes = await everything(store, "matches", "moves"), []

    async def rolled(tx):
        outcomes.append(await press.press(tx, match.id, match.revision, ["roll"], ANA))

    with pytest.raises(fault):
        await do(store, rolled)
    assert await everything(store, "matches", "moves") == before
    await administrator.execute(text("DROP TRIGGER faulty ON moves"))
    await do(store, rolled)
    assert outcomes[0] == outcomes[1]


async def _at_commit(administrator, statement) -> None:
    """Let every commit that holds a new move do this."""
    await administrator.execute(
        text(f"CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {statement}; RETURN NULL; END $$")
    )
    await administrator.execute(
        text(
            "CREATE CONSTRAINT TRIGGER faulty AFTER INSERT ON moves DEFERRABLE INITIALLY DEFERRED "
            "FOR EACH ROW EXECUTE FUNCTION fail()"
        )
    )


async def test_a_commit_that_meets_the_end_of_its_connection_is_unavailable(store, administrator):
    """F62."""
    match = await running(store, ANA, BEN)
    await _at_commit(administrator, "PERFORM pg_terminate_backend(pg_backend_pid())")
    with pytest.raises(Unavailable):
        await do(store, press.press, match.id, match.revision, ["roll"], ANA)
    assert (await kept(store, match)).revision == match.revision


# Connections that come back


async def test_after_a_thousand_updates_with_errors_and_cancellations_no_connection_is_checked_out(database):
    """F60."""
    engine = connect(database, pool_size=5)
    store = SqlStore(engine)
    match = await running(store, ANA, BEN)

    async def update(number):
        match number % 4:
            case 0:
                await refusal(store, press.press, match.id, -1, ["roll"], ANA)
            case 1:
                with suppress(DBAPIError):
                    await do(store, lambda tx: tx._connection.execute(text("SELECT 1 / 0")))
            case 2:
                with suppress(RuntimeError):
                    await do(store, _buggy)
            case 3:
                with suppress(TimeoutError):
                    async with asyncio.timeout(number % 7 / 1000):
                        await refusal(store, press.press, match.id, -1, ["roll"], ANA)

    for start in range(0, 1000, 50):
        await asyncio.gather(*map(update, range(start, start + 50)))
    assert engine.pool.checkedout() == 0
    assert (await kept(store, match)).revision == match.revision
    await store.close()


async def _buggy(tx):
    await tx.match(1)
    raise RuntimeError


async def test_when_every_connection_is_taken_the_next_use_is_unavailable(database):
    engine = connect(database, pool_size=1)
    engine.pool._timeout = 0.05
    store = SqlStore(engine)
    async with store.transaction():
        with pytest.raises(Unavailable):
            await store.undone()
    assert await store.undone() == ()
    await store.close()


async def test_a_scene_is_drawn_after_its_store_is_closed(store):
    """F59: no lazy loading."""
    match = await running(store, ANA, BEN, position="grill 21 22\nkept 1 1 2 2 3 3 W", throws="4")
    await do(store, press.press, match.id, match.revision, ["roll"], ANA)
    drawing = await store.next_drawing(match.id)
    await store.close()
    assert drawing is not None
    assert "Ana" in draw(drawing.scene, language_of(drawing.chat.language)).text


async def test_an_address_that_is_no_url_is_a_wrong_setting():
    with pytest.raises(ValueError, match="DATABASE_URL"):
        connect("nowhere")
