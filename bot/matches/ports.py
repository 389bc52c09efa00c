"""What the use cases need from whoever keeps the matches. `bot.store` provides it; tests use the real one."""

from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from datetime import datetime, timedelta
from typing import Any, Literal, Protocol

from msgspec import Struct

from bot.matches.calls import Board, Call
from bot.matches.chat import Chat
from bot.matches.match import Match, Move, Person, Place, Scene, Suspension
from bot.matches.statistics import Past, Ranked, Rating, Result, Sums


class Conflict(Exception):  # noqa: N818  an answer of the database, not a bug: the use case is run again
    """Someone else opened a match here at the same moment."""


class Unavailable(Exception):  # noqa: N818  an answer of the database, not a bug: the same is tried again
    """The database does not answer now, or gave this work up for another's sake. Nothing of it is kept."""


class Transaction(Protocol):
    """One unit of work: everything in it is kept, or nothing. `seen` is the match it read last."""

    seen: Match | None

    async def open_match(self, place: Place) -> Match | None:
        """The lobby or running match of a place, locked until the end of this transaction."""

    async def match(self, match_id: int) -> Match | None:
        """Any match, locked until the end of this transaction."""

    async def add(self, match: Match) -> Match:
        """Keep a new match; returns it with its id. Raises Conflict when one is open there already."""

    async def save(self, match: Match, moves: Sequence[Move] = ()) -> None:
        """Keep a changed match with its seats, and the moves that changed it. No clock runs then."""

    async def overdue(self, match_id: int) -> Match | None:
        """A match whose time is up, locked; None when it is not, or somebody is at it just now."""

    async def was_late(self, match: Match, seat: int) -> bool:
        """Whether the last thing a seat did was to run out of time."""

    async def has_waited(self, match: Match, time: timedelta) -> bool:
        """Whether the board has been shown for so long, or whoever is to act has been warned."""

    async def throw(self, match: Match) -> float | None:
        """Keep that the lot of a match is thrown now: None. If it was before, the seconds since then."""

    async def record(self, match_id: int) -> tuple[Match, tuple[Move, ...]] | None:
        """A match with its opening, and every move that led from there to its state."""

    async def last_over(self, place: Place) -> int | None:
        """The match that was played last in a place, whether to its end or not."""

    async def remember(self, person: Person) -> None:
        """Keep what a person is called now."""

    async def ask(self, match: Match, question: str) -> None:
        """Put a question on the board, or take it away with ''. In a running match the next command does so too."""

    async def show_again(self, match: Match) -> None:
        """Have the board drawn again where it is, unless it was drawn just now."""

    async def show_anew(self, match: Match) -> int | None:
        """Have the board sent as a new message; returns the old one."""

    async def show_instead(self, match: Match, message: int) -> None:
        """Have the board sent as a new message where this one is out of sight, unless another was sent just now."""

    async def chat(self, telegram_id: int, kind: str) -> int:
        """Our key of a chat, locked until the end of this transaction; new chats get one.

        A chat that has moved is known by its former addresses, too. Raises Conflict when it moves at this moment.
        """

    async def known_chat(self, telegram_id: int) -> int | None:
        """Our key of a chat by today's address or a former one, if it has one."""

    async def move_chat(self, chat: int, other: int) -> None:
        """Give a chat the address of another, and all that the other has; what it posted at its own is left there."""

    async def open_in(self, chat: int) -> tuple[Match, ...]:
        """The lobbies and running matches of a chat, locked."""

    async def current_at(self, telegram_id: int, topic: int | None = None) -> tuple[Match, ...]:
        """The matches at today's address, in all topics or in one, that have still something to show, locked."""

    async def asleep_at(self, telegram_id: int, topic: int) -> tuple[Match, ...]:
        """The suspended matches of one topic among them."""

    async def suspend(self, match: Match, why: Suspension) -> None:
        """Let a match sleep, without a clock, or go on with ''."""

    async def chat_at(self, place: Place) -> Chat:
        """The chat of a place, with what it has chosen."""

    async def keep_chat(self, chat: Chat) -> None:
        """Keep what a chat has chosen; its newest board is drawn again, and its clock begins anew."""

    async def adopt_language(self, place: Place, language: str) -> None:
        """The first who opens a table says in which language the chat is spoken to."""

    async def entitle(self, place: Place, title: str) -> None:
        """Keep what a chat is called now."""

    async def wait(self, place: Place, person: Person) -> None:
        """Keep that somebody wants to be called to the next lobby here."""

    async def call_waiting(self, match: Match) -> None:
        """Have the screen of a new lobby call whoever waits for it."""

    async def boards_of(self, person: int) -> tuple[Board, ...]:
        """The running matches in which a person sits and has not left, in the order they were opened."""

    async def call_to_turns(self, person: Person, *, is_called: bool) -> None:
        """Whether a person is told in private when it is their turn."""

    async def is_called_to_turns(self, person: int) -> bool: ...

    async def is_newcomer(self, match: Match, person: int) -> bool:
        """Whether a person has never played this game to its end."""

    async def moves_in_turn(self, match: Match, seat: int) -> int:
        """How many commands of a seat have been played in this turn."""

    async def moves_of(self, match: Match) -> tuple[Move, ...]:
        """Every move of a match."""

    async def keep_results(self, match: Match, results: Sequence[Result]) -> None:
        """Keep how the seats came out of a match; of people who do not want to be counted, nothing."""

    async def ratings(self, match: Match) -> Mapping[int, Rating]:
        """The ratings that people of a match have in its game and chat, by person."""

    async def keep_ratings(self, match: Match, ratings: Mapping[int, Rating]) -> None:
        """Keep new ratings; of people who do not want to be counted, none."""

    async def sums(self, person: int, chat: int | None = None) -> tuple[Sums, ...]:
        """What a person has done in each game, in one chat or everywhere."""

    async def top(self, chat: int, game_id: str) -> tuple[Ranked, ...]:
        """The best of a chat in a game, by rating."""

    async def history(self, place: Place) -> tuple[Past, ...]:
        """The last matches played to their end here, newest first."""

    async def count(self, person: Person, *, is_counted: bool) -> None:
        """Whether a person wants to be counted; who does not is struck from results and ratings."""

    async def choose_language(self, person: Person, language: str) -> None:
        """How a person wants to be spoken to, whatever their Telegram says."""

    async def open_of(self, person: Person) -> tuple[Match, ...]:
        """The open matches in which a person has a seat, locked."""

    async def hold(self, person: Person) -> None:
        """Nobody seats this person anywhere until the end of this transaction."""

    async def forget(self, person: Person) -> None:
        """Let nothing that is kept lead to a person any more."""

    async def finish(self, update_id: int) -> None:
        """Mark an update done, together with its effect. Raises Refused when it is done already: then keep nothing."""


