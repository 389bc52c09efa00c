"""Advice on Heckmeck Junior: the exact turn, and two ways to play it.

Only what lies open is looked at, and the player's own cards: never the pile, whose order is secret. What a turn leaves
to the others is not counted, nor the end of the match.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement
from math import factorial, prod

from msgspec import Struct
from msgspec.structs import replace

from engine.advice.answers import Advice, Chance, Choice, Curve, Unit, Worth, preferred
from engine.advice.odds import EQUAL
from engine.game import AnyCommand
from engine.games import junior
from engine.games.junior import Claim, Give, Roll, Stop, die_of, matches
from engine.games.junior_cards import NUMBERS, WORMS, Cards, with_cards, without, worms
from engine.games.junior_table import State, turn_of
from engine.games.junior_turn import DICE, Turn
from engine.parts.tray import SYMBOLS, WORM

UNIT: Unit = "worms"
ENOUGH = 2  # cards, for who plays simply


class Stakes(Struct, frozen=True):
    """What a turn is played for: the same from its first throw to its last."""

    cards: Cards  # that lay on the display when it began
    failed: float
    many: bool  # cards with one throw
    ascending: bool
    wanted: range | None = None  # how many worms, where the chance of them is asked


class Standing(Struct, frozen=True):
    """What a turn is worth, played on as it is best, and the chance that it fails then."""

    value: float
    fails: float
    rolls: bool = False  # whether it is best to throw


# The best play


@lru_cache(maxsize=4096)
def settled(stakes: Stakes, claimed: Cards, dice: int) -> Standing:
    """With these cards claimed and so many dice left, after the last claim with a throw (J7)."""
    stopped = Standing(_prize(stakes, claimed), 0.0)
    if not (dice and _claimable(stakes, claimed)):
        return stopped
    thrown = throw(stakes, claimed, dice)
    return replace(thrown, rolls=True) if thrown.value > stopped.value + EQUAL else stopped


def _prize(stakes: Stakes, claimed: Cards) -> float:
    return float(worms(claimed) if stakes.wanted is None else worms(claimed) in stakes.wanted)


@lru_cache(maxsize=4096)
def throw(stakes: Stakes, claimed: Cards, dice: int) -> Standing:
    """Of every throw, by the cards that are best claimed with it."""
    ways = _ways(stakes, claimed, dice)
    failed = Standing(stakes.failed, 1.0)
    outcomes = [
        (chance, next((standing for cards, standing in ways if _pays(shown, cards)), failed))
        for shown, chance in _throws(dice, _most(stakes, dice))
    ]
    return Standing(
        sum(chance * standing.value for chance, standing in outcomes),
        sum(chance * standing.fails for chance, standing in outcomes),
    )


def _ways(stakes: Stakes, claimed: Cards, dice: int) -> list[tuple[Cards, Standing]]:
    """All that some throw of so many dice can claim, the best first."""
    ways = [
        (cards, settled(stakes, with_cards(claimed, cards), dice - len(cards)))
        for count in range(1, _most(stakes, dice) + 1)
        for cards in sorted({*combinations(_claimable(stakes, claimed), count)}, reverse=True)
    ]
    return sorted(ways, key=lambda way: -round(way[1].value, 9))


def _most(stakes: Stakes, dice: int) -> int:
    """Cards with one throw (J6)."""
    return dice if stakes.many else 1


def _claimable(stakes: Stakes, claimed: Cards) -> Cards:
    """On the display; in ascending order each number only once (J9)."""
    cards = without(stakes.cards, claimed)
    if not stakes.ascending:
        return cards
    return tuple(number for number in NUMBERS if number in cards and number > max(claimed, default=0))


def _pays(shown: tuple[int, ...], cards: Cards) -> bool:
    """Whether so many dice of each symbol claim the cards, worms standing in for what is missing (J3)."""
    missing = sum(max(cards.count(number) - shown[number], 0) for number in {*cards})
    return missing <= shown[WORM]


def _counted(thrown: tuple[int, ...]) -> tuple[int, ...]:
    """How many dice show each symbol, by its number."""
    return tuple(map(thrown.count, range(WORM + 1)))


@cache
def _throws(dice: int, most: int) -> Sequence[tuple[tuple[int, ...], float]]:
    """How many dice show each symbol, more than `most` being as good as so many; and how likely that is."""
    chances: defaultdict[tuple[int, ...], float] = defaultdict(float)
    for thrown in combinations_with_replacement(SYMBOLS, dice):
        counts = _counted(thrown)
        shown = tuple(min(count, most) for count in counts)
        chances[shown] += factorial(dice) / prod(map(factorial, counts)) / len(SYMBOLS) ** dice
    return tuple(chances.items())


# What can be done


def warm_up() -> None:
    """Nothing here takes long."""


def advise(state: State) -> Advice:
    return Advice(UNIT, tuple(_choice(state, command, value) for command, value in preferred(worths(state))))


def worths(state: State) -> Iterator[Worth]:
    turn, stakes = turn_of(state), _stakes(state)
    for wish in sorted(junior.legal(state), key=_order):
        yield wish, _worth(stakes, turn, wish)


def _order(wish: AnyCommand) -> tuple[int, ...]:
    """Of equals a high card without a worm is claimed, a low one given, and no throw made."""
    match wish:
        case Claim(number, is_wild):
            return 0, -number, is_wild
        case Give(number):
            return 0, number
        case Stop():
            return (1,)
        case _:
            return (2,)


def _worth(stakes: Stakes, turn: Turn, wish: AnyCommand) -> float:
    match wish:
        case Claim():
            return _claiming(stakes, turn, wish)[1].value
        case Give(number):
            return float(-WORMS[number])
        case Stop():
            return _prize(stakes, turn.claimed)
        case _:
            return throw(stakes, turn.claimed, turn.dice).value


def _claiming(stakes: Stakes, turn: Turn, wish: Claim) -> tuple[Cards, Standing]:
    """With the house rule `claims_per_throw many` the other dice go on lying there, and may claim more."""
    claimed, dice = with_cards(turn.claimed, (wish.number,)), turn.dice - 1
    ways: list[tuple[Cards, Standing]] = [((), settled(stakes, claimed, dice))]
    if stakes.many:
        shown = _counted(without(turn.thrown, (die_of(wish),)))
        ways += [way for way in _ways(stakes, claimed, dice) if _pays(shown, way[0])]
    return max(ways, key=lambda way: round(way[1].value, 9))


def _choice(state: State, command: AnyCommand, value: float) -> Choice:
    turn, stakes = turn_of(state), _stakes(state)
    match command:
        case Claim():
            return _claim_choice(stakes, turn, command)
        case Roll():
            fails = throw(stakes, turn.claimed, turn.dice).fails
            return Choice(command=command, value=value, fails=fails, next_fails=misses(stakes, turn.claimed, turn.dice))
        case _:
            return Choice(command=command, value=value, fails=float(turn.must_give))


def _claim_choice(stakes: Stakes, turn: Turn, wish: Claim) -> Choice:
    more, standing = _claiming(stakes, turn, wish)
    claimed, dice = with_cards(turn.claimed, (wish.number, *more)), turn.dice - 1 - len(more)
    next_fails = misses(stakes, claimed, dice) if standing.rolls else None
    return Choice(
        command=wish,
        value=standing.value,
        fails=standing.fails,
        next_fails=next_fails,
        then=_then(stakes, turn, wish, more, standing),
    )


def _then(stakes: Stakes, turn: Turn, wish: Claim, more: Cards, standing: Standing) -> AnyCommand | None:
    """Nothing where the turn stops by itself (J7)."""
    if more:
        is_wild = more[0] not in without(turn.thrown, (die_of(wish),))
        return Claim(more[0], is_wild)
    if standing.rolls:
        return Roll()
    goes_on = turn.dice > 1 and _claimable(stakes, with_cards(turn.claimed, (wish.number,)))
    return Stop() if goes_on else None


def misses(stakes: Stakes, claimed: Cards, dice: int) -> float:
    """The chance that no die of a throw matches (J5)."""
    matching = len({*_claimable(stakes, claimed)}) + 1
    share: float = 1 - matching / len(SYMBOLS)
    return share**dice


def curve(state: State) -> Curve:
    """The chances to bring home so many worms."""
    stakes = _stakes(state)
    most = worms(stakes.cards[-DICE:])
    return tuple(
        Chance(
            target,
            at_least=_chance(stakes, state, range(target, most + 1)),
            exactly=_chance(stakes, state, range(target, target + 1)),
        )
        for target in range(1, most + 1)
    )


def _chance(stakes: Stakes, state: State, wanted: range) -> float:
    """For who plays for nothing else."""
    turn, alone = turn_of(state), replace(stakes, failed=0.0, wanted=wanted)
    return 0.0 if turn.must_give else max(_worth(alone, turn, wish) for wish in junior.legal(state))


def standing(before: State, after: State) -> float:
    """What a throw made of the turn; a throw that matches nothing ends it, or waits for a card to be given."""
    if after.turn is not None and after.turn.thrown:
        return max(worth for _, worth in worths(after))
    return _stakes(before).failed


def _stakes(state: State) -> Stakes:
    options = state.options
    return Stakes(
        with_cards(state.display, turn_of(state).claimed),
        failed=float(-_loss(state)),
        many=options.claims_per_throw == "many",
        ascending=options.ascending_claims == "on",
    )


def _loss(state: State) -> int:
    """J11."""
    cards = state.cards[state.table.turn]
    if state.options.bust_loss == "all":
        return worms(cards)
    return min((WORMS[number] for number in cards), default=0)


def easy(state: State) -> AnyCommand:
    """Claims what carries most, and stops with two cards."""
    turn = turn_of(state)
    if turn.must_give:
        return min(junior.legal(state), key=_order)
    if turn.must_claim:
        return min(matches(state, turn), key=_order)
    return Stop() if len(turn.claimed) >= ENOUGH else Roll()
