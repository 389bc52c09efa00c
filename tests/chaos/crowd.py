"""The people: in each group some sit at a table and press what they see, rightly, wrongly, late, twice or by fraud."""

import asyncio
from collections.abc import Callable, Sequence
from random import Random

from bot.local_telegram import LocalTelegram, Message, Room, Topic, User
from engine import GAMES
from tests.chaos.trace import Trace
from tests.views.tables import HOSTILE

PAUSE = 0.25  # seconds between what one group does, on average
PATIENCE = 4.0  # for a toast
COMMANDS = ("board", "help", "rules", "stats", "settings", "hint", "next", "leave", "skip", "history", "nonsense")
FORGERIES = (
    "",
    ":",
    "1:1:roll",
    "0:0:set pace none",
    "{m}:{r}:timeout",
    "{m}:{r}:bench",
    "{m}:{r}:roll+stop",
    "{m}:9:x",
)
SELDOM = ("leave", "stop yes", "leave yes", "remove", "again")  # what ends a match is pressed seldom


class Group:
    """One table. What its people do follows from the run's seed."""

    def __init__(
        self, tg: LocalTelegram, room: Room, topic: Topic | None, people: Sequence[User], random: Random
    ) -> None:
        self.tg, self.room, self.topic, self.people, self.random = tg, room, topic, people, random
        self.is_cut_off = False  # the bot is not here, or cannot write

    def messages(self) -> list[Message]:
        return self.room.of_bots(self.topic.id if self.topic else None)

    def moved_to(self, room: Room) -> None:
        self.room = room


async def play(group: Group, others: Sequence[Group], trace: Trace, is_over: Callable[[], bool]) -> None:
    """Until it is over."""
    await asyncio.sleep(group.random.random())
    while not is_over():
        await _do_something(group, others, trace)
        await asyncio.sleep(PAUSE * 2 * group.random.random())


async def _do_something(group: Group, others: Sequence[Group], trace: Trace) -> None:
    random, person = group.random, group.random.choice(group.people)
    shown = [message for message in group.messages() if message.keyboard]
    dice = random.random()
    if not shown or dice < 0.01:
        _say(group, person, f"/play {random.choice(list(GAMES))}" if random.random() < 0.5 else "/join", trace)
    elif dice < 0.02:
        _say(group, person, f"/{random.choice(COMMANDS)}", trace)
    elif dice < 0.03:
        person.first_name = random.choice((*HOSTILE, f"Guest {random.randrange(99)}"))
        trace.tell("person", "renamed")
    else:
        await _press(group, person, shown, others, trace)


def _say(group: Group, person: User, words: str, trace: Trace) -> None:
    verb, _, rest = words.partition(" ")
    group.tg.say(person, group.room, f"{verb}@WormsAndTombsBot {rest}".strip(), topic=group.topic)
    trace.tell("command", verb, chat=group.room.id, by=person.id)


async def _press(group: Group, person: User, shown: Sequence[Message], others: Sequence[Group], trace: Trace) -> None:
    random = group.random
    message, kind, dice = shown[-1], "as shown", random.random()
    if dice < 0.06:
        message, kind = random.choice(list(shown)), "late"
    data = _data(message, random)
    if 0.06 < dice < 0.12:
        match, revision, *_ = (*data.split(":"), "1")
        data, kind = random.choice(FORGERIES).format(m=match, r=revision), "forged"
    elif 0.12 < dice < 0.16 and (
        foreign := [other for other in random.choice(list(others)).messages() if other.keyboard]
    ):
        data, kind = _data(foreign[-1], random), "foreign"
    press = group.tg.press(person, message, data=data)
    trace.tell("press", kind, chat=group.room.id, by=person.id, data=data)
    if 0.16 < dice < 0.2:
        group.tg.press_again(press)
        trace.tell("press", "twice", chat=group.room.id, by=person.id, data=data)
    try:
        await press.answer(PATIENCE)
        trace.counts["answered"] += 1
    except TimeoutError:
        trace.counts["answered too late or not at all"] += 1


def _data(message: Message, random: Random) -> str:
    """Of some button; of one that ends a match only now and then."""
    offered = [str(button["callback_data"]) for row in message.keyboard for button in row if "callback_data" in button]
    calm = [data for data in offered if not data.partition(":")[2].partition(":")[2].startswith(SELDOM)]
    return random.choice(calm if calm and random.random() < 0.97 else offered or ["1:1:roll"])
