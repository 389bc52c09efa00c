"""The demo: one command, its own Postgres and Telegram, a page; after Ctrl-C and a new start the match goes on."""

import signal
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from tests.e2e.process import PATIENCE, BotProcess, crowd
from tests.e2e.table import best

WARM_START = 5.0  # seconds

Json = dict[str, Any]


@pytest.fixture
def data() -> Iterator[Path]:
    """A folder that the user whom Postgres runs as can enter."""
    with tempfile.TemporaryDirectory(prefix="worms-and-tombs-demo-") as path:
        Path(path).chmod(0o755)
        yield Path(path)


class Page:
    """The chat page, as its script uses it: one group of the demo, and the people in it."""

    def __init__(self, session: aiohttp.ClientSession) -> None:
        self._session = session

    async def open(self) -> None:
        async with self._session.get("/") as page:
            assert (page.status, page.content_type) == (200, "text/html")
        world = await self._get("/local/world")
        self.ids = {person["name"]: person["id"] for person in world["people"]}
        self.key = next(chat["key"] for chat in world["chats"] if chat["title"] == "Friday dice")

    async def say(self, name: str, text: str) -> None:
        await self._post("/local/say", {"user": self.ids[name], "chat": self.key, "text": text})

    async def press(self, board: Json, label: str) -> str:
        """Whoever is called presses; the toast."""
        called = next(e["user"]["id"] for e in board["entities"] if e["type"] == "text_mention")
        data = next(b["callback_data"] for row in board["keyboard"] for b in row if b["text"] == label)
        wish = {"user": called, "chat": self.key, "message": board["id"], "data": data}
        return str((await self._post("/local/press", wish))["text"])

    async def board(self, fits: Callable[[Json], object] = bool) -> Json:
        """The newest message with buttons, as soon as it fits."""
        async with self._session.get("/local/events", timeout=aiohttp.ClientTimeout(PATIENCE)) as events:
            while True:
                messages = await self._get(f"/local/chat?key={self.key}")
                found = next((message for message in reversed(messages) if message["keyboard"]), None)
                if found is not None and fits(found):
                    return dict(found)
                assert await events.content.readline(), "the page is gone"

    async def _get(self, path: str) -> Any:
        async with self._session.get(path) as answer:
            return await answer.json()

    async def _post(self, path: str, wish: Json) -> Any:
        async with self._session.post(path, json=wish) as answer:
            assert answer.status == 200, await answer.text()
            return await answer.json()


def labels(board: Json) -> list[str]:
    return [button["text"] for row in board["keyboard"] for button in row]


@asynccontextmanager
async def opened(demo: BotProcess) -> AsyncIterator[Page]:
    """The page at the address that the demo prints."""
    said = await demo.line()
    assert said.startswith("Play at http://127.0.0.1:"), demo.said
    async with aiohttp.ClientSession(said.removeprefix("Play at ")) as session:
        page = Page(session)
        await page.open()
        yield page


async def test_a_match_of_the_demo_goes_on_after_ctrl_c_and_a_new_start(
    folder: Path, data: Path, figures: list[str]
) -> None:
    environment = {"DATA_DIR": str(data), "LISTEN": "127.0.0.1:0"}
    async with BotProcess(folder, "demo", environment, has_output=True) as demo:
        async with opened(demo) as page:
            await page.say("Ana", "/join")
            await page.say("Ben", "/join")
            await page.board(lambda lobby: "Start" in labels(lobby))
            await page.say("Ana", "/start")
            board = await page.board(lambda board: "🎲 Roll 8 dice" in labels(board))
            assert "You threw" in await page.press(board, "🎲 Roll 8 dice")
            thrown = await page.board(lambda board: "Thrown" in board["text"])
        await ended(demo, data)

        began = time.monotonic()
        await demo.start()
        async with opened(demo) as page:
            took = time.monotonic() - began
            assert await page.board() == thrown
            assert "You" in await page.press(thrown, best(labels(thrown)))
            await page.board(lambda board: board != thrown)
        await ended(demo, data)
    figures.append(f"warm start of the demo until its page answers: {took:.1f} s")
    assert took <= WARM_START * crowd()


async def ended(demo: BotProcess, data: Path) -> None:
    """Ctrl-C: quietly, and its Postgres with it."""
    demo.send(signal.SIGINT)
    assert await demo.status() == 0
    assert "Traceback" not in demo.said
    assert not (data / "postgres" / "cluster" / "postmaster.pid").exists()
