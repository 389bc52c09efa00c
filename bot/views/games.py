"""What a game's view has to offer, and which view shows which game. A view is a module of this folder."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from bot.matches.match import Lesson, Match, Move
from bot.views import deluxe, grave_digger, heckmeck, junior
from bot.views.language import Language
from bot.views.scoreboard import Spoil
from bot.views.screen import Picture, Rows
from engine import GAMES


class GameView(Protocol):
    """Texts that go on a screen are HTML; toasts and labels are plain. `match` is running unless said otherwise."""

    @property
    def NAME(self) -> str: ...  # noqa: N802  a module's constant
    @property
    def OPTIONS(self) -> Mapping[str, str]: ...  # noqa: N802  house rule → its words
    @property
    def VALUES(self) -> Mapping[str, Mapping[str, str]]: ...  # noqa: N802  house rule → value → its words
    @property
    def OPTION_RULES(self) -> Mapping[str, Mapping[str, str]]: ...  # noqa: N802  house rule → value → what it says
    @property
    def LESSONS(self) -> Mapping[Lesson, str]: ...  # noqa: N802  what a newcomer is told when; plain text
    @property
    def REASONS(self) -> Mapping[str, str]: ...  # noqa: N802  the game's own reasons for refusing → their words
    @property
    def RULES(self) -> Sequence[str]: ...  # noqa: N802  what a newcomer needs, in a few sentences
    @property
    def MORE_RULES(self) -> Sequence[str]: ...  # noqa: N802  the rest

    def prompt(self, match: Match, seat: int, language: Language) -> str:
        """Who is to act, as a mention, and what they may do."""

    def board(self, match: Match, language: Language) -> str:
        """All that lies on the table, and what each player has. Also between turns."""

    def buttons(self, match: Match, seat: int, language: Language) -> Rows:
        """What the seat to act can press. No press of these is ever refused."""

    def question(self, match: Match, seat: int, question: str, language: Language) -> tuple[str, Rows] | None:
        """The words of a question on the board and its answers; None when it has no sense here."""

    def story(self, match: Match, moves: Sequence[Move], language: Language) -> str:
        """A turn in one line, for everybody; '' when nothing worth telling came of it. Any match."""

    def dice(self, faces: Iterable[int], language: Language) -> str:
        """A throw as it is written in this game; plain text."""

    def told(self, match: Match, moves: Sequence[Move], language: Language) -> str:
        """What a press did, for the one who pressed; plain text. Any match."""

    def picture(self, match: Match, language: Language) -> Picture:
        """What a photo of the board shows."""

    def caption(self, match: Match, prompt: str, story: str, language: Language) -> str:
        """HTML for below the picture, at most 1,024 characters of text; the buttons are those of the text."""

    def score(self, match: Match, seat: int, language: Language) -> str:
        """What a seat has at the end."""

    def spoils(self, match: Match, seat: int) -> tuple[Spoil, ...]:
        """The same, for the picture of the end."""


VIEWS: Mapping[str, GameView] = {"heckmeck": heckmeck, "deluxe": deluxe, "junior": junior, "grave_digger": grave_digger}


def view_of(match: Match) -> GameView:
    return VIEWS[match.game_id]


def options_in_force(game_id: str, chosen: Mapping[str, str]) -> Mapping[str, str]:
    """Every house rule of a game with its value, also those nobody touched."""
    return {option.name: chosen.get(option.name, option.values[0]) for option in GAMES[game_id].OPTIONS}
