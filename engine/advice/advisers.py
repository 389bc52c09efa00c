"""Adviser: what a game's module of advice offers, and the four of them."""

from collections.abc import Iterable, Mapping
from typing import Protocol

from engine.advice import deluxe, grave_digger, heckmeck, junior
from engine.advice.answers import Advice, Curve, Unit, Worth
from engine.game import AnyCommand, AnyState


class Adviser(Protocol):
    """All of it is asked while some seat is to act, and looks only at what that seat can see."""

    @property
    def UNIT(self) -> Unit: ...  # noqa: N802  a module's constant

    def warm_up(self) -> None:
        """Does beforehand what makes the first advice slow."""

    def advise(self, state: AnyState) -> Advice:
        """Everything that can be done now."""

    def worths(self, state: AnyState) -> Iterable[Worth]:
        """The same without the chances: what each is worth, the preferred first among equals."""

    def curve(self, state: AnyState) -> Curve:
        """The chances to reach a sum or so many worms in this turn; nothing where a game has neither."""

    def standing(self, before: AnyState, after: AnyState) -> float:
        """What the turn of `before` is worth after a command in it for which dice fell."""

    def easy(self, state: AnyState) -> AnyCommand:
        """What somebody does who plays simply."""


ADVISERS: Mapping[str, Adviser] = {
    "heckmeck": heckmeck,
    "deluxe": deluxe,
    "junior": junior,
    "grave_digger": grave_digger,
}
