"""The golden records as matches of the demo, to look at: those that are played to their end, and those in the middle.

They go into the demo's own database and chats, whatever DATABASE_URL says: a real bot's never hold them.
"""

import secrets
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from bot.app import opened_store
from bot.config import NO_DATABASE, WRONG_SETTING, CannotRun, Config
from bot.demo import TOKEN, chats_of, found, of_its_own
from bot.local_telegram import LocalTelegram, User
from bot.matches.match import FIRST_TURN, Fairness, Match, Move, Person, Place
from bot.matches.ports import Transaction
from bot.matches.results import keep_results
from engine import record
from engine.parts.turns import TurnBegan
from engine.record import Course, Header

GOLDEN = Path(__file__).parents[1] / "seeds" / "golden"


class Golden(Struct, frozen=True):
    """A record that has been followed to its end."""

    name: str
    header: Header
    start: object
    course: Course


async def seed(config: Config, *, again: bool = False) -> None:
    """Put them all there, or nothing. Raises CannotRun."""
    config = of_its_own(config)
    goldens = _read(GOLDEN)
    async with opened_store(config) as store:
        if await store.has_matches() and not again:
            raise CannotRun(
                NO_DATABASE,
                f"The demo in {config.data_dir} has matches already. `python -m bot seed --again` puts the records"
                " beside them; without that folder the demo begins anew.",
            )
        telegram = LocalTelegram(path=chats_of(config), founding=found)
        async with store.transaction() as tx:
            kept = [match for game in _by_game(goldens) for match in await _put(tx, telegram, game)]
        telegram.save(chats_of(config))
    _tell(kept)


def _read(folder: Path) -> list[Golden]:
    files = sorted(folder.glob("*/*.game"))
    if not files:
        raise CannotRun(WRONG_SETTING, f"There are no records in {folder}: seed from a checkout.")
    return [_followed(file) for file in files]


def _followed(file: Path) -> Golden:
    read = record.read(file.read_bytes())
    return Golden(file.stem.replace("_", " "), read.header, read.start, record.follow(read, []))


def _by_game(goldens: Sequence[Golden]) -> Iterator[list[Golden]]:
    for _, of_a_game in groupby(goldens, key=lambda golden: golden.header.game.ID):
        yield list(of_a_game)


async def _put(tx: Transaction, telegram: LocalTelegram, goldens: Sequence[Golden]) -> list[Match]:
    """Into a group of their own, a topic each, where no clock runs."""
    names = dict.fromkeys(name for golden in goldens for name in golden.header.seats)
    people = {name: _person(telegram, name) for name in names}
    room = telegram.forum(f"Golden {goldens[0].header.game.ID}", *people.values(), telegram.bot(token=TOKEN))
    chat = await tx.chat_at(Place(await tx.chat(room.id, "supergroup")))
    await tx.keep_chat(replace(chat, language="en", settings=replace(chat.settings, pace="none")))
    kept = []
    for golden in goldens:
        place = Place(chat.key, telegram.topic(room, golden.name).id)
        kept.append(await _keep(tx, golden, place, tuple(people[name] for name in golden.header.seats)))
    return kept


def _person(telegram: LocalTelegram, name: str) -> User:
    known = {user.first_name: user for user in telegram.world.users.values()}
    return known.get(name) or telegram.person(name, language_code="en")


async def _keep(tx: Transaction, golden: Golden, place: Place, users: Sequence[User]) -> Match:
    seats = tuple(Person(user.id, user.first_name, "en") for user in users)
    for person in seats:
        await tx.remember(person)
    moves = _moves(golden, len(seats) + 1)
    is_over = golden.header.game.result(golden.course.state).is_over
    lobby = Match(0, place, golden.header.game.ID, seats[0].id, Fairness(secrets.token_bytes(32)), seats=seats)
    match = replace(
        await tx.add(lobby),
        options={option.name: getattr(golden.header.options, option.name) for option in golden.header.game.OPTIONS},
        status="finished" if is_over else "running",
        revision=len(seats) + 1 + len(moves),
        turn=FIRST_TURN + _turns(moves) + is_over,
        opening=golden.start,
        state=golden.course.state,
    )
    await tx.save(match, moves)
    if is_over:
        await keep_results(tx, match)
    return match


def _moves(golden: Golden, revision: int) -> list[Move]:
    """As if the match had begun at this revision with what the record begins with."""
    moves: list[Move] = []
    for made in golden.course.moves:
        command = golden.header.game.write_command(made.command)
        moves.append(Move(revision + len(moves) + 1, FIRST_TURN + _turns(moves), made.seat, command, made.events))
    return moves


def _turns(moves: Sequence[Move]) -> int:
    """How many turns began in them."""
    return sum(isinstance(event, TurnBegan) for move in moves for event in move.events)


def _tell(kept: Sequence[Match]) -> None:
    over = sum(not match.is_open for match in kept)
    print(f"{over} records are finished matches of the demo now, {len(kept) - over} are in the middle.")  # noqa: T201  for whoever started it
    print("`make demo` shows them: a group for each game, a topic for each record.")  # noqa: T201
