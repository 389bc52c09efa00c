"""Hints: where the odds may be asked for, and by whom."""

from bot.matches.chat import Settings
from bot.matches.finding import match_here
from bot.matches.match import Match, Outcome, Person, Place
from bot.matches.ports import Transaction
from bot.matches.press import running_match
from engine import Refused


def are_given(match: Match, settings: Settings) -> bool:
    """In rated matches only where the chat wants it so."""
    return match.status == "running" and (
        settings.hints == "on" or (settings.hints == "unrated" and not match.is_rated)
    )


async def ask(tx: Transaction, match_id: int, revision: int, person: Person) -> Outcome:
    """By the button of a board."""
    match, seat = await running_match(tx, match_id, revision, person)
    return await _hinted(tx, match, seat)


async def ask_here(tx: Transaction, place: Place, person: Person) -> Outcome:
    """By command, in the open match of a place."""
    match = await match_here(tx, place)
    match, seat = await running_match(tx, match.id, match.revision, person)
    return await _hinted(tx, match, seat)


async def _hinted(tx: Transaction, match: Match, seat: int) -> Outcome:
    if match.game.to_act(match.state) != seat:
        raise Refused("not_your_turn")
    if not are_given(match, (await tx.chat_at(match.place)).settings):
        raise Refused("no_hints")
    return Outcome("hinted", match)
