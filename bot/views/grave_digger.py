"""How Grave Digger is shown: its map, its buttons, and what is told of a turn.

Secret is where the vampire lies, until it is found: nothing here asks for it before.
"""

from collections.abc import Iterable, Iterator, Sequence

from bot.matches.match import Match, Move
from bot.views import grave_digger_ways as ways
from bot.views.grave_digger_map import FIGURES, graveyard, grid, signs_in_words, tombs_in_words
from bot.views.grave_digger_words import (
    LESSONS,
    MORE_RULES,
    NAME,
    OPTION_RULES,
    OPTIONS,
    REASONS,
    RULES,
    VALUES,
    tool_words,
)
from bot.views.graveyard import Graveyard
from bot.views.language import Language
from bot.views.names import mention, name
from bot.views.parts import captions
from bot.views.parts.seats import attendance, own_attendance, seat_name
from bot.views.parts.sentences import events, in_a_row
from bot.views.scoreboard import Spoil
from bot.views.screen import Button, Rows, bold, packed, paragraphs
from engine.games import grave_digger as rules
from engine.games.grave_digger import MOVE_DICE, Event, State
from engine.games.grave_digger_board import TOOLS, Tool
from engine.games.grave_digger_moves import (
    Dig,
    GhostBeaten,
    GhostWon,
    Lose,
    RedGhostBeaten,
    RedGhostWon,
    Roll,
    StepsThrown,
    TombFoundEmpty,
    TombsShuffled,
    ToolsLost,
    ToolTaken,
    VampireFound,
    Walked,
)
from engine.games.grave_digger_table import Digging, Losing, Walking

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
    player = mention(match, seat, language)
    match match.state.turn:
        case Walking(steps):
            return language.plural(
                "{player}, walk {n} square. Where to?", "{player}, walk {n} squares. Where to?", steps, player=player
            )
        case Losing(1):
            return language.say("{player}, the ghost has won. Choose the tool that you lose.", player=player)
        case Losing():
            return language.say("{player}, the red ghost has won. Choose the two tools that you lose.", player=player)
        case Digging():
            return language.say("{player}, the red ghost is beaten! Choose the tomb that you dig up.", player=player)
        case _:
            return language.say("{player}, it is your turn: roll the dice.", player=player)


def board(match: Match, language: Language) -> str:
    """In words, and as a map at the end: read aloud, that is a long row of squares."""
    described = graveyard(match, language)
    players = (bold(language.say("Players")), *_player_lines(match, language))
    return paragraphs((_walks(match, language), "\n".join(players), *_land(described, language), grid(described)))


def _walks(match: Match, language: Language) -> str:
    if not isinstance(match.state.turn, Walking):
        return ""
    return "\n".join((bold(language.say("👣 Where you can go")), *ways.lines(match.state, language)))


def _land(described: Graveyard, language: Language) -> tuple[str, str]:
    return "\n".join(tombs_in_words(described, language)), "\n".join(signs_in_words(described, language))


def picture(match: Match, language: Language) -> Graveyard:
    return graveyard(match, language)


def caption(match: Match, prompt: str, story: str, language: Language) -> str:
    players, land = "\n".join(_player_lines(match, language)), _land(graveyard(match, language), language)
    return captions.caption(prompt, story, "", players, *land, _walks(match, language))


def _player_lines(match: Match, language: Language) -> Iterator[str]:
    state: State = match.state
    for seat, (square, tools) in enumerate(zip(state.squares, state.tools, strict=True)):
        yield language.say(
            "{n}. {figure} {player}: {square}, {tools}",
            n=seat + 1,
            figure=FIGURES[seat],
            player=seat_name(match, seat, language),
            square=square,
            tools=_tools(tools, language) or language.say("no tool"),
        )


def _tools(tools: Sequence[Tool], language: Language) -> str:
    return language.series(tool_words(tool, language) for tool in tools)


def score(match: Match, seat: int, language: Language) -> str:
    state: State = match.state
    if seat == state.winner:
        return language.say("found the vampire in tomb {n}", n=state.vampire)
    return _tools(state.tools[seat], language) or language.say("no tool")


