"""How chats come about on this Telegram and who is in them: founding, adding, removing, rights, topics, migration.

Everything a bot must hear of it goes into its queue.
"""

from bot.local_telegram import shapes
from bot.local_telegram.backend import Backend
from bot.local_telegram.rooms import Room
from bot.local_telegram.world import GROUP_ANONYMOUS_BOT, Bot, Chat, Json, Member, Message, Permissions, Topic, User

FIRST_GROUP = 4_005_812_960
FIRST_SUPERGROUP = 2_471_352_452
SUPERGROUPS_BELOW = -1_000_000_000_000


class Chats:
    """The verbs about chats and membership. Who does it is the chat's creator, unless said otherwise."""

    def __init__(self, here: Backend) -> None:
        self.here = here
        self.world = here.world

    # --- founding

    def private(self, user: User, bot: Bot | None = None) -> Room:
        """The private chat of a person and a bot; it begins when the person writes."""
        bot = bot or self._only_bot()
        chat = bot.private.setdefault(
            user.id, Chat(user.id, "private", bot=bot.user.id, members={bot.user.id: Member()})
        )
        return Room(self.here, chat)

    def _only_bot(self) -> Bot:
        return next(iter(self.world.bots.values()))

    def group(self, title: str, *members: User | Bot) -> Room:
        """A basic group; the first member is its creator."""
        number = next(-n for n in range(FIRST_GROUP, FIRST_GROUP + 10**6) if -n not in self.world.chats)
        return self._found(Chat(number, "group", title), members, {"group_chat_created": True})

    def supergroup(self, title: str, *members: User | Bot, id: int | None = None) -> Room:  # noqa: A002  # Telegram's own word
        chat = Chat(id or self._free_supergroup(), "supergroup", title)
        return self._found(chat, members, {"supergroup_chat_created": True})

    def forum(self, title: str, *members: User | Bot) -> Room:
        """A supergroup with topics. General is there from the start and has no number."""
        chat = Chat(self._free_supergroup(), "supergroup", title, is_forum=True)
        return self._found(chat, members, {"supergroup_chat_created": True})

    def channel(self, title: str) -> Room:
        chat = Chat(self._free_supergroup(), "channel", title)
        return self._found(chat, (), {"channel_chat_created": True})

    def _free_supergroup(self) -> int:
        numbers = (SUPERGROUPS_BELOW - n for n in range(FIRST_SUPERGROUP, FIRST_SUPERGROUP + 10**6))
        return next(number for number in numbers if number not in self.world.chats)

    def _found(self, chat: Chat, members: tuple[User | Bot, ...], service: Json) -> Room:
        """A supergroup's bots are added when it is there: none can be in it while it is made."""
        self.world.chats[chat.id] = chat
        room = Room(self.here, chat)
        later = [who for who in members if isinstance(who, Bot) and chat.type == "supergroup"]
        creator, *others = [_user(who) for who in members if who not in later] or [GROUP_ANONYMOUS_BOT]
        self.here.set_member(chat, creator, Member("creator"), creator)
        for other in others:
            self.here.set_member(chat, other, Member(), creator)
        self._service(chat, creator, service)
        for bot in later:
            self.add(room, bot)
        return room

    def _service(self, chat: Chat, by: User, service: Json, topic: int | None = None) -> Message:
        number = self.world.next_message_id(chat)
        message = Message(number, chat.key, self.here.clock.now(), by.id, topic=topic, service=service)
        return self._post_and_tell(chat, message)

    def _post_and_tell(self, chat: Chat, message: Message) -> Message:
        self.here.post(chat, message)
        self.here.tell(chat, message)
        return message

    # --- members

    def add(self, room: Room, who: User | Bot, *, by: User | None = None) -> None:
        """Add somebody, also again after they left or were removed."""
        user, adder = _user(who), by or self._creator(room.chat)
        self.here.set_member(room.chat, user, Member(), adder)
        self._service(room.chat, adder, {"new_chat_members": [shapes.user(user)]})

    def remove(self, room: Room, who: User | Bot, *, by: User | None = None) -> None:
        self._part(room, _user(who), Member("kicked"), by or self._creator(room.chat))

    def leave(self, room: Room, user: User) -> None:
        self._part(room, user, Member("left"), user)

    def _part(self, room: Room, user: User, member: Member, by: User) -> None:
        """In a basic group a bot hears this also of itself."""
        parting = {"left_chat_member": shapes.user(user)}
        if room.chat.type == "group":
            self._service(room.chat, by, parting)
        self.here.set_member(room.chat, user, member, by)
        if room.chat.type != "group":
            self._service(room.chat, by, parting)

    def promote(self, room: Room, who: User | Bot, *, can_manage_topics: bool = False) -> None:
        self._set(room, who, Member("administrator", can_manage_topics=can_manage_topics))

    def demote(self, room: Room, who: User | Bot) -> None:
        self._set(room, who, Member())

    def restrict(
        self, room: Room, who: User | Bot, *, text: bool = False, photos: bool = False, dice: bool = False
    ) -> None:
        """Leave somebody only some rights to send; `demote` gives all of them back."""
        self._set(room, who, Member("restricted", Permissions(text, photos, dice)))

    def _set(self, room: Room, who: User | Bot, member: Member) -> None:
        self.here.set_member(room.chat, _user(who), member, self._creator(room.chat))

    def permit(self, room: Room, *, text: bool = True, photos: bool = True, dice: bool = True) -> None:
        """What everybody who is not an administrator may send here. Bots are not told."""
        room.chat.permissions = Permissions(text, photos, dice)
        self.here.changed()

    def block(self, user: User, bot: Bot) -> None:
        self._set_blocked(user, bot, blocked=True)

    def unblock(self, user: User, bot: Bot) -> None:
        self._set_blocked(user, bot, blocked=False)

    def _set_blocked(self, user: User, bot: Bot, *, blocked: bool) -> None:
        chat = bot.private[user.id]
        chat.is_blocked = blocked
        self.here.set_member(chat, bot.user, Member("kicked" if blocked else "member"), user)

    def disband(self) -> None:
        """Everybody leaves every group, which is empty then, and forgets every private chat."""
        for chat in self.world.every_chat():
            chat.messages.clear()
            chat.is_started = False
            present = [user for user, member in chat.members.items() if member.is_present and chat.bot is None]
            for user in present:
                self.here.set_member(chat, self.world.user(user), Member("left"), self._creator(chat))
        self.here.changed()

    # --- becoming a supergroup

    def migrate(self, room: Room, *, to: int | None = None, tell: bool = True) -> Room:
        """A basic group becomes a supergroup under a new id. Untold, a bot learns it from its next write's refusal.

        A bot hears that it is a member there, never that it has left the old group.
        """
        old = room.chat
        new = Chat(to or self._free_supergroup(), "supergroup", old.title, migrated_from=old.id)
        new.members, new.permissions = dict(old.members), old.permissions
        self.world.chats[new.id] = new
        old.migrated_to = new.id
        if tell:
            for bot in self.world.bots_of(new):
                member = new.members.pop(bot.user.id)
                self.here.set_member(new, bot.user, member, self._creator(old))
            self.tell_migration(room)
        return Room(self.here, new)

    def tell_migration(self, room: Room) -> None:
        """The service messages in both chats, as often as called."""
        self.tell_migrated_to(room)
        self.tell_migrated_from(room)

    def tell_migrated_to(self, room: Room) -> None:
        """The one in the old chat."""
        self._service(room.chat, self._creator(room.chat), {"migrate_to_chat_id": room.chat.migrated_to})

    def tell_migrated_from(self, room: Room) -> None:
        """The one in the new chat."""
        new = self.world.chats[room.chat.migrated_to or 0]
        self._service(new, self._creator(room.chat), {"migrate_from_chat_id": room.chat.id})

    # --- topics

    def topic(self, room: Room, name: str, by: User | None = None) -> Topic:
        number = self.world.next_message_id(room.chat)
        topic = room.chat.topics[number] = Topic(number, name)
        service = {"forum_topic_created": {"name": name, "icon_color": shapes.TOPIC_COLOUR}}
        opener = (by or self._creator(room.chat)).id
        opening = Message(number, room.key, self.here.clock.now(), opener, topic=number, service=service)
        self._post_and_tell(room.chat, opening)
        return topic

    def close_topic(self, room: Room, topic: Topic | None) -> None:
        """None is General."""
        self._set_closed(room, topic, {"forum_topic_closed": {}}, closed=True)

    def reopen_topic(self, room: Room, topic: Topic | None) -> None:
        self._set_closed(room, topic, {"forum_topic_reopened": {}}, closed=False)

    def _set_closed(self, room: Room, topic: Topic | None, service: Json, *, closed: bool) -> None:
        if topic is None:
            room.chat.is_general_closed = closed
        else:
            topic.is_closed = closed
        self._service(room.chat, self._creator(room.chat), service, topic.id if topic else None)

    def delete_topic(self, room: Room, topic: Topic) -> None:
        """With all its messages; Telegram tells the bots nothing."""
        topic.is_deleted = True
        for message in room.chat.messages.values():
            message.is_deleted = message.is_deleted or message.topic == topic.id
        self.here.changed()

    def _creator(self, chat: Chat) -> User:
        creator = next((user for user, member in chat.members.items() if member.status == "creator"), None)
        return self.world.user(creator or GROUP_ANONYMOUS_BOT.id)


def _user(who: User | Bot) -> User:
    return who.user if isinstance(who, Bot) else who
