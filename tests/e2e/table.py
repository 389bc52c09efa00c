"""People at a table: they read what the chat shows, and press what it offers. Nothing here knows the rules."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from zlib import crc32

from bot.local_telegram import LocalTelegram, Message, Press, Room, Topic, User
from tests.e2e.process import PATIENCE

OVER = "🏆"
GREETING = "I run dice games here"  # to a group that is new to the bot

Look = tuple[int, str, list[str]]  # the number of a message, its text and the labels of its buttons


@dataclass
class Table:
    tg: LocalTelegram
    room: Room
    people: Sequence[User]
    topic: Topic | None = None  # None is General in a forum
    game: str = ""  # what the first one asks for; "" leaves it to the bot

    # Reading

    @property
    def boards(self) -> list[Message]:
        """One for each turn, the lobby's and the seal's first. Lot, greeting and what answers a command are none."""
        here = [message for message in self.room.of_bots() if message.topic == (self.topic.id if self.topic else None)]
        return [message for message in here if message.reply_to is None and GREETING not in message.text]

    @property
    def board(self) -> Message:
        return self.boards[-1]

    @property
    def look(self) -> Look:
        """What people see of the newest board; nothing before there is one."""
        return look(self.board) if self.boards else (0, "", [])

    @property
    def is_over(self) -> bool:
        return OVER in self.board.text

    @property
    def places(self) -> list[str]:
        """Who is named in the final ranking, best first."""
        return re.findall(r"^\d\. \u2068(\w+)\u2069", self.board.text, re.MULTILINE)

    @property
    def whose_turn(self) -> User:
        """Whom the board calls."""
        called = next(entity["user"]["id"] for entity in self.board.entities if entity["type"] == "text_mention")
        return next(person for person in self.people if person.id == called)

    @property
    def bystander(self) -> User:
        return next(person for person in self.people if person != self.whose_turn)

    @property
    def best(self) -> str:
        """The button to press."""
        return best(self.board.buttons)

    @property
    def match(self) -> int:
        """The number of the match, as its buttons have it."""
        data = next(button["callback_data"] for board in self.boards for row in board.keyboard for button in row)
        return int(data.split(":")[0])

    # Doing

    def say(self, person: User, text: str) -> None:
        self.tg.say(person, self.room, text, topic=self.topic)

    async def seat_all(self) -> None:
        """Everybody takes a seat."""
        for person in self.people:
            is_to_choose = self.game and person == self.people[0]
            self.say(person, f"/play {self.game}" if is_to_choose else "/join")
            await self._until(lambda name=person.first_name: name in self.look[1])

    async def begin(self) -> None:
        """Everybody takes a seat, and the match begins."""
        await self.seat_all()
        await self.start()

    async def start(self) -> None:
        """The first one starts, and the first board is there."""
        self.say(self.people[0], "/start")
        await self._until(lambda: any("Roll" in label for label in self.look[2]))

    def press(self, label: str | None = None) -> Press:
        """Whoever is to act presses a button, the best one where none is named."""
        return self.tg.press(self.whose_turn, self.board, label or self.best)

    async def move(self, label: str | None = None) -> None:
        """A press, and the board that follows from it."""
        seen = self.look
        self.press(label)
        await self.changed(seen)

    async def changed(self, seen: Look) -> None:
        """Wait until the table looks different from then, and somebody can do something, or it is over.

        The old board may be tidied a moment before the new one is there.
        """
        await self._until(lambda: self.look != seen and (self.look[2] or self.is_over))

    async def _until(self, is_so: object) -> None:
        assert callable(is_so)
        try:
            await self.tg.until(is_so, PATIENCE)
        except TimeoutError:
            raise AssertionError(f"nothing more happens at {self.look}") from None


def look(board: Message) -> Look:
    return board.id, board.text, board.buttons


def ends_turn(label: str) -> bool:
    return _worth(label)[0] == 3


def best(labels: Sequence[str]) -> str:
    """A sensible choice in any game, as far as labels tell."""
    return max(labels, key=_worth)


def _worth(label: str) -> tuple[int, ...]:
    """First what wins most and ends the turn, then what goes on, and among such the most it names."""
    if won := re.search(r"(?:take|snatch) (\d+)|Claim (\d)\b.*, stop", label, re.IGNORECASE):
        return 3, int(won[1] or won[2])
    if kept := re.match(r"Keep (W|\d)(?: ×(\d))?(, roll)?", label):
        symbol, count, goes_on = kept.groups()
        points = 100 if symbol == "W" else int(symbol) * int(count or 1)
        return (2 if goes_on else 1), points
    if re.match(r"[a-z]\d", label):
        return 1, *_worth_of_a_walk(label)
    return (2 if "Roll" in label else 0), 0


def _worth_of_a_walk(label: str) -> tuple[int, ...]:
    """To the red ghost with all tools, else to tools, past no ghost; where nothing happens, anywhere."""
    several = re.search(r"(\d) tools", label)
    tools = int(several[1]) if several else len(re.findall("pickaxe|shovel|stake", label))
    return "red ghost" in label, tools, -label.count("ghost"), crc32(label.encode())
