"""What exists on this machine's Telegram: people, bots, chats with members and topics, and every message ever written.

All of it is plain data, so that a world can be saved and loaded again. Ids follow Telegram: a private chat has its
person's id, a group a negative one, a supergroup one below -10^12. Messages of private chats and basic groups are
numbered together, those of each supergroup by themselves.
"""

from collections.abc import Iterator
from typing import Any, Literal

from msgspec import Struct, field

Json = dict[str, Any]
Kind = Literal["private", "group", "supergroup", "channel"]
Status = Literal["creator", "administrator", "member", "restricted", "left", "kicked"]

PRESENT = ("creator", "administrator", "member", "restricted")
IN_CHARGE = ("creator", "administrator")


class User(Struct):
    id: int
    first_name: str
    last_name: str | None = None
    username: str | None = None
    language_code: str | None = None
    is_bot: bool = False


GROUP_ANONYMOUS_BOT = User(1087968824, "Group", username="GroupAnonymousBot", is_bot=True)
CHANNEL_BOT = User(136817688, "Channel", username="Channel_Bot", is_bot=True)
TELEGRAM = User(777000, "Telegram")


class Permissions(Struct):
    """What somebody may send."""

    text: bool = True
    photos: bool = True
    dice: bool = True

    @property
    def documents(self) -> bool:
        """Telegram has a right of its own for them; here it goes with photos."""
        return self.photos


class Member(Struct):
    status: Status = "member"
    permissions: Permissions = field(default_factory=Permissions)
    can_manage_topics: bool = False

    @property
    def is_present(self) -> bool:
        return self.status in PRESENT

    @property
    def is_in_charge(self) -> bool:
        return self.status in IN_CHARGE


class Topic(Struct):
    """A forum's topic; its id is the id of the service message that opened it."""

    id: int
    name: str
    is_closed: bool = False
    is_deleted: bool = False


class Photo(Struct):
    id: str
    width: int
    height: int
    content: bytes


class Document(Struct):
    id: str
    name: str
    content: bytes


class Version(Struct):
    """How a message looked from a moment on."""

    at: float
    text: str
    keyboard: list[list[Json]]
    photo: str | None = None


class Message(Struct):
    """One message in the chat of that key.

    `text` is also a photo's or a document's caption; `service` holds the fields of a service message.
    """

    id: int
    chat: str
    at: float
    sender: int
    sender_chat: int | None = None
    topic: int | None = None
    thread: int | None = None
    reply_to: int | None = None
    text: str = ""
    entities: list[Json] = field(default_factory=list)
    photo: str | None = None
    document: str | None = None
    dice: Json | None = None
    service: Json | None = None
    keyboard: list[list[Json]] = field(default_factory=list)
    edited_at: float | None = None
    is_silent: bool = False
    is_automatic_forward: bool = False
    is_deleted: bool = False
    history: list[Version] = field(default_factory=list)

    @property
    def buttons(self) -> list[str]:
        """The labels of its buttons, row by row."""
        return [button["text"] for row in self.keyboard for button in row]

    def button(self, label: str) -> Json:
        for row in self.keyboard:
            for button in row:
                if button["text"] == label:
                    return button
        raise LookupError(f"no button {label!r} among {self.buttons}")

    def remember(self, at: float) -> None:
        """Put its present look at the end of its history."""
        self.history.append(Version(at, self.text, self.keyboard, self.photo))


class Chat(Struct):
    """`bot` says whose private chat it is; it is None for all others, which every bot sees as the same chat."""

    id: int
    type: Kind
    title: str | None = None
    username: str | None = None
    bot: int | None = None
    is_started: bool = False
    is_blocked: bool = False
    is_forum: bool = False
    is_general_closed: bool = False
    members: dict[int, Member] = field(default_factory=dict)
    permissions: Permissions = field(default_factory=Permissions)
    topics: dict[int, Topic] = field(default_factory=dict)
    messages: dict[int, Message] = field(default_factory=dict)
    last_message_id: int = 0
    last_bot: int | None = None
    migrated_to: int | None = None
    migrated_from: int | None = None

    @property
    def key(self) -> str:
        """Names it among all chats of all bots."""
        return str(self.id) if self.bot is None else f"{self.bot}:{self.id}"

    def member(self, user: int) -> Member:
        return self.members.get(user) or Member("left")

    def thread(self, replied: Message | None) -> int | None:
        """The thread an answer belongs to, which supergroups have even without topics."""
        if replied is None or self.type != "supergroup" or self.is_forum:
            return None
        return replied.thread or replied.id

    def message(self, message: int) -> Message | None:
        found = self.messages.get(message)
        return None if found is None or found.is_deleted else found


