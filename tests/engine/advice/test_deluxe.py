"""Advice on Heckmeck Deluxe: the known values, and every choice held against all that can follow in the engine."""

# ruff: noqa: SIM300  house style: the expected value stands first

import pytest

from engine import GAMES, advice
from engine.advice import Choice
from engine.advice import deluxe as adviser
from engine.games.deluxe_moves import Decline, Reroll, Return, Rob, RollNine
from engine.games.deluxe_table import State
from engine.parts.tile_turn import Roll, Take
from tests.engine.advice.oracle import brought, played_out
from tests.engine.table import placed

GAME = GAMES["deluxe"]
CLASSIC = "grill 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36"


def table(position: str, seats: str = "Ana Ben", **options: str) -> State:
    state: State = placed(position, seats=seats, game="deluxe", **options)
    return state


def best(state: State) -> Choice:
    advised = advice.advise(GAME, state, state.table.turn)
    assert advised is not None
    return advised.best


# The known values


def test_a_turn_with_the_canned_worm_is_worth_the_known_value() -> None:
    """D17, with the tiles of the classic game."""
    assert pytest.approx(2.0712288713064884, abs=1e-12) == best(table(f"{CLASSIC}\nholds Ana canned_worm")).value


def test_nine_ordinary_dice_are_worth_the_known_value() -> None:
    """D15, with the tiles of the classic game."""
    chosen = best(table(f"{CLASSIC}\nholds Ana golden_die"))
    assert (RollNine(), pytest.approx(2.26522000966637, abs=1e-12)) == (chosen.command, chosen.value)


def test_what_each_specialist_adds_to_a_turn_is_what_the_order_of_their_use_says() -> None:
    """With all tiles open and an own tile of two worms at stake, for the hen's sake."""
    tiles = CLASSIC.replace(" 26", "")
    *others, apple = adviser.USEFUL
    worth = [best(table(f"{tiles}\nstack Ana 26\nholds Ana {specialist}")).value for specialist in others]
    assert sorted(worth) == worth
    assert apple == "apple"


# Everything that can follow

POSITIONS = [
    "grill 11 13 21 22 24\nstack Ana 30\nkept 1 1 2 2 3 3",  # sums below 21
    "grill 11 13 21 22\nholds Ana canned_worm\nkept 1 1 2 2 3",  # 9, or 14 with the canned worm: no tile yet
    "grill 21 23 25\non 23 apple\non 25 raven\nsupply 2\nkept W W 5 5 3",
    "grill 21 23 25\non 23 apple\nholds Ana hen\nstack Ana 33\nkept W W 5 5 3",
    "grill 21 23 25\non 23 raven\nbratworms Ben 2\nstack Ben 30\nkept W W 5 5 3",  # an empty supply
    "grill 21 23 25\nstack Ben 30 26\nholds Ben hen\nkept W W 5 5 3",
    "grill 21 23 25\nstack Ben 30 26\nholds Ben apple\nholds Ana hen\nkept W W 5 5 3",
    "grill 21 25\nstack Ana 33\nholds Ana apple\nkept W W 5 5 3",
    "grill 21 25\nstack Ana 33\nholds Ana weasel\nkept W W 5 5 3 3\nthrown 5 1",
    "grill 21 25\nstack Ana 33\nholds Ana weasel\nkept W W 5 5 3 3\nthrown 5 3",  # fails: only the weasel helps
    "grill 21 25\nstack Ana 33\nholds Ana weasel\nused weasel\nkept W W 5 5 3 3\nthrown 4 2",
    "grill 21 25\nholds Ana golden_die\nusing golden_die\nkept W W 5 5 3 3\nthrown 4 1 1",
    "grill 21 25\nholds Ana golden_die\nused golden_die\nkept W W 5 5 3 3\nthrown 4 1 1",
    "grill 21 25 26\nsupply 3\nkept W W 5 5 3\nthrown 1 1 4",  # a Bratworm
    "grill 21 25 26\nbratworms Ben 2\nkept W W 5 5 3\nthrown 1 1 4",  # from Ben
    "grill 21 25 26\nbratworms Ben 2\nholds Ben hen\nkept W W 5 5 3\nthrown 1 1 4",  # from nobody
    "grill 21 25 26\nbratworms Ben 2\nkept W W 5 5 1 1\ndue bratworm",
]
HOUSE_RULES = [
    {},
    {"snatch": "forced"},
    {"lower_tile": "any"},
    {"specialist_follows_tile": "on"},
    {"specialist_limit": "none"},
    {"golden_die": "gold"},
]


@pytest.mark.parametrize("options", HOUSE_RULES, ids=str)
@pytest.mark.parametrize("position", POSITIONS)
def test_every_choice_is_worth_what_the_engine_comes_to(position: str, options: dict[str, str]) -> None:
    """D11, D12, D14, D15, D17 to D23: what they bring or cost in worms."""
    state = table(position, **options)
    exact = played_out(GAME, state, brought(GAME, state))
    assert exact == pytest.approx(dict(adviser.worths(state)), abs=1e-9)


# Choices that are open


def test_of_two_specialists_the_less_useful_goes_back_and_the_apple_never() -> None:
    """D11, D14."""
    state = table("grill 21 25 26\nholds Ana apple weasel\ndue return")
    assert [(Return("weasel"), 0), (Return("apple"), -3)] == list(adviser.worths(state))
    state = table("grill 21 25 26\nholds Ana golden_die weasel\ndue return")
    assert Return("weasel") == advice.choose(GAME, state, 0, "normal")


def test_a_bratworm_is_taken_from_the_leader() -> None:
    """D23."""
    state = table("grill 21\nbratworms Ben 1\nbratworms Cid 1\nstack Cid 33\ndue bratworm", seats="Ana Ben Cid")
    assert [(Rob(2), 2), (Rob(1), 2), (Decline(), 0)] == list(adviser.worths(state))


def test_with_the_golden_die_the_curve_is_that_of_nine_dice() -> None:
    eight = {chance.target: chance for chance in advice.curve(GAME, table(CLASSIC), 0)}
    nine = {chance.target: chance for chance in advice.curve(GAME, table(f"{CLASSIC}\nholds Ana golden_die"), 0)}
    assert [11, 13, *range(21, 37)] == list(nine)
    assert all(nine[target].at_least > eight[target].at_least for target in eight)
    assert pytest.approx(eight[24].at_least) == 0.748373333870


def test_the_canned_worm_counts_on_the_curve() -> None:
    curve = advice.curve(GAME, table(f"{CLASSIC}\nholds Ana canned_worm\nkept 5 5 4 4"), 0)
    assert [1, 1, 1] == [chance.at_least for chance in curve[:3]]  # 11, 13, 21: it is 23 already


def test_the_weasel_is_told_beside_the_rest() -> None:
    state = table("grill 21 25\nstack Ana 33\nholds Ana weasel\nkept W W 5 5 3 3\nthrown 5 3")
    chosen = best(state)
    assert (Reroll(), pytest.approx(1 / 4)) == (chosen.command, chosen.next_fails)
    before = table("grill 36\nholds Ana weasel\nkept W W 5 5 3 3")
    assert pytest.approx(1 / 16) == next(
        choice.next_fails for choice in adviser.advise(before).choices if choice.command == Roll()
    )


def test_easy_uses_what_it_has() -> None:
    assert RollNine() == adviser.easy(table("grill 21\nholds Ana golden_die"))
    assert Reroll() == adviser.easy(table("grill 21\nholds Ana weasel\nkept W 5 3\nthrown 5 3"))
    assert Take(21) == adviser.easy(table("grill 21\nkept W W W W 1"))
