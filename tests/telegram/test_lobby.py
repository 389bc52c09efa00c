"""The lobby: what happens at the same instant, and who may do what."""

import asyncio

import pytest

from bot.local_telegram import Bot, LocalTelegram, User
from bot.local_telegram.world import Message
from bot.views.toasts import REASONS
from tests.telegram.table import PATIENCE, Database, Table, data_of

pytestmark = pytest.mark.usefixtures("bot")


async def test_join_by_command_and_button_at_the_same_instant_is_one_seat(
    table: Table, db: Database, anna: User, ben: User
):
    """F09. Two processes at once: tests/matches."""
    lobby = await table.lobby(anna)
    match = await table.match(lobby)
    async with db.locked(match.id):
        table.say(ben, "/join")
        press = table.press(ben, lobby, "Join")
        await db.until_waiting(1)
    assert (await press.answer(PATIENCE)).text in ("You have a seat.", REASONS["already_seated"])
    await table.handled(db)
    assert [anna.id, ben.id] == [person.id for person in (await table.match(lobby)).seats]


@pytest.mark.parametrize("first", ["join", "start"])
async def test_join_and_start_at_the_same_instant_seat_or_tell_that_it_has_begun(
    first: str, table: Table, db: Database, anna: User, ben: User, cleo: User
):
    """F10. Two processes at once: tests/matches."""
    lobby = await table.lobby(anna, ben)
    match = await table.match(lobby)
    async with db.locked(match.id):
        if first == "join":
            join = table.press(cleo, lobby, "Join")
            await db.until_waiting(1)
            start = table.press(anna, lobby, "Start")
        else:
            start = table.press(anna, lobby, "Start")
            await db.until_waiting(1)
            join = table.press(cleo, lobby, "Join")
        await db.until_waiting(1)
    assert "The dice are sealed" in (await start.answer(PATIENCE)).text
    told = (await join.answer(PATIENCE)).text.partition("\n")[0]
    match = await table.match(await table.until_button("Roll"))
    assert match.status == "running"
    assert (told == "You have a seat.") == (match.seat_of(cleo.id) is not None)
    assert told in ("You have a seat.", REASONS["already_running"])
    assert len(match.seats) == len(match.state.stacks)


async def test_start_twice_at_once_is_one_start(table: Table, db: Database, anna: User, ben: User):
    """F11. Two processes at once: tests/matches."""
    lobby = await table.lobby(anna, ben)
    match = await table.match(lobby)
    async with db.locked(match.id):
        presses = (
            table.press(anna, lobby, "Start"),
            table.press(ben, lobby, "Start"),
        )
        await db.until_waiting(1)
    toasts = {(await press.answer(PATIENCE)).text for press in presses}
    assert REASONS["already_running"] in toasts
    assert any("The dice are sealed" in toast for toast in toasts)
    await table.until_button("Roll")
    await table.settled()
    assert await db("SELECT turn FROM posts ORDER BY turn") == [(0,), (1,), (2,)]


async def test_seven_who_join_at_once_have_seven_seats_and_the_eighth_is_told(
    table: Table, tg: LocalTelegram, anna: User
):
    """F12"""
    lobby = await table.lobby(anna)
    guests = [tg.person(f"Guest {n}") for n in range(7)]
    for guest in guests:
        tg.add(table.room, guest)
    presses = [table.press(guest, lobby, "Join") for guest in guests]
    toasts = [(await press.answer(PATIENCE)).text.partition("\n")[0] for press in presses]
    assert ["You have a seat."] * 6 + [REASONS["table_full"]] == toasts
    shown = await table.until_said("The table is full")
    assert "Guest 5" in shown.text


