"""What people are called, and how much fits: through the real server, which refuses what Telegram refuses."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.local_telegram import Bot, LocalTelegram, User
from bot.telegram.senders import person_of, topic_of
from bot.views.names import isolated
from tests.telegram.table import Database, Table

pytestmark = pytest.mark.usefixtures("bot")

NAMES = ("<3", "A&B", "</b>", "_*[", "\"'", "&amp;", "Zoë Müller", "{n}")
ODD = {
    "\u202egnimoc": "gnimoc",
    "\u200b\u2060": "Player 2",
    "\u2800": "Player 2",
    "a\u200fb": "ab",
    "\N{FAMILY}" * 200: "…",
    "@anna": "anna",
}


async def played(tg: LocalTelegram, table: Table, account: Bot, names: tuple[str, ...]) -> list[User]:
    """A lobby, replies, a board, a turn and an end with people of these names; none of it was refused."""
    people = [tg.person(name) for name in names]
    for person in people:
        tg.add(table.room, person)
        table.say(person, "/join@WormsAndTombsBot")
    lobby = await table.until(lambda message: f"{len(names)}. " in message.text and "Start" in message.buttons)
    await table.toast(people[0], lobby, "Start")
    board = await table.until_button("Roll")
    assert await table.toast(people[1], board, "Roll")
    assert "You threw" in await table.toast(people[0], board, "Roll")
    await table.until_button("Keep")
    match = await table.match(board)
    for person in people[1:]:
        await table.left(match, person, board)
    await table.until_said("wins the game")
    await table.settled()
    refused = [call.outcome for call in tg.calls if call.outcome is not None and not call.is_ok]
    assert [outcome for outcome in refused if "not modified" not in str(outcome)] == []
    return people


async def test_names_appear_literally_everywhere(tg: LocalTelegram, table: Table, account: Bot, db: Database):
    """F52"""
    await played(tg, table, account, NAMES[:7])
    everything = "\n".join(look.text for message in table.room.of_bots() for look in message.history)
    for name in NAMES[:7]:
        assert f"\u2068{name}\u2069" in everything
    assert "&lt;" not in everything
    assert await db.parked() == 0


async def test_a_name_is_no_template(tg: LocalTelegram, table: Table, account: Bot):
    """F52"""
    await played(tg, table, account, ("{n}", "{player}", "%s"))
    assert any("\u2068{player}\u2069" in message.text for message in table.room.of_bots())


@pytest.mark.parametrize("name", ODD)
async def test_odd_names_are_made_harmless(name: str, tg: LocalTelegram, table: Table, account: Bot):
    """F53"""
    await played(tg, table, account, ("Anna", name))
    everything = "\n".join(look.text for message in table.room.of_bots() for look in message.history)
    assert ODD[name] in everything
    assert "\u202e" not in everything
    assert everything.count("\u2068") == everything.count("\u2069")


async def test_without_user_names_nobody_is_called_none_and_swapping_them_is_no_matter(
    tg: LocalTelegram, table: Table, db: Database
):
    """F54"""
    people = [tg.person("Anna", username="one"), tg.person("Anna", username="two"), tg.person("Ben")]
    for person in people:
        tg.add(table.room, person)
    for person in people:
        table.say(person, "/join@WormsAndTombsBot")
    lobby = await table.until(lambda message: "3. " in message.text)
    people[0].username, people[1].username = "two", "one"
    board = await table.begun_from(lobby, people[0])
    assert "You threw" in await table.toast(people[0], board, "Roll")
    seated = (await table.match(await table.until_button("Keep"))).seats
    assert [person.id for person in people] == [person.id for person in seated]
    assert "None" not in "".join(message.text for message in table.room.of_bots())


async def test_ids_beyond_32_bits_are_kept_as_they_are(tg: LocalTelegram, account: Bot, table: Table, db: Database):
    """F56"""
    people = [tg.person("Max", id=2**52 - 1), tg.person("Big", id=7_790_427_800)]
    here = Table(tg, tg.supergroup("Large", *people, account, id=-1_002_471_399_999), table.store)
    board = await here.begun(*people)
    assert "You threw" in await here.toast(people[0], board, "Roll")
    await here.settled()
    assert sorted(await db("SELECT id FROM people"), reverse=True) == [(2**52 - 1,), (7_790_427_800,)]
    assert (-1_002_471_399_999,) in await db("SELECT telegram_id FROM chats")


async def test_the_longest_names_fit_into_every_message(tg: LocalTelegram, table: Table, account: Bot):
    """F31, F32: the server refuses what is too long, and `played` looks for refusals."""
    await played(tg, table, account, tuple("👨‍👩‍👧‍👦" * 8 + "&" * 50 + str(n) for n in range(7)))


async def test_whatever_is_called_with_a_nul_in_it_is_kept_without(
    tg: LocalTelegram, account: Bot, table: Table, db: Database
):
    anna, ben = tg.person("An\0na", language_code="d\0e"), tg.person("B\0en")
    here = Table(tg, tg.supergroup("Fri\0day", anna, ben, account), table.store)
    for person in (anna, ben):
        here.say(person, "/join@WormsAndTombsBot")
    await here.until(lambda message: "\u2068Anna\u2069" in message.text and "\u2068Ben\u2069" in message.text)
    assert await db("SELECT name, language FROM people ORDER BY id") == [("Anna", "de"), ("Ben", "")]
    assert ("Friday",) in await db("SELECT title FROM chats")


@settings(max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(first=st.text(min_size=1, max_size=64), last=st.none() | st.text(max_size=64))
def test_any_name_is_read(first: str, last: str | None, log: object):
    from telegram import User as TelegramUser

    person = person_of(TelegramUser(7_790_427_779, first, is_bot=False, last_name=last))
    assert (person.id, person.language) == (7_790_427_779, "")
    assert isolated(person.name).count("\u2068") <= 1


def test_a_thread_outside_of_topics_is_none():
    """F47"""
    from telegram import Chat, Message

    chat = Chat(-1, "supergroup")
    [ordinary, general, topic] = (
        Message(1, None, chat, message_thread_id=thread, is_topic_message=is_topic)
        for thread, is_topic in ((5, None), (None, None), (5, True))
    )
    assert (topic_of(ordinary), topic_of(general), topic_of(topic)) == (0, 0, 5)
