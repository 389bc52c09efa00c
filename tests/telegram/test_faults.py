"""Bugs, and a database that fails: what is told, and that everything else goes on."""

import asyncio
from collections.abc import Sequence

import pytest

from bot.config import TOKEN_TAKEN, CannotRun, Config
from bot.local_telegram import Bot, LocalTelegram, User, refuse
from bot.matches.ports import Arrival, Unavailable
from bot.store.inbox import SqlInbox
from bot.telegram.transport import AiohttpRequest
from bot.views.toasts import TRY_AGAIN
from tests.telegram.table import PATIENCE, Clock, Database, Log, Table, at_work, data_of, eventually


async def test_a_bug_in_one_match_is_told_and_parked_and_everything_else_goes_on(
    bot: None, table: Table, annex: Table, db: Database, anna: User, ben: User, log: Log
):
    """F37: the match's saved state is damaged."""
    board, other = await table.begun(anna, ben), await annex.begun(anna, ben)
    match = await table.match(board)
    [(saved,)] = await db("SELECT state::text FROM matches WHERE id = :match", match=match.id)
    await db("UPDATE matches SET state = '[]' WHERE id = :match", match=match.id)
    assert await table.toast(anna, board, "Roll") == TRY_AGAIN
    table.say(ben, "/help@WormsAndTombsBot")
    await table.until_said("the rules, with your house rules")
    assert "You threw" in await annex.toast(anna, other, "Roll")
    await table.handled(db)
    assert await db.parked() == 1
    [parked] = [entry for entry in log if entry["event"] == "update parked"]
    assert (table.room.id, data_of(board, "Roll")) == (parked["chat"], parked["press"])
    await db("UPDATE matches SET state = cast(:saved AS jsonb) WHERE id = :match", saved=saved, match=match.id)
    assert "You threw" in await table.toast(anna, board, "Roll")
    await table.until_button("Keep")


async def test_a_screen_that_cannot_be_drawn_is_logged_and_stops_no_other(
    bot: None, table: Table, annex: Table, db: Database, anna: User, ben: User, log: Log
):
    """F37: the events of a move are damaged, which only the drawing reads."""
    board, other = await table.begun(anna, ben), await annex.begun(anna, ben)
    match = (await table.match(board)).id
    await table.toast(anna, board, "Roll")
    await table.settled()
    await db("UPDATE moves SET events = '[]' WHERE match = :match", match=match)
    await table.toast(anna, board, board.buttons[0])

    async def is_logged() -> bool:
        return any((entry["event"], entry.get("match")) == ("the board is not shown", match) for entry in log)

    await eventually(is_logged)
    await annex.toast(anna, other, "Roll")
    await annex.until_button("Keep")
    await db(
        "UPDATE moves SET events = jsonb_build_object('schema', 1, 'data', '[]'::jsonb) WHERE match = :match",
        match=match,
    )


async def test_one_update_that_cannot_be_parsed_is_parked_and_the_others_work(
    bot: None, table: Table, tg: LocalTelegram, account: Bot, db: Database, anna: User
):
    tg.here.updates.push(account, "message", {"message_id": "?", "chat": {"id": table.room.id}})
    tg.here.updates.push(account, "callback_query", {"id": 3, "data": [], "message": 7})
    tg.here.updates.push(account, "message", [])
    table.say(anna, "/join")
    await table.until_button("Leave")
    await table.handled(db)
    assert await db.parked() == 3


async def test_a_press_with_a_nul_in_it_is_refused_like_any_other(bot: None, table: Table, db: Database, anna: User):
    message = await table.a_message(anna)
    assert "means nothing" in await table.toast(anna, message, data="1:1:\0")
    assert await db.parked() == 0


async def test_nothing_is_told_as_done_when_the_commit_fails(
    bot: None, table: Table, db: Database, anna: User, ben: User
):
    """F61"""
    board = await table.begun(anna, ben)
    before = await table.match(board)
    await db("CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'on purpose'; END $$")
    await db(
        "CREATE CONSTRAINT TRIGGER fail AFTER INSERT ON moves DEFERRABLE INITIALLY DEFERRED"
        " FOR EACH ROW EXECUTE FUNCTION fail()"
    )
    assert await table.toast(anna, board, "Roll") == TRY_AGAIN
    assert before == await table.match(board)
    await table.settled()
    assert "it is your turn" in board.text
    await db("DROP FUNCTION fail CASCADE")
    assert "You threw" in await table.toast(anna, board, "Roll")


