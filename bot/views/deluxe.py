"""How Heckmeck Deluxe is shown: its board with specialists and Bratworms, and its buttons."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from bot.matches.match import Event, Match
from bot.views.deluxe_picture import picture
from bot.views.deluxe_story import moved, story, told
from bot.views.deluxe_words import LESSONS, MORE_RULES, NAME, OPTION_RULES, OPTIONS, PIECES, REASONS, RULES, VALUES
from bot.views.language import Language
from bot.views.names import mention, plain
from bot.views.parts import captions
from bot.views.parts.dice import dice, dice_in_words
from bot.views.parts.seats import seat_name
from bot.views.parts.tile_buttons import (
    VICTIM_WIDTH,
    Labels,
    give_up_question,
    give_up_row,
    keep_and_take_label,
    take_label,
    turn_buttons,
    turn_prompt,
)
from bot.views.parts.tile_story import loss
from bot.views.parts.tiles import closed_line, stack_words, worm_count
from bot.views.scoreboard import Spoil
from bot.views.screen import Button, Rows, bold, packed, paragraphs
from engine.games import deluxe as rules
from engine.games.deluxe_moves import Accept, Decline, Reroll, Return, Rob, RollNine
from engine.games.deluxe_table import APPLE_WORMS, TILES, has, holder_of, worms
from engine.parts.grill import closed, owner_of_top
from engine.parts.tray import WORM, points

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


# What is asked


def prompt(match: Match, seat: int, language: Language) -> str:
    return " ".join((_asked(match, seat, language), *_powers(match, seat, language)))


def _asked(match: Match, seat: int, language: Language) -> str:
    player, legal = mention(match, seat, language), rules.legal(match.state)
    if Decline() in legal:
        return language.say("{player}, no Bratworm is left: take one from somebody, or none.", player=player)
    if any(isinstance(command, Return) for command in legal):
        return language.say("{player}, one specialist too many: which one do you give back?", player=player)
    if Accept() in legal:
        return language.say("{player}, this throw shows nothing new.", player=player)
    return turn_prompt(match, seat, language)


def _powers(match: Match, seat: int, language: Language) -> Iterator[str]:
    """The powers that can be used now."""
    legal, state = rules.legal(match.state), match.state
    if Reroll() in legal:
        yield language.say("Your weasel can throw these dice again.")
    if RollNine() in legal:
        yield language.say("With the golden die you can throw nine.")
    if has(state, seat, "canned_worm") and state.tray and state.tray.kept and WORM not in state.tray.kept:
        total = state.tray.sum + points(WORM)
        yield language.say("Without a worm die your canned worm counts: {sum} in all.", sum=total)


# The board


def board(match: Match, language: Language) -> str:
    state: rules.State = match.state
    players = (bold(language.say("Players")), *_player_lines(match, language))
    return paragraphs((dice_in_words(state.tray, language), _grill(state, language), "\n".join(players)))


def caption(match: Match, prompt: str, story: str, language: Language) -> str:
    dice, players = dice_in_words(match.state.tray, language), "\n".join(_player_lines(match, language))
    return captions.caption(prompt, story, dice, players, _grill(match.state, language))


def _grill(state: rules.State, language: Language) -> str:
    hidden = closed_line(closed(TILES, state.grill, state.stacks), language)
    grill = (*_grill_lines(state, language), *hidden, _supply(state, language))
    return "\n".join((bold(language.say("Grill")), *grill))


def _grill_lines(state: rules.State, language: Language) -> Iterable[str]:
    """One line for each worth: 2 worms: 25 (weasel) 26 27."""
    for worth, tiles in groupby(state.grill, worms):
        shown = " ".join(_tile(state, tile, language) for tile in tiles)
        yield language.plural("🪱 {n} worm: {tiles}", "🪱 {n} worms: {tiles}", worth, tiles=shown)


def _tile(state: rules.State, tile: int, language: Language) -> str:
    pieces = [language.say(PIECES[there.piece]) for there in state.standing if there.tile == tile]
    number = language.number(tile)
    if not pieces:
        return number
    return language.say("{tile} ({pieces})", tile=number, pieces=language.series(pieces))


def _supply(state: rules.State, language: Language) -> str:
    return language.say("🌭 Bratworms left: {n}", n=state.supply)


def _player_lines(match: Match, language: Language) -> Iterator[str]:
    for seat in range(len(match.seats)):
        player, has_all = seat_name(match, seat, language), language.series(_belongings(match.state, seat, language))
        yield language.say("{n}. {player}: {has}", n=seat + 1, player=player, has=has_all)


def _belongings(state: rules.State, seat: int, language: Language) -> Iterator[str]:
    """Top 26, 3 tiles, 7 worms, 2 Bratworms, weasel."""
    yield stack_words(state.stacks[seat], language, worms)
    if count := state.bratworms[seat]:
        yield language.plural("{n} Bratworm", "{n} Bratworms", count)
    yield from (bold(language.say(PIECES[specialist])) for specialist in state.holdings[seat])


def score(match: Match, seat: int, language: Language) -> str:
    state: rules.State = match.state
    total = language.plural("{n} worm", "{n} worms", (match.game.result(state).scores or ())[seat])
    return language.say("{worms}: {parts}", worms=total, parts=language.series(_score_parts(state, seat, language)))


def _score_parts(state: rules.State, seat: int, language: Language) -> Iterator[str]:
    if stack := state.stacks[seat]:
        tiles = language.numbers(sorted(stack))
        yield language.say("{worms} on {tiles}", worms=worm_count(stack, language, worms), tiles=tiles)
    else:
        yield language.say("no tile")
    if count := state.bratworms[seat]:
        yield language.plural("{n} Bratworm", "{n} Bratworms", count)
    if has(state, seat, "apple"):
        yield language.say("{n} for the apple", n=APPLE_WORMS)


def spoils(match: Match, seat: int) -> tuple[Spoil, ...]:
    state: rules.State = match.state
    tiles = (Spoil("tile", tile) for tile in sorted(state.stacks[seat]))
    apple = (Spoil("apple"),) * has(state, seat, "apple")
    return (*tiles, *(Spoil("bratworm"),) * state.bratworms[seat], *apple)


# The buttons


def buttons(match: Match, seat: int, language: Language) -> Rows:
    if match.state.due:
        return packed(tuple(_answers(match, language)))
    labels = Labels(_take_label, _keep_and_take_label)
    powers = packed(tuple(_power_buttons(match, language)))
    return (*turn_buttons(match, seat, language, labels), *powers, *give_up_row(match, seat, language))


def _answers(match: Match, language: Language) -> Iterator[Button]:
    for command in rules.legal(match.state):
        match command:
            case Rob(victim):
                robbed = plain(match, victim, language, VICTIM_WIDTH)
                label = language.say("Bratworm of {victim}", victim=robbed)
            case Return(specialist):
                label = language.say("Give back {piece}", piece=language.say(PIECES[specialist]))
            case _:
                label = language.say("Take none")
        yield Button(label, rules.write_command(command))


def _power_buttons(match: Match, language: Language) -> Iterator[Button]:
    legal = rules.legal(match.state)
    if RollNine() in legal:
        yield Button(language.say("🎲 Roll 9 (golden die)"), rules.write_command(RollNine()))
    if Reroll() in legal:
        yield Button(language.say("Throw again (weasel)"), rules.write_command(Reroll()))
    if Accept() in legal:
        yield Button(language.say("Let it fail"), rules.write_command(Accept()))


def _take_label(match: Match, tile: int, language: Language) -> str:
    if not _is_hens(match.state, tile):
        return take_label(match, tile, language)
    victim = plain(match, owner_of_top(match.state.stacks, tile, match.state.table.turn) or 0, language, VICTIM_WIDTH)
    return language.say("Take hen of {victim}", victim=victim)


def _keep_and_take_label(after: rules.State, shown: str, tile: int, language: Language) -> str:
    if _is_hens(after, tile):
        return language.say("Keep {dice}, take hen", dice=shown)
    return keep_and_take_label(after, shown, tile, language)


def _is_hens(state: rules.State, tile: int) -> bool:
    """D19: this tile brings the hen instead."""
    victim = owner_of_top(state.stacks, tile, state.table.turn)
    return tile not in state.grill and victim is not None and victim == holder_of(state, "hen")


# Giving up


def question(match: Match, seat: int, question: str, language: Language) -> tuple[str, Rows] | None:
    return give_up_question(match, seat, question, _cost, language)


def _cost(event: Event, language: Language) -> str:
    return loss(event, language) or moved(event, language)
