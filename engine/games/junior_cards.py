"""The worm cards of Heckmeck Junior: the deck as data, and cards that lie together.

A card is its number; cards of one number are alike.
"""

from collections.abc import Sequence
from typing import TypeAlias

from engine.game import Fact
from engine.parts.lines import named

COPIES = {1: 4, 2: 3, 3: 3, 4: 3, 5: 3}
WORMS = {1: 1, 2: 1, 3: 2, 4: 2, 5: 3}
NUMBERS = tuple(COPIES)
DECK = tuple(number for number in NUMBERS for _ in range(COPIES[number]))

Cards: TypeAlias = tuple[int, ...]  # ascending
Hands: TypeAlias = tuple[Cards, ...]  # of each seat


def with_cards(cards: Cards, more: Sequence[int]) -> Cards:
    return tuple(sorted((*cards, *more)))


def without(cards: Sequence[int], gone: Sequence[int]) -> tuple[int, ...]:
    """The others, in their order. Every card that goes must be there."""
    rest = list(cards)
    for number in gone:
        rest.remove(number)
    return tuple(rest)


def with_hand(hands: Hands, seat: int, cards: Cards) -> Hands:
    return (*hands[:seat], cards, *hands[seat + 1 :])


def together(some: Hands, others: Hands) -> Hands:
    return tuple(with_cards(cards, more) for cards, more in zip(some, others, strict=True))


def worms(cards: Cards) -> int:
    return sum(WORMS[number] for number in cards)


def number_of(text: str) -> int:
    """ValueError unless the text is the number of a card."""
    if text not in map(str, NUMBERS):
        raise ValueError(f"{text} is no number of a card ({NUMBERS[0]} to {NUMBERS[-1]})")
    return int(text)


def in_words(cards: Sequence[int]) -> tuple[str, ...]:
    return tuple(map(str, cards))


def cards_named(position: Sequence[Fact], word: str, seat: int | None = None) -> tuple[int, ...]:
    """The cards that a position's line of this word and seat names, as written. Raises Misplaced."""
    return named(position, word, number_of, seat)


def hands(position: Sequence[Fact], word: str, seats: int) -> Hands:
    return tuple(with_cards((), cards_named(position, word, seat)) for seat in range(seats))
