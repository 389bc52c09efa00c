"""Screens and toasts of Heckmeck Deluxe: who holds what, what can be used now, and every choice as a button."""

# ruff: noqa: SIM300  house style: the expected value stands first

from functools import partial
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.matches.match import Match, Outcome, Scene
from bot.views.deluxe_words import PIECES, POWERS
from bot.views.draw import draw, draw_past
from bot.views.language import ENGLISH
from bot.views.parts.captions import LIMIT as CAPTION
from bot.views.replies import rules
from bot.views.toasts import toast
from bot.views.width import TOAST, utf16
from engine import GAMES
from tests.views import tables
from tests.views.tables import HOSTILE, LONGEST, play_by_buttons, pressed, verbs
from tests.views.test_limits import check, refused

ANA = "\u2068Ana\u2069"
BEN = "\u2068Ben\u2069"

at = partial(tables.at, game="deluxe")
running = partial(tables.running, game="deluxe")

seeds = st.integers(0, 2**32)
house_rules = st.fixed_dictionaries(
    {option.name: st.sampled_from(option.values) for option in GAMES["deluxe"].OPTIONS},
)
names = st.lists(st.sampled_from(HOSTILE), min_size=2, max_size=7)


def labels(match: Match) -> dict[str, str]:
    return {button.verb: button.label for row in draw(Scene(match), ENGLISH).rows for button in row}


def text(match: Match) -> str:
    return draw(Scene(match), ENGLISH).text


def told(match: Match, verb: str) -> str:
    """The toast of a press on a board in a position."""
    scene = pressed(Scene(match), verb)
    return toast(Outcome("played", scene.match, (*scene.last_turn, *scene.this_turn)), ENGLISH)


def story(match: Match, *presses: str) -> str:
    """What is told of the turn that these presses ended."""
    scene = Scene(match)
    for verb in presses:
        scene = pressed(scene, verb)
    return draw_past(replace(scene, this_turn=scene.last_turn), ENGLISH).text


# The board


def test_the_board_shows_what_stands_on_which_tile() -> None:
    shown = text(running())
    assert "🪱 1 worm: 11 (canned worm) 13 21 (sitting hen) 22 23 (raven) 24\n" in shown
    assert "🪱 2 worms: 25 (weasel) 26 27 (golden die) 28\n" in shown
    assert "🌭 Bratworms left: 7" in shown


def test_a_tile_with_two_pieces_names_both() -> None:
    assert "21 (sitting hen, raven)" in text(at(["grill 21 36", "on 21 hen", "on 21 raven"]))


def test_the_board_shows_who_holds_what() -> None:
    shown = text(at(["grill 36", "stack 0 11 30", "holds 0 weasel", "bratworms 0 2", "bratworms 1 1"]))
    assert f"1. {ANA}: top 30, 2 tiles, 4 worms, 2 Bratworms, <b>weasel</b>\n2. {BEN}: no tile, 1 Bratworm\n" in shown


@pytest.mark.parametrize(
    ("position", "power"),
    [
        (["holds 0 golden_die"], "With the golden die you can throw nine."),
        (["holds 0 weasel", "thrown 1 2 3"], "Your weasel can throw these dice again."),
        (["holds 0 canned_worm", "kept 5 5"], "Without a worm die your canned worm counts: 15 in all."),
    ],
)
def test_the_prompt_says_which_power_can_be_used_now(position: list[str], power: str) -> None:
    assert power in text(at(["grill 22 36", *position]))
    assert power not in text(at(["grill 22 36", *position[1:]]))


# The buttons


def test_nine_dice_or_eight_is_a_choice() -> None:
    assert {"roll": "🎲 Roll 8 dice", "roll 9": "🎲 Roll 9 (golden die)"} == labels(
        at(["grill 22 36", "holds 0 golden_die"])
    )


def test_a_failing_throw_asks_for_the_weasel() -> None:
    match = at(["grill 22 36", "holds 0 weasel", "kept 1 W", "thrown 1 1 W"])
    assert {"reroll": "Throw again (weasel)", "accept": "Let it fail"} == labels(match)
    assert "this throw shows nothing new." in text(match)


