"""Toasts: what a press did, and words for every reason why not."""

# ruff: noqa: SIM300  house style: the expected value stands first

from typing import get_args

import pytest
from msgspec.structs import replace

from bot.matches import match as matches
from bot.matches.match import Did, Match, Outcome, Reason
from bot.views.games import VIEWS
from bot.views.language import ENGLISH
from bot.views.toasts import TRY_AGAIN, WORKING, refusal, toast
from bot.views.width import TOAST, utf16
from engine import GAMES
from engine.refusal import SharedReason
from tests.views.tables import HOSTILE, at, lobby, pressed, running

ANA = "\u2068Ana\u2069"


def told(match: Match, verb: str) -> str:
    """The toast of a press on a board in a position."""
    scene = pressed(matches.Scene(match), verb)
    return toast(Outcome("played", scene.match, (*scene.last_turn, *scene.this_turn)), ENGLISH)


def test_a_throw_is_told_with_its_dice() -> None:
    assert told(running(), "roll").startswith("You threw ")


def test_a_keep_is_told_with_the_sum() -> None:
    match = at(["grill 21 22 23", "kept W W W", "thrown 5 5 1 1 1"], lower_tile="any")
    assert "You kept 5 ×2. Sum so far: 25." == told(match, "keep 5")


@pytest.mark.parametrize(("verb", "expected"), [("back", "You are back."), ("leave", "You left the game.")])
def test_who_kept_nothing_is_not_told_the_sum_of_somebody_else(verb: str, expected: str) -> None:
    scene = pressed(matches.Scene(at(["grill 22 36", "kept W W W", "benched 1"])), verb, seat=1)
    assert scene.match.state.tray.kept
    assert expected == toast(Outcome("played", scene.match, scene.this_turn), ENGLISH)


def test_a_throw_is_told_without_the_sum_kept_before() -> None:
    assert "Sum so far" not in told(at(["grill 22 36", "kept W W W 5"]), "roll")


def test_a_tile_taken_is_told() -> None:
    assert "You took 22." == told(at(["grill 22", "kept W W W 5 2"]), "take 22")


def test_a_snatch_is_told_with_its_victim() -> None:
    assert (
        told(at(["grill 36", "stack 0 21", "to_act 1", "kept W W W 5 1"]), "take 21") == f"You snatched 21 from {ANA}!"
    )


def test_a_failed_turn_is_told_with_its_cost() -> None:
    expected = "The turn failed. 30 goes back to the grill. 36 is turned down."
    assert expected == told(at(["grill 36", "stack 0 30", "kept 5"]), "stop")


def test_the_beginning_names_who_is_first() -> None:
    assert f"The game begins! First: {ANA}." == toast(Outcome("began", running()), ENGLISH)


def test_a_refusal_says_whose_turn_it_is() -> None:
    assert f"It is {ANA}'s turn." == refusal("not_your_turn", running(), ENGLISH)


def test_who_did_not_join_is_told_how_to_or_when() -> None:
    """F13"""
    assert "Join first: /join" == refusal("not_seated", lobby(), ENGLISH)
    assert "You do not play in this game. The next one begins with /join." == refusal("not_seated", running(), ENGLISH)


SHOWN_IN = {"began": ("running",), "played": ("running", "finished"), "verified": ("finished",), "hinted": ("running",)}


@pytest.mark.parametrize("did", get_args(Did))
def test_everything_done_has_a_toast_but_what_the_board_asks(did: Did) -> None:
    for match in (lobby(HOSTILE), running(HOSTILE), replace(running(HOSTILE), status="finished")):
        if match.status in SHOWN_IN.get(did, (match.status,)):
            told = toast(Outcome(did, match), ENGLISH)
            assert (did in ("asked", "unasked")) == (told == "")
            assert utf16(told) <= TOAST


@pytest.mark.parametrize("game_id", GAMES)
def test_every_reason_has_words(game_id: str) -> None:
    reasons = {*get_args(SharedReason), *get_args(Reason), *GAMES[game_id].REASONS}
    own = set(GAMES[game_id].REASONS) - set(get_args(SharedReason))
    names = HOSTILE[: max(GAMES[game_id].SEATS)]
    begun = running(names, game=game_id)
    assert own == set(VIEWS[game_id].REASONS)
    for reason in reasons:
        for match in (lobby(names, game_id), begun, replace(begun, status="finished")):
            assert 0 < utf16(refusal(reason, match, ENGLISH)) <= TOAST
        if reason not in own:
            assert 0 < utf16(refusal(reason, None, ENGLISH)) <= TOAST


def test_the_fixed_toasts_fit() -> None:
    assert max(map(len, (TRY_AGAIN, WORKING))) <= TOAST
