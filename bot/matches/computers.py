"""Computer players: when they have a seat, and what they do with it.

A computer's move is due like a time-out: a moment after its board was shown, by a row in the database. So it is played
once, whatever dies in between, and at a pace that people can follow.
"""

from datetime import timedelta

from bot.matches.match import Computer, Match, Person
from engine import advice
from engine.game import AnyCommand

THINKS = timedelta(seconds=2)  # before each move


def computer_to_act(match: Match) -> Computer | None:
    seat = match.game.to_act(match.state)
    player = None if seat is None else match.seats[seat]
    return player if isinstance(player, Computer) else None


def choice(match: Match, computer: Computer) -> AnyCommand:
    """What it does now. It sees what everybody sees."""
    seat = match.game.to_act(match.state)
    if seat is None:
        raise ValueError("nobody is to act")
    return advice.choose(match.game, match.state, seat, "easy" if computer.level == "easy" else "normal")


def is_attended(match: Match) -> bool:
    """Whether a person is there to see it. Computers do not play on by themselves."""
    away = {*match.state.table.left, *match.state.table.benched}
    return any(isinstance(player, Person) and seat not in away for seat, player in enumerate(match.seats))
