"""The clock: how long a shown board waits for somebody, and what happens when nobody comes.

It runs from when the newest board was shown until the next accepted command, so there is none while a board cannot be
shown. Its times are rows, compared by the clock of whoever keeps them: nothing here knows what time it is.
"""

from collections.abc import Mapping
from datetime import timedelta

from msgspec.structs import replace

from bot.matches import computers, lobby, press
from bot.matches.finding import match_here, match_of_button
from bot.matches.match import Match, Outcome, Person, Place
from bot.matches.ports import Allowance, Transaction
from engine import Refused
from engine.game import AnyCommand
from engine.parts.turns import Bench, TimeOut, TurnPassed, write_absence

PACES: Mapping[str, timedelta | None] = {  # of a chat: how long a board waits for its player
    "fast": timedelta(minutes=1),
    "normal": timedelta(minutes=3),
    "slow": timedelta(hours=24),
    "none": None,
}
LOBBY = timedelta(hours=1)  # then a lobby that nobody touched ends
SLEEP = timedelta(days=7)  # then a match that everybody is away from ends
OTHERS_WAIT = timedelta(minutes=10)  # then anyone seated may go on without whom all wait for, warned or not
LATE = write_absence(TimeOut())
ABSENT = (LATE, write_absence(Bench()))  # what a seat does while its player is not there


def allowance(match: Match, pace: str) -> Allowance | None:
    """None: nobody is waited for, because the match is over, suspended, or about to begin."""
    if not match.is_open or match.suspended or match.status == "sealed":
        return None
    if match.status == "lobby":
        return Allowance(LOBBY, warns=False)
    if not computers.is_attended(match):
        return Allowance(SLEEP, warns=False)
    if computers.computer_to_act(match):
        return Allowance(computers.THINKS, warns=False)
    return Allowance(PACES[pace], warns=True)


def is_passed_over(match: Match) -> bool:
    """Whether a time-out now costs nothing but the turn (A2): nothing has been thrown in it."""
    seat, game = match.game.to_act(match.state), match.game
    events = () if seat is None else game.decide(match.state, seat, TimeOut(), lobby.dice_of(match))
    return any(isinstance(event, TurnPassed) for event in events)


# Time is up


async def run_out(tx: Transaction, match_id: int) -> Match | None:
    """What follows when the time of a match is over; None when it is not, or somebody was quicker (F19)."""
    match = await tx.overdue(match_id)
    if match is None:
        return None
    seat = None if match.status == "lobby" else match.game.to_act(match.state)
    if seat is None or not computers.is_attended(match):
        return await press.end(tx, match, "expired")
    return (await press.carry_out(tx, match, seat, (await _what_follows(tx, match, seat),))).match


async def _what_follows(tx: Transaction, match: Match, seat: int) -> AnyCommand:
    """A computer has thought; a person is late, for the first time or again (A2, A3)."""
    if computer := computers.computer_to_act(match):
        return computers.choice(match, computer)
    return Bench() if await tx.was_late(match, seat) else TimeOut()


# Others do not wait


async def skip(tx: Transaction, place: Place, person: Person, *, is_admin: bool) -> Outcome:
    """Bench whom all wait for (A3), by command."""
    return await _skip(tx, await match_here(tx, place), person, is_admin=is_admin)


async def skip_match(tx: Transaction, match_id: int, revision: int, person: Person, *, is_admin: bool) -> Outcome:
    """Bench whom a warning called, by its button."""
    match = await match_of_button(tx, match_id)
    if match.seat_of(person.id) is None and not is_admin:
        raise Refused("host_only")
    if match.revision != revision:
        await tx.show_again(match)
        raise Refused("stale")
    return await _skip(tx, match, person, is_admin=is_admin)


async def _skip(tx: Transaction, match: Match, person: Person, *, is_admin: bool) -> Outcome:
    if match.status != "running":
        raise Refused("not_running")
    seat = match.game.to_act(match.state)
    if seat is None:
        raise Refused("nobody_to_act")
    if match.seat_of(person.id) == seat:
        raise Refused("own_turn")
    if match.host != person.id and not is_admin:
        await _require_patience(tx, match, person)
    absence = TimeOut() if computers.computer_to_act(match) else Bench()  # a computer would not come back
    return replace(await press.carry_out(tx, match, seat, (absence,)), did="skipped")


async def _require_patience(tx: Transaction, match: Match, person: Person) -> None:
    """Raises Refused unless this person has a seat, and whoever is to act was warned or has been waited for."""
    seat = match.seat_of(person.id)
    if seat is None or seat in match.state.table.left:
        raise Refused("host_only")
    if not await tx.has_waited(match, OTHERS_WAIT):
        raise Refused("too_early")
