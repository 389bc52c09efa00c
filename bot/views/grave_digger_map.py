"""The graveyard of a match, described once (for the picture, too), and the description as text.

The map is a grid of emoji, every cell as wide as every other; what it shows is said in words below it.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from bot.matches.match import Match
from bot.views.grave_digger_ways import choices
from bot.views.grave_digger_words import EMOJI, GHOST, tool_words
from bot.views.graveyard import Figure, Graveyard, Square
from bot.views.language import Language
from bot.views.parts.seats import player_of
from engine.games.grave_digger import State
from engine.games.grave_digger_board import FILES, RANKS, Sign
from engine.games.grave_digger_table import TOMBS, Walking, board_of

FIGURES = ("🔵", "🟧", "🔺", "💠")  # by seat, in form and colour like those of the picture
SIGNS: Mapping[Sign, str] = {
    "plain": "⬜",
    "red_x": "❌",
    "green_x": "❎",
    "pickaxe": EMOJI["pickaxe"],
    "shovel": EMOJI["shovel"],
    "stake": EMOJI["stake"],
    "ghost": GHOST,
}
BLANK, CROWD, REACHABLE, CORNER = "⬛", "👥", "👣", "🪦"
FIRST_LETTER = 0x1F1E6  # 🇦
APART = "\N{ZERO WIDTH NON-JOINER}"  # two letters side by side would be a flag
RIGHTWARDS = "\N{LEFT-TO-RIGHT MARK}"  # also among words that run to the left


def graveyard(match: Match, language: Language) -> Graveyard:
    """Where the vampire lies is no part of it before it is found."""
    state: State = match.state
    board, turn = board_of(state), state.turn
    return Graveyard(
        board.files,
        board.ranks,
        tuple(_squares(state)),
        tuple(_figures(match, language)),
        tuple(_tomb(state, tomb) for tomb in TOMBS),
        turn.steps if isinstance(turn, Walking) else None,
        language.digits,
    )


def _squares(state: State) -> Iterator[Square]:
    reachable = {choice.square for choice in choices(state)}
    for square, sign in board_of(state).signs.items():
        figures = tuple(seat for seat, stands in enumerate(state.squares) if stands == square)
        is_haunted = sign == "ghost" and square not in state.gone
        yield Square(square, "plain" if sign == "ghost" else sign, is_haunted, figures, square in reachable)


def _figures(match: Match, language: Language) -> Iterator[Figure]:
    state: State = match.state
    for seat, tools in enumerate(state.tools):
        yield Figure(player_of(match, seat, language), tools)


def _tomb(state: State, tomb: int) -> Literal["closed", "empty", "vampire"]:
    if tomb not in state.opened:
        return "closed"
    return "vampire" if state.winner is not None and tomb == state.vampire else "empty"


# The map as text


def grid(described: Graveyard) -> str:
    """Files along the top, ranks along the left."""
    squares = {square.name: square for square in described.squares}
    letters = APART.join(chr(FIRST_LETTER + file) for file in range(described.files))
    rows = (
        _keycap(rank) + "".join(_cell(squares.get(file + rank)) for file in FILES[: described.files])
        for rank in RANKS[: described.ranks]
    )
    return "\n".join(RIGHTWARDS + row for row in (CORNER + letters, *rows))


def _keycap(rank: str) -> str:
    return rank + "\N{VARIATION SELECTOR-16}\N{COMBINING ENCLOSING KEYCAP}"


def _cell(square: Square | None) -> str:
    """Where one can go hides who stands there, and who stands there hides what is there: the words say the rest."""
    if square is None:
        return BLANK
    if square.is_reachable:
        return REACHABLE
    if square.figures:
        return CROWD if len(square.figures) > 1 else FIGURES[square.figures[0]]
    return SIGNS["ghost" if square.has_ghost else square.kind]


# The map in words


def signs_in_words(described: Graveyard, language: Language) -> Iterator[str]:
    """What lies where: a line for each kind of square."""
    for tool in EMOJI:
        yield _places(tool_words(tool, language), _of_kind(described, tool), language)
    if ghosts := [square.name for square in described.squares if square.has_ghost]:
        yield _places(language.say("👻 ghost"), ghosts, language)
    yield _places(language.say("❌ red X"), _of_kind(described, "red_x"), language)
    yield _places(language.say("❎ green X"), _of_kind(described, "green_x"), language)


def _of_kind(described: Graveyard, kind: str) -> Sequence[str]:
    return [square.name for square in described.squares if square.kind == kind]


def _places(what: str, squares: Sequence[str], language: Language) -> str:
    return language.say("{what}: {squares}", what=what, squares=" ".join(squares))


def tombs_in_words(described: Graveyard, language: Language) -> Iterator[str]:
    numbered = list(enumerate(described.tombs, start=1))
    if closed := [number for number, tomb in numbered if tomb == "closed"]:
        yield language.say("Closed tombs: {tombs}", tombs=language.numbers(closed))
    if empty := [number for number, tomb in numbered if tomb == "empty"]:
        yield language.say("Empty tombs: {tombs}", tombs=language.numbers(empty))
