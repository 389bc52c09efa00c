"""What the tests hold in their hands: a table with people at it, the database from outside, and the time."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Self, TypeAlias, TypeVar

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.app import serve
from bot.config import Config
from bot.local_telegram import Bot, LocalTelegram, Message, Press, Room, Topic, User
from bot.matches.match import Match
from bot.store import SqlStore, connect
from bot.telegram import buttons

Found = TypeVar("Found")
Request: TypeAlias = Callable[..., Awaitable[tuple[int, bytes]]]
Log: TypeAlias = Sequence[Mapping[str, Any]]

PATIENCE = 30.0  # several programs may share the machine
ROUNDS = 50  # of the event loop: a call that Telegram does not hold back is answered in fewer


class Clock:
    """The time of this event loop and of this Telegram, which can be put forward so that nobody has to wait."""

    def __init__(self, loop: asyncio.AbstractEventLoop, tg: LocalTelegram) -> None:
        self._tg = tg
        self._ahead = 0.0
        self._asked = 0  # calls whose answers the bot has not read yet
        real = loop.time
        loop.time = lambda: real() + self._ahead

    def watched(self, ask: Request) -> Request:
        """The same request, which is seen while it is under way."""

        async def do_request(*given: Any, **named: Any) -> tuple[int, bytes]:
            self._asked += 1
            try:
                return await ask(*given, **named)
            finally:
                self._asked -= 1

        return do_request

    async def forward(self, seconds: float) -> None:
        """Calls and answers on their way arrive first, or they would seem to have taken so long."""
        rounds_at_rest = 0
        async with asyncio.timeout(PATIENCE):
            while rounds_at_rest < ROUNDS:
                await asyncio.sleep(0)
                is_at_rest = self._asked <= self._tg.calls_under_way
                rounds_at_rest = rounds_at_rest + 1 if is_at_rest else 0
        self._ahead += seconds
        self._tg.clock.advance(seconds)


@asynccontextmanager
async def at_work(
    config: Config, account: Bot, tg: LocalTelegram, store: SqlStore
) -> AsyncIterator[asyncio.Task[None]]:
    """The bot, until the end of the block."""
    polls = len(tg.calls_of("getUpdates"))  # of one that worked before
    task = asyncio.create_task(serve(config, account.token, tg.url, store))
    try:
        up = asyncio.create_task(tg.until(lambda: len(tg.calls_of("getUpdates")) > polls or account.webhook, PATIENCE))
        await asyncio.wait({task, up}, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            up.cancel()
            task.result()
        yield task
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def eventually(look: Callable[[], Awaitable[Found]]) -> Found:
    """Look at what has no event to wait for, e.g. the database, until there is something to see."""
    async with asyncio.timeout(PATIENCE):
        while not (found := await look()):  # noqa: ASYNC110  a database has no event
            await asyncio.sleep(0.01)
        return found


@dataclass
class Database:
    """The bot's database, seen from outside."""

    engine: AsyncEngine

    @classmethod
    @asynccontextmanager
    async def of(cls, url: str) -> AsyncIterator[Self]:
        engine = connect(url)
        yield cls(engine)
        await engine.dispose()

    async def __call__(self, statement: str, **values: Any) -> list[Any]:
        async with self.engine.begin() as connection:
            result = await connection.execute(text(statement), values)
            return list(result.all()) if result.returns_rows else []

    @asynccontextmanager
    async def locked(self, match: int) -> AsyncIterator[AsyncConnection]:
        """Nobody can touch a match until the end of the block."""
        async with self.engine.begin() as connection:
            await connection.execute(text("SELECT 1 FROM matches WHERE id = :match FOR UPDATE"), {"match": match})
            yield connection

    async def until_waiting(self, transactions: int) -> None:
        """Until so many transactions wait for a lock."""

        async def are_waiting() -> bool:
            return (
                await self.count("pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()")
                >= transactions
            )

        await eventually(are_waiting)

    async def pass_by(self, **time: float) -> None:
        """Let time pass for the clocks of all matches: `await db.pass_by(minutes=2)`."""
        earlier = (f"{column} = {column} - CAST(:time AS interval)" for column in ("awaited", "warned", "deadline"))
        await self(f"UPDATE matches SET {', '.join(earlier)}", time=timedelta(**time))  # noqa: S608  the tests' own words

    async def parked(self) -> int:
        return await self.count("updates WHERE parked IS NOT NULL")

    async def count(self, rows: str) -> int:
        [(number,)] = await self(f"SELECT count(*) FROM {rows}")  # noqa: S608  the tests' own words
        return int(number)


