"""The shapes of what the odds say. Nothing here is text for people."""

from collections.abc import Iterable, Sequence
from typing import Literal, TypeAlias

from msgspec import Struct

from engine.game import AnyCommand

Unit = Literal["worms", "turns"]
Worth: TypeAlias = tuple[AnyCommand, float]


class Choice(Struct, frozen=True, kw_only=True):
    """One thing that can be done now, when everything after it is done as it is best.

    `then` is what follows before any die falls: after `keep 5` a throw, or a tile; None where nothing does.
    """

    command: AnyCommand
    value: float  # see Advice
    fails: float  # the chance that the turn fails; that a tool is lost, in Grave Digger
    next_fails: float | None = None  # that the throw made now, or next, fails at once; None where there is none
    then: AnyCommand | None = None


class Advice(Struct, frozen=True):
    """What can be done, best first.

    A value is how many worms the turn brings on average, a failure's loss included, and a worm taken from another
    player counts twice; in Grave Digger it is minus the turns until a tomb is dug. More is better in either.
    """

    unit: Unit
    choices: tuple[Choice, ...]

    @property
    def best(self) -> Choice:
        return self.choices[0]

    def of(self, command: AnyCommand) -> Choice | None:
        return next((choice for choice in self.choices if choice.command == command), None)

    def cost(self, choice: Choice) -> float:
        """What this one gives away."""
        return max(self.best.value - choice.value, 0.0)


class Chance(Struct, frozen=True):
    """Of a tile's number, or of so many worms; each is how likely it is for who plays for it and for nothing else."""

    target: int
    at_least: float
    exactly: float


Curve: TypeAlias = tuple[Chance, ...]


def preferred(worths: Iterable[Worth]) -> Sequence[Worth]:
    """Best first. Worths that differ by rounding alone are equal, and equals stay in their order."""
    return sorted(worths, key=lambda worth: -round(worth[1], 9))
