"""What is counted of matches that were played to their end, for a person and for a group. Values only."""

from datetime import datetime

from msgspec import Struct
from openskill.models import PlackettLuce

MODEL = PlackettLuce()


class Result(Struct, frozen=True):
    """How one seat came out of a match. `worms` is None in a game without points."""

    seat: int
    person: int
    place: int
    worms: int | None
    turns: int
    failed: int


class Rating(Struct, frozen=True):
    """How strong somebody is believed to be, and how sure that is, both in openskill's units."""

    mu: float = MODEL.mu
    sigma: float = MODEL.sigma

    @property
    def shown(self) -> int:
        """One number for people: 1,000 for who has not played yet; it grows with strength and with certainty."""
        return round(1000 + 40 * (self.mu - 3 * self.sigma))


class Sums(Struct, frozen=True):
    """What one person has done in the matches of one game."""

    game_id: str
    matches: int
    wins: int
    worms: int
    turns: int
    failed: int


class Ranked(Struct, frozen=True):
    """A person in a group's ranking of one game."""

    name: str
    rating: Rating
    matches: int
    wins: int


class Past(Struct, frozen=True):
    """A match that is over, as a group's history lists it."""

    match: int
    game_id: str
    ended: datetime
    winners: tuple[str, ...]  # names
