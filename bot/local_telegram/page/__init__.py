"""The chat page: plain people's view of this Telegram in a browser, with its JSON under `/local/`.

Only pages of this machine may use it: other host names are refused, and changes must come as JSON, which a foreign
page cannot send without being asked for leave first.
"""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from aiohttp import web
from msgspec import Struct, ValidationError, json

from bot.local_telegram.page import views
from bot.local_telegram.people import People
from bot.local_telegram.refusals import ApiError
from bot.local_telegram.rooms import Room
from bot.local_telegram.updates import PRESS_LIVES
from bot.local_telegram.world import Json

HERE = Path(__file__).parent
FILES = {"/": "page.html", "/page.css": "page.css", "/page.js": "page.js", "/text.js": "text.js"}
HOSTS = ("127.0.0.1", "localhost")
POLICY = "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'"

Wish = TypeVar("Wish")
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class NewPerson(Struct):
    first_name: str
    last_name: str | None = None
    username: str | None = None
    language_code: str | None = None


class NewGroup(Struct):
    title: str
    members: list[int]
    kind: str = "supergroup"
    topics: list[str] = []


class NewMember(Struct):
    chat: str
    user: int


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


class Page:
    def __init__(self, people: People) -> None:
        self.people = people
        self.here = people.here
        self.world = people.world

    def routes(self) -> list[web.RouteDef]:
        shown: dict[str, Handler] = dict.fromkeys(FILES, self._file) | {
            "/local/world": self._world,
            "/local/chat": self._chat,
            "/local/events": self._events,
            "/local/photos/{photo}": self._photo,
        }
        done: dict[str, Handler] = {
            "/local/say": self._say,
            "/local/press": self._press,
            "/local/people": self._add_person,
            "/local/groups": self._add_group,
            "/local/members": self._add_member,
        }
        gets = [web.get(path, _for_this_machine(handler)) for path, handler in shown.items()]
        return gets + [web.post(path, _for_this_machine(handler)) for path, handler in done.items()]

    # --- looking

    async def _file(self, request: web.Request) -> web.FileResponse:
        headers = {"Content-Security-Policy": POLICY, "Cache-Control": "no-cache"}
        return web.FileResponse(HERE / FILES[request.path], headers=headers)

    async def _world(self, request: web.Request) -> web.Response:
        me = int(request.query.get("me") or 0)
        return _json(views.world(self.world, me))

    async def _chat(self, request: web.Request) -> web.Response:
        return _json(views.chat(self.world, self._room(request.query["key"]).chat))

    async def _photo(self, request: web.Request) -> web.Response:
        photo = self.world.photos[request.match_info["photo"]]
        return web.Response(body=photo.content, content_type=views.image_type(photo.content))

    async def _events(self, request: web.Request) -> web.StreamResponse:
        """A line whenever something changed, until the page is gone; what it was, the page asks for itself."""
        stream = web.StreamResponse(headers={"Content-Type": "text/event-stream", "Cache-Control": "no-cache"})
        await stream.prepare(request)
        seen = -1
        with suppress(ConnectionResetError):
            while True:
                seen = await self.here.next_change(seen)
                await stream.write(f"data: {seen}\n\n".encode())
        return stream

    # --- doing

    async def _say(self, request: web.Request) -> web.Response:
        wish = await _wish(request, Saying)
        room = self._room(wish.chat)
        topic = room.chat.topics[wish.topic] if wish.topic else None
        reply_to = room.chat.message(wish.reply_to) if wish.reply_to else None
        message = self.people.say(self.world.users[wish.user], room, wish.text, topic=topic, reply_to=reply_to)
        return _json({"id": message.id})

    async def _press(self, request: web.Request) -> web.Response:
        """Answered when the bot answers; with nothing when it does not."""
        wish = await _wish(request, Pressing)
        message = self._room(wish.chat).chat.messages[wish.message]
        press = self.people.press(self.world.users[wish.user], message, data=wish.data)
        try:
            return _json(await press.answer(PRESS_LIVES))
        except TimeoutError:
            return _json(None)

    async def _add_person(self, request: web.Request) -> web.Response:
        wish = await _wish(request, NewPerson)
        person = self.people.person(
            wish.first_name,
            last_name=wish.last_name or None,
            username=wish.username or None,
            language_code=wish.language_code or None,
        )
        return _json({"id": person.id})

    async def _add_group(self, request: web.Request) -> web.Response:
        """With every bot of this Telegram in it."""
        wish = await _wish(request, NewGroup)
        found = {"group": self.people.group, "supergroup": self.people.supergroup, "forum": self.people.forum}
        members = [self.world.users[user] for user in wish.members]
        room = found[wish.kind](wish.title, *members, *self.world.bots.values())
        for name in wish.topics if wish.kind == "forum" else []:
            self.people.topic(room, name)
        return _json({"key": room.key})

    async def _add_member(self, request: web.Request) -> web.Response:
        wish = await _wish(request, NewMember)
        self.people.add(self._room(wish.chat), self.world.users[wish.user])
        return _json({})

    def _room(self, key: str) -> Room:
        """A private chat that nobody has opened yet is there as well."""
        bot, _, user = key.rpartition(":")
        if bot:
            return self.people.private(self.world.users[int(user)], self.world.bot(int(bot)))
        return Room(self.here, self.world.chats[int(key)])


def _for_this_machine(handler: Handler) -> Handler:
    async def guarded(request: web.Request) -> web.StreamResponse:
        if request.url.host not in HOSTS:
            raise web.HTTPForbidden
        if request.method == "POST" and request.content_type != "application/json":
            raise web.HTTPUnsupportedMediaType
        try:
            return await handler(request)
        except (LookupError, ValueError, ApiError) as error:
            raise web.HTTPBadRequest(text=str(error)) from None

    return guarded


async def _wish(request: web.Request, kind: type[Wish]) -> Wish:
    try:
        return json.decode(await request.read(), type=kind)
    except ValidationError as error:
        raise web.HTTPBadRequest(text=str(error)) from None


def _json(body: Json | object) -> web.Response:
    return web.Response(body=json.encode(body), content_type="application/json")
