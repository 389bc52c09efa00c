"""What the chat page asks for: the bodies of its requests."""

from typing import TypeVar

from aiohttp import web
from msgspec import Struct, ValidationError, json

Wish = TypeVar("Wish")


class NewPerson(Struct):
    first_name: str
    last_name: str | None = None
    username: str | None = None
    language_code: str | None = None


class Speaking(Struct):
    """In which language somebody has their Telegram."""

    user: int
    language_code: str


class NewGroup(Struct):
    """The first member makes it."""

    title: str
    members: list[int]
    kind: str = "supergroup"
    topics: list[str] = []


class Joining(Struct):
    """Somebody adds somebody."""

    chat: str
    user: int
    by: int


class Parting(Struct):
    """Somebody removes somebody, or leaves."""

    chat: str
    user: int
    by: int


class Upgrading(Struct):
    """A basic group is to become a supergroup."""

    chat: str


class Saying(Struct):
    user: int
    chat: str
    text: str
    topic: int | None = None
    reply_to: int | None = None


class Pressing(Struct):
    user: int
    chat: str
    message: int
    data: str


async def read(request: web.Request, kind: type[Wish]) -> Wish:
    try:
        return json.decode(await request.read(), type=kind)
    except ValidationError as error:
        raise web.HTTPBadRequest(text=str(error)) from None
