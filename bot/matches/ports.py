"""What the use cases need from whoever keeps the matches. `bot.store` provides it; tests use the real one."""

from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from typing import Protocol

from bot.matches.match import Match, Move, Person, Place


class Conflict(Exception):  # noqa: N818  an answer of the database, not a bug: the use case is run again
    """Someone else opened a match here at the same moment."""


class Transaction(Protocol):
    """One unit of work: everything in it is kept, or nothing."""

    async def open_match(self, place: Place) -> Match | None:
        """The lobby or running match of a place, locked until the end of this transaction."""

    async def match(self, match_id: int) -> Match | None:
        """Any match, locked until the end of this transaction."""

    async def add(self, match: Match) -> Match:
        """Keep a new match; returns it with its id. Raises Conflict when one is open there already."""

    async def save(self, match: Match, moves: Sequence[Move] = ()) -> None:
        """Keep a changed match with its seats, and the moves that changed it."""

    async def remember(self, person: Person) -> None:
        """Keep what a person is called now."""

    async def ask(self, match: Match, question: str) -> None:
        """Put a question on the board, or take it away with ''. The next accepted command takes it away too."""

    async def show_again(self, match: Match, *, anew: bool) -> None:
        """Have the board drawn again, `anew` as a new message."""


class Store(Protocol):
    def transaction(self) -> AbstractAsyncContextManager[Transaction]: ...
