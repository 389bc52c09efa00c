"""Tables at which one person presses as fast as the bot lets her: matches in the store, rooms on the local Telegram."""

import asyncio
import itertools
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from msgspec import Struct
from sqlalchemy import text
from telegram import Bot as TelegramBot

from bench.bare import board
from bot.local_telegram import Bot, LocalTelegram, Message, Press, Room, User
from bot.matches import lobby, press
from bot.matches.match import Match, Person, Place
from bot.store import SqlStore
from bot.telegram.transport import AiohttpRequest

OTHER = 42
# The turn begins anew, without its moves: so every press is a first throw, or keeps some of it and throws again
_ANEW = text("UPDATE matches SET state = opening WHERE id = :match")
_FORGET = text("DELETE FROM moves m USING matches WHERE m.match = :match AND id = m.match AND m.turn >= matches.turn")
# A long past: so many turns of three moves, each told and tidied
_TURN = text("UPDATE matches SET turn = :turn + 1, revision = 3 * :turn + 3 WHERE id = :match")
_MOVES = text(
    "INSERT INTO moves (match, revision, turn, seat, command, events) "
    "SELECT m.match, number, 1 + number / 3, number % 2, m.command, m.events "
    "FROM moves m, generate_series(m.revision + 1, 3 * CAST(:turn AS integer)) number WHERE m.match = :match"
)
_POSTS = text(
    "INSERT INTO posts (match, turn, message, revision, is_past) "
    "SELECT CAST(:match AS bigint), number, number, 1, true FROM generate_series(0, CAST(:turn AS integer)) number"
)


class Watch:
    """Wakes whoever waits for something on the local Telegram: one look at each beat for all of them."""

    def __init__(self, telegram: LocalTelegram) -> None:
        self._telegram = telegram
        self._waiting: dict[int, tuple[Callable[[], object], asyncio.Future[float]]] = {}
        self._numbers = itertools.count()

    async def run(self) -> None:
        while True:
            await self._telegram.here.pulse.next()
            now = time.perf_counter()
            for number, (look, seen) in list(self._waiting.items()):
                if seen.done():
                    del self._waiting[number]
                elif look():
                    seen.set_result(now)

    async def until(self, look: Callable[[], object]) -> float:
        """The moment when it was there."""
        seen: asyncio.Future[float] = asyncio.get_running_loop().create_future()
        self._waiting[next(self._numbers)] = (look, seen)
        async with asyncio.timeout(60):
            return await seen


class Seat:
    """One person at one table, who presses again and again."""

    def __init__(self, hall: "Hall", user: User, room: Room, match: Match) -> None:
        self._telegram, self._watch, self._store = hall.telegram, hall.watch, hall.store
        self.user, self.room, self.match = user, room, match
        self._presses = 0

    def is_shown(self) -> bool:
        return self._newest() is not None

    def _newest(self) -> Message | None:
        """The message with the board, when its buttons are there."""
        message = next(reversed(self.room.chat.messages.values()))
        return message if message.keyboard else None

    def _data(self) -> list[str]:
        message = self._newest()
        return [button["callback_data"] for row in message.keyboard for button in row] if message else []

    async def press(self) -> tuple[float, float]:
        """When the press was answered, and when its effect was shown."""
        message = self._newest()
        if message is None:
            raise RuntimeError("there is no board")
        wish = self._wish()
        revision = int(wish.split(":")[1])
        pressed: Press = self._telegram.press(self.user, message, data=wish)
        answered, shown = await asyncio.gather(
            self._watch.until(lambda: pressed.query.answers), self._watch.until(lambda: self._revision() > revision)
        )
        self._presses += 1
        if self._presses % 2 == 0:
            await self.begin_anew()
        return answered, shown

    def _revision(self) -> int:
        data = self._data()
        return int(data[0].split(":")[1]) if data else 0

    def _wish(self) -> str:
        """`roll`, and then to keep the first symbol that can be kept and throw again."""
        if self._presses % 2 == 0:
            return f"{self.match.id}:{self._revision()}:roll"
        return next(data for data in self._data() if data.endswith("+roll"))

    async def begin_anew(self) -> None:
        async with self._store.transaction() as tx:
            await tx._connection.execute(_ANEW, {"match": self.match.id})  # noqa: SLF001  no use case does this
            await tx._connection.execute(_FORGET, {"match": self.match.id})  # noqa: SLF001  as above


class Hall(Struct):
    """Where tables are set up: a local Telegram, whoever watches it, and the store."""

    telegram: LocalTelegram
    watch: Watch
    store: SqlStore

    async def found(self, bot: Bot, tables: int, turns: int = 0) -> list[Seat]:
        """So many tables of a bot, each with a match in its first turn, or after so many turns."""
        return [await self._found(bot, number, turns) for number in range(tables)]

    async def _found(self, bot: Bot, number: int, turns: int) -> Seat:
        user = self.telegram.person(f"Ana {number}", language_code="en")
        room = self.telegram.supergroup(f"Table {number}", user, bot)
        match = await _match(self.store, room, Person(user.id, user.first_name, "en"))
        if turns:
            await _grow_old(self.store, match, turns)
        return Seat(self, user, room, match)


async def _match(store: SqlStore, room: Room, person: Person) -> Match:
    async with store.transaction() as tx:
        place = Place(await tx.chat(room.id, "supergroup"))
        match = (await lobby.join(tx, place, person)).match
        await lobby.join(tx, place, Person(OTHER, "Ben", "en"))
        await lobby.start_match(tx, match.id, person)
        return (await lobby.begin(tx, match.id, lot=1)).match


async def _grow_old(store: SqlStore, match: Match, turns: int) -> None:
    async with store.transaction() as tx:
        await press.press(tx, match.id, match.revision, ["roll"], match.people[0])
        for statement in (_MOVES, _POSTS, _TURN, _ANEW):
            await tx._connection.execute(statement, {"match": match.id, "turn": turns})  # noqa: SLF001  no use case does this


async def show_bare(telegram: LocalTelegram, bot: Bot, seats: list[Seat]) -> None:
    """The first boards of the bare program, which has nothing to send them with."""
    async with _client(telegram, bot) as client:
        for seat in seats:
            said, buttons = board(seat.match.id, seat.match.revision)
            await client.send_message(seat.room.id, said, parse_mode="HTML", reply_markup=buttons)


@asynccontextmanager
async def _client(telegram: LocalTelegram, bot: Bot) -> AsyncIterator[TelegramBot]:
    async with TelegramBot(bot.token, base_url=f"{telegram.url}/bot", request=AiohttpRequest()) as client:
        yield client
