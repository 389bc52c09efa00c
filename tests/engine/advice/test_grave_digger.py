"""Advice on Grave Digger: the turns to the red X, held against every way the dice can fall in the engine."""

# ruff: noqa: SIM300  house style: the expected value stands first

import pytest

from engine import GAMES
from engine.advice import grave_digger as adviser
from engine.games.grave_digger import State, Walk
from engine.games.grave_digger_moves import Dig, Lose, Roll
from tests.engine.advice.oracle import played_out
from tests.engine.table import placed

GAME = GAMES["grave_digger"]


def table(position: str, **options: str) -> State:
    state: State = placed(f"at Ben d4\n{position}", game="grave_digger", **options)
    return state


POSITIONS = [
    "at Ana d4",
    "at Ana a6\ntools Ana pickaxe stake",
    "at Ana f1\ntools Ana pickaxe shovel stake",
    "at Ana e1\ntools Ana pickaxe stake\nsteps 4",
    "at Ana d4\ntools Ana shovel\nsteps 6",
    "at Ana a3\ntools Ana pickaxe shovel\ndue lose\nghosts e1",
    "at Ana g1\ntools Ana pickaxe shovel stake\ndue lose_two",
]
HOUSE_RULES = [{}, {"move_dice": "two"}, {"board": "large"}, {"beaten_ghosts": "leave"}]


@pytest.mark.parametrize("options", HOUSE_RULES, ids=str)
@pytest.mark.parametrize("position", POSITIONS)
def test_a_choice_takes_one_turn_and_those_from_where_it_leads_to(position: str, options: dict[str, str]) -> None:
    """Bellman's equation, by the rules themselves: G3 to G14."""
    if options.get("board") == "large":
        position = position.replace("g1", "j1")
    state = table(position, **options)

    journey = adviser.journey(state.options.board, state.options.move_dice, state.gone)  # ghosts are taken to stay

    def worth(after: State) -> float:
        has_dug = after.opened != state.opened
        return -1 if has_dug else -(1 + journey.from_here(after.squares[0], after.tools[0]) + journey.to_tomb)

    assert played_out(GAME, state, worth) == pytest.approx(dict(adviser.worths(state)), abs=1e-6)


def test_the_red_ghost_costs_as_many_turns_as_a_way_back_with_the_best_tool() -> None:
    """G14: it wins as often as not, and every time one begins again on the red X with one tool."""
    journey = adviser.journey("small", "one", ())
    assert journey.to_tomb == min(journey.from_here("g1", [tool]) for tool in ("pickaxe", "shovel", "stake"))


def test_on_the_last_square_before_the_red_x_a_digger_is_one_turn_away() -> None:
    """G5: surplus steps are lost, so every throw leads there."""
    state = table("at Ana f1\ntools Ana pickaxe shovel stake\nvampire 3")
    found = adviser.prospects(state)
    assert (1, 1) == (pytest.approx(found.to_red_x), pytest.approx(found.squares["g1"]))


def test_the_chance_of_a_tool_is_that_of_the_throws_that_pass_it() -> None:
    """From d4 the shovel on f4 takes two steps, the pickaxe on d2 is nowhere near: G3, G6."""
    before = adviser.prospects(table("at Ana d4"))
    assert pytest.approx(5 / 6) == before.tools["shovel"]
    assert pytest.approx(1 / 6) == before.squares["d5"]  # with a 1 alone
    assert {"pickaxe": 1, "shovel": 1, "stake": 1} == adviser.prospects(table("at Ana d4\nsteps 4")).tools
    assert {} == adviser.prospects(table("at Ana d4\ntools Ana pickaxe shovel stake\nsteps 4")).tools


def test_prospects_are_those_of_all_throws_of_the_moving_dice() -> None:
    for options in HOUSE_RULES:
        chances = adviser.totals(options.get("move_dice", "one"))
        assert pytest.approx(1) == sum(chances.values())
    assert (6 / 36, 1 / 36) == (adviser.totals("two")[7], adviser.totals("two")[12])


def test_the_chance_to_lose_a_tool_is_one_less_all_fights_won() -> None:
    """G10, G14."""
    state = table("at Ana f1\ntools Ana pickaxe shovel stake\nsteps 1")
    chances = {choice.command: choice.fails for choice in adviser.advise(state).choices}
    assert {Walk(("g1",)): 0.5, Walk(("e1",)): 0.5} == chances
    state = table("at Ana a2\ntools Ana stake\nsteps 6")
    past_one_ghost = adviser.advise(state).of(Walk(("a1", "b1", "c1", "d1", "e1", "f1")))
    assert past_one_ghost is not None
    assert 0.5 == past_one_ghost.fails


def test_an_empty_tomb_is_as_likely_as_there_are_more_of_them() -> None:
    """G17: six of which two are open leave four."""
    state = table("at Ana g1\ntools Ana pickaxe shovel stake\nopened 2 5\nvampire 1\ndue dig")
    assert [(Dig(tomb), 0.75) for tomb in (1, 3, 4, 6)] == [
        (choice.command, choice.fails) for choice in adviser.advise(state).choices
    ]


def test_easy_takes_what_lies_on_the_way_and_goes_to_the_nearest_thing() -> None:
    assert Walk(("e4", "f4", "g4", "g5")) == adviser.easy(table("at Ana d4\nsteps 4"))  # shovel and pickaxe
    assert Walk(("g1",)) == adviser.easy(table("at Ana f1\ntools Ana pickaxe shovel stake\nsteps 3"))
    assert Roll() == adviser.easy(table("at Ana d4"))
    assert Lose(("pickaxe",)) == adviser.easy(table("at Ana e1\ntools Ana pickaxe stake\ndue lose"))
