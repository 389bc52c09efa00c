"""What the advice is held against: slow, plain and exact, and made another way.

`Turn` solves a turn for a tile in fractions, throw by throw. `played_out` tries everything in the engine itself: every
wish that is legal, every way the dice can fall.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from math import factorial, prod
from operator import itemgetter
from typing import Any, NamedTuple, Protocol

from engine import Game, play
from engine.game import AnyCommand, AnyState

WORM = 6
Outcome = tuple[Fraction, Fraction]  # what it is worth; the chance that it fails


class Prize(Protocol):
    def __call__(self, total: int, *, has_worm: bool) -> Fraction | None:
        """Of dice set aside; None where nothing can be taken."""


class Spot(NamedTuple):
    """Between two throws."""

    kept: frozenset[int]
    total: int
    dice: int
    has_gold: bool
    can_reroll: bool


class Turn:
    def __init__(self, prize: Prize, *, failed: Fraction = Fraction(0), reward: Fraction = Fraction(0)) -> None:
        self._prize, self._failed, self._reward = prize, failed, reward
        self._throw, self._settle = cache(self._thrown), cache(self._settled)

    def worth(self, dice: int, *, has_gold: bool = False, can_reroll: bool = False) -> Outcome:
        return self._throw(Spot(frozenset(), 0, dice, has_gold, can_reroll))

    def _thrown(self, spot: Spot) -> Outcome:
        ways = Counter[Outcome]()
        for faces, golden, count in throws(spot.dice - spot.has_gold, GOLD if spot.has_gold else (None,)):
            ways[self._best_of(spot, faces, golden)] += count
        worth = sum((count * best[0] for best, count in ways.items()), Fraction(0))
        fails = sum((count * best[1] for best, count in ways.items()), Fraction(0))
        return worth / ways.total(), fails / ways.total()

    def _best_of(self, spot: Spot, faces: tuple[int, ...], golden: int | None) -> Outcome:
        ways = [self._kept(spot, symbol, faces.count(symbol), golden) for symbol in {*faces} - spot.kept]
        if spot.can_reroll:
            ways.append(self._throw(spot._replace(can_reroll=False)))
        return max(ways, key=itemgetter(0), default=(self._failed, Fraction(1)))

    def _kept(self, spot: Spot, symbol: int, count: int, golden: int | None) -> Outcome:
        has_gold, points = spot.has_gold and golden != symbol, count * min(symbol, 5)
        kept = Spot(spot.kept | {symbol}, spot.total + points, spot.dice - count, has_gold, spot.can_reroll)
        worth, fails = self._settle(kept)
        return (worth + self._reward, fails) if self._reward and symbol == 1 and count >= 2 else (worth, fails)

    def _settled(self, spot: Spot) -> Outcome:
        prize = self._prize(spot.total, has_worm=WORM in spot.kept)
        stopped = (self._failed, Fraction(1)) if prize is None else (prize, Fraction(0))
        is_spent = spot.dice == 0 or len(spot.kept) == 6
        return stopped if is_spent else max(stopped, self._throw(spot), key=itemgetter(0))


GOLD = (1, WORM)
Throw = tuple[tuple[int, ...], int | None, int]  # all faces; the golden die's; in how many ways they fall


@cache
def throws(ordinary: int, golden: tuple[int | None, ...]) -> tuple[Throw, ...]:
    """Of so many ordinary dice beside what the golden die may show, if there is one."""
    return tuple(
        ((*faces, face) if face else faces, face, factorial(ordinary) // prod(map(factorial, Counter(faces).values())))
        for faces in combinations_with_replacement(range(1, 7), ordinary)
        for face in golden
    )


def played_out(game: Game, state: AnyState, worth: Callable[[AnyState], float]) -> dict[AnyCommand, float]:
    """What every wish of the seat to act comes to, when all that follows in its turn is best. `worth` is what a state
    is worth in which the turn is over.
    """
    seat, turn = game.to_act(state), _Playing(game, state, worth)
    return {wish: turn.wished(state, wish) for wish in game.legal(state)} if seat is not None else {}


class _Playing:
    def __init__(self, game: Game, start: AnyState, worth: Callable[[AnyState], float]) -> None:
        self._game, self._seat, self._worth = game, start.table.turn, worth
        self._standing = cache(self._best)

    def wished(self, state: AnyState, wish: AnyCommand) -> float:
        return sum(chance * self._standing(after) for after, chance in outcomes(self._game, state, wish).items())

    def _best(self, state: AnyState) -> float:
        if self._game.to_act(state) != self._seat:
            return self._worth(state)
        return max(self.wished(state, wish) for wish in self._game.legal(state))


def outcomes(game: Game, state: AnyState, wish: AnyCommand) -> dict[AnyState, float]:
    """Every state a wish leads to, with its chance, by as many dice as it takes."""
    reached: defaultdict[AnyState, float] = defaultdict(float)
    ways: list[tuple[int, ...]] = [()]
    for faces in ways:  # grows
        try:
            after = play(game, state, game.to_act(state) or 0, wish, _Faces(faces)).state
        except _MoreNeeded as needed:
            ways += [(*faces, *more) for more in product(range(1, 7), repeat=needed.count)]
        else:
            reached[after] += 6.0 ** -len(faces)
    return reached


class _MoreNeeded(Exception):  # noqa: N818
    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.count = count


class _Faces:
    """Dice that fall as they are told to. What is shuffled stays as it is: it is hidden from who plays."""

    def __init__(self, faces: tuple[int, ...]) -> None:
        self._faces = faces

    def throw(self, count: int) -> tuple[int, ...]:
        if count > len(self._faces):
            raise _MoreNeeded(count - len(self._faces))
        thrown, self._faces = self._faces[:count], self._faces[count:]
        return thrown

    def pick(self, count: int) -> int:
        raise AssertionError(f"a lot of {count} is drawn")

    def shuffle(self, items: Sequence[Any]) -> tuple[Any, ...]:
        return tuple(items)


def brought(game: Game, before: AnyState) -> Callable[[AnyState], float]:
    """What a turn brought in worms: those of its player, and once more what others lost to that player."""
    seat, scores = before.table.turn, game.result(before).scores or ()

    def worth(after: AnyState) -> float:
        gained = [now - then for now, then in zip(game.result(after).scores or (), scores, strict=True)]
        return gained[seat] - sum(gained[:seat] + gained[seat + 1 :])

    return worth
