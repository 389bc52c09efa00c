"""The match: one play of a game in one chat (and topic), from its lobby to its end.

Values only. The use cases in `lobby` and `press` make new ones; `ports` says how they are kept.
"""

from typing import Any, Literal, TypeAlias

from msgspec import Struct

from engine import GAMES, Game

Status = Literal[
    "lobby",  # people take their seats
    "sealed",  # somebody pressed Start: nothing can be chosen any more, but the lot has not fallen
    "running",
    "finished",  # played to its end
    "stopped",  # ended by the host or an admin
    "closed",  # a lobby that never began
    "merged",  # its group and another became one chat, where the other's match goes on
    "expired",  # nobody came for too long, to the lobby or back to the match
]
OPEN: tuple[Status, ...] = ("lobby", "sealed", "running")

Suspension = Literal[
    "",
    "removed",  # the bot is not in the chat
    "topic",  # its topic is closed or deleted
    "offered",  # the bot is back, and asks whether to go on
]

SEAL_TURN, FIRST_TURN = 1, 2  # turns number the posts; 0 is the lobby's

State: TypeAlias = Any
Event: TypeAlias = Any


class Person(Struct, frozen=True):
    """A person: Telegram's id is who they are, the name is what they were last called."""

    id: int
    name: str
    language: str = ""

    @property
    def is_forgotten(self) -> bool:
        """Whether this stands for somebody who had themselves forgotten: it is nobody's id."""
        return self.id < 0


class Computer(Struct, frozen=True):
    """A seat that the program plays by itself, so well as its level says."""

    level: str


Player: TypeAlias = Person | Computer


class Place(Struct, frozen=True):
    """Where a match is played: a chat by our own key, and a topic (0 = none, or General)."""

    chat: int
    topic: int = 0


class Fairness(Struct, frozen=True):
    """What the dice come from: `drawn` counts the draws made so far."""

    seed: bytes
    lot: int = 0
    salts: tuple[tuple[int, str], ...] = ()  # seat and word, in the order of the seats
    drawn: int = 0


class Match(Struct, frozen=True):
    """`id` is 0 until it is kept for the first time."""

    id: int
    place: Place
    game_id: str
    host: int
    fairness: Fairness
    options: dict[str, str] = {}
    seats: tuple[Player, ...] = ()
    status: Status = "lobby"
    revision: int = 0
    turn: int = 0
    opening: State = None  # the state at the start, where the match begins and where it is told whole
    state: State = None
    address: int = 0  # what the messenger calls its chat today
    suspended: Suspension = ""  # why it sleeps: nothing is written, no clock runs

    @property
    def game(self) -> Game:
        return GAMES[self.game_id]

    @property
    def is_open(self) -> bool:
        return self.status in OPEN

    @property
    def is_practice(self) -> bool:
        """Whether somebody is alone with the bot there: only private chats have an id above 0, that of their person."""
        return self.address > 0

    @property
    def is_rated(self) -> bool:
        """Whether it counts for the rating when it is played to its end: computers are no measure."""
        return len(self.people) == len(self.seats)

    @property
    def people(self) -> tuple[Person, ...]:
        return tuple(player for player in self.seats if isinstance(player, Person))

    def is_forgotten(self, seat: int) -> bool:
        """Whether the person who sat there has had themselves forgotten."""
        player = self.seats[seat]
        return isinstance(player, Person) and player.is_forgotten

    def seat_of(self, person: int) -> int | None:
        """Where a person sits."""
        seated = (seat for seat, player in enumerate(self.seats) if isinstance(player, Person) and player.id == person)
        return next(seated, None)


class Move(Struct, frozen=True):
    """One accepted command, in its text form, and what followed. `turn` is the turn it was played in."""

    revision: int
    turn: int
    seat: int
    command: str
    events: tuple[Event, ...]


class Scene(Struct, frozen=True):
    """What a screen is drawn from: the match, a question on its board, the moves of this turn and of the last."""

    match: Match
    question: str = ""
    this_turn: tuple[Move, ...] = ()
    last_turn: tuple[Move, ...] = ()
    record: tuple[Move, ...] = ()  # all moves, of a match that is over; `match` has its opening then
    seats_computers: bool = False  # the host of this lobby may
    gives_hints: bool = False  # whoever is to act may ask for one
    called: tuple[Person, ...] = ()  # who wanted to know that this lobby opens


Did = Literal[
    "opened",
    "joined",
    "left",
    "chosen",
    "switched",  # to another game
    "salted",
    "sealed",
    "began",
    "played",
    "asked",
    "unasked",
    "skipped",
    "stopped",
    "shown",
    "resumed",
    "hinted",
    "verified",
]


Lesson: TypeAlias = Literal["seat", "throw", "choice"]  # for who plays a game for the first time


class Outcome(Struct, frozen=True):
    """What a use case did, to be told to whoever asked for it."""

    did: Did
    match: Match
    moves: tuple[Move, ...] = ()
    old_message: int | None = None  # whose board was sent anew
    lesson: Lesson | None = None  # that is due to whoever asked for it


Reason = Literal[
    "no_match",  # nothing is open here
    "match_gone",  # the button of a match that is over or unknown
    "already_running",
    "not_running",
    "beginning",  # its dice are sealed, its first board is about to come
    "not_over",  # its seed is still a secret
    "stale",  # the button was drawn for an earlier state
    "not_seated",
    "already_seated",
    "table_full",
    "too_few",
    "lobby_open",  # there is one to join: no need to wait for the next
    "too_many_for_game",
    "host_only",
    "too_early",  # to go on without somebody
    "own_turn",  # nobody goes on without oneself
    "not_asked",  # the question is somebody else's
    "no_computers",  # not in this chat
    "no_hints",  # not in this game, or not in this chat
    "unknown_game",
    "unknown_option",
    "unknown_setting",
    "no_word",  # nothing that can be salt
    "nothing_over",  # no match has ended here
    "unreadable_press",
    "already_done",  # the update has had its effect before
]
