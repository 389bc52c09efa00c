"""Updates brought to the bot instead of fetched by it: one after the other, each until the bot says yes."""

import asyncio
from dataclasses import dataclass, field

import aiohttp
from msgspec import json

from bot.local_telegram.backend import Backend
from bot.local_telegram.world import Bot, Webhook

SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"  # noqa: S105  # the header's name, not a secret
FIRST_PAUSE = 1.0
LONGEST_PAUSE = 60.0
PATIENCE = 30.0


@dataclass
class Webhooks:
    """One bringer for each bot, idle while the bot has no webhook."""

    here: Backend
    first_pause: float = FIRST_PAUSE
    is_silent: bool = False
    _bringers: dict[int, asyncio.Task[None]] = field(default_factory=dict)

    def serve(self, bot: Bot) -> None:
        if bot.user.id not in self._bringers:
            self._bringers[bot.user.id] = asyncio.create_task(self._bring(bot))

    async def stop(self) -> None:
        for bringer in self._bringers.values():
            bringer.cancel()
        await asyncio.gather(*self._bringers.values(), return_exceptions=True)
        self._bringers.clear()

    async def _bring(self, bot: Bot) -> None:
        pause = self.first_pause
        async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(PATIENCE)) as session:
            while True:
                hook = await self.here.pulse.until(lambda: self._due(bot), timeout=None)
                if hook is None or await self._bring_next(bot, hook, session):
                    pause = self.first_pause
                    continue
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)

    def _due(self, bot: Bot) -> Webhook | None:
        return bot.webhook if self.here.updates.pending(bot) and not self.is_silent else None

    async def _bring_next(self, bot: Bot, hook: Webhook, session: aiohttp.ClientSession) -> bool:
        update = self.here.updates.pending(bot)[0]
        headers = {"Content-Type": "application/json"} | ({SECRET_HEADER: hook.secret} if hook.secret else {})
        try:
            async with session.post(hook.url, data=json.encode(update.json()), headers=headers) as answer:
                if answer.ok:
                    bot.pending = [other for other in bot.pending if other is not update]
                    return True
                failure = f"Wrong response from the webhook: {answer.status} {answer.reason}"
        except (aiohttp.ClientError, TimeoutError) as error:
            failure = "Read timeout expired" if isinstance(error, TimeoutError) else "Connection refused"
        hook.last_error, hook.last_error_at = failure, self.here.clock.now()
        return False
