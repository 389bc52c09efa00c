"""How the classic game is shown: its board, its buttons, and what is told of a turn."""

from collections.abc import Iterator, Sequence

from bot.matches.match import Match, Move
from bot.views.heckmeck_words import LESSONS, MORE_RULES, NAME, OPTION_RULES, OPTIONS, REASONS, RULES, VALUES
from bot.views.language import Language
from bot.views.parts import captions, tile_story
from bot.views.parts.dice import dice, dice_in_words
from bot.views.parts.seats import attendance, own_attendance, seat_name
from bot.views.parts.tile_buttons import give_up_question, give_up_row, turn_buttons, turn_prompt
from bot.views.parts.tile_picture import tile_table
from bot.views.parts.tile_story import loss
from bot.views.parts.tiles import closed_line, grill_lines, stack_words, worm_count
from bot.views.scoreboard import Spoil
from bot.views.screen import Rows, bold, paragraphs
from bot.views.tile_table import TileTable
from engine.games.heckmeck import TILES, State
from engine.parts.grill import closed, worms

__all__ = [
    "LESSONS",
    "MORE_RULES",
    "NAME",
    "OPTIONS",
    "OPTION_RULES",
    "REASONS",
    "RULES",
    "VALUES",
    "board",
    "buttons",
    "caption",
    "dice",
    "picture",
    "prompt",
    "question",
    "score",
    "spoils",
    "story",
    "told",
]

# The board


def prompt(match: Match, seat: int, language: Language) -> str:
    return turn_prompt(match, seat, language)


def board(match: Match, language: Language) -> str:
    state = match.state
    players = (bold(language.say("Players")), *_player_lines(match, language))
    return paragraphs((dice_in_words(state.tray, language), _grill(state, language), "\n".join(players)))


def _grill(state: State, language: Language) -> str:
    hidden = closed_line(closed(TILES, state.grill, state.stacks), language)
    return "\n".join((bold(language.say("Grill")), *grill_lines(state.grill, language), *hidden))


def picture(match: Match, language: Language) -> TileTable:
    return tile_table(match, TILES, worms, language)


def caption(match: Match, prompt: str, story: str, language: Language) -> str:
    dice, players = dice_in_words(match.state.tray, language), "\n".join(_player_lines(match, language))
    return captions.caption(prompt, story, dice, players, _grill(match.state, language))


def _player_lines(match: Match, language: Language) -> Iterator[str]:
    for seat, stack in enumerate(match.state.stacks):
        player, has = seat_name(match, seat, language), stack_words(stack, language)
        yield language.say("{n}. {player}: {has}", n=seat + 1, player=player, has=has)


def score(match: Match, seat: int, language: Language) -> str:
    stack = match.state.stacks[seat]
    if not stack:
        return language.say("no tile")
    tiles = language.numbers(sorted(stack))
    return language.say("{worms} on {tiles}", worms=worm_count(stack, language), tiles=tiles)


def spoils(match: Match, seat: int) -> tuple[Spoil, ...]:
    return tuple(Spoil("tile", tile) for tile in sorted(match.state.stacks[seat]))


# The buttons


def buttons(match: Match, seat: int, language: Language) -> Rows:
    return (*turn_buttons(match, seat, language), *give_up_row(match, seat, language))


def question(match: Match, seat: int, question: str, language: Language) -> tuple[str, Rows] | None:
    return give_up_question(match, seat, question, loss, language)


# What is told


def story(match: Match, moves: Sequence[Move], language: Language) -> str:
    """HTML."""
    return tile_story.story(match, moves, attendance, language)


def told(match: Match, moves: Sequence[Move], language: Language) -> str:
    """Plain text."""
    return tile_story.told(match, moves, lambda _, event, spoken: own_attendance(event, spoken), language)
