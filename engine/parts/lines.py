"""What a line of a position names, word by word."""

from collections.abc import Callable, Sequence

from engine.game import Fact, Misplaced


def named(position: Sequence[Fact], word: str, read: Callable[[str], int], seat: int | None = None) -> tuple[int, ...]:
    """What the line of this word and seat names, as written; nothing where it does not stand. Raises Misplaced.

    `read` raises ValueError for what cannot be named.
    """
    lines = [fact for fact in position if (fact.word, fact.seat) == (word, seat)]
    if len(lines) > 1:
        raise Misplaced(f"{word} stands twice", lines[1])
    try:
        return tuple(read(text) for line in lines for text in line.values)
    except ValueError as problem:
        raise Misplaced(str(problem), lines[0]) from None
