"""The chat page: plain people's view of this Telegram in a browser, with its JSON under `/local/`.

Only pages of this machine may use it: other host names are refused, and changes must come as JSON, which a foreign
page cannot send without being asked for leave first.
"""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

from aiohttp import web
from msgspec import json

from bot.local_telegram.backend import DICE_SIDES
from bot.local_telegram.page import views, wishes
from bot.local_telegram.people import People
from bot.local_telegram.refusals import ApiError
from bot.local_telegram.rooms import Room
from bot.local_telegram.updates import PRESS_LIVES
from bot.local_telegram.world import Json

HERE = Path(__file__).parent
FILES = {"/": "page.html"} | {f"/{file.name}": file.name for kind in ("css", "js") for file in HERE.glob(f"*.{kind}")}
RETRY_MS = 500  # before the page looks again for a server that is gone
HOSTS = ("127.0.0.1", "localhost")
POLICY = "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'"

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Page:
    def __init__(self, people: People, start_over: Callable[[], None] | None) -> None:
        self.people = people
        self.here = people.here
        self.world = people.world
        self.start_over = start_over

    def routes(self) -> list[web.RouteDef]:
        shown: dict[str, Handler] = dict.fromkeys(FILES, self._file) | {
            "/local/world": self._world,
            "/local/chat": self._chat,
            "/local/menu": self._menu,
            "/local/events": self._events,
            "/local/photos/{photo}": self._photo,
            "/local/documents/{document}": self._document,
        }
        done: dict[str, Handler] = {
            "/local/say": self._say,
            "/local/press": self._press,
            "/local/people": self._add_person,
            "/local/languages": self._set_language,
            "/local/groups": self._add_group,
            "/local/joining": self._add_member,
            "/local/parting": self._remove_member,
            "/local/upgrading": self._upgrade,
            "/local/starting-over": self._start_over,
        }
        gets = [web.get(path, _for_this_machine(handler)) for path, handler in shown.items()]
        return gets + [web.post(path, _for_this_machine(handler)) for path, handler in done.items()]

    # --- looking

    async def _file(self, request: web.Request) -> web.FileResponse:
        headers = {"Content-Security-Policy": POLICY, "Cache-Control": "no-cache"}
        return web.FileResponse(HERE / FILES[request.path], headers=headers)

    async def _world(self, _request: web.Request) -> web.Response:
        return _json(views.world(self.world) | {"may_start_over": self.start_over is not None})

    async def _chat(self, request: web.Request) -> web.Response:
        return _json(views.chat(self.world, self._room(request.query["key"]).chat))

    async def _menu(self, request: web.Request) -> web.Response:
        chat, user = self._room(request.query["key"]).chat, self.world.users[int(request.query["me"])]
        return _json(views.menu(self.world.bots_of(chat), chat, user))

    async def _photo(self, request: web.Request) -> web.Response:
        photo = self.world.photos[request.match_info["photo"]]
        return web.Response(body=photo.content, content_type=views.image_type(photo.content))

    async def _document(self, request: web.Request) -> web.Response:
        """To be kept, never to be shown: whatever is in it must not run here."""
        document = self.world.documents[request.match_info["document"]]
        headers = {"Content-Disposition": "attachment", "X-Content-Type-Options": "nosniff"}
        return web.Response(body=document.content, content_type="application/octet-stream", headers=headers)

    async def _events(self, request: web.Request) -> web.StreamResponse:
        """A line whenever something changed, until the page is gone; what it was, the page asks for itself."""
        stream = web.StreamResponse(headers={"Content-Type": "text/event-stream", "Cache-Control": "no-cache"})
        await stream.prepare(request)
        await stream.write(f"retry: {RETRY_MS}\n\n".encode())
        seen = -1
        with suppress(ConnectionResetError):
            while True:
                seen = await self.here.next_change(seen)
                await stream.write(f"data: {seen}\n\n".encode())
        return stream

    # --- doing

    async def _say(self, request: web.Request) -> web.Response:
        """A lone 🎲 is thrown, as Telegram's own apps do."""
        wish = await wishes.read(request, wishes.Saying)
        user, room = self.world.users[wish.user], self._room(wish.chat)
        topic = room.chat.topics[wish.topic] if wish.topic else None
        reply_to = room.chat.message(wish.reply_to) if wish.reply_to else None
        do = self.people.roll if wish.text in DICE_SIDES else self.people.say
        return _json({"id": do(user, room, wish.text, topic=topic, reply_to=reply_to).id})

    async def _press(self, request: web.Request) -> web.Response:
        """Answered when the bot answers; with nothing when it does not."""
        wish = await wishes.read(request, wishes.Pressing)
        message = self._room(wish.chat).chat.messages[wish.message]
        press = self.people.press(self.world.users[wish.user], message, data=wish.data)
        try:
            return _json(await press.answer(PRESS_LIVES))
        except TimeoutError:
            return _json(None)

    async def _add_person(self, request: web.Request) -> web.Response:
        wish = await wishes.read(request, wishes.NewPerson)
        person = self.people.person(
            wish.first_name,
            last_name=wish.last_name or None,
            username=wish.username or None,
            language_code=wish.language_code or None,
        )
        return _json({"id": person.id})

    async def _set_language(self, request: web.Request) -> web.Response:
        wish = await wishes.read(request, wishes.Speaking)
        self.world.users[wish.user].language_code = wish.language_code or None
        self.here.changed()
        return _json({})

    async def _add_group(self, request: web.Request) -> web.Response:
        """With every bot of this Telegram in it."""
        wish = await wishes.read(request, wishes.NewGroup)
        found = {"group": self.people.group, "supergroup": self.people.supergroup, "forum": self.people.forum}
        members = [self.world.users[user] for user in wish.members]
        room = found[wish.kind](wish.title, *members, *self.world.bots.values())
        for name in wish.topics if wish.kind == "forum" else []:
            self.people.topic(room, name)
        return _json({"key": room.key})

    async def _add_member(self, request: web.Request) -> web.Response:
        wish = await wishes.read(request, wishes.Joining)
        self.people.add(self._room(wish.chat), self.world.users[wish.user], by=self.world.users[wish.by])
        return _json({})

    async def _remove_member(self, request: web.Request) -> web.Response:
        wish = await wishes.read(request, wishes.Parting)
        room, user = self._room(wish.chat), self.world.users[wish.user]
        if wish.by == wish.user:
            self.people.leave(room, user)
        else:
            self.people.remove(room, user, by=self.world.users[wish.by])
        return _json({})

    async def _upgrade(self, request: web.Request) -> web.Response:
        wish = await wishes.read(request, wishes.Upgrading)
        return _json({"key": self.people.migrate(self._room(wish.chat)).key})

    async def _start_over(self, _request: web.Request) -> web.Response:
        if self.start_over is None:
            raise web.HTTPNotFound
        self.start_over()
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


def _json(body: Json | object) -> web.Response:
    return web.Response(body=json.encode(body), content_type="application/json")
