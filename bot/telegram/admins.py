"""Who is an admin of a chat: Telegram says so, and is not asked again at once."""

from collections.abc import Awaitable, Callable

from telegram import Bot
from telegram.constants import ChatMemberStatus
from telegram.error import ChatMigrated

from bot.telegram.recent import Recent

KNOWN_SECONDS = 30.0  # Telegram is not asked again within it
ASKED_SECONDS = 2.0  # then somebody counts for none: the host can do the same
ADMINS = (ChatMemberStatus.OWNER, ChatMemberStatus.ADMINISTRATOR)


class Admins:
    """`follow` is told when a group turns out to have another address."""

    def __init__(self, bot: Bot, clock: Callable[[], float], follow: Callable[[int, int], Awaitable[None]]) -> None:
        self._bot, self._follow = bot, follow
        self._known: Recent[tuple[int, int], bool] = Recent(KNOWN_SECONDS, clock)

    async def has(self, chat: int, person: int) -> bool:
        known = self._known.get((chat, person))
        if known is None:
            known = await self._ask(chat, person)
            self._known.put((chat, person), known)
        return known

    async def _ask(self, chat: int, person: int) -> bool:
        try:
            member = await self._bot.get_chat_member(chat, person, read_timeout=ASKED_SECONDS)
        except ChatMigrated as error:
            await self._follow(chat, error.new_chat_id)
            return await self._ask(error.new_chat_id, person)
        except Exception:  # noqa: BLE001  whatever comes instead of an answer, the host can do the same
            return False
        return member.status in ADMINS

    def forget_old(self) -> None:
        self._known.forget_old()
