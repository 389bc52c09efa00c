"""A table, the bot that serves it, and the moments at which it dies."""

from dataclasses import dataclass

from bot.local_telegram import Call, Fault, LocalTelegram, Press
from bot.local_telegram.faults import ConnectionDropped, Perform
from bot.matches.match import Match, Move
from bot.store import SqlStore
from tests.e2e.process import PATIENCE, BotProcess
from tests.e2e.table import Table
from tests.telegram.table import eventually

SENDS = ("sendMessage", "sendPhoto")
EDITS = ("editMessageText", "editMessageMedia", "editMessageCaption")
REACTIONS = ("answerCallbackQuery", *SENDS, *EDITS)


async def lost(fault: Fault, _perform: Perform) -> None:
    """The call never has an effect: it came, and whoever made it was gone before it was carried out."""
    fault.announce()
    await fault.until_released()
    raise ConnectionDropped


async def unheard(fault: Fault, perform: Perform) -> None:
    """The call has its effect; later its connection ends without an answer."""
    await perform()
    fault.announce()
    await fault.until_released()
    raise ConnectionDropped


@dataclass
class Evening:
    tg: LocalTelegram
    bot: BotProcess
    store: SqlStore
    table: Table

    async def kill(self) -> None:
        """−9, and what the bot had on its way to Telegram is lost with it."""
        await self.bot.kill()
        await self.away()

    async def away(self) -> None:
        """Wait until Telegram has noticed that the bot is gone."""
        await self.tg.until(lambda: not self.tg.is_polled(), PATIENCE)
        self.tg.faults.clear()

    async def settled(self) -> None:
        """Until the bot knows that people see all that is kept: a kill before may leave a board that comes twice."""

        async def is_shown() -> bool:
            return not await self.store.behind()

        await eventually(is_shown)

    async def restart(self) -> float:
        """Seconds from the start of the process to its first answer or screen."""
        await self.bot.start()
        await self.tg.until(self._reaction, PATIENCE)
        return self.tg.clock.now() - self.bot.started_at

    def _reaction(self) -> Call | None:
        since = (call for call in reversed(self.tg.calls) if call.at >= self.bot.started_at)
        return next((call for call in since if call.method in REACTIONS and call.outcome), None)

    async def stored(self, press: Press) -> None:
        """Wait until the press is in the inbox: only then the bot says so to Telegram."""
        assert press.update_id is not None
        offset = press.update_id + 1
        await self.tg.until(
            lambda: any(call.parameters.get("offset") == offset for call in self.tg.calls_of("getUpdates")), PATIENCE
        )

    async def record(self) -> tuple[Match, tuple[Move, ...]]:
        kept = await self.store.record(self.table.match)
        assert kept is not None
        return kept
