"""What a bot has not heard yet: its queue of updates with Telegram's rules for offsets, expiry and rival pollers."""

import asyncio
from dataclasses import dataclass, field

from bot.local_telegram.clock import Clock
from bot.local_telegram.pulse import Pulse
from bot.local_telegram.refusals import conflict
from bot.local_telegram.world import Bot, Json, Update

PRESS_LIVES = 150.0
OTHERS_LIVE = 24 * 3600.0
LONGEST_POLL = 50.0
REMEMBERED = 10_000
ONLY_ON_REQUEST = ("chat_member", "message_reaction", "message_reaction_count")

OTHER_POLLER = "terminated by other getUpdates request; make sure that only one bot instance is running"
WEBHOOK_ACTIVE = "can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first"


@dataclass
class Updates:
    """The queues of all bots. `told` keeps what was ever queued, so that a test can feed it again."""

    clock: Clock
    pulse: Pulse
    told: dict[int, list[Update]] = field(default_factory=dict)
    _polls: dict[int, asyncio.Event] = field(default_factory=dict)

    def push(self, bot: Bot, kind: str, body: Json) -> Update | None:
        """Queue an update, unless the bot did not ask for its kind."""
        if not _is_wanted(bot, kind):
            return None
        update = Update(bot.next_update_id, kind, body, self.clock.now())
        bot.next_update_id += 1
        told = self.told.setdefault(bot.user.id, [])
        told.append(update)
        del told[:-REMEMBERED]
        self.put(bot, update)
        return update

    def put(self, bot: Bot, update: Update) -> None:
        bot.pending.append(update)
        self.pulse.beat()

    def pending(self, bot: Bot) -> list[Update]:
        """What is still to be told; what came too long ago is forgotten."""
        now = self.clock.now()
        bot.pending = [update for update in bot.pending if now - update.at < _lives(update)]
        return bot.pending

    def confirm(self, bot: Bot, offset: int) -> None:
        """An offset confirms everything before it; a negative one keeps that many from the end; one from another
        time (beyond the next update) confirms nothing."""
        if offset < 0:
            bot.pending = self.pending(bot)[offset:]
        elif 0 < offset <= bot.next_update_id:
            bot.pending = [update for update in self.pending(bot) if update.id >= offset or update.is_again]

    async def poll(self, bot: Bot, offset: int, limit: int, timeout: float) -> list[Json]:  # noqa: ASYNC109  # getUpdates' own word
        if bot.webhook is not None:
            raise conflict(WEBHOOK_ACTIVE)
        self.interrupt(bot)
        self.confirm(bot, offset)
        interrupted = self._polls[bot.user.id] = asyncio.Event()
        try:
            await self._something(bot, interrupted, min(timeout, LONGEST_POLL))
        finally:
            if self._polls.get(bot.user.id) is interrupted:
                del self._polls[bot.user.id]
                self.pulse.beat()
        if interrupted.is_set():
            raise conflict("terminated by setWebhook request" if bot.webhook else OTHER_POLLER)
        return [self._hand_out(update) for update in self.pending(bot)[:limit]]

    def interrupt(self, bot: Bot) -> None:
        """End the poll that is waiting for this bot's updates, if there is one."""
        if bot.user.id in self._polls:
            self._polls.pop(bot.user.id).set()
            self.pulse.beat()

    def _hand_out(self, update: Update) -> Json:
        update.is_again = False
        return update.json()

    def is_polled(self) -> bool:
        return bool(self._polls)

    async def _something(self, bot: Bot, interrupted: asyncio.Event, seconds: float) -> None:
        if seconds <= 0:
            return
        try:
            await self.pulse.until(lambda: interrupted.is_set() or self.pending(bot), seconds)
        except TimeoutError:
            return


def _is_wanted(bot: Bot, kind: str) -> bool:
    return kind in bot.allowed_updates if bot.allowed_updates else kind not in ONLY_ON_REQUEST


def _lives(update: Update) -> float:
    return PRESS_LIVES if update.kind == "callback_query" else OTHERS_LIVE
