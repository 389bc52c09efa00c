"""Groups that become supergroups, by any signal in any order: the same match goes on under the new id."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from itertools import permutations

import pytest

from bot.local_telegram import Bot, LocalTelegram, Message, Room, User, hold_after
from tests.telegram.table import PATIENCE, Database, Log, Table, data_of, press_of

pytestmark = pytest.mark.usefixtures("bot")


@dataclass
class Group:
    """A basic group with a running match, which has become a supergroup; nobody has told the bot."""

    tg: LocalTelegram
    people: tuple[User, User, User]
    old: Table
    new: Table
    board: Message
    revision: int

    def told_in_the_old(self) -> None:
        self.tg.tell_migrated_to(self.old.room)

    def told_in_the_new(self) -> None:
        self.tg.tell_migrated_from(self.old.room)

    def pressed(self) -> None:
        """The edit that follows is refused, with the new id."""
        self.old.press(self.people[0], self.board, data=data_of(self.board, "Roll"))

    def an_early_word(self) -> None:
        """Somebody opens a table in the new chat."""
        self.new.say(self.people[2], "/join@WormsAndTombsBot")

    def a_late_word(self) -> None:
        """Somebody asked something in the old chat, of which the bot hears only now."""
        self.tg.say_before_migration(self.people[1], self.old.room, "/stop@WormsAndTombsBot")


SIGNALS = (Group.told_in_the_old, Group.told_in_the_new, Group.pressed, Group.an_early_word, Group.a_late_word)


@pytest.fixture
def small(tg: LocalTelegram, account: Bot, table: Table, people: tuple[User, User, User]) -> Table:
    return Table(tg, tg.group("Small", *people, account), table.store)


@pytest.fixture
def people(anna: User, ben: User, cleo: User) -> tuple[User, User, User]:
    return anna, ben, cleo


async def grown(small: Table, people: tuple[User, User, User]) -> Group:
    board = await small.begun(*people[:2])
    new = Table(small.tg, small.tg.migrate(small.room, tell=False), small.store)
    return Group(small.tg, people, small, new, board, press_of(board).revision)


def boards(room: Room) -> list[Message]:
    return [
        message for message in room.of_bots() if any("Roll" in label or "Keep" in label for label in message.buttons)
    ]


@pytest.mark.parametrize("signal", SIGNALS, ids=lambda signal: signal.__name__)
@pytest.mark.parametrize("times", [1, 2])
async def test_one_signal_is_enough_and_a_second_of_the_kind_changes_nothing(
    small: Table, people: tuple[User, User, User], db: Database, log: Log, signal: Callable[[Group], None], times: int
):
    """F42"""
    group = await grown(small, people)
    for _ in range(times):
        signal(group)
    if signal is Group.an_early_word:  # it says nothing of the old chat: then the first try to write there does
        group.pressed()
    await holds(group, db, log)


async def test_every_order_of_signals_ends_alike(
    small: Table, tg: LocalTelegram, account: Bot, people: tuple[User, User, User], db: Database, log: Log
):
    """F42: each order in a group of its own, every eighth of all there are."""
    orders = list(permutations(SIGNALS))[::8]
    small_ones = [Table(tg, tg.group(str(order), *people, account), small.store) for order in orders]
    groups = await asyncio.gather(*(grown(here, people) for here in small_ones))
    for group, order in zip(groups, orders, strict=True):
        for signal in order:
            signal(group)
    for group in groups:
        await holds(group, db, log)


async def holds(group: Group, db: Database, log: Log) -> None:
    """One chat, one open match, the same one at its revision, and its board in the new group, once."""
    await group.new.until(lambda message: message in boards(group.new.room))
    await group.new.handled(db)
    await group.new.settled()
    await group.old.settled()
    ids = {"old": group.old.room.id, "new": group.new.room.id}
    [(chat,)] = await db("SELECT key FROM chats WHERE telegram_id IN (:old, :new)", **ids)
    assert [(ids["old"],)] == await db("SELECT telegram_id FROM former_addresses WHERE chat = :chat", chat=chat)
    [board] = boards(group.new.room)
    match = await group.new.match(board)
    rolls = await db.count(f"moves WHERE match = {match.id}")
    assert (press_of(group.board).match, group.revision + rolls) == (match.id, match.revision)
    assert [(match.id,)] == await db(
        "SELECT id FROM matches WHERE chat = :chat AND status IN ('lobby', 'running')", chat=chat
    )
    assert await db.parked() == 0
    assert not [entry for entry in log if entry["log_level"] in ("error", "critical")]


async def test_play_goes_on_at_the_new_address_and_the_old_one_is_left_alone(
    small: Table, people: tuple[User, User, User], db: Database
):
    """F42"""
    group = await grown(small, people)
    group.told_in_the_old()
    board = await group.new.until_button("Roll")
    await group.new.settled()
    calls = len([call for call in group.tg.calls if call.chat_id == group.old.room.id])
    assert "You threw" in await group.new.toast(people[0], board, "Roll")
    await group.new.until_button("Keep")
    await group.new.settled()
    assert calls == len([call for call in group.tg.calls if call.chat_id == group.old.room.id])


async def test_a_button_of_the_old_board_still_counts(small: Table, people: tuple[User, User, User]):
    """F42"""
    group = await grown(small, people)
    group.told_in_the_new()
    await group.new.until_button("Roll")
    assert "You threw" in await group.old.toast(people[0], group.board, "Roll")
    await group.new.until_button("Keep")


async def test_a_button_of_the_old_lobby_still_counts(small: Table, tg: LocalTelegram, people: tuple[User, User, User]):
    """F42: though it counts in its own chat only."""
    lobby = await small.lobby(*people[:2])
    new = Table(tg, tg.migrate(small.room), small.store)
    await new.until_button("Leave")
    assert "You have a seat" in await small.toast(people[2], lobby, "Join")
    await new.until_said("Cleo")


async def test_a_group_that_grows_is_not_greeted(
    small: Table, tg: LocalTelegram, people: tuple[User, User, User], monkeypatch: pytest.MonkeyPatch
):
    """F42: Telegram also tells that the bot was added to the supergroup."""
    monkeypatch.setattr("bot.telegram.desks.GATHER_SECONDS", 1.0)
    await small.begun(*people[:2])
    new = Table(tg, tg.migrate(small.room), small.store)
    await new.until_button("Roll")
    new.say(people[0], "/help@WormsAndTombsBot")
    await new.until_said("the rules, with your house rules")
    assert not [message for message in new.room.of_bots() if "I run dice games here" in message.text]


async def test_a_reply_that_was_on_its_way_comes_at_the_new_address(
    small: Table, tg: LocalTelegram, people: tuple[User, User, User]
):
    """F42: once, and in answer to nothing."""
    await small.begun(*people[:2])
    small.say(people[0], "/help")
    new = Table(tg, tg.migrate(small.room, tell=False), small.store)
    await new.until_said("the rules, with your house rules")
    [call] = [call for call in tg.calls_of("sendMessage", new.room) if "house rules" in call.parameters["text"]]
    assert "reply_parameters" not in call.parameters
    await new.until_button("Roll")
    assert len([message for message in new.room.of_bots() if "house rules" in message.text]) == 1


async def test_who_is_an_admin_is_asked_at_the_new_address(
    small: Table, tg: LocalTelegram, people: tuple[User, User, User], db: Database
):
    """F42: a question is a signal as well."""
    group = await grown(small, people)
    tg.promote(group.new.room, people[2])
    tg.say_before_migration(people[2], small.room, "/stop@WormsAndTombsBot")
    await group.new.until_button("Yes, stop")
    assert len(boards(group.new.room)) == 1


async def test_an_edit_that_was_on_its_way_does_not_pass_for_the_new_board(
    small: Table, tg: LocalTelegram, people: tuple[User, User, User], db: Database
):
    """F42: it arrives in the old chat just before that is closed."""
    board = await small.begun(*people[:2])
    held = tg.faults.next("editMessageText", chat=small.room, do=hold_after)
    await small.toast(people[0], board, "Roll")
    await held.arrived(PATIENCE)
    new = Table(tg, tg.migrate(small.room), small.store)
    await new.until_button("Keep")
    held.release()
    await new.settled()
    await new.handled(db)
    assert len(boards(new.room)) == 1


async def test_the_table_opened_too_early_is_closed_with_a_reason(
    small: Table, people: tuple[User, User, User], db: Database
):
    """F42, F21"""
    group = await grown(small, people)
    group.an_early_word()
    lobby = await group.new.until_button("Leave")
    group.told_in_the_new()
    await group.new.until(lambda message: message.id == lobby.id and "The other game goes on" in message.text)
    await holds_without_log(group, db)


async def holds_without_log(group: Group, db: Database) -> None:
    await holds(group, db, [])