class Arrival(Struct, frozen=True):
    """An update as it came: Telegram's id of it, the Telegram chat it is handled in order with, and its JSON."""

    id: int
    chat: int
    body: dict[str, Any]


class Inbox(Protocol):
    """The updates, kept before Telegram hears that we have them."""

    async def put(self, arrivals: Sequence[Arrival]) -> tuple[Arrival, ...]:
        """Keep them; returns those of them that are neither done nor parked, in order.

        Also what was known before: the commit that kept it may be one nobody heard of.
        """

    async def undone(self) -> tuple[Arrival, ...]:
        """What was kept and never finished nor parked, in order."""

    async def park(self, update_id: int, bug: str) -> None:
        """Put an update aside that met a bug, so that its chat goes on."""

    async def purge(self) -> None:
        """Forget what was done or parked more than a week ago."""


PostKind = Literal["text", "photo"]


class Post(Struct, frozen=True):
    """The message a screen was put in, one for each turn of a match."""

    match: int
    turn: int
    message: int | None = None  # None: to be sent
    revision: int = -1  # the one drawn in it
    question: str = ""  # the one drawn in it
    is_past: bool = False  # it shows the story of its turn, and has no buttons
    kind: PostKind = "text"


class Drawing(Struct, frozen=True):
    """What a chat should see next, and the post to put it in."""

    chat: Chat
    scene: Scene
    post: Post
    is_past: bool  # it is the story of a past turn, not the board
    seen: datetime | None = None  # when whoever is to act last did something; only for a board that is new
    call: Call | None = None  # whoever is to be told of it in private, once it is shown

    @property
    def is_sealed(self) -> bool:
        """Whether it is of dice that are sealed: a message that is never edited."""
        return self.scene.match.status == "sealed"


