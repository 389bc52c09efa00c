"""Game: what every game offers. A game is a module of `engine/games/`; this is the shape the others rely on.

Rules live in two functions: `decide` chooses the events (it is handed dice), `evolve` folds one event into the state
(it never sees chance). `legal` and `decide` both rest on `objection`, so they cannot disagree.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any, Literal, Protocol, TypeAlias, get_args

import msgspec
from msgspec import Struct

from engine.dice import Dice

# Each game has its own; the engine passes them through and never looks inside.
AnyState: TypeAlias = Any
AnyCommand: TypeAlias = Any
AnyEvent: TypeAlias = Any

Tree: TypeAlias = dict[str, Any]
Upcast: TypeAlias = Callable[[Tree], Tree]


class Option(Struct, frozen=True):
    """A house rule: its name and the values it can take, the default first."""

    name: str
    values: tuple[str, ...]


class Result(Struct, frozen=True):
    """How a match stands. Seats that share a place stand together in `ranking`, best place first.

    `scores` is None in a game without points. While the match goes on, `ranking` is how it would end now.
    """

    is_over: bool
    scores: tuple[int, ...] | None
    ranking: tuple[tuple[int, ...], ...]

    @property
    def winners(self) -> tuple[int, ...]:
        return self.ranking[0] if self.is_over else ()

    @property
    def places(self) -> Mapping[int, int]:
        """Each seat with its place, best first. Equals share one, and the next place counts them all: 1, 1, 3."""
        better = accumulate(map(len, self.ranking), initial=1)
        return {seat: place for place, sharing in zip(better, self.ranking, strict=False) for seat in sharing}


class Fact(Struct, frozen=True):
    """One line of a position in the notation: `stack Ana 21 30` is Fact("stack", 0, ("21", "30"))."""

    word: str
    seat: int | None
    values: tuple[str, ...]


class Draw(Struct, frozen=True):
    """What a game's own start draws beside who begins. `shown` are the words of a position that it then lies under."""

    kind: Literal["shuffle", "die"]
    shown: tuple[str, ...]


Spelling = Literal[
    "seats",  # a seat's name, where the text form has its number
    "squares",  # parted by blanks, where the text form has none between them
    "any_order",  # where the text form is alphabetical
]


class Notation(Struct, frozen=True, kw_only=True):
    """How a game's records are written, beside the lines of its positions (docs/notation.md)."""

    faces: tuple[str, ...]  # how a die that shows 1 to 6 is written
    words: tuple[str, ...]  # of commands and pieces; no seat can be named so
    ordered: tuple[str, ...] = ()  # words of a position whose values have an order
    counted: tuple[str, ...] = ()  # words of facts that follow from a position: expected, never placed
    spelling: Mapping[str, Spelling] = {}  # verb → how a record writes what follows it, where it is not the text form
    drawn: Mapping[str, Draw] = {}  # word of a line that may stand without a position → what it says


class Misplaced(Exception):  # noqa: N818  a fault of the record, reported with its line
    """A position that cannot be set up; `fact` is the line at fault, None where something is missing."""

    def __init__(self, message: str, fact: Fact | None = None) -> None:
        super().__init__(message)
        self.fact = fact


class Game(Protocol):
    """What every game offers. Seats are numbered from 0 in join order, and nothing else is known of people."""

    @property
    def ID(self) -> str: ...  # noqa: N802  a module's constant
    @property
    def SEATS(self) -> range: ...  # noqa: N802
    @property
    def OPTIONS(self) -> tuple[Option, ...]: ...  # noqa: N802
    @property
    def REASONS(self) -> tuple[str, ...]: ...  # noqa: N802
    @property
    def SCHEMA(self) -> int: ...  # noqa: N802  number of the saved shape of states and events
    @property
    def UPCASTS(self) -> Mapping[int, Upcast]: ...  # noqa: N802  schema → a tree of the next schema
    @property
    def POSITION(self) -> Mapping[str, bool]: ...  # noqa: N802  word of a position → whether a seat follows
    @property
    def NOTATION(self) -> Notation: ...  # noqa: N802
    @property
    def State(self) -> type[Any]: ...  # noqa: N802
    @property
    def Event(self) -> Any: ...  # noqa: N802
    @property
    def Options(self) -> type[Any]: ...  # noqa: N802

    def new(self, seats: int, options: Any, dice: Dice) -> AnyState:
        """The start of a match."""

    def to_act(self, state: AnyState) -> int | None:
        """The seat whose command the game waits for; None when it is over or everybody is benched."""

    def objection(self, state: AnyState, seat: int, command: AnyCommand) -> str | None:
        """Why this command is not allowed now; None when it is."""

    def legal(self, state: AnyState) -> tuple[AnyCommand, ...]:
        """What the seat to act may do, without leaving or being away."""

    def decide(self, state: AnyState, seat: int, command: AnyCommand, dice: Dice) -> Sequence[AnyEvent]:
        """What follows from a command that nobody objects to."""

    def evolve(self, state: AnyState, event: AnyEvent) -> AnyState:
        """The state after one event."""

    def result(self, state: AnyState) -> Result: ...

    def read_command(self, text: str) -> AnyCommand:
        """The command a text form stands for; ValueError when it is none of this game's."""

    def write_command(self, command: AnyCommand) -> str:
        """The one text form of a command: `keep 5`. Records and buttons share it."""

    def facts(self, state: AnyState) -> Iterator[Fact]:
        """Everything a position or an expectation can say about a state in this game's own words."""

    def place(self, facts: Sequence[Fact], table: Any, options: Any) -> AnyState:
        """The state a position describes; raises Misplaced."""


def options_of(options: type[Struct]) -> tuple[Option, ...]:
    """The house rules a game's `Options` struct declares: one Literal per field, its default first."""
    return tuple(Option(field.name, get_args(field.type)) for field in msgspec.structs.fields(options))
