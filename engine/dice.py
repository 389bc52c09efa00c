"""Where chance comes from. A game is handed a dice source and asks it for throws, lots and shuffles.

`Fair` recomputes every draw from a secret seed, so the same draw always shows the same faces: after a retry, a restart
or in a check by a player. `Scripted` shows what a record says.
"""

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Protocol, TypeVar

Item = TypeVar("Item")

SIDES = 6
SCHEME = "worms-and-tombs-1"

# A byte is a throw of one die: those beyond the last full multiple are rejected, so that each face is equally likely.
FACES = bytes(byte % SIDES + 1 for byte in range(256))
REJECTED = bytes(range(256 - 256 % SIDES, 256))


class Dice(Protocol):
    """A source of chance. One call is one draw."""

    def throw(self, count: int) -> tuple[int, ...]:
        """Faces 1…6 of `count` dice."""

    def pick(self, count: int) -> int:
        """One of 0…count-1, drawn by lot."""

    def shuffle(self, items: Sequence[Item]) -> tuple[Item, ...]:
        """The items in a random order."""


class Fair:
    """Dice from HMAC-SHA256(seed, scheme · match · lot · salts · draw · block), biased bytes rejected.

    The message is its parts as decimal or word, joined by newlines. `drawn` counts the draws made so far; saving it
    with the match makes a repeated draw show the same faces.
    """

    def __init__(self, seed: bytes, match: str, lot: int = 0, salts: Sequence[str] = (), drawn: int = 0) -> None:
        if any(not salt or salt.split() != [salt] for salt in salts):
            raise ValueError("a salt is one word without blanks")
        self._seed = seed
        self._context = "\n".join((SCHEME, match, str(lot), *salts))
        self.drawn = drawn

    def throw(self, count: int) -> tuple[int, ...]:
        faces, blocks = bytearray(), self._next_blocks()
        while len(faces) < count:
            faces += next(blocks).translate(FACES, REJECTED)
        return tuple(faces[:count])

    def pick(self, count: int) -> int:
        return next(_below(count, self._next_bytes()))

    def shuffle(self, items: Sequence[Item]) -> tuple[Item, ...]:
        """Fisher-Yates, from the last place to the first."""
        source, shuffled = self._next_bytes(), list(items)
        for last in range(len(shuffled) - 1, 0, -1):
            other = next(_below(last + 1, source))
            shuffled[last], shuffled[other] = shuffled[other], shuffled[last]
        return tuple(shuffled)

    def _next_bytes(self) -> Iterator[int]:
        return chain.from_iterable(self._next_blocks())

    def _next_blocks(self) -> Iterator[bytes]:
        self.drawn += 1
        return self._blocks(self.drawn)

    def _blocks(self, draw: int) -> Iterator[bytes]:
        block = 0
        while True:
            message = f"{self._context}\n{draw}\n{block}"
            yield hmac.digest(self._seed, message.encode(), "sha256")
            block += 1


def seal(seed: bytes) -> str:
    """The seed's SHA-256 in hex: shown before the first throw, so the seed cannot be changed after it."""
    return hashlib.sha256(seed).hexdigest()


def _below(count: int, source: Iterator[int]) -> Iterator[int]:
    """Numbers 0…count-1 (count ≤ 256), each equally likely: bytes beyond the last full multiple are rejected."""
    limit = 256 - 256 % count
    return (byte % count for byte in source if byte < limit)


class WrongDice(Exception):  # noqa: N818  a fault of the record, reported with its line
    """The script has fewer dice, lots or shuffles than the command needed."""


class Scripted:
    """Dice that show what was written down; `spare` serves whatever is not written.

    A shuffle in the course of a match is written among the dice, one number for each piece.
    The spare makes every draw, also one whose outcome is written: a later one that is not then shows the right faces.
    """

    def __init__(
        self,
        faces: Sequence[int] = (),
        lots: Sequence[int] = (),
        shuffles: Sequence[Sequence[object]] = (),
        spare: Dice | None = None,
    ) -> None:
        self.faces, self.lots, self.shuffles = list(faces), list(lots), list(shuffles)
        self._spare = spare

    def throw(self, count: int) -> tuple[int, ...]:
        drawn = self._spare.throw(count) if self._spare else None
        if not self.faces and drawn is not None:
            return drawn
        if len(self.faces) < count:
            raise WrongDice(f"{count} dice are thrown, {len(self.faces)} are written")
        thrown, self.faces = tuple(self.faces[:count]), self.faces[count:]
        return thrown

    def pick(self, count: int) -> int:
        drawn = self._spare.pick(count) if self._spare else None
        if self.lots:
            return self.lots.pop(0)
        if drawn is None:
            raise WrongDice("a lot is drawn, none is written")
        return drawn

    def shuffle(self, items: Sequence[Item]) -> tuple[Item, ...]:
        drawn = self._spare.shuffle(items) if self._spare else None
        if not (self.shuffles or self.faces) and drawn is not None:
            return drawn
        if not (self.shuffles or self.faces):
            raise WrongDice("a shuffle is made, none is written")
        order = self.shuffles.pop(0) if self.shuffles else self._faces_of(len(items))
        if sorted(map(repr, order)) != sorted(map(repr, items)):
            raise WrongDice(f"{len(items)} pieces are shuffled, others are written")
        return tuple(order)  # type: ignore[arg-type]  # checked just above: the same items in another order

    def _faces_of(self, count: int) -> Sequence[object]:
        order, self.faces = self.faces[:count], self.faces[count:]
        return order
