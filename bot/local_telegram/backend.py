"""Everything the Bot API and the people on it share: the world, its time, its chance, its queues and its patience."""

import random
from dataclasses import dataclass, field

from bot.local_telegram import shapes
from bot.local_telegram.clock import Clock
from bot.local_telegram.limits import Limits
from bot.local_telegram.pulse import Pulse
from bot.local_telegram.updates import Updates
from bot.local_telegram.world import Bot, Chat, Member, Message, User, World

DICE_SIDES = {"🎲": 6, "🎯": 6, "🎳": 6, "🏀": 5, "⚽": 5, "🎰": 64}


@dataclass
class Backend:
    world: World
    clock: Clock
    limits: Limits
    chance: random.Random
    pulse: Pulse = field(default_factory=Pulse)
    revision: int = 0
    updates: Updates = field(init=False)

    def __post_init__(self) -> None:
        self.updates = Updates(self.clock, self.pulse)

    def changed(self) -> None:
        """Something in the world is new: wake everybody who looks at it."""
        self.revision += 1
        self.pulse.beat()

    async def next_change(self, seen: int) -> int:
        """The world's revision, as soon as it is another than the one seen."""
        await self.pulse.until(lambda: self.revision != seen, timeout=None)
        return self.revision

    def post(self, chat: Chat, message: Message) -> Message:
        self.world.add(chat, message)
        self.changed()
        return message

    def tell(self, chat: Chat, message: Message, *, edited: bool = False) -> None:
        """Let the bots of a chat hear what somebody wrote there, as far as privacy mode lets them."""
        kind = ("edited_" if edited else "") + ("channel_post" if chat.type == "channel" else "message")
        for bot in self.world.bots_of(chat):
            if hears(self.world, bot, chat, message):
                self.updates.push(bot, kind, shapes.message(self.world, chat, message))

    def set_member(self, chat: Chat, who: User, member: Member, by: User) -> None:
        """Change what somebody is in a chat, and tell the bots that may know."""
        old = chat.member(who.id)
        chat.members[who.id] = member
        body = shapes.member_updated(self.world, chat, by, (who, old, member), self.clock.now())
        for bot in self.world.bots.values():
            if bot.user.id == who.id:
                self.updates.push(bot, "my_chat_member", body)
            elif chat.member(bot.user.id).is_in_charge:
                self.updates.push(bot, "chat_member", body)
        self.changed()

    def dice_value(self, emoji: str) -> int:
        return self.chance.randint(1, DICE_SIDES[emoji])


def hears(world: World, bot: Bot, chat: Chat, message: Message) -> bool:
    """Privacy mode: in groups a bot hears what is meant for it, and service messages; an administrator hears all."""
    if message.sender == bot.user.id or _is_a_bot(world, message):
        return False
    if chat.type in ("private", "channel") or message.service is not None or chat.member(bot.user.id).is_in_charge:
        return True
    replied = chat.messages.get(message.reply_to or 0)
    return is_command_for(bot, chat, message) or (replied is not None and replied.sender == bot.user.id)


def is_command_for(bot: Bot, chat: Chat, message: Message) -> bool:
    """`/x@ThisBot`, or `/x` when no other bot was the last one to write; a mention of the bot counts as well."""
    name = (bot.user.username or "").lower()
    if f"@{name}" in (word.lower() for word in _mentions(message)):
        return True
    command = message.text.split(maxsplit=1)[0] if message.text.startswith("/") else ""
    if "@" in command:
        return command.lower().endswith(f"@{name}")
    return bool(command) and chat.last_bot in (None, bot.user.id)


def _mentions(message: Message) -> list[str]:
    units = message.text.encode("utf-16-le")
    spans = [(e["offset"] * 2, (e["offset"] + e["length"]) * 2) for e in message.entities if e["type"] == "mention"]
    return [units[start:end].decode("utf-16-le") for start, end in spans]


def _is_a_bot(world: World, message: Message) -> bool:
    return message.sender_chat is None and message.service is None and world.user(message.sender).is_bot
