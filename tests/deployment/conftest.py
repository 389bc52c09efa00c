"""The image, made once; and a way to the tests' Postgres for containers, which share this machine's network only."""

import asyncio
import os
import shutil
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from sqlalchemy.engine import make_url

from tests.deployment import dockerfile
from tests.deployment.image import Image, build
from tests.e2e.conftest import account, tg
from tests.e2e.process import CHECKOUT

__all__ = ["account", "tg"]


@pytest.fixture(scope="session")
def workshop() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="worms-and-tombs-image-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


@pytest.fixture(scope="session")
def stages() -> list[dockerfile.Stage]:
    return dockerfile.read((CHECKOUT / "Dockerfile").read_text())


@pytest.fixture(scope="session")
def image(stages: list[dockerfile.Stage], workshop: Path) -> Image:
    if sys.platform != "linux" or os.geteuid() != 0:
        pytest.skip("only root on Linux can lay file systems over each other")
    return build(stages, CHECKOUT, workshop)


@pytest.fixture
async def address(database: str) -> AsyncIterator[str]:
    """Of the test's database, as a container reaches it: by the network. The server itself listens on a socket."""
    url = make_url(database)
    socket = f"{url.query['host']}/.s.PGSQL.{url.query['port']}"

    async def hand_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_unix_connection(socket)
        await asyncio.gather(_copied(reader, back), _copied(there, writer))

    server = await asyncio.start_server(hand_on, "127.0.0.1", 0)
    async with server:
        port = server.sockets[0].getsockname()[1]
        yield f"postgresql://postgres@127.0.0.1:{port}/{url.database}"


async def _copied(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(ConnectionError):
        while read := await reader.read(2**16):
            writer.write(read)
            await writer.drain()
    writer.close()
