"""The table of Heckmeck Junior as a picture shows it: dice, claims, the cards on display, and what every player has.

What is secret is no part of it: the order of the pile, and what lies beneath a player's uncovered cards.
"""

from msgspec import Struct

from bot.views.die import Die
from bot.views.player import Player


class Card(Struct, frozen=True):
    """The cards of one number on display."""

    number: int
    worms: int  # on each
    count: int
    is_claimable: bool = False  # a button claims one now


class Claim(Struct, frozen=True):
    """A die set aside, and the card that it claimed; None when that one went back."""

    die: Die
    card: int | None


class Hand(Struct, frozen=True):
    player: Player
    cards: tuple[int, ...] = ()  # uncovered
    has_to_give: bool = False  # one of them


class CardTable(Struct, frozen=True):
    """`display` has an entry for every number there is. `deal` says which of how many is played, where it matters."""

    display: tuple[Card, ...]
    pile: int
    hands: tuple[Hand, ...]
    thrown: tuple[Die, ...] = ()  # not set aside
    claims: tuple[Claim, ...] = ()
    deal: tuple[int, int] | None = None
    digits: str = "0123456789"  # of the language's numbers
