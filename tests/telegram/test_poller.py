"""Fetching: an update is kept, fed and acknowledged once, and nothing that comes instead of one ends the bot."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import pytest
from telegram import Bot
from telegram.error import InvalidToken
from telegram.request import RequestData

from bot.local_telegram import LocalTelegram
from bot.matches.ports import Arrival
from bot.store import SqlStore
from bot.telegram.poller import Poller, TokenTaken, arrival_of
from bot.telegram.transport import AiohttpRequest
from tests.telegram.table import Log

CHAT = -1_002_471_352_452
PERSON = 7_790_427_779
ME = {"id": 1, "is_bot": True, "first_name": "W", "username": "WormsAndTombsBot"}

Answer = tuple[int, bytes]


@pytest.mark.parametrize(
    ("chat", "body"),
    [
        (CHAT, {"message": {"chat": {"id": CHAT}, "from": {"id": PERSON}}}),
        (CHAT, {"callback_query": {"message": {"chat": {"id": CHAT}}, "from": {"id": PERSON}}}),
        (PERSON, {"callback_query": {"inline_message_id": "x", "from": {"id": PERSON}}}),
        (0, {"poll": {}}),
        (0, {"message": None}),
        (0, {"message": {"chat": {"id": "?"}}}),
        (0, {"message": {"chat": {"id": 2**63}}}),
        (0, {"callback_query": {"from": {"id": -(2**63) - 1}}}),
        (0, {}),
    ],
)
def test_an_update_is_handled_in_order_with_its_chat(chat: int, body: dict[str, object]):
    """F56"""
    body = {"update_id": 868_311_005, **body}
    assert Arrival(868_311_005, chat, body) == arrival_of(body)


@pytest.mark.parametrize("body", [None, [], "x", {}, {"update_id": "1"}, {"update_id": None}, {"update_id": -1}])
def test_what_has_no_number_cannot_be_kept(body: object):
    assert arrival_of(body) is None


async def test_each_fetch_says_what_it_wants_to_hear(bot: None, tg: LocalTelegram):
    """F39: else Telegram goes by what some program asked for last."""
    fetches = tg.calls_of("getUpdates")
    assert fetches
    wanted = [fetch.parameters["allowed_updates"] for fetch in fetches]
    assert [["message", "callback_query", "my_chat_member"]] * len(fetches) == wanted


class Telegram(AiohttpRequest):
    """Answers each fetch with the next of these, and then lets it wait for ever."""

    def __init__(self, answers: Iterable[Answer], me: Sequence[Answer] = ()) -> None:
        super().__init__()
        self._answers = iter(answers)
        self._me = iter([said(ME), *me])
        self.offsets: list[int | None] = []
        self.is_quiet = asyncio.Event()

    async def do_request(
        self, url: str, method: str, request_data: RequestData | None = None, *timeouts: Any, **more: Any
    ) -> Answer:
        if not url.endswith("getUpdates"):
            return next(self._me, said(ME))
        self.offsets.append(request_data.parameters.get("offset") if request_data else None)
        return next(self._answers, None) or await self._nothing()

    async def _nothing(self) -> Answer:
        self.is_quiet.set()
        return await asyncio.Future()


class Inbox:
    """Keeps what the real one could keep: `cannot` says what not."""

    def __init__(self, cannot: Callable[[Arrival], bool] = lambda arrival: False) -> None:
        self._cannot = cannot
        self.kept: list[int] = []

    async def put(self, arrivals: Sequence[Arrival]) -> tuple[Arrival, ...]:
        if any(map(self._cannot, arrivals)):
            raise ValueError
        self.kept += [arrival.id for arrival in arrivals]
        return tuple(arrivals)


def said(result: object) -> Answer:
    return 200, msgspec.json.encode({"ok": True, "result": result})


def refused(code: int, description: str) -> Answer:
    return code, msgspec.json.encode({"ok": False, "error_code": code, "description": description})


def updates(*numbers: object) -> Answer:
    return said([{"update_id": number} for number in numbers])


@pytest.fixture(autouse=True)
def naps(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[float]]:
    """How long the poller wanted to wait: nobody has to."""
    slept: list[float] = []
    real = asyncio.sleep

    async def nap(seconds: float) -> None:
        slept.append(seconds)
        await real(0)

    with monkeypatch.context() as patch:
        patch.setattr("bot.telegram.poller.asyncio.sleep", nap)
        yield slept


@asynccontextmanager
async def polling(
    telegram: Telegram, inbox: Any = None, heard: Callable[[], None] = lambda: None
) -> AsyncIterator[tuple["asyncio.Task[None]", list[int]]]:
    """A poller at work, and the numbers it has fed."""
    fed: list[int] = []
    async with Bot("1:A", request=telegram, get_updates_request=telegram) as bot:
        poller = Poller(bot, inbox or Inbox(), lambda arrivals: fed.extend(arrival.id for arrival in arrivals), heard)
        task = asyncio.create_task(poller.run())
        yield task, fed
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def until_quiet(telegram: Telegram, task: "asyncio.Task[None]") -> None:
    quiet = asyncio.create_task(telegram.is_quiet.wait())
    await asyncio.wait({quiet, task}, return_when=asyncio.FIRST_COMPLETED)
    quiet.cancel()
    if task.done():
        task.result()


@pytest.mark.parametrize(
    "answer",
    [
        *(said(result) for result in (None, 5, 0, {}, {"update_id": 1}, "x", "", True, False)),
        *((200, body) for body in (b"", b"5", b"null", b"[1]", b'"x"', b"{}", b"<html>", b"\xff", b"[" * 9000)),
        *((code, b"<html>") for code in (204, 301, 418, 500, 502, 503, 599)),
        *((code, body) for code in (500, 502) for body in (b"5", b"null", b"[1]")),
        (429, b'{"parameters": 5}'),
        (200, b'{"result": ' + b"9" * 5000 + b"}"),
    ],
    ids=repr,
)
async def test_an_answer_that_is_no_list_of_updates_is_a_failed_fetch(answer: Answer, naps: list[float]):
    telegram = Telegram([answer, answer, updates(7)])
    async with polling(telegram) as (task, fed):
        await until_quiet(telegram, task)
        assert fed == [7]
        assert len(naps) >= 2
        assert min(naps[:2]) > 0


async def test_however_long_telegram_was_away_it_is_heard_within_five_seconds_of_its_return(naps: list[float]):
    telegram = Telegram([*[refused(502, "Bad Gateway")] * 40, updates(7)])
    async with polling(telegram) as (task, fed):
        await until_quiet(telegram, task)
        assert fed == [7]
        assert naps[0] < 1 < max(naps) <= 5


async def test_only_an_answer_with_a_list_of_updates_counts_as_one():
    """F34"""
    heard: list[None] = []
    telegram = Telegram([refused(502, "Bad Gateway"), said(None), updates(), updates(7)])
    async with polling(telegram, heard=lambda: heard.append(None)) as (task, _):
        await until_quiet(telegram, task)
        assert len(heard) == 2


@pytest.mark.parametrize("more", [[], [refused(502, "Bad Gateway")], [said(None)], [(200, b"5")]], ids=repr)
async def test_a_fetch_that_is_not_found_is_tried_again_while_the_token_is_known(more: list[Answer], naps: list[float]):
    telegram = Telegram([refused(404, "Not Found"), refused(404, "Not Found"), updates(7)], me=more)
    async with polling(telegram) as (task, fed):
        await until_quiet(telegram, task)
        assert fed == [7]
        assert min(naps[:2]) > 0


@pytest.mark.parametrize(
    ("answer", "me"),
    [
        (refused(401, "Unauthorized"), said(ME)),
        (refused(401, "Unauthorized: invalid token specified"), said(ME)),
        ((401, b"<html>"), said(ME)),
        (refused(404, "Not Found"), refused(404, "Not Found")),
        (refused(404, "Not Found"), refused(401, "Unauthorized")),
    ],
)
async def test_a_token_that_telegram_no_longer_knows_ends_the_polling_at_once(answer: Answer, me: Answer):
    telegram = Telegram([answer], me=[me])
    async with polling(telegram) as (task, _):
        with pytest.raises(InvalidToken):
            await until_quiet(telegram, task)
        assert len(telegram.offsets) == 1


def every(seconds: float, answers: Iterable[Answer]) -> Iterator[Answer]:
    """So much time passes before each of these answers."""
    loop = asyncio.get_running_loop()
    real, ahead = loop.time, 0.0
    loop.time = lambda: real() + ahead  # type: ignore[method-assign]  # this loop is the test's own
    for answer in answers:
        ahead += seconds
        yield answer


CONFLICT = refused(409, "Conflict: terminated by other getUpdates request")


@pytest.mark.parametrize("successes", [0, 1, 2])
async def test_another_poller_that_takes_turns_with_this_one_ends_it_after_a_minute(successes: int):
    """F40: also while each gets some of the updates."""
    telegram = Telegram(every(9, [CONFLICT, *[updates(1)] * successes] * 10))
    async with polling(telegram) as (task, _):
        with pytest.raises(TokenTaken):
            await until_quiet(telegram, task)
        assert 60 < 9 * len(telegram.offsets) < 100


@pytest.mark.parametrize(
    "between", [updates(1), refused(502, "Bad Gateway"), updates()], ids=["update", "fault", "none"]
)
async def test_another_poller_that_is_gone_for_a_minute_is_forgotten(between: Answer):
    """F40"""
    telegram = Telegram(every(25, [CONFLICT, CONFLICT, between, between, between] * 10))
    async with polling(telegram) as (task, _):
        await until_quiet(telegram, task)
        assert not task.done()
        assert len(telegram.offsets) == 51


async def test_a_batch_that_nobody_could_acknowledge_is_not_asked_for_without_a_pause(naps: list[float]):
    telegram = Telegram([updates("900"), updates(None, -5), said([1, [], "x"]), updates("900", 901)])
    async with polling(telegram) as (task, fed):
        await until_quiet(telegram, task)
        assert fed == [901]
        assert naps == [1.0, 1.0, 1.0]
        assert telegram.offsets == [None, None, None, None, 902]


async def test_what_cannot_be_kept_is_let_go_and_everything_else_is_kept(log: Log):
    telegram = Telegram([updates(*range(1, 10)), updates(10), updates(11)])
    inbox = Inbox(cannot=lambda arrival: arrival.id in (3, 9, 10))
    async with polling(telegram, inbox) as (task, fed):
        await until_quiet(telegram, task)
        assert [1, 2, 4, 5, 6, 7, 8, 11] == inbox.kept == fed
        assert telegram.offsets == [None, 10, 11, 12]
        assert [entry["update"] for entry in log if entry["event"] == "update not kept"] == [3, 9, 10]


@pytest.mark.parametrize(
    "strange",
    [
        *(b'{"update_id": %d}' % (2**power + more) for power in (63, 64, 200) for more in (-1, 0, 1)),
        *(b'{"update_id": 5, "message": {"chat": {"id": %d}}}' % number for number in (2**63, -(2**63) - 1, 10**400)),
        *(
            b'{"update_id": 5, "callback_query": {"data": "%s"}}' % text
            for text in (rb"\ud800", rb"x\udfff", rb"\u0000")
        ),
        b'{"update_id": 5, "message": {"from": {"first_name": "\\udc00\\ud800"}}}',
        b'{"update_id": 5, "\\ud800": 1}',
        *(b'{"update_id": 5, "message": %s}' % (b"[" * n + b"]" * n) for n in (400, 600, 700, 800, 900)),
        *(b'{"update_id": 5, "message": %s1%s}' % (b'{"":' * n, b"}" * n) for n in (400, 600, 700, 800, 900)),
        b'{"update_id": 5, "message": 1e999}',
        b'{"update_id": 5, "message": NaN}',
    ],
    ids=lambda body: body[:50].decode(),
)
async def test_no_update_whatever_is_in_it_keeps_those_beside_it_from_the_inbox(strange: bytes, store: SqlStore):
    body = b'{"ok": true, "result": [{"update_id": 1}, %s, {"update_id": 6}]}' % strange
    telegram = Telegram([(200, body), updates(7)])
    async with polling(telegram, store) as (task, fed):
        await until_quiet(telegram, task)
        assert [number for number in fed if number in (1, 6, 7)] == [1, 6, 7]
        assert fed == [arrival.id for arrival in await store.undone()]
        assert telegram.offsets[-1] == 8