async def test_two_lobbies_cannot_be_opened_at_once(
    table: Table, tg: LocalTelegram, account: Bot, db: Database, anna: User, ben: User
):
    """F21: two programs on one database, each told of one /join."""
    from telegram import Bot as Client

    from bot.matches.ports import Arrival
    from bot.telegram.dispatch import Dispatch
    from bot.telegram.pace import Budget, Pace
    from bot.telegram.poster import Poster
    from bot.telegram.transport import AiohttpRequest

    async with Client(account.token, base_url=f"{tg.url}/bot", request=AiohttpRequest()) as client:
        poster = Poster(client, table.store, Pace(Budget()), asyncio.get_running_loop().time)
        other = Dispatch(client, table.store, poster)
        table.say(anna, "/join")
        heard = _update(tg, table, tg.say(ben, tg.group("Nowhere", ben), "/join"))
        other.feed(await table.store.put([Arrival(5, table.room.id, heard)]))
        await other.settle(PATIENCE)
    lobby = await table.until_button("Start")
    assert {anna.id, ben.id} == {person.id for person in (await table.match(lobby)).seats}
    assert await db.count("matches") == 1


def _update(tg: LocalTelegram, table: Table, message: Message) -> dict[str, object]:
    """What a bot would hear if this had been written at the table, under an update id nobody knows."""
    from bot.local_telegram import shapes

    body = shapes.message(tg.world, tg.world.chat_by_key(message.chat), message)
    return {"update_id": 5, "message": {**body, "chat": shapes.chat(tg.world, table.room.chat)}}


async def test_the_next_seat_is_host_when_the_host_leaves(table: Table, anna: User, ben: User):
    lobby = await table.lobby(anna, ben)
    assert await table.toast(anna, lobby, "Leave") == "You gave your seat back."
    lobby = await table.until(lambda message: "Ben\u2069 (host)" in message.text and "Anna" not in message.text)
    assert ben.id == (await table.match(lobby)).host


async def test_the_table_closes_when_the_last_one_leaves(table: Table, anna: User, ben: User):
    lobby = await table.lobby(anna)
    await table.toast(anna, lobby, "Leave")
    closed = await table.until_said("This table was closed")
    assert (lobby.id, []) == (closed.id, closed.buttons)
    await table.lobby(ben)


@pytest.mark.parametrize("kind", ["group", "topic", "general"])
async def test_a_match_stays_where_it_was_opened(
    kind: str, table: Table, tg: LocalTelegram, account: Bot, anna: User, ben: User
):
    """F46"""
    people = (anna, ben, account)
    if kind == "group":
        here = Table(tg, tg.group("Small", *people), table.store)
    else:
        forum = tg.forum("Club", *people)
        topic = tg.topic(forum, "Dice") if kind == "topic" else None
        tg.topic(forum, "Other")
        here = Table(tg, forum, table.store, topic)
    board = await here.begun(anna, ben)
    await here.toast(anna, board, "Roll")
    here.say(ben, "/rules")
    await here.until_said("House rules")
    await here.settled()
    expected = here.topic.id if here.topic else None
    about_the_match = [message for message in here.room.of_bots() if "I run dice games" not in message.text]
    assert {expected} == {message.topic for message in about_the_match}


async def test_a_topic_has_a_match_of_its_own(table: Table, tg: LocalTelegram, account: Bot, anna: User, ben: User):
    """F22"""
    forum = tg.forum("Club", anna, ben, account)
    tables = [Table(tg, forum, table.store, topic) for topic in (None, tg.topic(forum, "Dice"))]
    tables.append(Table(tg, tg.group("Small", anna, ben, account), table.store))
    lobbies = []
    for here in tables:
        here.say(anna, "/join")
        wanted = here.topic.id if here.topic else None
        lobbies.append(await here.until(lambda message: "Leave" in message.buttons and message.topic == wanted))  # noqa: B023  called in this round only
    assert len({data_of(lobby).split(":")[0] for lobby in lobbies}) == 3


async def test_an_ordinary_reply_is_in_no_topic(table: Table, tg: LocalTelegram, anna: User, ben: User):
    """F47"""
    hello = tg.say(anna, table.room, "hello")
    table.say(anna, "/join", reply_to=hello)
    table.say(ben, "/join")
    lobby = await table.until_said("Ben")
    assert {anna.id, ben.id} == {person.id for person in (await table.match(lobby)).seats}
