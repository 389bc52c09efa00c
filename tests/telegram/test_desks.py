"""Who is served next."""

import asyncio
import random

import pytest

from bot.telegram.desks import GATHER_SECONDS, MOST_REPLIES, Desks, Reply
from bot.telegram.pace import Budget, Pace
from bot.views.screen import Screen


class Hands:
    """A clock that is set by hand, and the desks it belongs to."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.desks = Desks(Pace(Budget()), lambda: self.now)

    async def chats(self) -> list[int]:
        """Every chat that can be served now, in order, each by one write."""
        served = []
        while True:
            try:
                async with asyncio.timeout(0):
                    chat, desk = await self.desks.next()
            except TimeoutError:
                return served
            desk.news.clear()
            desk.replies.clear()
            self.desks.reserve(chat)
            self.desks.put_back(chat, desk)
            served.append(chat)


@pytest.fixture
async def hands() -> Hands:
    return Hands()


async def test_who_has_waited_longest_is_first(hands: Hands):
    for chat in (3, 1, 2):
        hands.desks.wake(chat, 1)
        hands.now += 1
    assert await hands.chats() == [3, 1, 2]


async def test_whoever_was_served_goes_to_the_end_of_the_line(hands: Hands):
    for chat in (1, 2):
        hands.desks.wake(chat, 1)
        hands.now += 1
    chat, desk = await hands.desks.next()
    hands.desks.wake(1, 2)
    hands.now += 1
    hands.desks.put_back(chat, desk)
    assert chat == 1
    assert await hands.chats() == [2, 1]


async def test_a_chat_that_has_to_wait_holds_up_no_other(hands: Hands):
    """F25"""
    hands.desks.halt(1, 30)
    for chat in (1, 2):
        hands.desks.wake(chat, 1)
    assert await hands.chats() == [2]
    hands.now += 31
    assert await hands.chats() == [1]


async def test_a_halt_holds_for_what_comes_after_the_desk_was_empty(hands: Hands):
    """F25"""
    hands.desks.strip(1, 5)
    chat, desk = await hands.desks.next()
    desk.strays.clear()
    hands.desks.halt(chat, 30)
    hands.desks.put_back(chat, desk)
    hands.desks.wake(1, 1)
    assert await hands.chats() == []


async def test_a_desk_that_is_served_is_not_served_by_another(hands: Hands):
    hands.desks.wake(1, 1)
    await hands.desks.next()
    hands.desks.wake(1, 2)
    assert await hands.chats() == []


async def test_whoever_waits_for_work_hears_of_it(hands: Hands):
    waiting = asyncio.create_task(hands.desks.next())
    await asyncio.sleep(0)
    hands.desks.wake(7, 1)
    chat, desk = await asyncio.wait_for(waiting, 10)
    assert (chat, desk.news) == (7, {1: hands.now})


async def test_replies_wait_for_company_but_not_behind_news(hands: Hands):
    """F07"""
    hands.desks.reply(1, Reply(0, Screen("x"), 1))
    assert await hands.chats() == []
    hands.desks.wake(1, 1)
    assert await hands.chats() == [1]
    hands.desks.reply(2, Reply(0, Screen("x"), 1))
    hands.now += GATHER_SECONDS
    assert await hands.chats() == [2]


async def test_two_hundred_chats_at_once_are_served_in_the_order_of_their_waiting_within_the_budget(hands: Hands):
    """F24, F25: two of them are to be left alone, which holds up no other."""
    waiting = random.Random(7).sample(range(200), 200)
    for chat in waiting:
        hands.desks.wake(chat, 1)
        hands.now += 0.001
    for chat in waiting[:2]:
        hands.desks.halt(chat, 3600)
    began, served = hands.now, list[tuple[float, int]]()
    while len(served) < 198:
        served += [(hands.now, chat) for chat in await hands.chats()]
        hands.now += 0.01
    assert waiting[2:] == [chat for _, chat in served]
    times = [at for at, _ in served]
    assert all(later - at >= 1 for at, later in zip(times, times[28:], strict=False))
    assert hands.now - began <= 198 / 28 + 1


async def test_nothing_is_kept_of_a_thousand_chats_that_were_served(hands: Hands):
    """F66"""
    for chat in range(1000):
        hands.desks.wake(chat, 1)
    served = []
    while len(hands.desks):
        served += await hands.chats()
        hands.now += 1
    assert list(range(1000)) == sorted(served)


async def test_equal_replies_that_wait_are_one_and_no_more_than_some_wait(hands: Hands):
    """F07: whoever types the same again and again uses up nobody's budget."""
    for number in range(100):
        hands.desks.reply(1, Reply(0, Screen("the same"), number))
        hands.desks.reply(2, Reply(0, Screen(str(number)), number))
    hands.now += GATHER_SECONDS
    waiting = [len((await hands.desks.next())[1].replies) for _ in range(2)]
    assert waiting == [1, MOST_REPLIES]


async def test_replies_that_share_a_message_fit_into_it_as_telegram_counts(hands: Hands):
    """F31: an emoji counts twice, a tag not at all. What is refused would keep the chat's boards waiting."""
    for number in range(MOST_REPLIES):
        hands.desks.reply(1, Reply(0, Screen(f"<b>{number}</b>" + "\N{FAMILY}" * 200), 7))
    hands.now += GATHER_SECONDS
    _, desk = await hands.desks.next()
    together = [desk.take_replies(), desk.take_replies()]
    assert [len(replies) for replies in together] == [10, 10]


async def test_a_warning_has_the_whole_budget_as_boards_have(hands: Hands):
    """F18"""
    for _ in range(9):
        hands.desks.reserve(1)
        hands.now += 1
    hands.desks.warn(1, 1)
    chat, desk = await hands.desks.next()
    assert (chat, desk.warnings) == (1, {1: None})


async def test_replies_leave_half_of_the_budget_to_the_boards(hands: Hands):
    """F24"""
    for _ in range(9):
        hands.desks.reserve(1)
        hands.now += 1
    hands.desks.reply(1, Reply(0, Screen("help"), 1))
    hands.now += GATHER_SECONDS
    assert await hands.chats() == []
    hands.desks.wake(1, 1)
    assert await hands.chats() == [1]


def test_a_greeting_is_no_part_of_an_answer():
    greeting, answer, other = (Reply(0, Screen("x"), to) for to in (None, 7, 8))
    assert (answer.joins(other), answer.joins(greeting), greeting.joins(answer)) == (True, False, False)
