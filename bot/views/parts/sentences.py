"""What every telling of a turn does: it goes through the events of its moves and says a sentence, or none, of each."""

from collections.abc import Iterable, Iterator, Sequence

from bot.matches.match import Event, Move


def events(moves: Sequence[Move]) -> Iterator[Event]:
    return (event for move in moves for event in move.events)


def in_a_row(sentences: Iterable[str]) -> str:
    """The sentences that say anything."""
    return " ".join(filter(None, sentences))