@dataclass
class Table:
    """A group with the bot in it, or one of its topics."""

    tg: LocalTelegram
    room: Room
    store: SqlStore
    topic: Topic | None = None

    def say(self, user: User, words: str, *, reply_to: Message | None = None) -> Message:
        return self.tg.say(user, self.room, words, topic=self.topic, reply_to=reply_to)

    def press(self, user: User, message: Message, label: str | None = None, *, data: str | None = None) -> Press:
        return self.tg.press(user, message, None if data else _label(message, label or ""), data=data)

    async def toast(self, user: User, message: Message, label: str | None = None, *, data: str | None = None) -> str:
        return (await self.press(user, message, label, data=data).answer(PATIENCE)).text

    async def until(self, fits: Callable[[Message], object]) -> Message:
        """Until a message here, not in another topic, fits."""
        topic = self.topic.id if self.topic else None
        return await self.room.until(lambda message: message.topic == topic and fits(message), PATIENCE)

    async def until_said(self, words: str) -> Message:
        """The newest of the bot's messages with these words in it."""
        theirs = self.room.of_bots
        return await self.until(lambda message: words in message.text and message in theirs())

    async def until_button(self, label: str) -> Message:
        return await self.until(lambda message: any(label in button for button in message.buttons))

    async def a_message(self, user: User) -> Message:
        """Some message of the bot's, to press with data of one's own on."""
        self.say(user, "/help@WormsAndTombsBot")
        return await self.until_said("the rules, with your house rules")

    async def lobby(self, *people: User) -> Message:
        """The lobby with these people in it."""
        for person in people:
            self.say(person, "/join@WormsAndTombsBot")
        lobby = await self.until(
            lambda message: "Leave" in message.buttons and all(person.first_name in message.text for person in people)
        )
        for person in people[1:]:
            await self.until_said(f"{person.first_name}\u2069: You have a seat.")
        await self.settled()
        return lobby

    async def left(self, match: Match, user: User, message: Message) -> str:
        """Somebody has said yes to leaving a match for good; what they are told."""
        return await self.toast(user, message, data=f"{match.id}:{match.revision}:leave yes {match.seat_of(user.id)}")

    async def begun(self, *people: User) -> Message:
        """The board of a match these people have just begun; nothing is left to be written."""
        return await self.begun_from(await self.lobby(*people), people[0])

    async def begun_from(self, lobby: Message, host: User) -> Message:
        await self.toast(host, lobby, "Start")
        board = await self.until_button("Roll")
        await self.until(lambda message: message.id == lobby.id and not message.buttons)
        await self.settled()
        return board

    async def settled(self) -> None:
        """Until all that is kept is shown here."""

        async def is_shown() -> bool:
            return self.room.id not in [chat for chat, _ in await self.store.behind()]

        await eventually(is_shown)

    async def handled(self, db: Database) -> None:
        """Until the bot has heard everything and is done with it."""

        async def is_done() -> bool:
            return await db.count("updates WHERE done IS NULL AND parked IS NULL") == 0

        await self.tg.until(lambda: not any(bot.pending for bot in self.tg.world.bots.values()), PATIENCE)
        await eventually(is_done)

    async def match(self, message: Message) -> Match:
        """The match a message's buttons belong to, as it is kept now."""
        record = await self.store.record(press_of(message).match)
        assert record is not None
        return record[0]

    async def actor(self, message: Message) -> int:
        """Whose turn it is."""
        match = await self.match(message)
        seat = match.game.to_act(match.state)
        assert seat is not None
        return match.seats[seat].id

    def user(self, person: int) -> User:
        return self.tg.world.user(person)


def _label(message: Message, label: str) -> str:
    """The first button that has these words in it."""
    return next((button for button in message.buttons if label in button), label)


def press_of(message: Message, label: str = "") -> buttons.Press:
    press = buttons.read(message.button(_label(message, label))["callback_data"])
    assert press is not None
    return press


def data_of(message: Message, label: str = "") -> str:
    return buttons.write(press_of(message, label))
