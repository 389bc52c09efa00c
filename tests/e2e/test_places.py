"""Each board stands where its match is played: group, supergroup, topic."""

import asyncio

import pytest

from bot.local_telegram import Bot, LocalTelegram, Room, User
from tests.e2e.table import Table

pytestmark = pytest.mark.usefixtures("bot")


@pytest.fixture
def people(tg: LocalTelegram) -> list[User]:
    return [tg.person("Ana"), tg.person("Ben")]


def sent_to(tg: LocalTelegram, room: Room) -> set[int | None]:
    """The threads that were named in what the bot sent there."""
    return {call.parameters.get("message_thread_id") for call in tg.calls_of("sendMessage", room)}


@pytest.mark.parametrize("kind", ["group", "supergroup"])
async def test_a_group_without_topics(tg: LocalTelegram, account: Bot, people: list[User], kind: str) -> None:
    room = {"group": tg.group, "supergroup": tg.supergroup}[kind]("Friday", *people, account)
    table = Table(tg, room, people)
    await table.begin()
    await table.move()
    assert sent_to(tg, room) == {None}


async def test_two_topics_and_general_play_at_once_each_in_its_place(
    tg: LocalTelegram, account: Bot, people: list[User]
) -> None:
    """F46: General is addressed without a thread id."""
    forum = tg.forum("Games club", *people, account)
    topics = [tg.topic(forum, "Dice"), tg.topic(forum, "Cards"), None]
    tables = [Table(tg, forum, people, topic) for topic in topics]
    await asyncio.gather(*(table.begin() for table in tables))
    for _ in range(3):
        await asyncio.gather(*(table.move() for table in tables))
    assert len({table.match for table in tables}) == 3
    assert sent_to(tg, forum) == {topic.id if topic else None for topic in topics}
