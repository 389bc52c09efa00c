"""Who sits here, who is away, and what coming and going is called: the same in every game."""

from collections.abc import Sequence

from bot.matches.clock import ABSENT
from bot.matches.match import Match, Move
from bot.views.language import Language
from bot.views.names import name, plain
from bot.views.player import Player
from bot.views.screen import Button
from engine.parts import turns
from engine.parts.tile_turn import TurnFailed
from engine.parts.turns import SeatBenched, SeatLeft, SeatReturned, Table, TurnPassed

TOLD = (TurnPassed, TurnFailed)


def seat_name(match: Match, seat: int, language: Language) -> str:
    """A name in the list of players, with a mark for who is away."""
    table: Table = match.state.table
    shown = name(match, seat, language)
    if seat in table.left:
        return language.say("{player} (left)", player=shown)
    return language.say("{player} (away)", player=shown) if seat in table.benched else shown


def player_of(match: Match, seat: int, language: Language) -> Player:
    """A seat as a picture shows it."""
    is_away = not turns.is_present(match.state.table, seat)
    return Player(seat, plain(match, seat, language), seat == match.game.to_act(match.state), is_away)


def back_buttons(match: Match, language: Language) -> tuple[Button, ...]:
    """The way back to the table, where somebody is away."""
    return (Button(language.say("I am back"), "back"),) if match.state.table.benched else ()


def attendance(match: Match, event: object, language: Language) -> str:
    """What an event says about coming and going; '' when it is about something else."""
    match event:
        case TurnPassed(seat):
            return language.say("{player} was not there, so the turn went by.", player=name(match, seat, language))
        case SeatLeft(seat):
            return language.say("{player} left the game.", player=name(match, seat, language))
        case SeatBenched(seat):
            return language.say("{player} is away.", player=name(match, seat, language))
        case SeatReturned(seat):
            return language.say("{player} is back.", player=name(match, seat, language))
        case _:
            return ""


def settled(match: Match, moves: Sequence[Move], language: Language) -> str:
    """Says that something was made of a turn whose player was not there (A2), where its story does not say so."""
    for move in moves:
        if move.command in ABSENT and not any(isinstance(event, TOLD) for event in move.events):
            player = name(match, move.seat, language)
            return language.say("{player} did not go on, so I finished the turn.", player=player)
    return ""


def own_attendance(event: object, language: Language) -> str:
    """The same, told to the one it is about."""
    match event:
        case SeatLeft():
            return language.say("You left the game.")
        case SeatReturned():
            return language.say("You are back.")
        case _:
            return ""
