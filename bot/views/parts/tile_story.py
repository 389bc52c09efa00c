"""What is told of a turn for a tile: to everybody afterwards, and to who pressed at once."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from bot.matches.match import Event, Match, Move
from bot.views.language import Language
from bot.views.names import name, plain
from bot.views.parts.dice import alike, dice
from bot.views.parts.sentences import events, in_a_row
from engine.parts.tile_turn import (
    DiceKept,
    DiceThrown,
    TileReturned,
    TileSnatched,
    TileTaken,
    TileTurnedDown,
    TurnFailed,
)

Told: TypeAlias = Callable[[Match, Event, Language], str]  # what a game says of an event beside these; '' for nothing


def story(played: Match, moves: Sequence[Move], others: Told, language: Language) -> str:
    """HTML. Sentences about a turn, with the dice that led there."""
    kept: tuple[int, ...] = ()
    thrown: tuple[int, ...] = ()
    sentences = []
    for event in events(moves):
        thrown = getattr(event, "faces", thrown)
        if isinstance(event, DiceKept):
            kept += (event.symbol,) * event.count
        told = _ended(played, event, kept, thrown, language)
        sentences.append(told or loss(event, language) or others(played, event, language))
    return in_a_row(sentences)


def _ended(played: Match, event: Event, kept: tuple[int, ...], thrown: tuple[int, ...], language: Language) -> str:
    match event:
        case TileTaken(seat, tile):
            player, shown = name(played, seat, language), dice(kept, language)
            return language.say("{player} took {tile} with {dice}.", player=player, tile=tile, dice=shown)
        case TileSnatched(seat, tile, victim):
            thief, robbed = name(played, seat, language), name(played, victim, language)
            return language.say("{player} snatched {tile} from {victim}!", player=thief, tile=tile, victim=robbed)
        case TurnFailed(seat, "nothing_new"):
            player, shown = name(played, seat, language), dice(thrown, language)
            return language.say("{player} threw {dice}, nothing new: the turn failed.", player=player, dice=shown)
        case TurnFailed(seat, "nothing_to_take"):
            player, shown = name(played, seat, language), dice(kept, language)
            return language.say("{player} had {dice} and could take nothing.", player=player, dice=shown)
        case TurnFailed(seat, "gave_up"):
            return language.say("{player} gave the turn up.", player=name(played, seat, language))
        case TurnFailed(seat, "too_slow"):
            return language.say("{player} took too long: the turn failed.", player=name(played, seat, language))
        case _:
            return ""


def loss(event: Event, language: Language) -> str:
    match event:
        case TileReturned(tile=tile, is_open=True):
            return language.say("{tile} goes back to the grill.", tile=tile)
        case TileReturned(tile=tile):
            return language.say("{tile} is out of the game.", tile=tile)
        case TileTurnedDown(tile):
            return language.say("{tile} is turned down.", tile=tile)
        case _:
            return ""


def told(match: Match, moves: Sequence[Move], others: Told, language: Language) -> str:
    """Plain text."""
    sentences = [
        _done(match, event, language) or loss(event, language) or others(match, event, language)
        for event in events(moves)
    ]
    has_kept = any(isinstance(event, DiceKept) for event in events(moves))
    if has_kept and match.state.tray and match.state.tray.kept:
        sentences.append(language.say("Sum so far: {sum}.", sum=match.state.tray.sum))
    return in_a_row(sentences)


def _done(played: Match, event: Event, language: Language) -> str:
    match event:
        case DiceThrown(faces=faces):
            return language.say("You threw {dice}.", dice=dice(faces, language))
        case DiceKept(symbol=symbol, count=count):
            return language.say("You kept {dice}.", dice=alike(symbol, count, language))
        case TileTaken(tile=tile):
            return language.say("You took {tile}.", tile=tile)
        case TileSnatched(tile=tile, victim=victim):
            return language.say("You snatched {tile} from {victim}!", tile=tile, victim=plain(played, victim, language))
        case TurnFailed(cause="nothing_new"):
            return language.say("Nothing new: the turn failed.")
        case TurnFailed():
            return language.say("The turn failed.")
        case _:
            return ""