class Allowance(Struct, frozen=True):
    """How long a board waits once it is shown, and whether somebody is warned before."""

    time: timedelta | None  # None: for ever
    warns: bool


class TurnWarning(Struct, frozen=True):
    """What whoever is to act is told in time, below the board they are waited for at."""

    chat: Chat
    match: Match
    seat: int
    board: int  # the message
    left: timedelta
    was_late: bool  # also the last time: then they are benched


class Posts(Protocol):
    """What is shown, held against what is saved."""

    async def behind(self) -> tuple[tuple[int, int], ...]:
        """(Telegram chat, match) of everything whose newest screen is not shown."""

    async def untidy(self) -> tuple[tuple[int, int], ...]:
        """(Telegram chat, match) of everything with a past turn whose message still has buttons."""

    async def next_drawing(self, match_id: int) -> Drawing | None:
        """The newest screen, if it is not shown."""

    async def next_tidying(self, match_id: int) -> Drawing | None:
        """A past turn whose message still has buttons."""

    async def keep(self, post: Post, before: int | None, address: int, allowance: Allowance | None = None) -> None:
        """Keep what was shown at an address, unless its chat has another one by now.

        Nor if its message is no longer the one it was `before`: a new one was asked for. Where another process has
        kept something newer, that is behind now: to be shown again. With an allowance the clock starts, if this is
        the newest revision and no clock runs.
        """

    async def doubt(self, post: Post, address: int) -> None:
        """Nobody knows what its message shows now, whatever another process has kept: it is behind."""

    async def next_warning(self, match_id: int) -> TurnWarning | None:
        """The warning whose time has come, if its turn is not over."""

    async def keep_warned(self, warned: TurnWarning) -> None:
        """Keep that they were told, if their turn is not over; at least the time they were told is left."""


class Due(Struct, frozen=True):
    """A match with something to do about its clock."""

    chat: int  # Telegram's id
    match: int
    is_warning: bool  # else its time is up
    seconds: float  # until then


class Clocks(Protocol):
    """The clocks that run, by one clock that all processes share."""

    async def due(self, within: timedelta) -> tuple[Due, ...]:
        """What is due now or soon, the most urgent first."""

    async def resume_clocks(self, since: datetime) -> None:
        """Nobody has worked since then: no clock has run, and whoever is to act finds some time left."""

    async def stop_clock(self, match_id: int) -> None:
        """Let this match wait for ever, until the next accepted command."""


class Lease(Struct, frozen=True):
    """Who works, and until when somebody worked before this was asked: not longer than until then."""

    holder: str
    until: datetime


class Leases(Protocol):
    """Which process works."""

    async def take_lease(self, me: str, seconds: float, gone: str = "") -> Lease:
        """Take or renew the lease, unless another has it who is not `gone`; who has it now."""

    async def leave_lease(self, me: str) -> None:
        """Give it back: another may have it at once."""


class Store(Inbox, Posts, Clocks, Leases, Protocol):
    async def language_in(self, telegram_id: int) -> str:
        """How to speak in a chat: a group's choice, or that of the person who is alone with the bot; '' is unknown."""

    def transaction(self) -> AbstractAsyncContextManager[Transaction]: ...
