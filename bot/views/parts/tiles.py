"""Tiles in words: the grill by what its tiles are worth, and a player's stack."""

from collections.abc import Callable, Iterable
from itertools import groupby

from bot.views.language import Language
from engine.parts.grill import worms


def grill_lines(grill: tuple[int, ...], language: Language) -> Iterable[str]:
    """One line for each worth: 2 worms: 25 27."""
    for worth, tiles in groupby(grill, worms):
        shown = language.numbers(tiles)
        yield language.plural("🪱 {n} worm: {tiles}", "🪱 {n} worms: {tiles}", worth, tiles=shown)


def closed_line(closed: tuple[int, ...], language: Language) -> Iterable[str]:
    """What is out of the game, where anything is."""
    if closed:
        yield language.say("Face down: {tiles}", tiles=language.numbers(closed))


def worm_count(stack: tuple[int, ...], language: Language, worth: Callable[[int], int] = worms) -> str:
    return language.plural("{n} worm", "{n} worms", sum(map(worth, stack)))


def stack_words(stack: tuple[int, ...], language: Language, worth: Callable[[int], int] = worms) -> str:
    """Top 26, 3 tiles, 7 worms."""
    if not stack:
        return language.say("no tile")
    count = language.plural("{n} tile", "{n} tiles", len(stack))
    return language.series((language.say("top {tile}", tile=stack[-1]), count, worm_count(stack, language, worth)))
