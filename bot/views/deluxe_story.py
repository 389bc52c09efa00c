"""What is told of a turn of Heckmeck Deluxe, beside what every turn for a tile has."""

from collections.abc import Sequence

from bot.matches.match import Event, Match, Move
from bot.views.deluxe_words import PIECES, POWERS
from bot.views.language import Language
from bot.views.names import name, plain
from bot.views.parts import tile_story
from bot.views.parts.dice import dice
from bot.views.parts.seats import attendance, own_attendance
from engine.games.deluxe_moves import (
    BratwormDeclined,
    BratwormDue,
    BratwormGained,
    BratwormRobbed,
    DiceRerolled,
    RavenMoved,
    SpecialistGained,
    SpecialistMoved,
    SpecialistReturned,
    SpecialistSnatched,
    SpecialistTooMany,
)


def story(match: Match, moves: Sequence[Move], language: Language) -> str:
    """HTML."""
    return tile_story.story(match, moves, _happened, language)


def told(match: Match, moves: Sequence[Move], language: Language) -> str:
    """Plain text."""
    return tile_story.told(match, moves, _done, language)


def _happened(played: Match, event: Event, language: Language) -> str:
    match event:
        case SpecialistGained(seat, specialist):
            player, piece = name(played, seat, language), language.say(PIECES[specialist])
            gained = language.say("{player} gets the {piece}.", player=player, piece=piece)
            return f"{gained} {language.say(POWERS[specialist])}"
        case SpecialistSnatched(seat, specialist, victim):
            thief, robbed = name(played, seat, language), name(played, victim, language)
            piece = language.say(PIECES[specialist])
            snatched = language.say("{player} got the {piece} of {victim}!", player=thief, piece=piece, victim=robbed)
            return f"{snatched} {language.say(POWERS[specialist])}"
        case BratwormGained(seat):
            return language.say("{player} gets a Bratworm.", player=name(played, seat, language))
        case BratwormRobbed(seat, victim):
            thief, robbed = name(played, seat, language), name(played, victim, language)
            return language.say("{player} took a Bratworm from {victim}.", player=thief, victim=robbed)
        case _:
            return moved(event, language) or attendance(played, event, language)


def moved(event: Event, language: Language) -> str:
    """Where a piece went."""
    match event:
        case SpecialistReturned(specialist=piece, tile=tile) | SpecialistMoved(specialist=piece, tile=tile):
            return _goes(piece, tile, language)
        case RavenMoved(tile):
            return _goes("raven", tile, language)
        case _:
            return ""


def _goes(piece: str, tile: int | None, language: Language) -> str:
    shown = language.say(PIECES[piece])
    if tile is None:
        return language.say("The {piece} is out of the game.", piece=shown)
    return language.say("The {piece} goes to {tile}.", piece=shown, tile=tile)


def _done(played: Match, event: Event, language: Language) -> str:
    match event:
        case DiceRerolled(faces=faces):
            return language.say("The weasel threw {dice}.", dice=dice(faces, language))
        case SpecialistGained(specialist=specialist):
            return language.say(POWERS[specialist])
        case SpecialistSnatched(specialist=specialist, victim=victim):
            piece, robbed = language.say(PIECES[specialist]), plain(played, victim, language)
            return language.say("You got the {piece} of {victim}!", piece=piece, victim=robbed)
        case SpecialistTooMany():
            return language.say("Now choose which specialist you give back.")
        case BratwormGained():
            return language.say("You get a Bratworm.")
        case BratwormDue():
            return language.say("No Bratworm is left: you may take one from somebody.")
        case BratwormRobbed(victim=victim):
            return language.say("You took a Bratworm from {victim}.", victim=plain(played, victim, language))
        case BratwormDeclined():
            return language.say("You took no Bratworm.")
        case _:
            return moved(event, language) or own_attendance(event, language)
