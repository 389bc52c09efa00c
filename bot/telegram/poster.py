"""Puts screens into messages, within Telegram's budget. It holds no queue of screens.

Whoever changed a match says `wake`; when its chat may be written to, the newest screen is drawn from what is saved and
sent or edited. So a chat that had to wait sees the newest screen next, and a crash loses nothing: at the start, and
every few seconds, everything that is behind is looked for.
"""

import asyncio
import dataclasses
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TypeAlias

import structlog
from msgspec import Struct
from msgspec.structs import replace
from telegram import Bot
from telegram.error import TelegramError

from bot.matches.calls import Call
from bot.matches.clock import allowance
from bot.matches.match import Scene
from bot.matches.ports import Drawing, Store, TurnWarning
from bot.metrics import POSTER_DELAY
from bot.telegram.desks import Desk, Desks, Reply, Rewrite
from bot.telegram.fates import Fate, fate_of
from bot.telegram.lots import Lots
from bot.telegram.messages import Messages, Shown
from bot.telegram.pace import Pace
from bot.telegram.patience import until_available
from bot.telegram.reach import Reach
from bot.telegram.senders import TOPIC_NONE
from bot.views.calls import your_turn
from bot.views.draw import draw, draw_past, suited
from bot.views.language import Language, language_of
from bot.views.screen import Screen
from bot.views.warning import warning

TRIED_AGAIN = (Fate.LATER, Fate.NOT_SENT, Fate.UNKNOWN)  # an edit that is as good when it comes twice

Write: TypeAlias = Callable[[], Awaitable[object]]

_log = structlog.get_logger()


class Warned(Struct, frozen=True):
    """A warning that still has its button."""

    chat: int
    message: int
    revision: int


