"""`python -m bot seed`: every golden record becomes a match of the demo, and of nothing else."""

# ruff: noqa: SIM300  house style: the expected value stands first

import asyncio
import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from pydantic import SecretStr

from bot.__main__ import _wish
from bot.app import opened_store, serve
from bot.config import NO_DATABASE, CannotRun, Config
from bot.demo import TOKEN, chats_of, of_its_own
from bot.local_telegram import Limits, LocalTelegram, Room
from bot.matches.match import Match, Move
from bot.seed import GOLDEN, seed
from bot.store import SqlStore
from engine import record, replay
from tests.telegram.table import PATIENCE

RECORDS = sorted(GOLDEN.glob("*/*.game"))


@pytest.fixture
def config() -> Iterator[Config]:
    """Of somebody whose environment names a real database, too."""
    folder = Path(tempfile.mkdtemp(prefix="worms-and-tombs-seed-"))
    folder.chmod(0o755)  # for the user Postgres runs as
    real = SecretStr("postgresql://nobody@127.0.0.1:1/production")
    hurry = {"pictures": False, "chat_writes_per_minute": 60_000, "writes_per_second": 10_000}
    yield Config(data_dir=folder, database_url=real, **hurry)
    shutil.rmtree(folder)


@pytest.fixture
async def seeded(config: Config) -> AsyncIterator[SqlStore]:
    await seed(config)
    async with opened_store(of_its_own(config)) as store:
        yield store


async def kept(store: SqlStore, number: int) -> tuple[Match, tuple[Move, ...]]:
    found = await store.record(number)
    assert found is not None
    return found


async def test_every_record_is_a_match_that_can_be_replayed_and_looked_at_in_the_demo(
    seeded: SqlStore, config: Config
) -> None:
    goldens = [record.read(path.read_bytes()) for path in RECORDS]
    matches = [await kept(seeded, number) for number in range(1, len(goldens) + 1)]
    assert len(RECORDS) == len(matches)
    for golden, (match, moves) in zip(goldens, matches, strict=True):
        assert golden.header.seats == tuple(person.name for person in match.people)
        assert (golden.start, record.follow(golden, []).state) == (match.opening, match.state)
        assert match.state == replay(match.game, match.opening, (event for move in moves for event in move.events))
        assert match.is_open != match.game.result(match.state).is_over
    async with LocalTelegram(path=chats_of(of_its_own(config)), limits=Limits.off()) as telegram:
        bot = asyncio.create_task(serve(config, TOKEN, telegram.url, seeded))
        rooms = [Room(telegram.here, chat) for chat in telegram.world.chats.values() if "Golden" in chat.title]
        await telegram.until(lambda: len(RECORDS) == sum(len(room.of_bots()) for room in rooms), PATIENCE)
        bot.cancel()
        await asyncio.gather(bot, return_exceptions=True)
    assert ["Golden deluxe", "Golden grave_digger", "Golden heckmeck", "Golden junior"] == [
        room.chat.title for room in rooms
    ]


async def test_a_demo_that_has_matches_is_left_alone_unless_told(
    config: Config, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of one game."""
    (tmp_path / "junior").symlink_to(GOLDEN / "junior")
    monkeypatch.setattr("bot.seed.GOLDEN", tmp_path)
    await seed(config)
    with pytest.raises(CannotRun, match="has matches already") as refused:
        await seed(config)
    assert NO_DATABASE == refused.value.status
    await seed(config, again=True)
    records = len([*GOLDEN.glob("junior/*.game")])
    async with opened_store(of_its_own(config)) as store:
        assert await store.record(2 * records) is not None
        assert await store.record(2 * records + 1) is None


async def test_without_records_nothing_is_seeded(
    config: Config, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.seed.GOLDEN", tmp_path)
    with pytest.raises(CannotRun, match="seed from a checkout"):
        await seed(config)
    assert [] == [*config.data_dir.iterdir()]


@pytest.mark.parametrize(
    ("said", "meant"),
    [(["seed"], ("seed", {"again": False})), (["seed", "--again"], ("seed", {"again": True})), (["run"], ("run", {}))],
)
def test_only_seeding_takes_more_than_a_command(
    said: list[str], meant: tuple[str, dict[str, bool]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["bot", *said])
    assert meant == _wish()
