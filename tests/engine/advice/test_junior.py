"""Advice on Heckmeck Junior: every choice held against all that can follow in the engine."""

import pytest

from engine import GAMES, advice
from engine.advice import Choice
from engine.advice import junior as adviser
from engine.games.junior import Claim, Give, Roll, State, Stop
from tests.engine.advice.oracle import brought, played_out
from tests.engine.table import placed

GAME = GAMES["junior"]


def table(position: str, **options: str) -> State:
    state: State = placed(position, game="junior", **options)
    return state


def best(state: State) -> Choice:
    advised = advice.advise(GAME, state, 0)
    assert advised is not None
    return advised.best


ANY_ORDER = [
    "display 1 3\npile 2 2\ncards Ana 1 5\nclaimed 4 5",
    "display 1 2 3 5 5\npile 2\ncards Ana 3 3\nclaimed 4 5",
    "display 1 3 4\nclaimed 2 2\nthrown 1 3 W",
    "display 2 3 3 4\ncards Ana 4\nclaimed 1 2\nthrown 3 4 W",
    "display 1 1\nclaimed 3 3 4\ncards Ana 2",
]
ASCENDING = [
    "display 3 4 5 5\ncards Ana 3\nclaimed 1 2",
    "display 1 3 4 5\nclaimed 1 2\nthrown 3 W 5",
    "display 2 4 4 5\ncards Ana 1 4\nclaimed 1 3\nthrown 4 4 W",
]
SITUATIONS = [
    *((position, rules) for position in ANY_ORDER for rules in ({}, {"claims_per_throw": "many"})),
    *((position, {"bust_loss": "all"}) for position in ANY_ORDER),
    *((position, {"ascending_claims": "on"}) for position in ASCENDING),
    *((position, {"ascending_claims": "on", "claims_per_throw": "many"}) for position in ASCENDING),
    ("display 3 4\nclaimed 1 5\nthrown 4 3\nclaims 1", {"claims_per_throw": "many"}),  # another claim, or not
    ("display 1 2 3\ncards Ana 1 5\nthrown 4 4 5 4 5", {}),  # failed: a card goes back
]


@pytest.mark.parametrize(("position", "options"), SITUATIONS)
def test_every_choice_is_worth_what_the_engine_comes_to(position: str, options: dict[str, str]) -> None:
    """J5 to J11, with the house rules about claiming and losing."""
    state = table(position, **options)
    exact = played_out(GAME, state, brought(GAME, state))
    assert exact == pytest.approx(dict(adviser.worths(state)), abs=1e-9)


def test_a_throw_fails_at_once_when_no_die_matches() -> None:
    """J5: of three numbers and the worm, two dice show none with (2/6)²."""
    state = table("display 1 3 4 4\nclaimed 5 5 2")
    roll = adviser.advise(state).of(Roll())
    assert roll is not None
    assert pytest.approx(1 / 9) == roll.next_fails


def test_a_choice_says_what_is_best_after_it() -> None:
    assert Roll() == best(table("display 1 3 4 5\nthrown 5 5 3 3 2")).then
    assert Stop() == best(table("display 1 1 2\ncards Ana 5\nclaimed 5 5 4\nthrown 1 1")).then
    assert None is best(table("display 1\nclaimed 5 5 4\nthrown 1 1")).then  # stops by itself
    many = best(table("display 4 4\nclaimed 5 5 5\nthrown 4 W", claims_per_throw="many"))
    assert (Claim(4), Claim(4, is_wild=True)) == (many.command, many.then)


def test_the_chances_to_bring_home_so_many_worms_are_those_of_the_engine() -> None:
    state = table("display 1 3 5\nclaimed 2 2 4\ncards Ana 5")
    for chance in advice.curve(GAME, state, 0):
        for told, wanted in ((chance.at_least, range(chance.target, 99)), (chance.exactly, {chance.target})):
            exact = played_out(GAME, state, lambda after, wanted=wanted: _brought(after) in wanted)
            assert pytest.approx(max(exact.values()), abs=1e-9) == told


def _brought(after: State) -> int:
    """Beside the 5 that Ana had; a failed turn brings nothing."""
    return (GAME.result(after).scores or (0,))[0] - 3


def test_the_card_of_fewest_worms_is_given_back() -> None:
    """J11."""
    assert Give(1) == best(table("display 1 2 3\ncards Ana 1 2 5\nthrown 4 4 5 4 5")).command


def test_easy_claims_what_carries_most_and_stops_with_two_cards() -> None:
    assert Claim(5) == adviser.easy(table("display 1 3 4 5\nthrown 5 W 3 3 2"))
    assert Roll() == adviser.easy(table("display 1 3 4 5\nclaimed 5"))
    assert Stop() == adviser.easy(table("display 1 3 4 5\nclaimed 5 4"))
    assert Give(2) == adviser.easy(table("display 1 2 3\ncards Ana 2 5\nthrown 4 4 5 4 5"))
