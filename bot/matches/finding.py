"""Which match somebody means, by the place they are in or by a button, and which seat of it is theirs."""

from bot.matches.match import Match, Person, Place
from bot.matches.ports import Transaction
from engine import Refused


async def match_here(tx: Transaction, place: Place) -> Match:
    """The open match of a place. Raises Refused where there is none."""
    match = await tx.open_match(place)
    if match is None:
        raise Refused("no_match")
    return match


async def match_of_button(tx: Transaction, match_id: int) -> Match:
    """The match of a button. Raises Refused where it is over or unknown."""
    match = await tx.match(match_id)
    if match is None or not match.is_open:
        raise Refused("match_gone")
    return match


def own_seat(match: Match, person: Person) -> int:
    """Raises Refused for who does not sit there."""
    seat = match.seat_of(person.id)
    if seat is None:
        raise Refused("not_seated")
    return seat
