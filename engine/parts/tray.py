"""The dice of one turn: what lies set aside, what has just been thrown (H4 to H9).

A symbol is a number 1…5, or WORM. In the notation a worm is written W; it counts 5 points.
"""

from collections.abc import Iterable, Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from engine.game import Fact, Misplaced
from engine.parts.lines import named

WORM = 6
SYMBOLS = (1, 2, 3, 4, 5, WORM)

LETTERS = ("1", "2", "3", "4", "5", "W")  # of the symbols, in their order
_SYMBOLS = dict(zip(LETTERS, SYMBOLS, strict=True))


class Tray(Struct, frozen=True):
    """`kept` lie set aside in the order they were kept; `thrown` wait for one symbol of theirs to be kept."""

    dice: int  # not set aside, `thrown` among them
    kept: tuple[int, ...] = ()
    thrown: tuple[int, ...] = ()

    @property
    def sum(self) -> int:
        return sum(self.kept) - self.kept.count(WORM)  # which is 6 and counts 5

    @property
    def has_begun(self) -> bool:
        return bool(self.kept or self.thrown)

    @property
    def choices(self) -> tuple[int, ...]:
        """The symbols that can be kept now, ascending; none means that the throw failed (H6)."""
        return tuple(sorted(set(self.thrown) - set(self.kept)))

    @property
    def is_spent(self) -> bool:
        """H8: no die left, or no symbol free, which takes a die for each."""
        return self.dice == 0 or (len(self.kept) >= len(SYMBOLS) and len({*self.kept}) == len(SYMBOLS))


def points(symbol: int) -> int:
    return 5 if symbol == WORM else symbol


def throw(tray: Tray, faces: tuple[int, ...]) -> Tray:
    return replace(tray, thrown=faces)


def keep(tray: Tray, symbol: int) -> Tray:
    """H5: all dice of the symbol are set aside."""
    count = tray.thrown.count(symbol)
    return Tray(tray.dice - count, tray.kept + (symbol,) * count)


DiceReason = Literal[
    "roll_first",  # H4, H9: nothing has been set aside yet
    "keep_first",  # H9: dice lie thrown
    "nothing_thrown",
    "not_thrown",  # no die shows this symbol
    "already_kept",  # H5
    "no_dice_left",  # H8
    "no_symbol_left",  # H8
]


def objection_to_rolling(tray: Tray) -> DiceReason | None:
    """H7, H8."""
    if tray.thrown:
        return "keep_first"
    if tray.dice == 0:
        return "no_dice_left"
    return "no_symbol_left" if tray.is_spent else None


def objection_to_keeping(tray: Tray, symbol: int) -> DiceReason | None:
    """H5."""
    if not tray.thrown:
        return "nothing_thrown"
    if symbol in tray.kept:
        return "already_kept"
    return None if symbol in tray.thrown else "not_thrown"


def objection_to_settling(tray: Tray) -> DiceReason | None:
    """H4, H9: a turn may be ended after any setting aside, never before the first or between throw and keeping."""
    if tray.thrown:
        return "keep_first"
    return None if tray.kept else "roll_first"


def letter(symbol: int) -> str:
    return LETTERS[symbol - 1]


def symbol_of(text: str) -> int:
    """ValueError unless the text is 1…5 or W."""
    if text not in _SYMBOLS:
        raise ValueError(f"{text} is no symbol of a die (1 2 3 4 5 W)")
    return _SYMBOLS[text]


def facts(tray: Tray | None) -> Iterable[Fact]:
    """`dice` and `sum` always; `kept` and `thrown` where a turn is in progress."""
    if tray is None:
        return
    yield Fact("dice", None, (str(tray.dice),))
    yield Fact("sum", None, (str(tray.sum),))
    yield Fact("kept", None, tuple(map(letter, tray.kept)))
    yield Fact("thrown", None, tuple(map(letter, tray.thrown)))


def place(position: Sequence[Fact], dice: int) -> Tray:
    """The dice a position names, as many as are written; with none thrown, those of the game not kept are left."""
    kept, thrown = dice_named(position, "kept"), dice_named(position, "thrown")
    return Tray(len(thrown) or max(dice - len(kept), 0), kept, thrown)


def require_choice(tray: Tray) -> None:
    """Raises Misplaced where the throw that lies there has failed (H6)."""
    if tray.thrown and not tray.choices:
        raise Misplaced("every symbol thrown is kept already: this turn has failed and is no position")


def dice_named(position: Sequence[Fact], word: str) -> tuple[int, ...]:
    """The symbols that a position's line of this word names, as written. Raises Misplaced."""
    return named(position, word, symbol_of)