class Query(Struct):
    """A button somebody pressed, waiting for the bot's answer."""

    id: str
    bot: int
    user: int
    chat: str
    message: int
    data: str
    at: float
    answers: list[Json] = field(default_factory=list)


class Update(Struct):
    id: int
    kind: str
    body: Json
    at: float
    is_again: bool = False  # fed again under the same id: told whatever the offset, once

    def json(self) -> Json:
        return {"update_id": self.id, self.kind: self.body}


class Webhook(Struct):
    url: str
    secret: str = ""
    max_connections: int = 40
    last_error_at: float | None = None
    last_error: str | None = None


class Bot(Struct):
    """A bot account: its token, its private chats (by person) and the updates it has not confirmed."""

    token: str
    user: User
    next_update_id: int
    private: dict[int, Chat] = field(default_factory=dict)
    pending: list[Update] = field(default_factory=list)
    allowed_updates: list[str] = field(default_factory=list)
    webhook: Webhook | None = None
    commands: dict[str, list[Json]] = field(default_factory=dict)
    descriptions: dict[str, str] = field(default_factory=dict)

    def described(self, what: str, language: str) -> str:
        """Its name or a description in a language, or without one."""
        return self.descriptions.get(f"{what} {language}".strip()) or self.descriptions.get(what, "")


class World(Struct):
    users: dict[int, User] = field(default_factory=dict)
    bots: dict[str, Bot] = field(default_factory=dict)
    chats: dict[int, Chat] = field(default_factory=dict)
    photos: dict[str, Photo] = field(default_factory=dict)
    documents: dict[str, Document] = field(default_factory=dict)
    queries: dict[str, Query] = field(default_factory=dict)
    last_message_id: int = 0
    last_query_id: int = 4_382_910_000_000_000_000

    def user(self, user: int) -> User:
        special = {known.id: known for known in (GROUP_ANONYMOUS_BOT, CHANNEL_BOT, TELEGRAM)}
        return special.get(user) or self.users[user]

    def bot(self, user: int) -> Bot:
        for bot in self.bots.values():
            if bot.user.id == user:
                return bot
        raise LookupError(f"{user} is no bot")

    def chat(self, bot: Bot, chat: int) -> Chat | None:
        """The chat a bot means by this id."""
        return bot.private.get(chat) or self.chats.get(chat)

    def every_chat(self) -> Iterator[Chat]:
        yield from self.chats.values()
        for bot in self.bots.values():
            yield from bot.private.values()

    def chat_by_key(self, key: str) -> Chat:
        bot, _, chat = key.rpartition(":")
        return self.bot(int(bot)).private[int(chat)] if bot else self.chats[int(chat)]

    def bots_of(self, chat: Chat) -> list[Bot]:
        """The bots that are in a chat and may hear something of it."""
        if chat.bot is not None:
            return [self.bot(chat.bot)]
        return [bot for bot in self.bots.values() if chat.member(bot.user.id).is_present]

    def next_message_id(self, chat: Chat) -> int:
        if chat.type in ("supergroup", "channel"):
            chat.last_message_id += 1
            return chat.last_message_id
        self.last_message_id += 1
        return self.last_message_id

    def next_query_id(self) -> str:
        self.last_query_id += 1
        return str(self.last_query_id)

    def ask(self, query: Query, *, forget_before: float) -> None:
        """Keep a new press until it is answered; the oldest, which came too long ago, are forgotten."""
        while self.queries and next(iter(self.queries.values())).at < forget_before:
            del self.queries[next(iter(self.queries))]
        self.queries[query.id] = query

    def add(self, chat: Chat, message: Message) -> Message:
        message.remember(message.at)
        chat.messages[message.id] = message
        sender = self.users.get(message.sender)
        if sender is not None and sender.is_bot and message.sender_chat is None and message.service is None:
            chat.last_bot = sender.id
        return message