async def test_a_connection_lost_during_an_update_or_between_two_costs_nothing(
    bot: None, table: Table, db: Database, anna: User, ben: User
):
    """F62"""
    end_all = (
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE datname = current_database() AND pid <> pg_backend_pid() {}"
    )
    board = await table.begun(anna, ben)
    await db(end_all.format(""))
    async with db.locked((await eventually(lambda: _match(table, board))).id):
        press = table.press(anna, board, "Roll")
        await db.until_waiting(1)
        await db(end_all.format("AND wait_event_type = 'Lock'"))
    assert "You threw" in (await press.answer(PATIENCE)).text
    assert await db.count("moves WHERE command = 'roll'") == 1
    await db(end_all.format(""))
    assert await table.toast(ben, board, "Roll")


@pytest.mark.parametrize("times", [1, 2])
async def test_a_connection_lost_while_the_inbox_commits_costs_nothing(
    bot: None, table: Table, db: Database, anna: User, ben: User, monkeypatch: pytest.MonkeyPatch, times: int
):
    """F62: what was kept though nobody heard of it is done, and once."""
    board = await table.begun(anna, ben)
    real, losses = SqlInbox.put, iter(range(times))

    async def put(inbox: SqlInbox, arrivals: Sequence[Arrival]) -> tuple[Arrival, ...]:
        kept = await real(inbox, arrivals)
        if next(losses, None) is not None:
            raise Unavailable("connection lost")
        return kept

    monkeypatch.setattr(SqlInbox, "put", put)
    assert "You threw" in await table.toast(anna, board, "Roll")
    await table.handled(db)
    assert await db.count("moves WHERE command = 'roll'") == 1
    assert next(losses, None) is None


async def _match(table: Table, board: object) -> object:
    try:
        return await table.match(board)
    except Unavailable:
        return None


async def test_no_connection_is_left_out_after_a_thousand_updates_with_errors_and_a_sudden_end(
    config: Config, clock: Clock, account: Bot, table: Table, tg: LocalTelegram, db: Database, anna: User, ben: User
):
    """F60, and F66: nothing is remembered of chats that have come and gone."""
    async with at_work(config, account, tg, table.store):
        board = await table.begun(anna, ben)
        for n in range(250):
            table.press(ben, board, data=f"{n}:1:roll")
            table.press(anna, board, data="forged")
            tg.here.updates.push(account, "message", {"message_id": "?", "chat": {"id": n}})
            table.say(anna, "/nothing@WormsAndTombsBot")
        await eventually(lambda: _are_done(db, 900))
    assert table.store._engine.pool.checkedout() == 0


async def _are_done(db: Database, updates: int) -> bool:
    return await db.count("updates WHERE done IS NOT NULL OR parked IS NOT NULL") >= updates


async def test_another_poller_is_borne_for_a_minute(
    config: Config, clock: Clock, account: Bot, table: Table, tg: LocalTelegram
):
    """F40"""
    async with at_work(config, account, tg, table.store) as task:
        fault = tg.faults.every("getUpdates", do=refuse(409, "Conflict: terminated by other getUpdates request"))
        tg.here.updates.interrupt(account)
        await fault.arrived(PATIENCE)
        await clock.forward(50)
        await tg.until(lambda: len(fault.calls) > 1, PATIENCE)
        assert not task.done()
        while not task.done():
            await clock.forward(20)
            await asyncio.sleep(0.02)
        with pytest.raises(CannotRun) as reason:
            task.result()
        assert reason.value.status == TOKEN_TAKEN


async def test_the_token_is_in_no_error(account: Bot):
    """F38"""
    from telegram import Bot as Client
    from telegram.error import TelegramError

    async with AiohttpRequest() as request:
        client = Client(account.token, base_url="http://127.0.0.1:9/bot", request=request)
        with pytest.raises(TelegramError) as caught:
            await client.get_me()
        assert account.token not in repr(caught.getrepr(style="long"))
