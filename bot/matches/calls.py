"""Who is called where: to the next table in a group, and in private to their turns."""

from msgspec import Struct

from bot.matches.match import Person


class Board(Struct, frozen=True):
    """Where a running match is shown, for somebody who looks at it from elsewhere."""

    game_id: str
    title: str  # of the chat
    address: int  # Telegram's id of the chat
    topic: int
    message: int | None  # None: not sent yet
    is_awaited: bool  # it is the turn of whoever asked


class Call(Struct, frozen=True):
    """Somebody who wants to hear in private that it is their turn."""

    person: Person
    board: Board
