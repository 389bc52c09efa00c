"""What people do on this Telegram: come into the world, write, edit, throw dice, press buttons.

Everything a bot must hear of it goes into its queue.
"""

from bot.local_telegram import entities, shapes
from bot.local_telegram.backend import DICE_SIDES
from bot.local_telegram.chats import Chats
from bot.local_telegram.rooms import Press, Room
from bot.local_telegram.updates import PRESS_LIVES
from bot.local_telegram.world import (
    CHANNEL_BOT,
    GROUP_ANONYMOUS_BOT,
    TELEGRAM,
    Bot,
    Chat,
    Message,
    Query,
    Topic,
    Update,
    User,
)

FIRST_PERSON = 7_790_427_779  # beyond 32 bits, as new accounts are
FIRST_BOT = 6_123_456_789
FIRST_UPDATE = 868_311_005


class People(Chats):
    """The verbs. Chats are named by their rooms, people by their `User`, bots by their `Bot`."""

    # --- coming into the world

    def person(
        self,
        first_name: str,
        *,
        id: int | None = None,  # noqa: A002  # Telegram's own word
        last_name: str | None = None,
        username: str | None = None,
        language_code: str | None = None,
    ) -> User:
        user = User(id or self._free_id(FIRST_PERSON), first_name, last_name, username, language_code)
        self.world.users[user.id] = user
        self.here.changed()
        return user

    def bot(self, username: str = "WormsAndTombsBot", token: str | None = None, first_name: str | None = None) -> Bot:
        """A bot account; a token known from before is the same bot."""
        if token in self.world.bots:
            return self.world.bots[token]
        number = int(token.split(":")[0]) if token else self._free_id(FIRST_BOT)
        user = User(number, first_name or username, username=username, is_bot=True)
        bot = Bot(token or f"{number}:AAF-local-{'x' * 25}", user, FIRST_UPDATE)
        self.world.users[number] = user
        self.world.bots[bot.token] = bot
        self.here.changed()
        return bot

    def _free_id(self, first: int) -> int:
        return next(number for number in range(first, first + 10**6) if number not in self.world.users)

    # --- writing

    def say(
        self, user: User, room: Room, text: str, *, topic: Topic | None = None, reply_to: Message | None = None
    ) -> Message:
        return self._write(room, Message(0, room.key, 0, user.id, text=text), topic, reply_to)

    def say_before_migration(self, user: User, room: Room, text: str) -> Message:
        """Something said in a basic group before it became a supergroup, of which a bot hears only now."""
        chat = room.chat
        chat.migrated_to, new = None, chat.migrated_to
        message = self.say(user, room, text)
        chat.migrated_to = new
        return message

    def say_anonymously(self, room: Room, text: str) -> Message:
        """An administrator who remains anonymous: the group itself speaks."""
        message = Message(0, room.key, 0, GROUP_ANONYMOUS_BOT.id, sender_chat=room.id, text=text)
        return self._write(room, message, None, None)

    def say_as_channel(self, channel: Room, room: Room, text: str) -> Message:
        message = Message(0, room.key, 0, CHANNEL_BOT.id, sender_chat=channel.id, text=text)
        return self._write(room, message, None, None)

    def post_in_linked(self, channel: Room, room: Room, text: str) -> Message:
        """A post of the channel that a group is linked to: Telegram itself forwards it there."""
        message = Message(0, room.key, 0, TELEGRAM.id, sender_chat=channel.id, text=text, is_automatic_forward=True)
        return self._write(room, message, None, None)

    def roll(
        self,
        user: User,
        room: Room,
        emoji: str = "🎲",
        *,
        value: int | None = None,
        topic: Topic | None = None,
        reply_to: Message | None = None,
    ) -> Message:
        """Somebody's own 🎲."""
        if emoji not in DICE_SIDES:
            raise ValueError(f"Telegram throws no {emoji}")
        dice = {"emoji": emoji, "value": value or self.here.dice_value(emoji)}
        return self._write(room, Message(0, room.key, 0, user.id, dice=dice), topic, reply_to)

    def _write(self, room: Room, message: Message, topic: Topic | None, reply_to: Message | None) -> Message:
        chat = room.chat
        self._check_presence(chat, message)
        message.id, message.at = self.world.next_message_id(chat), self.here.clock.now()
        message.topic = topic.id if topic else reply_to.topic if reply_to else None
        message.reply_to = reply_to.id if reply_to else None
        message.text, message.entities = entities.parse(message.text, None, [])
        message.thread = chat.thread(reply_to)
        if chat.type == "private":
            chat.is_started = True
        return self._post_and_tell(chat, message)

    def _check_presence(self, chat: Chat, message: Message) -> None:
        is_there = chat.bot is not None or message.sender_chat is not None or chat.member(message.sender).is_present
        if not is_there or chat.migrated_to is not None:
            raise ValueError(f"{self.world.user(message.sender).first_name} cannot write in {chat.title}")

    def edit_own(self, message: Message, text: str) -> Message:
        """Its writer changes a message."""
        message.text, message.entities = entities.parse(text, None, [])
        message.edited_at = self.here.clock.now()
        message.remember(message.edited_at)
        self.here.changed()
        self.here.tell(self.world.chat_by_key(message.chat), message, edited=True)
        return message

    def delete(self, message: Message) -> None:
        """Somebody takes a message away; Telegram does not tell the bots."""
        message.is_deleted = True
        self.here.changed()

    # --- pressing

    def press(
        self, user: User, message: Message, label: str | None = None, *, data: str | None = None, too_old: bool = False
    ) -> Press:
        """Press the button with this label, or send any data as a forged client would.

        `too_old`: Telegram shows the bot nothing of the message but its chat and number.
        """
        if data is None:
            data = str(message.button(label or message.buttons[0])["callback_data"])
        return self._press(user, message, data, too_old=too_old)

    def press_again(self, press: Press) -> Press:
        """A client sends the same press once more: another query, another update."""
        message = self.world.chat_by_key(press.query.chat).messages[press.query.message]
        return self._press(self.world.user(press.query.user), message, press.query.data, too_old=False)

    def _press(self, user: User, message: Message, data: str, *, too_old: bool) -> Press:
        chat, bot = self.world.chat_by_key(message.chat), self.world.bot(message.sender)
        now = self.here.clock.now()
        query = Query(self.world.next_query_id(), bot.user.id, user.id, chat.key, message.id, data, now)
        self.world.ask(query, forget_before=now - PRESS_LIVES)
        is_shown = not (too_old or message.is_deleted)
        shown = shapes.message if is_shown else lambda world, of, what: shapes.inaccessible_message(world, of, what.id)
        body = {
            "id": query.id,
            "from": shapes.user(user),
            "message": shown(self.world, chat, message),
            "chat_instance": str(-chat.id * 7919),
            "data": data,
        }
        update = self.here.updates.push(bot, "callback_query", body)
        return Press(self.here, query, update.id if update else None)

    def tell_again(self, update_id: int) -> None:
        """Feed the bot an update it was already told, under the same update id."""
        bot = self._only_bot()
        told = next(update for update in self.here.updates.told[bot.user.id] if update.id == update_id)
        self.here.updates.put(bot, Update(told.id, told.kind, told.body, self.here.clock.now(), is_again=True))
