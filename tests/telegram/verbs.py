"""Every verb that a press can have, read from the handler's own source, with words where it takes any."""

import ast
import inspect
from collections.abc import Iterator
from itertools import chain
from typing import Any

from bot.matches.chat import LANGUAGES, SETTINGS
from bot.matches.match import Match
from bot.matches.press import QUESTIONS
from bot.telegram.handlers import presses
from engine import GAMES
from tests.engine.games.random_play import ABSENCES

WORDS = sorted(
    {"yes", "no", "on", "off", "0", "1", "2", "-1", "00", *GAMES, *LANGUAGES, *filter(None, QUESTIONS)}
    | {word for option in SETTINGS for word in (option.name, *option.values)}
    | {word for game in GAMES.values() for option in game.OPTIONS for word in (option.name, *option.values)}
)
ANY = ("", *WORDS)


def shapes() -> list[list[tuple[str, ...]]]:
    """For each verb of the handler the words it takes, place by place: `leave`, `yes` or `no`, any."""
    tree = ast.parse(inspect.getsource(presses))
    return [
        [_words(part) for part in case.pattern.patterns]
        for case in ast.walk(tree)
        if isinstance(case, ast.match_case) and isinstance(case.pattern, ast.MatchSequence)
    ]


def _words(pattern: Any) -> tuple[str, ...]:
    match pattern:
        case ast.MatchValue(value=ast.Constant(value=word)):
            return (word,)
        case ast.MatchOr(patterns=patterns):
            return tuple(chain.from_iterable(map(_words, patterns)))
        case ast.MatchAs(pattern=None) | ast.MatchStar():
            return ANY
        case ast.MatchAs(pattern=inner):
            return _words(inner)
        case _:
            raise AssertionError(f"no verb is read from {ast.dump(pattern)}")


def wishes(match: Match) -> Iterator[str]:
    """What can be wished in a match: legal or not, alone."""
    game = match.game
    if match.state is not None:
        yield from map(game.write_command, game.legal(match.state))
    yield from map(game.write_command, ABSENCES)
    yield from (
        "roll",
        "roll 9",
        "keep 5",
        "keep W",
        "take 25",
        "stop",
        "claim 3",
        "give 1",
        "dig 3",
        "walk d3",
        "rob 0",
    )