def test_a_good_throw_offers_the_weasel_beside_the_symbols() -> None:
    match = at(["grill 22 36", "holds 0 weasel", "thrown 1 2"])
    assert {"keep 1+roll", "keep 2+roll", "reroll", "ask stop"} == set(labels(match))


def test_which_specialist_goes_back_is_asked() -> None:
    match = at(["grill 22 36", "holds 0 weasel canned_worm", "due return"])
    assert {"return canned_worm": "Give back canned worm", "return weasel": "Give back weasel"} == labels(match)
    assert "one specialist too many" in text(match)


def test_whom_to_rob_is_asked_by_name() -> None:
    match = at(["grill 22 36", "bratworms 1 1", "bratworms 2 1", "due bratworm", "kept 1 1"])
    assert {"rob 1": f"Bratworm of {BEN}", "rob 2": "Bratworm of \u2068Cid\u2069", "decline": "Take none"} == labels(
        match
    )


def test_the_hen_is_named_where_she_would_come_instead_of_the_tile() -> None:
    match = at(["grill 24 36", "stack 1 26", "holds 1 hen", "kept W W W W W 1"])
    assert {"take 26": f"Take hen of {BEN}", "take 24": "Take 24"}.items() <= labels(match).items()
    match = at(["grill 24 36", "stack 1 26", "holds 1 hen", "kept W W W W W", "thrown 1 2"])
    assert "Keep 1, take hen" == labels(match)["keep 1+take 26"]


def test_a_tile_without_the_hen_is_snatched_by_its_number() -> None:
    match = at(["grill 24 36", "stack 1 26", "holds 2 hen", "kept W W W W W", "thrown 1 2"])
    assert "Keep 1, snatch 26" == labels(match)["keep 1+take 26"]
    assert f"Snatch 26 from {BEN}" == labels(at(["grill 24", "stack 1 26", "kept W W W W W 1"]))["take 26"]


def test_ones_that_ask_whom_to_rob_are_kept_alone() -> None:
    match = at(["grill 22 36", "bratworms 1 1", "thrown 1 1 2"])
    assert {"keep 1", "keep 2+roll", "ask stop"} == set(labels(match))


def test_giving_up_says_that_the_hen_goes() -> None:
    match = at(["grill 21 36", "stack 0 30", "holds 0 hen", "kept 5"])
    asked = draw(Scene(match, "stop"), ENGLISH).text
    assert "Then it fails. The sitting hen goes to 21. 36 is turned down." in asked
    assert "30 goes back" not in asked


# What is told


@pytest.mark.parametrize(("tile", "piece"), [(25, "weasel"), (21, "hen"), (29, "apple"), (27, "golden_die")])
def test_a_specialist_is_explained_when_it_is_gained(tile: int, piece: str) -> None:
    match = at([f"grill {tile} 36", f"on {tile} {piece}", f"kept W W W W {' '.join('1' * (tile - 20))}"])
    assert f"{ANA} gets the {PIECES[piece]}. {POWERS[piece]}" in story(match, f"take {tile}")
    assert POWERS[piece] in told(match, f"take {tile}")


def test_a_turn_is_told_with_ravens_and_bratworms() -> None:
    match = at(["grill 21 23", "on 23 raven", "supply 7", "kept W W W W", "thrown 3 1 1"])
    shown = f"{ANA} took 23 with 3. The raven goes to 21. {ANA} gets a Bratworm."
    assert shown == story(match, "keep 3", "take 23")
    match = at(["grill 21 36", "on 36 raven", "on 36 apple", "kept 5"])
    assert "36 is turned down. The apple goes to 21. The raven goes to 21." in story(match, "stop")


def test_a_specialist_that_is_out_is_told() -> None:
    match = at(["grill 36 35", "on 36 apple", "on 35 hen", "kept 5"])
    assert "The apple is out of the game." in story(match, "stop")


def test_a_stolen_hen_is_told() -> None:
    match = at(["grill 24 36", "stack 1 26", "holds 1 hen", "kept W W W W W 1"])
    assert f"{ANA} got the sitting hen of {BEN}!" in story(match, "take 26")
    assert told(match, "take 26").startswith(f"You got the sitting hen of {BEN}!")


