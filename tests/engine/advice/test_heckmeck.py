"""Advice on the classic game: the known values, and every choice held against all that can follow in the engine."""

# ruff: noqa: SIM300  house style: the expected value stands first

import pytest

from engine import GAMES, advice
from engine.advice import Advice, Choice
from engine.advice import heckmeck as adviser
from engine.games.heckmeck import Keep, Roll, State, Stop, Take
from tests.engine.advice.oracle import brought, played_out
from tests.engine.table import placed

GAME = GAMES["heckmeck"]
FULL = "grill 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36"


def asked(state: State) -> Advice:
    advised = advice.advise(GAME, state, state.table.turn)
    assert advised is not None
    return advised


def choice(state: State, command: str) -> Choice:
    found = asked(state).of(GAME.read_command(command))
    assert found is not None
    return found


# The known values


@pytest.mark.parametrize(
    ("command", "value"),
    [
        ("keep 1", 0.737978006398),
        ("keep 2", 1.168625682916),
        ("keep 4", 1.503507512690),
        ("keep 5", 1.122053389835),
        ("keep W", 1.174192809587),
    ],
)
def test_what_each_symbol_of_a_first_throw_is_worth(command: str, value: float) -> None:
    assert pytest.approx(value, abs=1e-12) == choice(placed(f"{FULL}\nthrown 1 1 2 4 4 4 5 W"), command).value


def test_with_23_and_three_dice_left_a_throw_is_worth_more_than_the_tile() -> None:
    """{3, 5, W} set aside."""
    state = placed(f"{FULL}\nkept W W W 5 3")
    assert (1, pytest.approx(1.725694444444, abs=1e-12)) == (choice(state, "take 23").value, asked(state).best.value)
    assert Roll() == asked(state).best.command


def test_the_curve_has_the_known_chances() -> None:
    chances = {chance.target: chance for chance in advice.curve(GAME, placed(""), 0)}
    assert list(range(21, 37)) == list(chances)
    assert pytest.approx(0.748373333870, abs=1e-12) == chances[24].at_least
    assert pytest.approx(0.375060188352, abs=1e-12) == chances[24].exactly


# Everything that can follow

POSITIONS = [
    "grill 21 22 24 25 36\nstack Ana 30\nkept W W 5 5 4",
    "grill 21 22 24 25 36\nstack Ana 30\nkept W 5 5 5 4 4",  # 28
    "grill 21 23 26\nstack Ana 22\nstack Ben 24 25\nkept W W 5 5 4",  # 24 so far, the other top one more
    "grill 21 23\nstack Ben 33 26\nkept W W W 5 5 1",  # a snatch, or 23, or on
    "grill 36\nstack Ana 21 33\nkept 5 5 5 4 4 3",  # no worm yet
    "grill 21 22 24 25 36\nstack Ana 30\nstack Ben 29\nkept 5 5 5 4 4\nthrown 1 3 W",
    "grill 23\nstack Ana 24\nkept W 5 5 4 3 2",  # one symbol is free: 1
    "grill 28 29 30\nkept W W\nthrown 5 5 4",  # fewer dice than a turn has
]
HOUSE_RULES = [{}, {"snatch": "forced"}, {"lower_tile": "any"}, {"lower_tile": "lowest"}, {"short_game": "on"}]


@pytest.mark.parametrize("options", HOUSE_RULES, ids=str)
@pytest.mark.parametrize("position", POSITIONS)
def test_every_choice_is_worth_what_the_engine_comes_to(position: str, options: dict[str, str]) -> None:
    """Failing costs the own top tile, and a snatch counts double."""
    state = placed(position, **options)
    exact = played_out(GAME, state, brought(GAME, state))
    assert exact == pytest.approx(dict(adviser.worths(state)), abs=1e-9)


def test_a_snatch_counts_double() -> None:
    state = placed("grill 25\nstack Ben 30\nkept W W W 5 5 5")
    assert {Take(30): 6, Take(25): 2} == {
        choice.command: choice.value for choice in asked(state).choices if isinstance(choice.command, Take)
    }


def test_a_failed_turn_costs_the_top_tile_alone() -> None:
    state = placed("grill 36\nstack Ana 35 25\nkept 1 2")
    assert -2 == choice(state, "stop").value


# What is told beside the value


def test_a_choice_says_what_is_best_after_it() -> None:
    state = placed("grill 21 22\nkept W W W\nthrown 5 5 3 3 2")
    assert (Take(21), 0.0, None) == _told(choice(state, "keep 3"))
    state = placed("grill 32\nkept W W W W 5 4\nthrown 1 2")
    assert (Roll(), pytest.approx(4 / 6), pytest.approx(4 / 6)) == _told(choice(state, "keep 1"))


def _told(chosen: Choice) -> tuple[object, float, float | None]:
    return chosen.then, chosen.fails, chosen.next_fails


def test_a_throw_fails_at_once_when_every_die_shows_what_lies_aside() -> None:
    """H6."""
    assert pytest.approx((3 / 6) ** 3) == choice(placed(f"{FULL}\nkept W W W 5 3"), "roll").next_fails
    assert 0 == choice(placed(""), "roll").next_fails


def test_taking_never_fails_and_giving_up_always_does() -> None:
    assert 0 == choice(placed(f"{FULL}\nkept W W W 5 3"), "take 23").fails
    assert 1 == choice(placed(f"{FULL}\nkept 5"), "stop").fails


def test_advice_is_given_to_the_seat_to_act_alone() -> None:
    assert advice.advise(GAME, placed("to_act Ben"), 0) is None
    assert () == advice.curve(GAME, placed("to_act Ben"), 0)


def test_the_cost_of_a_choice_is_what_the_best_is_worth_more() -> None:
    advised = asked(placed(f"{FULL}\nthrown 1 1 2 4 4 4 5 W"))
    assert 0 == advised.cost(advised.best)
    worst = advised.of(Keep(1))
    assert worst is not None
    assert pytest.approx(1.503507512690 - 0.737978006398) == advised.cost(worst)


# Ways to play


def test_easy_keeps_the_symbol_of_most_points_and_stops_as_soon_as_it_can() -> None:
    assert Keep(4) == adviser.easy(placed(f"{FULL}\nthrown 1 1 2 4 4 4 5 W"))
    assert Keep(6) == adviser.easy(placed(f"{FULL}\nthrown 5 5 W W 1 1 1 1"))
    assert Take(23) == adviser.easy(placed(f"{FULL}\nkept W W W 5 3"))
    assert Roll() == adviser.easy(placed(f"{FULL}\nkept 5 5 5 5"))


def test_normal_throws_on_where_that_is_worth_more() -> None:
    state = placed(f"{FULL}\nkept W W W 5 3")
    assert Roll() == advice.choose(GAME, state, 0, "normal")


def test_nobody_gives_up_while_a_throw_is_left() -> None:
    """Neither brings anything: of 36 alone nothing can be had with 21 at most."""
    state = placed("grill 36\nkept W 1 1 1 1 1 2")
    assert Roll() == advice.choose(GAME, state, 0, "normal")
    assert Stop() in GAME.legal(state)