class Poster:
    def __init__(
        self, bot: Bot, store: Store, pace: Pace, clock: Callable[[], float], *, pictures: bool = True
    ) -> None:
        self._store, self._pictures = store, pictures
        self._lots = Lots(bot, store)
        self._desks = Desks(pace, clock)
        self._messages = Messages(bot, clock)
        self.reach = Reach(store, self._desks)
        self._warnings: dict[int, Warned] = {}  # by match, until it has something newer to show
        self._writes: set[asyncio.Task[None]] = set()

    def wake(self, chat: int, match: int) -> None:
        """A match of this Telegram chat has something new to show."""
        self._desks.wake(chat, match)

    def warn(self, chat: int, match: int) -> None:
        """Whoever is to act there is to be told that time runs out."""
        self._desks.warn(chat, match)

    def reply(self, chat: int, reply: Reply) -> None:
        self._desks.reply(chat, reply)

    def rewrite(self, chat: int, rewrite: Rewrite) -> None:
        """Show something else in a message of the chat that belongs to no turn."""
        self._desks.rewrite(chat, rewrite)

    def strip(self, chat: int, message: int) -> None:
        """Take the buttons of a message away that no turn is shown in any more."""
        self._desks.strip(chat, message)

    async def look(self) -> None:
        """Find whatever is not shown as it is kept: a net under those who should have said so. Raises Unavailable."""
        for chat, match in await self._store.behind():
            self._desks.wake(chat, match)
        for chat, match in await self._store.untidy():
            self._desks.tidy(chat, match)

    def forget_old(self) -> None:
        """Drop what is no longer of use."""
        self._desks.forget_idle()
        self._messages.forget_old()
        self.reach.forget_old()

    async def run(self) -> None:
        """Serve chats until cancelled."""
        while True:
            chat, desk = await self._desks.next()
            counted = asyncio.Event()
            write = asyncio.create_task(self._serve(chat, desk, counted))
            self._writes.add(write)
            write.add_done_callback(self._writes.discard)
            await counted.wait()

    async def settle(self, seconds: float) -> None:
        """Let the writes under way be finished, so that none is repeated after the next start."""
        if self._writes:
            _, late = await asyncio.wait(self._writes, timeout=seconds)
            for write in late:
                write.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    async def _serve(self, chat: int, desk: Desk, counted: asyncio.Event) -> None:
        """One write at most; `counted` once the pace knows whether there is one."""
        try:
            if writing := await self._next_write(chat, desk):
                self._desks.reserve(chat)
                counted.set()
                await writing()
                self._desks.taken()
                self.reach.may_write(chat, is_so=True)
            desk.failures = 0
        except TelegramError as error:
            await self.reach.learn(chat, desk, error)
        except Exception:  # noqa: BLE001  a bug in one screen must not stop the others
            _log.exception("the board is not shown", chat=chat, match=desk.match)
            self.reach.stumbled(chat, desk)
        finally:
            counted.set()
            self._desks.put_back(chat, desk)

    async def _next_write(self, chat: int, desk: Desk) -> Write | None:
        """News, then warnings. If there turn out to be none, all else waits: it has to leave more of the budget."""
        desk.match = None
        if not desk.is_pressing:
            return await self._next_beside(chat, desk)
        return await self._next_news(chat, desk) or await self._next_warning(chat, desk)

    async def _next_news(self, chat: int, desk: Desk) -> Write | None:
        while desk.news:
            desk.match, since = next(iter(desk.news.items()))
            del desk.news[desk.match]  # whoever wakes us from here on has something newer
            if drawing := await until_available(self._store.next_drawing, desk.match):
                if drawing.chat.telegram_id == chat:
                    is_shown = drawing.is_sealed and drawing.post.message is not None
                    return partial(self._draw_lot if is_shown else self._show_news, desk, drawing, since)
                self._desks.wake(drawing.chat.telegram_id, desk.match)  # its group has moved: two desks would show it
        return None

    async def _next_warning(self, chat: int, desk: Desk) -> Write | None:
        while desk.warnings:
            desk.match = _first(desk.warnings)
            due = await until_available(self._store.next_warning, desk.match)
            if due is not None and due.chat.telegram_id == chat:
                return partial(self._warn, due)
        return None

    async def _next_beside(self, chat: int, desk: Desk) -> Write | None:
        """Replies, then what can wait."""
        if desk.replies and desk.replies_from <= self._desks.clock():
            return partial(self._reply, chat, desk)
        if desk.rewrites:
            return partial(self._rewrite, chat, desk)
        while desk.past and not desk.replies:
            desk.match = _first(desk.past)
            if drawing := await until_available(self._store.next_tidying, desk.match):
                return partial(self._tidy, desk, drawing)
        desk.match = None
        if desk.strays:
            return partial(self._strip, chat, desk)
        return None

    async def _show_news(self, desk: Desk, drawing: Drawing, since: float) -> None:
        match = drawing.scene.match.id
        shown: int | None = None
        try:
            shown = await self._show(drawing, partial(draw, pictures=self._pictures))
        finally:
            if shown is None or drawing.is_sealed:
                desk.news[match] = since  # it goes on waiting; for its lot, when its dice are sealed
        if shown is not None:
            POSTER_DELAY.observe(self._desks.clock() - since)
            if drawing.call is not None:
                self._call(drawing.call, shown)
        if drawing.post.message is None and drawing.post.turn > 0:
            desk.past[match] = None
        warned = self._warnings.get(match)
        if warned is not None and warned.revision < drawing.scene.match.revision:
            del self._warnings[match]
            if warned.chat == drawing.chat.telegram_id:  # else it stands where the group was before
                self.strip(warned.chat, warned.message)

    async def _warn(self, due: TurnWarning) -> None:
        drawn = warning(due, language_of(due.chat.language))
        message = await self._messages.warn(due, suited(drawn, due.chat.settings, is_photo=False))
        self._warnings[due.match.id] = Warned(due.chat.telegram_id, message, due.match.revision)
        await until_available(self._store.keep_warned, due)

    def _call(self, call: Call, message: int) -> None:
        """Tell in private whose turn it is. A private chat has the id of its person."""
        screen = your_turn(replace(call.board, message=message), language_of(call.person.language))
        self.reply(call.person.id, Reply(TOPIC_NONE, screen, is_loud=True))

    async def _draw_lot(self, desk: Desk, drawing: Drawing, since: float) -> None:
        desk.news[drawing.scene.match.id] = since  # the first board comes next
        await self._lots.draw(drawing)

    async def _tidy(self, desk: Desk, drawing: Drawing) -> None:
        desk.past[drawing.scene.match.id] = None  # there may be an earlier one, or this one again
        await self._show(drawing, draw_past)

    async def _show(self, drawing: Drawing, draw_screen: Callable[[Scene, Language], Screen]) -> int | None:
        """Put a screen into its post; the message's id, None where the message is gone and a new one is needed."""
        scene, post = drawing.scene, drawing.post
        drawn = draw_screen(scene, language_of(drawing.chat.language))
        screen = suited(drawn, drawing.chat.settings, is_photo=post.kind == "photo")
        shown = await self._put(drawing, screen)
        kept = replace(
            post,
            message=shown and shown.message,
            kind=shown.kind if shown else "text",
            revision=post.revision if drawing.is_past else scene.match.revision,
            question=scene.question,
            is_past=drawing.is_past or drawing.is_sealed,
        )
        allowed = None if drawing.is_past else allowance(scene.match, drawing.chat.settings.pace)
        await until_available(self._store.keep, kept, post.message, drawing.chat.telegram_id, allowed)
        if shown is None and post.kind == "photo" and post.message is not None:
            self.strip(drawing.chat.telegram_id, post.message)
        return kept.message

    async def _put(self, drawing: Drawing, screen: Screen) -> Shown | None:
        """Raises TelegramError. An edit that may come late could stand over what another process has shown by then."""
        if drawing.post.message is None:
            return await self._messages.send(drawing, screen)
        try:
            return await self._messages.edit(drawing, screen)
        except TelegramError as error:
            if fate_of(error) is Fate.UNKNOWN:
                await until_available(self._store.doubt, drawing.post, drawing.chat.telegram_id)
            raise

    async def _reply(self, chat: int, desk: Desk) -> None:
        """What waits for one place, as one silent message."""
        first, *_ = together = desk.take_replies()
        try:
            await self._messages.reply(chat, first, "\n\n".join(dict.fromkeys(reply.screen.text for reply in together)))
        except TelegramError as error:
            match fate_of(error):
                case Fate.NO_DOCUMENTS if first.screen.document is not None:
                    desk.replies.insert(0, dataclasses.replace(first, screen=Screen(first.screen.document.otherwise)))
                    return
                case Fate.LATER | Fate.NOT_SENT | Fate.MIGRATED:
                    desk.replies[:0] = together
            raise

    async def _rewrite(self, chat: int, desk: Desk) -> None:
        message, wanted = desk.rewrites.popitem()
        try:
            await self._messages.rewrite(chat, wanted)
        except TelegramError as error:
            if fate_of(error) in TRIED_AGAIN:
                desk.rewrites.setdefault(message, wanted)  # unless there is something newer by now
            raise

    async def _strip(self, chat: int, desk: Desk) -> None:
        message = _first(desk.strays)
        try:
            await self._messages.strip(chat, message)
        except TelegramError as error:
            if fate_of(error) in TRIED_AGAIN:
                desk.strays[message] = None
            raise


def _first(waiting: dict[int, None]) -> int:
    """The match that has waited longest, taken out."""
    match = next(iter(waiting))
    del waiting[match]
    return match
