"""The lot of a match: Telegram's 🎰 below the sealed dice, thrown once whatever happens (docs/fairness.md).

Whoever could have it thrown again could go on until it pleases. So a 🎰 that nobody knows the number of does not count,
nor does any other in its place: the match begins without a lot, and its first board says so.
"""

import asyncio
from contextlib import suppress

import structlog
from telegram import Bot, Message, ReplyParameters
from telegram.constants import DiceEmoji
from telegram.error import RetryAfter

from bot.matches import lobby
from bot.matches.ports import Drawing, Store
from bot.telegram.patience import until_available
from engine import Refused

LONGEST_SECONDS = 4.0  # that a match waits for its lot
OTHERS_SECONDS = 6.0  # that whoever threw it has, dead or alive, until the match begins without a lot

LOTS, NO_LOT = range(1, 65), 0  # what the slot machine can show, and what stands for nothing

_log = structlog.get_logger()


class Lots:
    def __init__(self, bot: Bot, store: Store) -> None:
        self._bot, self._store = bot, store

    async def draw(self, drawing: Drawing) -> None:
        """Throw the lot of a match whose seal is shown, and begin the match with it, or without.

        Raises RetryAfter where Telegram wants to be left alone; the match has begun all the same.
        """
        match_id = drawing.scene.match.id
        with suppress(Refused):  # it has begun, or was called off
            lot, wait = await self._lot(drawing) if await self._is_ours(match_id) else (NO_LOT, None)
            await until_available(self._begin, match_id, lot)
            if wait is not None:
                raise wait

    async def _is_ours(self, match_id: int) -> bool:
        """Whether it is thrown now; if it was before, that has had its time."""
        since = await until_available(self._throw, match_id)
        if since is not None:
            await asyncio.sleep(max(0.0, OTHERS_SECONDS - since))
        return since is None

    async def _throw(self, match_id: int) -> float | None:
        async with self._store.transaction() as tx:
            return await lobby.throw(tx, match_id)

    async def _begin(self, match_id: int, lot: int) -> None:
        async with self._store.transaction() as tx:
            await lobby.begin(tx, match_id, lot)

    async def _lot(self, drawing: Drawing) -> tuple[int, RetryAfter | None]:
        """What 🎰 shows, 0 where that is not known in time; and how long Telegram wants to be left alone."""
        try:
            async with asyncio.timeout(LONGEST_SECONDS):
                message = await self._bot.send_dice(
                    drawing.chat.telegram_id,
                    emoji=DiceEmoji.SLOT_MACHINE,
                    message_thread_id=drawing.scene.match.place.topic or None,
                    reply_parameters=ReplyParameters(drawing.post.message or 0, allow_sending_without_reply=True),
                    disable_notification=True,
                )
            return _lot_of(message), None
        except Exception as error:  # noqa: BLE001  whatever comes instead of a lot, the match has to begin
            _log.warning("no lot", match=drawing.scene.match.id, reason=str(error) or "no answer in time")
            return NO_LOT, error if isinstance(error, RetryAfter) else None


def _lot_of(message: Message) -> int:
    lot = message.dice.value if message.dice else NO_LOT
    return lot if lot in LOTS else NO_LOT
