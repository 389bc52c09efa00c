"""The image: made by the Dockerfile's lines, and run as docker-compose.yml runs it: no rights, a read-only root."""

# ruff: noqa: SIM300  house style: the expected value stands first

import os
import re
import signal
from pathlib import Path

import pytest

from bot.local_telegram import Bot, LocalTelegram
from tests.deployment.container import Container
from tests.deployment.dockerfile import Stage
from tests.deployment.image import Image, is_ignored
from tests.e2e.conftest import HURRY
from tests.e2e.process import CHECKOUT, PATIENCE, free_ports
from tests.e2e.table import Table

pytestmark = [
    pytest.mark.image,
    pytest.mark.timeout(600),  # the image is made once, and the machine may be busy
]

AS_IN_COMPOSE = {"tmpfs": ("/tmp",)}  # noqa: S108  a folder of the container's
LOCKED = re.compile(r"^([\w.-]+)==(\S+)", re.MULTILINE)


def names(versions: str) -> set[tuple[str, str]]:
    return {(re.sub("[-_.]+", "-", name).lower(), version) for name, version in LOCKED.findall(versions)}


def own_address() -> str:
    """Containers share this machine's network here, and each has its own on a real engine."""
    return f"127.0.0.1:{free_ports(1)[0]}"


# What the lines say


def test_base_images_are_named_without_a_registry(stages: list[Stage]) -> None:
    assert {"python:3.11-slim"} == {stage.base for stage in stages}


def test_it_runs_as_nobody_special_and_hears_signals(stages: list[Stage]) -> None:
    """Exec form: a shell in between would keep SIGTERM to itself."""
    assert int(stages[-1].last("USER").said) > 1000
    assert ["python", "-m", "bot"] == stages[-1].last("ENTRYPOINT").listed
    assert ["run"] == stages[-1].last("CMD").listed


def test_only_what_the_image_needs_is_sent_to_whoever_makes_it() -> None:
    needed = ["bot/app.py", "bot/views/pictures/fonts/OFL.txt", "engine/games/junior.py", "migrations/env.py"]
    others = [
        ".env",
        ".git/config",
        ".data/demo/postgres/lock",
        "tests/conftest.py",
        "bot/__pycache__/app.pyc",
        "seeds",
    ]
    assert [] == [file for file in needed if is_ignored(Path(file))]
    assert others == [file for file in others if is_ignored(Path(file))]


# What becomes of them


async def test_it_holds_what_is_locked_and_no_tools(image: Image, tmp_path: Path) -> None:
    listing = [
        "-c",
        "from importlib.metadata import distributions as d; [print(f'{p.name}=={p.version}') for p in d()]",
    ]
    async with Container(image, tmp_path / "it", ["sleep", "600"], environment={}, **AS_IN_COMPOSE) as it:
        status, installed = await it.run("python", *listing)
    assert status == 0, installed
    assert names(installed) <= names((CHECKOUT / "requirements.lock").read_text())
    assert {"sqlalchemy", "python-telegram-bot", "pillow"} <= {name for name, _ in names(installed)}
    assert not {"pytest", "mypy", "uv", "playwright"} & {name for name, _ in names(installed)}


async def test_it_migrates_and_serves_on_a_read_only_root_without_rights(
    image: Image, tmp_path: Path, tg: LocalTelegram, account: Bot, address: str
) -> None:
    environment = {"DATABASE_URL": address, "TELEGRAM_TOKEN": account.token, "TELEGRAM_API_URL": tg.url, **HURRY}
    environment["METRICS_LISTEN"] = own_address()
    async with Container(image, tmp_path / "migrate", ["migrate"], environment=environment, **AS_IN_COMPOSE) as migrate:
        assert await migrate.status() == 0, migrate.said
    async with Container(image, tmp_path / "bot", environment=environment, **AS_IN_COMPOSE) as bot:
        await tg.until(tg.is_polled, PATIENCE)
        people = [tg.person("Ana"), tg.person("Ben")]
        table = Table(tg, tg.supergroup("Friday", *people, account), people)
        await table.begin()
        await table.move()
        assert (0, "") == await bot.run(*image.health)
        assert (0, "10001\n") == await bot.run("id", "-u")
        assert (0, "CapBnd:\t0000000000000000\n") == await bot.run("grep", "CapBnd", "/proc/1/status")
        for place in ("/app/bot/app.py", "/app/new", "/data/new", "/var/tmp/new"):  # noqa: S108
            status, said = await bot.run("touch", place)
            assert (1, True) == (status, "Read-only file system" in said), said
        bot.send(signal.SIGTERM)
        assert await bot.status(10) == 0, bot.said
    assert account.token.partition(":")[2] not in bot.said


async def test_where_telegram_cannot_be_reached_it_is_not_well(
    image: Image, tmp_path: Path, tg: LocalTelegram, account: Bot, address: str
) -> None:
    environment = {"DATABASE_URL": address, "TELEGRAM_TOKEN": account.token, "TELEGRAM_API_URL": tg.url}
    environment["METRICS_LISTEN"] = own_address()
    await tg.go_down()
    async with Container(image, tmp_path / "bot", environment=environment, **AS_IN_COMPOSE) as bot:
        assert 1 == (await bot.run(*image.health))[0]  # not even there yet
        await bot.says("waiting for Telegram")
        assert (1, "") == await bot.run(*image.health)


async def test_alone_it_keeps_its_matches_in_its_volume(
    image: Image, tmp_path: Path, tg: LocalTelegram, account: Bot
) -> None:
    """Without a DATABASE_URL: an embedded Postgres of the same user, in /data."""
    data = _volume(image, tmp_path / "data")
    environment = {"TELEGRAM_TOKEN": account.token, "TELEGRAM_API_URL": tg.url, **HURRY}
    environment["METRICS_LISTEN"] = own_address()
    async with Container(
        image, tmp_path / "bot", environment=environment, volumes={"/data": data}, **AS_IN_COMPOSE
    ) as bot:
        await tg.until(tg.is_polled, PATIENCE)
        assert (0, "") == await bot.run(*image.health)
        bot.send(signal.SIGTERM)
        assert await bot.status(10) == 0, bot.said
    assert (data / "postgres" / "cluster" / "PG_VERSION").exists()


def _volume(image: Image, folder: Path) -> Path:
    """A new one belongs to whom the image's folder belongs to."""
    folder.mkdir()
    there = (image.layer / "data").stat()
    os.chown(folder, there.st_uid, there.st_gid)
    return folder
