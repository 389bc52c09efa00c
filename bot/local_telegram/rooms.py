"""What a test holds in its hands: a room (one chat as people see it) and a press (a button on its way)."""

from collections.abc import Callable
from dataclasses import dataclass

from bot.local_telegram.backend import Backend
from bot.local_telegram.world import Chat, Message, Query


@dataclass(frozen=True)
class Answer:
    """How a bot answered a press."""

    text: str
    show_alert: bool
    url: str | None = None


@dataclass(eq=False)
class Press:
    """A pressed button. `await press.answer()` waits for the bot's toast or alert."""

    here: Backend
    query: Query
    update_id: int | None

    @property
    def answers(self) -> list[Answer]:
        return [Answer(**answer) for answer in self.query.answers]

    async def answer(self, timeout: float = 10) -> Answer:  # noqa: ASYNC109  # reads as a test's sentence
        return (await self.here.pulse.until(lambda: self.answers, timeout))[0]


@dataclass(eq=False)
class Room:
    """One chat. Messages that were deleted are not in `messages`, but their writes still count."""

    here: Backend
    chat: Chat

    @property
    def id(self) -> int:
        return self.chat.id

    @property
    def key(self) -> str:
        return self.chat.key

    @property
    def messages(self) -> list[Message]:
        return [message for message in self.chat.messages.values() if not message.is_deleted]

    @property
    def last(self) -> Message:
        return self.messages[-1]

    def of_bots(self, topic: int | None = None) -> list[Message]:
        """What bots wrote, in one topic where one is named; service messages are nobody's."""
        theirs = [message for message in self.messages if self._is_by_bot(message) and message.service is None]
        return [message for message in theirs if topic in (None, message.topic)]

    def _is_by_bot(self, message: Message) -> bool:
        return message.sender_chat is None and self.here.world.user(message.sender).is_bot

    def writes(self) -> list[float]:
        """When bots wrote here, sends and edits alike, in order."""
        by_bots = [message for message in self.chat.messages.values() if self._is_by_bot(message)]
        return sorted(look.at for message in by_bots for look in message.history)

    def most_writes_in(self, seconds: float) -> int:
        """The most that bots ever wrote here within so many seconds."""
        times = self.writes()
        return max((sum(start <= at < start + seconds for at in times) for start in times), default=0)

    async def until(self, fits: Callable[[Message], object], timeout: float = 10) -> Message:  # noqa: ASYNC109  # as above
        """Wait for a message that fits, and return the newest such."""

        def newest() -> Message | None:
            return next((message for message in reversed(self.messages) if fits(message)), None)

        try:
            found = await self.here.pulse.until(newest, timeout)
        except TimeoutError:
            raise TimeoutError(f"nothing fits in {self.chat.title}; the last were {self._last_looks()}") from None
        assert found is not None  # noqa: S101  # until() returns only what is there
        return found

    def _last_looks(self) -> list[tuple[str, list[str]]]:
        return [(message.text, message.buttons) for message in self.messages[-3:]]

    async def until_button(self, label: str, timeout: float = 10) -> Message:  # noqa: ASYNC109  # as above
        """Wait for a message with this button."""
        return await self.until(lambda message: label in message.buttons, timeout)
