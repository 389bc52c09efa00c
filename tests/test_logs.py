"""What is logged, however it comes to be logged, tells no secret."""

import asyncio
import gc
import json
import logging
import sys
import threading
import warnings
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from urllib.parse import quote

import pytest
import structlog

from bot import logs
from bot.config import Config

SECRET = 'AAF-"sworn\\fish" of~ä%2F'  # noqa: S105  nobody's, of all that one may hold
TOKEN = "6123456789:AAF-never-shown"  # noqa: S105  nobody's
URL = f"postgresql://me:{quote(SECRET, '')}@db.example:5432/worms"
CONFIG = Config(telegram_token=TOKEN, database_url=URL)  # type: ignore[arg-type]  # read from text


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    root, hooks = logging.getLogger(), (sys.excepthook, sys.unraisablehook, threading.excepthook)
    handlers, level = root.handlers, root.level
    yield
    root.handlers, root.level = handlers, level
    sys.excepthook, sys.unraisablehook, threading.excepthook = hooks
    logging.captureWarnings(capture=False)
    structlog.reset_defaults()


def failing() -> None:
    url = CONFIG.database_url
    assert url is not None
    raise ValueError(f"{TOKEN} {SECRET!r} {SECRET} {quote(SECRET)} {url.get_secret_value()} {json.dumps(SECRET)}")


def by_keyword() -> None:
    structlog.get_logger().info("a bug", url=f"https://host/bot{TOKEN}/getMe", parts=[SECRET, {"half": TOKEN[11:]}])


def by_a_library() -> None:
    logging.getLogger("aiohttp.client").error("no answer from %s, %r", f"bot{quote(TOKEN, '')}", SECRET)


def by_a_traceback_with_its_cause() -> None:
    try:
        try:
            failing()
        except ValueError as cause:
            raise RuntimeError(TOKEN) from cause
    except RuntimeError:
        structlog.get_logger().exception("ended by a bug")


def by_a_task_nobody_waits_for() -> None:
    async def forgotten() -> None:
        async def doomed() -> None:
            failing()

        task = asyncio.create_task(doomed())
        await asyncio.wait({task})
        del task
        gc.collect()

    asyncio.run(forgotten())


def by_a_thread() -> None:
    thread = threading.Thread(target=failing)
    thread.start()
    thread.join()


def by_a_warning() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.warn(f"unclosed {TOKEN} {SECRET}", ResourceWarning, stacklevel=1)


def by_the_end_of_something() -> None:
    class Doomed:
        def __del__(self) -> None:
            failing()

    Doomed()
    gc.collect()


def by_the_end_of_the_program() -> None:
    try:
        failing()
    except ValueError as bug:
        sys.excepthook(ValueError, bug, bug.__traceback__)


def by_a_line_that_cannot_be_written() -> None:
    class Unspeakable:
        def __repr__(self) -> str:
            raise ValueError(TOKEN)

    structlog.get_logger().info(SECRET, it=Unspeakable())


WAYS = (
    by_keyword,
    by_a_library,
    by_a_traceback_with_its_cause,
    by_a_task_nobody_waits_for,
    by_a_thread,
    by_a_warning,
    by_the_end_of_something,
    by_the_end_of_the_program,
    by_a_line_that_cannot_be_written,
)


@pytest.mark.parametrize("as_json", [True, False], ids=["json", "for people"])
@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_no_secret_is_told(way: Callable[[], None], *, as_json: bool, capsys: pytest.CaptureFixture[str]) -> None:
    """F38: neither the token nor the database's password, in no spelling."""
    logs.set_up(as_json=as_json, secrets=CONFIG.secrets)
    way()
    said = capsys.readouterr().err
    assert "***" in said or "could not be logged" in said
    for part in ("never-shown", "sworn", "fish", "db.example"):
        assert part not in said
    if as_json:
        assert all(json.loads(line)["event"] for line in said.splitlines())


@pytest.mark.parametrize("url", ["", "nonsense", "postgresql://[", "postgresql://host/db"])
def test_an_address_without_a_password_hides_nothing_else(url: str) -> None:
    expected = {TOKEN, TOKEN.partition(":")[2], url} - {""}
    assert expected == {*Config(telegram_token=TOKEN, database_url=url).secrets}  # type: ignore[arg-type]  # read from text


@pytest.mark.parametrize("library", ["asyncio", "aiohttp.server", "alembic.runtime.migration", "sqlalchemy.pool", "py"])
def test_a_line_says_when_where_how_grave_and_what_whoever_wrote_it(
    library: str, capsys: pytest.CaptureFixture[str]
) -> None:
    logs.set_up(as_json=True, secrets=())
    try:
        failing()
    except ValueError:
        logging.getLogger(library).exception("%s of a library's", "a bug")
        structlog.get_logger().exception("a bug of ours", chat=-100, match=7)
    theirs, ours = map(json.loads, capsys.readouterr().err.splitlines())
    assert (theirs["event"], theirs["logger"], theirs["level"]) == ("a bug of a library's", library, "error")
    assert (ours["event"], ours["logger"], ours["chat"], ours["match"]) == ("a bug of ours", __name__, -100, 7)
    for line in (theirs, ours):
        assert datetime.fromisoformat(line["timestamp"]).utcoffset() == timedelta()
        assert "in failing" in line["exception"]