def test_robbing_is_told() -> None:
    match = at(["grill 22 36", "bratworms 1 1", "due bratworm", "kept 1 1"])
    assert f"{ANA} took a Bratworm from {BEN}." in story(match, "rob 1", "stop")
    assert "You took a Bratworm from" in told(match, "rob 1")
    assert "You took no Bratworm." in told(match, "decline")


def test_giving_up_a_throw_with_two_ones_keeps_them_for_their_bratworm() -> None:
    match = at(["grill 22 36", "supply 1", "thrown 1 1 2 3"])
    assert ("keep 1+stop", "ask") == verbs(draw(Scene(match, "stop"), ENGLISH))
    assert (1, 0, 0) == pressed(Scene(match), "keep 1+stop").match.state.bratworms


def test_giving_up_a_throw_opens_no_question_whom_to_rob() -> None:
    match = at(["grill 22 36", "bratworms 1 2", "thrown 1 1 2 3"])
    assert ("keep 2+stop", "ask") == verbs(draw(Scene(match, "stop"), ENGLISH))


def test_a_second_throw_is_told() -> None:
    match = at(["grill 22 36", "holds 0 weasel", "kept 1 W", "thrown 1 1 W"])
    assert told(match, "reroll").startswith("The weasel threw ")


def test_the_rules_explain_every_specialist() -> None:
    shown = rules("deluxe", {}, ENGLISH).text
    assert [] == [power for power in POWERS.values() if power.replace("'", "&#x27;") not in shown]
    assert "Raven: whoever takes its tile" in shown


def test_the_end_shows_what_a_score_is_made_of() -> None:
    match = replace(at(["grill", "stack 0 11 36", "bratworms 0 2", "holds 0 apple"]), status="finished")
    assert f"1. {ANA}: 10 worms: 5 worms on 11 36, 2 Bratworms, 3 for the apple" in text(match)
    assert f"2. {BEN}: 0 worms: no tile" in text(match)


# Limits, and buttons and rules agree


@settings(max_examples=3, deadline=None)
@given(names, seeds, house_rules)
def test_every_screen_of_a_match_fits_and_every_command_has_a_button(
    named: list[str], seed: int, options: dict[str, str]
) -> None:
    """F31, F52, F53"""
    for scene in play_by_buttons(Scene(running(named, seed, **options)), Random(seed)):
        screens = [draw(replace(scene, question=question), ENGLISH) for question in ("", "stop")]
        for screen in screens:
            check(screen)
        check(draw_past(replace(scene, this_turn=scene.last_turn), ENGLISH), CAPTION)
        moves = scene.this_turn or scene.last_turn
        assert utf16(toast(Outcome("played", scene.match, moves), ENGLISH)) <= TOAST
        game, offered = scene.match.game, {verb for screen in screens for verb in verbs(screen)}
        plays = [verb for verb in offered if scene.match.status == "running" and verb.split()[0] != "ask"]
        assert [] == [reason for verb in plays if (reason := refused(scene.match, verb))]
        legal = {game.write_command(command) for command in game.legal(scene.match.state)}
        assert set() == legal - {verb.split("+")[0] for verb in offered}


@pytest.mark.parametrize("status", ["running", "finished"])
def test_seven_long_names_with_full_stacks_and_specialists_fit(status: str) -> None:
    """F32"""
    stacks = (f"stack {seat} {21 + 2 * seat} {22 + 2 * seat}" for seat in range(7))
    held = (
        f"holds {seat} {piece}" for seat, piece in enumerate(("canned_worm", "hen", "weasel", "golden_die", "apple"))
    )
    away = (f"benched {seat}" for seat in range(1, 7))
    worms = (f"bratworms {seat} 7" for seat in range(7))
    match = at(["grill 11 13 35 36", *stacks, *held, *worms, *away, "on 11 raven"], [LONGEST] * 7)
    check(draw(Scene(replace(match, status=status)), ENGLISH))


@given(house_rules)
def test_the_rules_and_the_lobby_fit(options: dict[str, str]) -> None:
    """F31"""
    check(rules("deluxe", options, ENGLISH))
    for question in ("", "rules"):
        check(draw(Scene(tables.lobby(HOSTILE, "deluxe", **options), question), ENGLISH))