def spoils(match: Match, seat: int) -> tuple[Spoil, ...]:
    state: State = match.state
    tools = map(Spoil, state.tools[seat])
    return (*tools, Spoil("vampire", state.vampire)) if seat == state.winner else tuple(tools)


# The buttons


def buttons(match: Match, seat: int, language: Language) -> Rows:  # noqa: ARG001  the same for every game
    state: State = match.state
    if isinstance(state.turn, Walking):
        offered = ways.choices(state)
        return packed([Button(ways.label(choice, state, language), choice.verb) for choice in offered])
    return packed([_button(state, wish, language) for wish in rules.legal(state)])


def _button(state: State, wish: rules.Command, language: Language) -> Button:
    verb = rules.write_command(wish)
    match wish:
        case Roll():
            dice = MOVE_DICE[state.options.move_dice]
            return Button(language.plural("🎲 Roll {n} die", "🎲 Roll {n} dice", dice), verb)
        case Lose((tool,)):
            return Button(language.say("Lose {tool}", tool=tool_words(tool, language)), verb)
        case Lose(tools):
            kept = next(tool for tool in TOOLS if tool not in tools)
            return Button(language.say("Keep only {tool}", tool=tool_words(kept, language)), verb)
        case Dig(tomb):
            return Button(language.say("Dig up tomb {n}", n=tomb), verb)
        case _:
            raise AssertionError(f"{verb} is offered elsewhere")


def question(match: Match, seat: int, question: str, language: Language) -> tuple[str, Rows] | None:  # noqa: ARG001  the same for every game
    """Nothing here has to be asked twice: every button says what it leads to."""
    return None


# What is told


def story(match: Match, moves: Sequence[Move], language: Language) -> str:
    """HTML."""
    return in_a_row(_happened(match, event, language) for event in events(moves))


def _happened(played: Match, event: Event, language: Language) -> str:
    match event:
        case Walked(seat, _, squares):
            player = name(played, seat, language)
            return language.say("{player} walked to {square}.", player=player, square=squares[-1])
        case VampireFound(seat, tomb):
            player = name(played, seat, language)
            return language.say("{player} dug up tomb {n} and found the vampire!", player=player, n=tomb)
        case _:
            return _passed(event, language) or attendance(played, event, language)


def dice(faces: Iterable[int], language: Language) -> str:
    """Figures: there is no worm on these dice."""
    return language.numbers(faces)


def told(match: Match, moves: Sequence[Move], language: Language) -> str:  # noqa: ARG001  the same for every game
    """Plain text."""
    return in_a_row(_done(event, language) for event in events(moves))


def _done(event: Event, language: Language) -> str:
    match event:
        case StepsThrown(faces=faces):
            return language.say("You threw {dice}.", dice=dice(faces, language))
        case Walked(squares=squares):
            return language.say("You walked to {square}.", square=squares[-1])
        case VampireFound():
            return language.say("You found the vampire!")
        case _:
            return _passed(event, language) or own_attendance(event, language)


def _passed(event: Event, language: Language) -> str:
    """What happens on the way and at the tombs, whoever hears of it."""
    match event:
        case ToolTaken(tool=tool):
            return language.say("Picked up: {tool}.", tool=tool_words(tool, language))
        case GhostBeaten(square=square, faces=(face,)):
            return language.say("A {n} beats the ghost at {square}.", n=face, square=square)
        case GhostWon(square=square, faces=(face,)):
            return language.say("With a {n}, the ghost at {square} wins.", n=face, square=square)
        case RedGhostBeaten(faces=(face,)):
            return language.say("A {n} beats the red ghost!", n=face)
        case RedGhostWon(faces=(face,)):
            return language.say("With a {n}, the red ghost wins.", n=face)
        case ToolsLost(tools=tools):
            return language.say("Lost: {tools}.", tools=_tools(tools, language))
        case TombFoundEmpty(tomb=tomb):
            return language.say("Tomb {n} is empty.", n=tomb)
        case TombsShuffled():
            return language.say("All tombs are closed and mixed again.")
        case _:
            return ""
