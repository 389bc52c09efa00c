"""Where a throw can lead in Grave Digger, as people choose it: a way to each square, and what happens on it.

Ways that differ in nothing are one: the same square, the same tools, the same ghosts in the same order. If there are
more than fit on a keyboard, the best one to each square stays, and of the others those that are best: most tools,
then fewest fights.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec import Struct

from bot.views.grave_digger_words import GHOST, TOOLS, tool_words
from bot.views.language import Language
from bot.views.width import cut, graphemes
from engine.games import grave_digger as rules
from engine.games.grave_digger import State
from engine.games.grave_digger_moves import Walk
from engine.games.grave_digger_table import board_of
from engine.games.grave_digger_walk import Way

MOST = 23  # with the way back to the table, 24 buttons
LABEL, UNITS = 24, 48  # graphemes; UTF-16 units


class Choice(Struct, frozen=True):
    """A way that is offered; `number` tells those to one square apart, 0 where there is but one."""

    way: Way
    number: int

    @property
    def square(self) -> str:
        return self.way.squares[-1]

    @property
    def verb(self) -> str:
        return rules.write_command(Walk(self.way.squares))

    @property
    def is_eventful(self) -> bool:
        return bool(self.way.tools or self.way.ghosts or self.way.meets_red)


def choices(state: State) -> tuple[Choice, ...]:
    """What the seat to act can walk, from the top rank down; of those to one square the best first."""
    walks = (wish for wish in rules.legal(state) if isinstance(wish, Walk))
    ways = _offered(tuple(_different(rules.way_of(state, walk.squares) for walk in walks)))
    ways = sorted(ways, key=lambda way: (way.squares[-1][1], way.squares[-1][0], *_merit(way)))
    return tuple(_numbered(ways))


def _different(ways: Iterator[Way]) -> Sequence[Way]:
    """The first of those that differ in nothing."""
    return list({(way.squares[-1], frozenset(way.tools), way.ghosts): way for way in reversed(list(ways))}.values())


def _offered(ways: Sequence[Way]) -> Sequence[Way]:
    best = sorted(ways, key=_merit)
    firsts = list({way.squares[-1]: way for way in reversed(best)}.values())
    others = [way for way in best if way not in firsts]
    return [*firsts, *others][:MOST]


def _merit(way: Way) -> tuple[int, int]:
    """The lower, the better."""
    return -len(way.tools), way.fights


def _numbered(ways: Sequence[Way]) -> Iterator[Choice]:
    all_ways, so_far = Counter(way.squares[-1] for way in ways), Counter[str]()
    for way in ways:
        so_far[way.squares[-1]] += 1
        yield Choice(way, so_far[way.squares[-1]] if all_ways[way.squares[-1]] > 1 else 0)


# In words


def label(choice: Choice, state: State, language: Language) -> str:
    """For a button: with emoji if they fit, else in words, else in numbers; the list on the screen has the rest."""
    tools, ghosts, red = choice.way.tools, len(choice.way.ghosts), _red(choice, state, language)
    named = [language.say(TOOLS[tool]) for tool in tools]
    counted = [language.plural("{n} tool", "{n} tools", len(tools))] if tools else []
    fought = [language.plural("{n} ghost", "{n} ghosts", ghosts)] if ghosts else []
    drawn = [tool_words(tool, language) for tool in tools]
    haunted = [f"{GHOST} {text}" for text in fought]
    there = [language.say("red X")] if red else counted
    briefly = [f"{GHOST} {language.number(ghosts)}"] if ghosts else []
    forms = (
        (*red, *drawn, *haunted),
        (*red, *named, *fought),
        (*red, *counted, *fought),
        (*red, *counted, *briefly),
        (*there, *briefly),
        there or briefly,
    )
    texts = [_line(_name(choice, language), form, language) for form in forms]
    return next((text for text in texts if len(graphemes(text)) <= LABEL), cut(texts[-1], LABEL, UNITS))


def lines(state: State, language: Language) -> Iterator[str]:
    """Every choice in words: one line for each on which something happens, and one for all others."""
    offered = choices(state)
    for choice in (choice for choice in offered if choice.is_eventful):
        tools = [tool_words(tool, language) for tool in choice.way.tools]
        happens = (*_red(choice, state, language), *tools, *_ghosts_at(choice.way, language))
        yield _line(_name(choice, language), happens, language)
    quiet = [_name(choice, language) for choice in offered if not choice.is_eventful]
    if quiet:
        yield language.say("Nothing happens on the way to: {squares}", squares=" ".join(quiet))


def _line(here: str, happens: Sequence[str], language: Language) -> str:
    return language.say("{square}: {events}", square=here, events=language.series(happens)) if happens else here


def _name(choice: Choice, language: Language) -> str:
    if not choice.number:
        return choice.square
    return language.say("{square} ({n})", square=choice.square, n=choice.number)


def _red(choice: Choice, state: State, language: Language) -> tuple[str, ...]:
    if choice.way.meets_red:
        return (language.say("red ghost"),)
    return (language.say("red X"),) if choice.square == board_of(state).red_x else ()


def _ghosts_at(way: Way, language: Language) -> tuple[str, ...]:
    if not way.ghosts:
        return ()
    squares = " ".join(way.ghosts)
    return (language.plural("👻 ghost at {squares}", "👻 ghosts at {squares}", len(way.ghosts), squares=squares),)
