"""The Bot API over aiohttp: python-telegram-bot's calls on a connection pool that does not slow down when it is busy.

Decision 0005 says why. Errors never carry the URL, because the token is part of it.
"""

from collections.abc import Callable
from http import HTTPStatus
from typing import Annotated, Any

import aiohttp
import msgspec
from msgspec import UNSET, Meta, Raw, Struct, UnsetType
from telegram._utils.defaultvalue import DefaultValue  # the library has no public name for "not given" (decision 0005)
from telegram.error import NetworkError, TimedOut
from telegram.request import BaseRequest, RequestData

from bot.metrics import CALLS

CONNECT_SECONDS = 5.0
READ_SECONDS = 15.0
SEEN = ("send", "edit", "copy", "forward", "deleteMessage", "pin", "unpin")  # so begins what a chat sees of us


class NotSent(NetworkError):  # noqa: N818  what became of the request
    """The request never left this machine: trying again at once cannot do anything twice."""


class Parameters(Struct, frozen=True):
    retry_after: Annotated[int, Meta(ge=0, lt=2**31)] = 0
    migrate_to_chat_id: int = 0


class Answer(Struct, frozen=True):
    """What every answer of the Bot API looks like."""

    ok: bool
    result: Raw | UnsetType = UNSET
    description: str = ""
    parameters: Parameters = Parameters()


_ANSWER = msgspec.json.Decoder(Answer)


class AiohttpRequest(BaseRequest):
    """`telegram.request.BaseRequest` with a bounded pool of kept-alive connections.

    Whether anything may be said to people is asked at the last moment before it leaves.
    """

    def __init__(self, connections: int = 64, may_speak: Callable[[], bool] = lambda: True) -> None:
        self._connections, self._may_speak = connections, may_speak
        self._session: aiohttp.ClientSession | None = None

    @property
    def read_timeout(self) -> float | None:
        return READ_SECONDS

    async def initialize(self) -> None:
        if self._session is None:
            connector = aiohttp.TCPConnector(limit=self._connections, keepalive_timeout=60)
            self._session = aiohttp.ClientSession(connector=connector, headers={"User-Agent": self.USER_AGENT})

    async def shutdown(self) -> None:
        if self._session is not None:
            await self._session.close()
            self._session = None

    async def do_request(self, url: str, method: str, *given: Any, **named: Any) -> tuple[int, bytes]:
        outcome = "cancelled"
        try:
            status, body = await self._ask(url, method, *given, **named)
            is_telegrams = _is_telegrams(status, body)
            outcome = _outcome(status) if is_telegrams else "broken"
        except NetworkError as error:
            outcome = "not_sent" if isinstance(error, NotSent) else "unknown"
            raise
        finally:
            CALLS.labels(_method(url), outcome).inc()
        if not is_telegrams:
            raise NetworkError(f"{status}, and no answer of Telegram's")
        return status, body

    async def _ask(  # noqa: PLR0917  the signature is the library's
        self,
        url: str,
        method: str,
        request_data: RequestData | None = None,
        read_timeout: Any = BaseRequest.DEFAULT_NONE,
        write_timeout: Any = BaseRequest.DEFAULT_NONE,  # noqa: ARG002  aiohttp has none
        connect_timeout: Any = BaseRequest.DEFAULT_NONE,
        pool_timeout: Any = BaseRequest.DEFAULT_NONE,
    ) -> tuple[int, bytes]:
        if self._session is None:
            raise RuntimeError("initialize() comes first")
        if url.rpartition("/")[2].startswith(SEEN) and not self._may_speak():
            raise NotSent("another process speaks now")
        timeout = aiohttp.ClientTimeout(
            total=None,
            connect=_given(pool_timeout, CONNECT_SECONDS),
            sock_connect=_given(connect_timeout, CONNECT_SECONDS),
            sock_read=_given(read_timeout, READ_SECONDS),
        )
        try:
            asking = self._session.request(method, url, timeout=timeout, allow_redirects=False, **_body(request_data))
            async with asking as response:
                return response.status, await response.read()
        except (aiohttp.ClientConnectorError, aiohttp.ConnectionTimeoutError) as error:
            raise NotSent(type(error).__name__) from None
        except TimeoutError:
            raise TimedOut from None
        except (aiohttp.ClientError, OSError) as error:
            raise NetworkError(type(error).__name__) from None


def _is_telegrams(status: int, body: bytes) -> bool:
    """Or else a proxy's, and whatever it says is said of neither the token nor a chat."""
    try:
        answer = _ANSWER.decode(body)
    except (msgspec.DecodeError, RecursionError):
        return False
    is_success = status // 100 == 2
    return answer.ok == is_success and not (answer.ok and answer.result is UNSET)


def _method(url: str) -> str:
    """Of the Bot API; its files have names without end."""
    name = url.rpartition("/")[2]
    return name if name.isalpha() else "file"


def _outcome(status: int) -> str:
    match status // 100:
        case 2:
            return "ok"
        case 4:
            return "later" if status == HTTPStatus.TOO_MANY_REQUESTS else "refused"
        case _:
            return "broken"


def _given(timeout: Any, default: float) -> float | None:
    return default if isinstance(timeout, DefaultValue) else timeout


def _body(data: RequestData | None) -> dict[str, Any]:
    if data is None:
        return {}
    if not data.contains_files:
        return {"data": msgspec.json.encode(data.parameters), "headers": {"Content-Type": "application/json"}}
    form = aiohttp.FormData()
    for name, value in data.json_parameters.items():
        form.add_field(name, value)
    for name, (filename, content, kind) in data.multipart_data.items():
        form.add_field(name, content, filename=filename, content_type=kind)
    return {"data": form}
