"""play and replay, on a stand-in game that notes what it is asked."""

# ruff: noqa: SIM300  house style: the expected value stands first

from collections.abc import Sequence
from types import SimpleNamespace
from typing import cast

import pytest

from engine import Game, Refused, Step, play, replay
from engine.dice import Dice
from engine.game import Result
from tests.engine.games.random_play import NO_DICE

asked: list[str] = []


def _objection(state: int, seat: int, command: str) -> str | None:
    asked.append(f"objection {state} {seat} {command}")
    return "too_early" if command == "early" else None


def _decide(state: int, seat: int, command: str, dice: Dice) -> Sequence[int]:
    asked.append(f"decide {state} {seat} {command}")
    return [1, 10, 100] if command == "add" else []


def _evolve(state: int, event: int) -> int:
    return state * 2 + event


GAME = cast("Game", SimpleNamespace(objection=_objection, decide=_decide, evolve=_evolve))


@pytest.fixture(autouse=True)
def _nothing_asked() -> None:
    asked.clear()


def test_a_command_is_checked_decided_and_folded_in_event_by_event() -> None:
    assert Step(((5 * 2 + 1) * 2 + 10) * 2 + 100, (1, 10, 100)) == play(GAME, 5, 3, "add", NO_DICE)
    assert ["objection 5 3 add", "decide 5 3 add"] == asked


def test_a_command_without_events_leaves_the_state() -> None:
    assert Step(5, ()) == play(GAME, 5, 0, "nothing", NO_DICE)


def test_a_refused_command_is_never_decided() -> None:
    with pytest.raises(Refused):
        play(GAME, 5, 0, "early", NO_DICE)
    assert ["objection 5 0 early"] == asked


def test_a_refusal_carries_its_slug_and_nothing_else() -> None:
    with pytest.raises(Refused) as refused:
        play(GAME, 5, 0, "early", NO_DICE)
    assert "too_early" == refused.value.reason
    assert ("too_early",) == refused.value.args


def test_replaying_folds_events_in_their_order() -> None:
    assert (5 * 2 + 1) * 2 + 10 == replay(GAME, 5, [1, 10])
    assert (5 * 2 + 10) * 2 + 1 == replay(GAME, 5, iter((10, 1)))
    assert 5 == replay(GAME, 5, [])


def test_replaying_asks_the_rules_for_nothing_but_what_follows() -> None:
    replay(GAME, 5, [1, 10])
    assert [] == asked


def test_equals_share_a_place_and_the_next_one_counts_them_all() -> None:
    places = Result(is_over=True, scores=None, ranking=((2, 0), (1,), (3,))).places
    assert [(2, 1), (0, 1), (1, 3), (3, 4)] == list(places.items())
