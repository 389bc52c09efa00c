"""What a command or a press is answered with beside what it did to a match."""

from msgspec import Struct

from bot.matches.match import Match
from bot.views.screen import Screen


class Answer(Struct, frozen=True):
    """A message to a typed command; to a press, what its own message shows from now on.

    `match` and `revision` are those of its buttons.
    """

    screen: Screen
    match: int = 0
    revision: int = 0
    said: str = ""  # in the toast of a press
    news: tuple[Match, ...] = ()  # what is to be shown elsewhere
