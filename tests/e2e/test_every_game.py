"""Four people play a whole match of each other game by pressing buttons; the bot dies in the middle of it.

What is secret until the end appears in nothing that the bot sends before.
"""

import hashlib
import re
from base64 import b64encode
from collections.abc import Iterator

import pytest
from sqlalchemy import update

from bot.local_telegram import Bot, LocalTelegram
from bot.matches.match import FIRST_TURN, Match, Move
from bot.store import SqlStore, connect
from bot.store.tables import matches
from engine.game import Fact
from engine.play import replay
from tests.e2e.evening import Evening
from tests.e2e.kills import Kill, after_the_edit, before_the_edit, before_the_next_board, killed_in_a_move
from tests.e2e.process import BotProcess
from tests.e2e.retold import check_replay, check_screens, look_at
from tests.e2e.table import OVER, Table

MOST_MOVES = 250
BEFORE_THE_KILL = 12  # moves
LEAST_PILE = 6  # cards; fewer numbers stand side by side by chance


@pytest.fixture
def pictures() -> str:
    return "on"


@pytest.fixture
def evening(tg: LocalTelegram, account: Bot, bot: BotProcess, store: SqlStore) -> Evening:
    """Four people in a group with the bot."""
    people = [tg.person(name) for name in ("Ana", "Ben", "Cleo", "Dan")]
    return Evening(tg, bot, store, Table(tg, tg.supergroup("Friday", *people, account), people))


@pytest.mark.parametrize(
    ("game", "luck", "kill", "when"),
    [
        ("deluxe", 12, after_the_edit, "Roll 8 dice"),
        ("junior", 41, before_the_next_board, "stop"),
        ("grave_digger", 4, before_the_edit, "Roll"),
    ],
)
async def test_a_match_survives_a_kill_and_keeps_its_secrets(
    evening: Evening, database: str, game: str, luck: int, kill: Kill, when: str, figures: list[str]
) -> None:
    table = evening.table
    table.game = game
    await table.seat_all()
    await _shuffle(database, table.match, f"{game} {luck}")
    await table.start()
    await _play(evening, kill, when)

    match, moves = await evening.record()
    figures.append(f"a match of {game}: {match.turn - FIRST_TURN} turns, {len(moves)} moves")
    check_replay(match, moves)
    check_screens(table.boards, match, moves)
    assert (match.game_id, match.status) == (game, "finished")
    assert look_at(match, moves, on=table.board)[0] == table.board.text
    ranking = match.game.result(match.state).ranking
    assert table.places == [match.seats[seat].name for place in ranking for seat in place]
    assert table.board.buttons == ["Play again", "Check the dice"]
    _check_secrets(evening, match, moves)
    _check_pictures(table)


async def _shuffle(database: str, match: int, luck: str) -> None:
    """Give a match the seed of a luck, so that it takes the same course each time."""
    engine = connect(database)
    async with engine.begin() as connection:
        seed = hashlib.sha256(luck.encode()).digest()
        await connection.execute(update(matches).where(matches.c.id == match).values(seed=seed))
    await engine.dispose()


async def _play(evening: Evening, kill: Kill, when: str) -> None:
    """To the end; the bot is killed in the first move of this kind in the middle."""
    table, is_killed = evening.table, False
    for number in range(MOST_MOVES):
        if table.is_over:
            assert is_killed
            return
        if not is_killed and number >= BEFORE_THE_KILL and when in table.best:
            await killed_in_a_move(evening, kill)
            is_killed = True
        else:
            await table.move()
    raise AssertionError(f"it does not end: {table.look}")


# Secrets


def _check_secrets(evening: Evening, match: Match, moves: tuple[Move, ...]) -> None:
    """Before the end neither what the bot sent nor what it logged says them."""
    calls = [str(call.parameters) for call in evening.tg.calls if call.method != "getUpdates"]
    end = next(number for number, call in enumerate(calls) if OVER in call)
    assert len(moves) < end
    said = "\n".join((*calls[:end], evening.bot.said))
    for secret in (*_seed(match), *_hidden(match, moves)):
        assert not re.search(secret, said, re.IGNORECASE), f"{secret} was told before the end"


def _seed(match: Match) -> Iterator[str]:
    seed = match.fairness.seed
    yield from (seed.hex(), re.escape(b64encode(seed).decode().rstrip("=")), re.escape(repr(seed)[2:-1]))


def _hidden(match: Match, moves: tuple[Move, ...]) -> Iterator[str]:
    """Patterns of what a record would say of what lies hidden, after each move."""
    states = [match.opening]
    for move in moves:
        states.append(replay(match.game, states[-1], move.events))
    facts = {fact for state in states for fact in match.game.facts(state) if fact.word in ("pile", "vampire")}
    return (pattern for fact in facts for pattern in _patterns(fact))


def _patterns(fact: Fact) -> Iterator[str]:
    if fact.word == "vampire":
        yield r"vampire\W{0,3}\w{0,8}\W{0,3}" + fact.values[0]
    elif len(fact.values) >= LEAST_PILE:
        yield r"\W{0,2}".join(fact.values)


@pytest.mark.parametrize(
    ("fact", "told"),
    [
        (Fact("pile", None, tuple("315241")), "pile 3 1 5 2 4 1"),
        (Fact("pile", None, tuple("315241")), '"pile": [3, 1, 5, 2, 4, 1]'),
        (Fact("vampire", None, ("3",)), "vampire 3"),
        (Fact("vampire", None, ("3",)), '"vampire": 3'),
    ],
)
def test_a_told_secret_would_be_noticed(fact: Fact, told: str) -> None:
    assert [re.search(pattern, told) is not None for pattern in _patterns(fact)] == [True]


# Pictures


def _check_pictures(table: Table) -> None:
    """A turn's board is one photo, edited in place: a new picture after each move, and the last one stays."""
    for board in table.boards[FIRST_TURN:-1]:
        drawn = [look.photo for look in board.history if look.keyboard]
        assert None not in drawn
        assert len(drawn) == len({look.photo for look in board.history})
