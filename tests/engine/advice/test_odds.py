"""The graph of a turn and what is solved on it, held against fractions (engine/advice/odds.py)."""

# ruff: noqa: SIM300  house style: the expected value stands first

import random
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest

from engine.advice.odds import NOTHING, Graph, Node, Odds, Vector, graph, solve
from engine.parts.grill import worms
from tests.engine.advice.oracle import Outcome, Prize, Turn


def with_full_grill(total: int, *, has_worm: bool) -> Fraction | None:
    return Fraction(worms(min(total, 36))) if has_worm and total >= 21 else None


def helped(prize: Prize) -> Prize:
    """By the canned worm (D17)."""

    def helped_prize(total: int, *, has_worm: bool) -> Fraction | None:
        return prize(total if has_worm else total + 5, has_worm=True)

    return helped_prize


def one_for(wanted: range) -> Prize:
    """The chance of a sum with a worm."""

    def prize(total: int, *, has_worm: bool) -> Fraction | None:
        return Fraction(1) if has_worm and total in wanted else None

    return prize


def at_random(number: int, nothing: float = 0.4) -> Prize:
    """Prizes without an order, in halves, and often none."""

    def prize(total: int, *, has_worm: bool) -> Fraction | None:
        chance = random.Random(f"{number} {total} {has_worm}")
        return None if chance.random() < nothing else Fraction(chance.randrange(1000), 128)

    return prize


def prizes(turns: Graph, prize: Prize) -> Vector:
    """Of no more dice than these there is no sum but 0."""
    by_node = [prize(node.sum, has_worm=node.has_worm) if node.kept else None for node in turns.nodes]
    return np.array([NOTHING if worth is None else float(worth) for worth in by_node])


def solved(dice: int, prize: Prize, failed: float = 0.0, *, has_gold: bool = False, reward: float = 0.0) -> Odds:
    turns = graph(dice, has_gold=has_gold)
    return solve(turns, prizes(turns, prize), failed, reward)


def root(odds: Odds) -> Node:
    return odds.graph.nodes[-1]


# The graph


@pytest.mark.parametrize(("dice", "nodes", "pairs"), [(8, 1_939, 34_389), (9, 2_727, 63_333)])
def test_the_graph_has_as_many_states_and_throws_as_are_known(dice: int, nodes: int, pairs: int) -> None:
    assert (nodes, pairs) == (graph(dice).size, graph(dice).pairs)


@pytest.mark.parametrize("dice", [{}, {"has_gold": True}], ids=["ordinary", "gold"])
def test_the_chances_of_every_throw_add_up_to_one(dice: dict[str, bool]) -> None:
    for layer in graph(9, **dice).layers:
        assert pytest.approx(1) == layer.chances.sum()


def test_the_last_node_is_the_one_a_turn_begins_at() -> None:
    for has_gold in (False, True):
        assert Node(0, 0, 9, has_gold) == graph(9, has_gold=has_gold).nodes[-1]


# What a turn is worth


def test_a_classic_turn_is_worth_the_known_fraction() -> None:
    """The full grill, nothing at stake."""
    exact, _ = Turn(with_full_grill).worth(8)
    assert Fraction(51132211301397563344873, 31088519960728128454656) == exact
    odds = solved(8, with_full_grill)
    assert 1.6447296740401014 == float(exact) == pytest.approx(odds.worth(root(odds)), abs=1e-12)


def test_an_own_tile_of_two_worms_at_stake_is_felt() -> None:
    odds = solved(8, with_full_grill, failed=-2)
    assert pytest.approx(1.2632221975931899, abs=1e-12) == odds.worth(root(odds))


def test_the_canned_worm_is_another_prize() -> None:
    odds = solved(8, helped(with_full_grill))
    assert pytest.approx(2.0712288713064884, abs=1e-12) == odds.worth(root(odds))


def test_the_ninth_die_is_another_root() -> None:
    odds = solved(9, with_full_grill)
    assert pytest.approx(2.26522000966637, abs=1e-12) == odds.worth(root(odds))


@pytest.mark.parametrize(
    ("target", "chance"),
    [
        (21, 0.893026737151),
        (23, 0.807738507474),
        (24, 0.748373333870),
        (26, 0.606990189697),
        (28, 0.435420465411),
        (29, 0.346293287149),
        (31, 0.194014935805),
        (34, 0.052617593914),
    ],
)
def test_the_chance_of_at_least_so_many_is_as_known(target: int, chance: float) -> None:
    odds = solved(8, one_for(range(target, 41)))
    assert pytest.approx(chance, abs=1e-12) == odds.worth(root(odds))


def test_the_chance_of_exactly_24_is_as_known() -> None:
    odds = solved(8, one_for(range(24, 25)))
    assert pytest.approx(0.375060188352, abs=1e-12) == odds.worth(root(odds))


# Any prizes, on fewer dice


def agree(exact: Outcome, odds: Odds) -> None:
    assert pytest.approx(float(exact[0]), abs=1e-9) == odds.worth(root(odds))
    assert pytest.approx(float(exact[1]), abs=1e-9) == odds.fails(root(odds))


Solving = Callable[[Prize], tuple[Outcome, Odds]]


def _plain(prize: Prize) -> tuple[Outcome, Odds]:
    return Turn(prize).worth(5), solved(5, prize)


def _at_stake(prize: Prize) -> tuple[Outcome, Odds]:
    return Turn(prize, failed=Fraction(-3)).worth(5), solved(5, prize, failed=-3)


def _rewarded(prize: Prize) -> tuple[Outcome, Odds]:
    return Turn(prize, reward=Fraction(2)).worth(5), solved(5, prize, reward=2)


def _golden(prize: Prize) -> tuple[Outcome, Odds]:
    return Turn(prize).worth(5, has_gold=True), solved(5, prize, has_gold=True)


def _with_weasel(prize: Prize) -> tuple[Outcome, Odds]:
    turns = graph(5)
    again = solve(turns, prizes(turns, prize), -1, 1)
    exact = Turn(prize, failed=Fraction(-1), reward=Fraction(1)).worth(5, can_reroll=True)
    return exact, solve(turns, prizes(turns, prize), -1, 1, again)


@pytest.mark.parametrize("number", range(8))
@pytest.mark.parametrize("solving", [_plain, _at_stake, _rewarded, _golden, _with_weasel])
def test_any_prizes_are_solved_as_in_fractions(solving: Solving, number: int) -> None:
    """A failed turn that costs, the Bratworm for two 1s (D22), a golden die of gold (D15), the weasel (D18)."""
    agree(*solving(at_random(number)))


def test_where_nothing_can_be_won_the_turn_fails() -> None:
    odds = solved(5, one_for(range(0)), failed=-4)
    assert (-4.0, 1.0) == (pytest.approx(odds.worth(root(odds))), pytest.approx(odds.fails(root(odds))))


def test_the_graph_is_made_once_and_not_by_importing() -> None:
    assert graph(8) is graph(8)
    counting = "from engine import advice; from engine.advice.odds import graph; print(graph.cache_info().currsize)"
    assert "0" == subprocess.check_output([sys.executable, "-c", counting], text=True).strip()
