"""Every sentence of the rules page of Heckmeck Deluxe (docs/rules/deluxe.md), its house rules and its positions."""

# ruff: noqa: SIM300  house style: the expected value stands first

from functools import partial

import pytest

from engine import record
from engine.dice import Fair, Scripted
from engine.games import deluxe
from engine.games.deluxe_moves import (
    BratwormDeclined,
    BratwormDue,
    BratwormGained,
    DiceRerolled,
    GoldenDieAdded,
    RavenMoved,
    SpecialistGained,
    SpecialistMoved,
    SpecialistReturned,
    SpecialistSnatched,
    SpecialistTooMany,
)
from engine.games.deluxe_table import TILES, worms
from engine.parts.tile_turn import TileReturned, TileSnatched, TileTaken, TileTurnedDown, TurnFailed
from engine.parts.turns import SeatBenched, SeatLeft, TurnBegan
from engine.record import Faulty
from tests.engine import table
from tests.engine.table import choices

after = partial(table.after, game="deluxe")
events = partial(table.events, game="deluxe")
refusal = partial(table.refusal, game="deluxe")
placed = partial(table.placed, game="deluxe")

THREE = "Ana Ben Cid"

# The start


def test_all_eighteen_tiles_lie_open_with_a_specialist_on_six_of_them() -> None:
    """D1."""
    on = {"on 11 canned_worm", "on 21 hen", "on 23 raven", "on 25 weasel", "on 27 golden_die", "on 29 apple"}
    grill = "grill 11 13 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36"
    nothing = {"holds Ana", "holds Ben", "bratworms Ana 0", "bratworms Ben 0"}
    assert {grill, "supply 7", "dice 8", *on, *nothing} <= after("")


def test_tiles_carry_forty_two_worms_in_all() -> None:
    """D1: the table of the pieces."""
    assert (1, 1, 1, 4) == (worms(11), worms(13), worms(21), worms(36))
    assert 42 == sum(map(worms, TILES))


def test_the_first_to_join_begins_or_one_drawn_by_lot() -> None:
    """D2, house rule `starter`."""
    assert {"to_act Ana"} <= after("", seats=THREE)
    assert 2 == deluxe.to_act(deluxe.new(3, deluxe.Options(starter="random"), Scripted(lots=[2])))


# Taking tiles


@pytest.mark.parametrize("lower_tile", ["highest", "any", "lowest"])
def test_the_small_tiles_are_taken_with_the_exact_sum_only(lower_tile: str) -> None:
    """D3, D7."""
    assert {"take 11", "roll"} == choices(after("grill 11 13\nkept W 3 3", lower_tile=lower_tile))
    assert {"take 13", "roll"} == choices(after("grill 11 13\nkept W 4 4", lower_tile=lower_tile))
    assert {"take 21", "roll"} == choices(after("grill 11 13 21\nkept W W W W 2", lower_tile=lower_tile))
    assert "only_exact_tile" == refusal("grill 11 13 21\nkept W W W W 2", "Ana take 13", lower_tile=lower_tile)


def test_the_small_tiles_can_never_be_snatched_and_shield_the_stack() -> None:
    """D4."""
    position = "grill 36\nstack Ben 30 13\nkept W 4 4"
    assert {"stop", "roll"} == choices(after(position))
    assert "never_snatched" == refusal("grill 36\nstack Ben 30 13\nkept W 4 4 1", "Ana take 13")
    assert "tile_not_there" == refusal("grill 22\nstack Ben 30 13\nkept W W W W W W", "Ana take 30")


def test_below_twenty_one_only_the_exact_small_tile_helps() -> None:
    """D5."""
    for kept in ("W 1", "W 3 4", "W W W W"):
        assert {"stop", "roll"} == choices(after(f"grill 11 13 21\nkept {kept}"))


def test_an_exact_sum_on_the_grill_must_be_taken_and_one_on_a_stack_may_be() -> None:
    """D6."""
    assert {"take 26", "roll"} == choices(after("grill 25 26\nkept W W W W W 1"))
    assert {"take 26", "take 25", "roll"} == choices(after("grill 24 25\nstack Ben 26\nkept W W W W W 1"))
    assert "exact_tile_open" == refusal("grill 25 26\nkept W W W W W 1", "Ana take 25")


def test_with_snatch_forced_an_exact_snatch_must_be_taken() -> None:
    """D6, house rule `snatch`."""
    position = "grill 24 25\nstack Ben 26\nkept W W W W W 1"
    assert {"take 26", "roll"} == choices(after(position, snatch="forced"))
    assert "must_snatch" == refusal(position, "Ana take 25", snatch="forced")


@pytest.mark.parametrize(
    ("lower_tile", "tiles"),
    [("highest", {"take 24"}), ("lowest", {"take 21"}), ("any", {"take 21", "take 22", "take 24"})],
)
def test_which_tile_is_taken_when_nothing_matches(lower_tile: str, tiles: set[str]) -> None:
    """D7, house rule `lower_tile`."""
    position = "grill 11 13 21 22 24 27\nkept W W W W W 1"
    assert {"roll", *tiles} == choices(after(position, lower_tile=lower_tile))


# A failed turn


def test_without_a_worm_the_turn_fails() -> None:
    """D8."""
    assert {"stop", "roll"} == choices(after("grill 23 36\nkept 5 5 5 4 4"))
    assert "no_worm" == refusal("grill 23 36\nkept 5 5 5 4 4", "Ana take 23")
    assert TurnFailed(0, "gave_up") == events("grill 23 36\nkept 5 5 5 4 4", "Ana stop")[0]


def test_a_throw_without_a_new_symbol_fails_at_once() -> None:
    """D8, H6."""
    assert {"to_act Ben", "grill 25"} <= after("grill 25 36\nkept 1 W", "Ana roll > 1 1 W W 1 W")


def test_with_nothing_to_throw_and_nothing_to_take_the_turn_fails_by_itself() -> None:
    """D8, H8."""
    assert TurnFailed(0, "nothing_to_take") == events("grill 36\nkept 1 1 1 2 2 2\nthrown 3 3", "Ana keep 3")[1]


def test_the_top_tile_returns_and_the_highest_open_one_is_turned_down() -> None:
    """D9."""
    assert {"grill 22 25", "stack Ana 21"} <= after("grill 22 34\nstack Ana 21 25\nkept 1", "Ana stop")


def test_a_returned_highest_tile_is_turned_down_too() -> None:
    """D9."""
    position = "grill 22 24\nstack Ana 30\nkept 1"
    assert {"grill 22 24", "stack Ana"} <= after(position, "Ana stop")
    assert [TileReturned(0, 30, is_open=True), TileTurnedDown(30)] == events(position, "Ana stop")[1:3]


def test_the_highest_open_tile_is_turned_down_also_with_an_empty_stack() -> None:
    """D9."""
    assert {"grill 22"} <= after("grill 22 34\nkept 1", "Ana stop")


def test_with_empty_bust_closes_off_an_empty_stack_closes_nothing() -> None:
    """D9, house rule `empty_bust_closes`."""
    assert {"grill 22 34"} <= after("grill 22 34\nkept 1", "Ana stop", empty_bust_closes="off")
    assert {"grill 21 22"} <= after("grill 22 34\nstack Ana 21\nkept 1", "Ana stop", empty_bust_closes="off")


def test_with_returned_highest_spared_a_returned_highest_tile_stays_open() -> None:
    """D9, house rule `returned_highest_spared`."""
    spared = {"returned_highest_spared": "on"}
    assert {"grill 22 24 30"} <= after("grill 22 24\nstack Ana 30\nkept 1", "Ana stop", **spared)
    assert {"grill 22 23"} <= after("grill 22 24\nstack Ana 23\nkept 1", "Ana stop", **spared)
    assert {"grill 22"} <= after("grill 22 24\nkept 1", "Ana stop", **spared)


def test_in_the_short_game_a_returned_tile_is_out_of_the_game() -> None:
    """House rule `short_game`: its exception only with `returned_highest_spared`."""
    for tile, spared, grill in (("30", "off", "22"), ("30", "on", "22 24"), ("23", "on", "22"), ("23", "off", "22")):
        position = f"grill 22 24\nstack Ana {tile}\nkept 1"
        lines = after(position, "Ana stop", short_game="on", returned_highest_spared=spared)
        assert {f"grill {grill}", "stack Ana"} <= lines


# Specialists


def test_a_tile_from_the_grill_brings_the_specialist_on_it() -> None:
    """D10."""
    position = "grill 25 36\non 25 weasel\nkept W W W W W"
    assert {"stack Ana 25", "holds Ana weasel"} <= after(position, "Ana take 25")
    assert [TileTaken(0, 25), SpecialistGained(0, "weasel"), TurnBegan(1)] == events(position, "Ana take 25")


def test_the_hen_comes_with_her_tile() -> None:
    """D10."""
    assert {"holds Ana hen"} <= after("grill 21 36\non 21 hen\nkept W W W W 1", "Ana take 21")


def test_a_snatched_tile_brings_nobody() -> None:
    """D10, D12."""
    position = "grill 36\nstack Ben 25\nholds Ben weasel\nkept W W W W W"
    assert {"stack Ana 25", "holds Ana", "holds Ben weasel"} <= after(position, "Ana take 25")


TWO = "grill 11 22 25 36\non 25 weasel\nholds Ana apple\nkept W W W W W"


@pytest.mark.parametrize(("back", "kept"), [("weasel", "apple"), ("apple", "weasel")])
def test_of_two_specialists_the_player_chooses_which_goes_back(back: str, kept: str) -> None:
    """D11."""
    asked = after(TWO, "Ana take 25")
    assert {"to_act Ana", "holds Ana apple weasel", "due return"} <= asked
    assert {"return weasel", "return apple"} == choices(asked)
    lines = after(TWO, "Ana take 25", f"Ana return {back}")
    assert {f"holds Ana {kept}", f"on 11 {back}", "to_act Ben", "dice 8", "due"} <= lines


def test_a_specialist_given_back_goes_to_the_lowest_open_tile_with_no_piece_on_it() -> None:
    """D11: the raven is a piece."""
    position = "grill 11 13 22 25 36\non 25 weasel\non 11 hen\non 13 raven\nholds Ana apple\nkept W W W W W"
    assert {"on 22 weasel"} <= after(position, "Ana take 25", "Ana return weasel")


def test_without_a_free_tile_a_specialist_given_back_is_out_of_the_game() -> None:
    """D11."""
    position = "grill 11 25\non 25 weasel\non 11 raven\nholds Ana apple\nkept W W W W W"
    assert [SpecialistReturned(0, "weasel", None), TurnBegan(1)] == events(position, "Ana take 25", "Ana return weasel")


def test_nothing_else_is_allowed_before_a_specialist_went_back() -> None:
    """D11."""
    for wish in ("roll", "stop", "keep 1", "return hen", "decline", "rob Ben", "accept"):
        reason = "not_held" if wish == "return hen" else "return_first"
        assert reason == refusal(TWO, "Ana take 25", f"Ana {wish}")
    assert "not_your_turn" == refusal(TWO, "Ana take 25", "Ben roll")
    assert "nothing_due" == refusal(TWO, "Ana return apple")


def test_with_specialist_limit_none_all_are_kept() -> None:
    """D11, house rule `specialist_limit`."""
    assert {"holds Ana apple weasel", "to_act Ben"} <= after(TWO, "Ana take 25", specialist_limit="none")


def test_a_specialist_stays_when_the_tile_is_snatched_or_returned() -> None:
    """D12."""
    assert {"holds Ana weasel"} <= after("grill 36\nstack Ana 25\nholds Ana weasel\nkept 1", "Ana stop")
    position = "grill 36\nstack Ben 25\nholds Ben weasel\nkept W W W W W"
    assert {"holds Ben weasel"} <= after(position, "Ana take 25")


FOLLOWS = {"specialist_follows_tile": "on"}


def test_with_specialist_follows_tile_a_snatched_tile_brings_its_owners_specialist() -> None:
    """D12, house rule `specialist_follows_tile`."""
    position = "grill 36\nstack Ben 25\nholds Ben weasel\nkept W W W W W"
    assert {"holds Ana weasel", "holds Ben", "stack Ana 25"} <= after(position, "Ana take 25", **FOLLOWS)
    assert [TileSnatched(0, 25, 1), SpecialistSnatched(0, "weasel", 1), TurnBegan(1)] == events(
        position, "Ana take 25", **FOLLOWS
    )
    assert {"due return"} <= after(f"holds Ana apple\n{position}", "Ana take 25", **FOLLOWS)


def test_with_specialist_follows_tile_the_hen_is_taken_alone() -> None:
    """D12, D19, house rule `specialist_follows_tile`."""
    position = "grill 36\nstack Ben 25\nholds Ben hen weasel\nkept W W W W W"
    lines = after(position, "Ana take 25", specialist_limit="none", **FOLLOWS)
    assert {"holds Ana hen", "holds Ben weasel", "stack Ben 25", "stack Ana"} <= lines


def test_with_specialist_follows_tile_a_returned_tile_sends_all_specialists_back() -> None:
    """D12, house rule `specialist_follows_tile`."""
    position = "grill 22 36\nstack Ana 25\nholds Ana weasel apple\nkept 1"
    lines = after(position, "Ana stop", specialist_limit="none", **FOLLOWS)
    assert {"holds Ana", "on 22 weasel", "on 25 apple", "grill 22 25"} <= lines


def test_with_specialist_follows_tile_an_empty_stack_keeps_its_specialist() -> None:
    """D12, house rule `specialist_follows_tile`."""
    assert {"holds Ana weasel"} <= after("grill 22 36\nholds Ana weasel\nkept 1", "Ana stop", **FOLLOWS)


def test_a_specialist_on_a_tile_turned_down_moves_to_the_lowest_free_tile() -> None:
    """D13."""
    position = "grill 11 13 22 36\non 36 apple\non 11 hen\nkept 1"
    assert {"on 13 apple", "grill 11 13 22"} <= after(position, "Ana stop")
    assert SpecialistMoved("apple", 13) in events(position, "Ana stop")
    assert SpecialistMoved("apple", None) in events("grill 11 36\non 36 apple\non 11 hen\nkept 1", "Ana stop")


def test_the_apple_is_three_worms_at_the_end() -> None:
    """D14."""
    assert {"score Ana 4", "score Ben 0"} <= after("grill\nstack Ana 21\nholds Ana apple")


def test_the_owner_of_the_golden_die_throws_eight_or_nine_dice() -> None:
    """D15."""
    position = "grill 22 36\nholds Ana golden_die"
    assert {"roll", "roll 9"} == choices(after(position))
    assert {"thrown 1 1 2 2 3 3 4 4 W", "using golden_die"} <= after(position, "Ana roll 9 > 1 1 2 2 3 3 4 4 W")
    assert {"thrown 1 1 2 2 3 3 4 4", "using"} <= after(position, "Ana roll > 1 1 2 2 3 3 4 4")
    assert GoldenDieAdded(0) == events(position, "Ana roll 9 > 1 1 2 2 3 3 4 4 W")[0]
    assert "no_golden_die" == refusal("grill 22 36", "Ana roll 9")


def test_the_ninth_die_is_decided_before_the_first_throw() -> None:
    """D15."""
    position = "grill 22 36\nholds Ana golden_die"
    assert "only_first_throw" == refusal(position, "Ana roll > 1 1 2 2 3 3 4 4", "Ana roll 9")
    assert "only_first_throw" == refusal(position, "Ana roll > 1 1 2 2 3 3 4 4", "Ana keep 1", "Ana roll 9")
    nine = ("Ana roll 9 > 1 1 2 2 3 3 4 4 W", "Ana keep W")
    assert {"dice 8", "used golden_die", "roll", "stop"} <= {*choices(after(position, *nine)), *after(position, *nine)}
    assert "only_first_throw" == refusal(position, *nine, "Ana roll 9")


def test_the_golden_die_is_used_from_the_owners_next_turn() -> None:
    """D15."""
    position = "grill 22 27 36\non 27 golden_die\nkept W W W W W 2"
    moves = ("Ana take 27", "Ben timeout")
    assert {"roll 9", "roll"} == choices(after(position, *moves))


def test_a_golden_die_of_gold_shows_ones_and_worms() -> None:
    """D15, house rule `golden_die`."""
    position = "grill 22 36\nholds Ana golden_die\nsupply 7"
    for face, shown in zip("12345W", "111WWW", strict=True):
        throw = f"Ana roll 9 > 2 2 2 2 2 2 2 2 {face}"
        assert {f"thrown 2 2 2 2 2 2 2 2 {shown}"} <= after(position, throw, golden_die="gold")
        assert {f"thrown 2 2 2 2 2 2 2 2 {face}"} <= after(position, throw)


def test_a_golden_die_set_aside_maps_no_other_die() -> None:
    """D15, house rule `golden_die`."""
    position = "grill 22 36\nholds Ana golden_die\nsupply 7"
    moves = ("Ana roll 9 > 2 2 2 2 2 2 2 2 1", "Ana keep 1", "Ana roll > 2 2 2 2 2 2 2 5")
    assert {"thrown 2 2 2 2 2 2 2 5"} <= after(position, *moves, golden_die="gold")
    other = ("Ana roll 9 > 3 2 2 2 2 2 2 2 1", "Ana keep 3", "Ana roll > 2 2 2 2 2 2 2 5")
    assert {"thrown 2 2 2 2 2 2 2 W"} <= after(position, *other, golden_die="gold")


def test_the_golden_die_counts_like_any_die_of_its_symbol() -> None:
    """D16."""
    position = "grill 22 36\nholds Ana golden_die\nsupply 7"
    assert {"bratworms Ana 1", "kept 1 1", "dice 7"} <= after(position, "Ana roll 9 > 1 2 2 3 3 4 4 5 1", "Ana keep 1")
    moves = ("Ana roll 9 > 1 2 2 3 3 4 5 5 W", "Ana keep W")
    assert {"kept W", "sum 5"} <= after(position, *moves)


def test_the_canned_worm_counts_as_a_worm_when_no_worm_die_is_set_aside() -> None:
    """D17."""
    position = "grill 22 36\nholds Ana canned_worm\nkept 5 5 5 2"
    lines = after(position)
    assert {"sum 17", "take 22", "roll"} <= {*lines, *choices(lines)}
    assert {"stack Ana 22", "holds Ana canned_worm"} <= after(position, "Ana take 22")


def test_the_canned_worm_does_not_count_beside_a_worm_die() -> None:
    """D17."""
    assert {"roll", "stop"} == choices(after("grill 22 36\nholds Ana canned_worm\nkept W 5 5 2"))


def test_the_canned_worm_is_no_symbol_set_aside_and_does_not_rescue_a_throw() -> None:
    """D17, H6."""
    position = "grill 22 36\nholds Ana canned_worm\nkept 5 5 5 2"
    assert {"keep W", "keep 1"} == choices(after(position, "Ana roll > W 1 5 2"))
    assert TurnFailed(0, "nothing_new") in events(position, "Ana roll > 5 2 5 2")


def test_the_canned_worm_snatches() -> None:
    """D17, H12."""
    assert {"take 22", "roll"} == choices(after("grill 36\nstack Ben 22\nholds Ana canned_worm\nkept 5 5 5 2"))


def test_the_weasel_throws_the_same_dice_again_once_a_turn() -> None:
    """D18."""
    position, first = "grill 22 36\nholds Ana weasel", "Ana roll > 1 1 2 2 3 3 4 4"
    assert {"reroll", "keep 1", "keep 2", "keep 3", "keep 4"} == choices(after(position, first))
    again = (first, "Ana reroll > 5 5 5 5 5 5 W W")
    assert {"thrown 5 5 5 5 5 5 W W", "used weasel"} <= after(position, *again)
    assert [DiceRerolled(0, (5, 5, 5, 5, 5, 5, 6, 6))] == events(position, *again)
    assert "weasel_used" == refusal(position, *again, "Ana reroll")
    assert "weasel_used" == refusal(position, *again, "Ana keep 5", "Ana roll > W W", "Ana reroll")


def test_the_weasel_is_used_right_after_a_throw() -> None:
    """D18."""
    position = "grill 22 36\nholds Ana weasel"
    assert "nothing_thrown" == refusal(position, "Ana reroll")
    assert "nothing_thrown" == refusal(position, "Ana roll > 1 1 2 2 3 3 4 4", "Ana keep 1", "Ana reroll")
    assert "no_weasel" == refusal("grill 22 36", "Ana roll > 1 1 2 2 3 3 4 4", "Ana reroll")


def test_the_weasel_can_be_used_again_in_the_next_turn() -> None:
    """D18."""
    moves = ("Ana roll > 1 1 2 2 3 3 4 4", "Ana reroll > 1 1 2 2 3 3 4 4", "Ana timeout", "Ben timeout")
    again = after("grill 22 35 36\nholds Ana weasel", *moves, "Ana roll > 1 1 2 2 3 3 4 4")
    assert {"reroll"} <= choices(again)


FAILING = "grill 22 35 36\nstack Ana 30\nholds Ana weasel\nkept 1 W"


def test_a_throw_that_fails_waits_for_the_weasel() -> None:
    """D18."""
    lines = after(FAILING, "Ana roll > 1 1 W W 1 W")
    assert {"to_act Ana", "thrown 1 1 W W 1 W"} <= lines
    assert {"reroll", "accept"} == choices(lines)
    for wish in ("keep 1", "roll", "stop", "take 22"):
        assert "weasel_decides" == refusal(FAILING, "Ana roll > 1 1 W W 1 W", f"Ana {wish}")
    assert {"kept 1 W", "keep 5"} <= {
        *after(FAILING, "Ana roll > 1 1 W W 1 W", "Ana reroll > 5 1 1 1 W W"),
        *choices(after(FAILING, "Ana roll > 1 1 W W 1 W", "Ana reroll > 5 1 1 1 W W")),
    }


def test_a_second_throw_that_fails_too_ends_the_turn() -> None:
    """D18."""
    moves = ("Ana roll > 1 1 W W 1 W", "Ana reroll > 1 1 1 1 W W")
    assert {"to_act Ben", "grill 22 30 35", "stack Ana"} <= after(FAILING, *moves)


def test_a_failing_throw_can_be_accepted() -> None:
    """D18."""
    assert TurnFailed(0, "nothing_new") == events(FAILING, "Ana roll > 1 1 W W 1 W", "Ana accept")[0]
    assert "throw_is_good" == refusal(FAILING, "Ana roll > 1 1 W W 1 2", "Ana accept")
    assert "throw_is_good" == refusal(FAILING, "Ana accept")


HEN = "grill 24 36\nstack Ben 26\nholds Ben hen\nkept W W W W W 1"


def test_who_could_snatch_from_the_hens_owner_gets_the_hen() -> None:
    """D19."""
    assert {"take 26", "take 24", "roll"} == choices(after(HEN))
    assert {"holds Ana hen", "holds Ben", "stack Ben 26", "stack Ana", "to_act Ben", "grill 24 36"} <= after(
        HEN, "Ana take 26"
    )
    assert [SpecialistSnatched(0, "hen", 1), TurnBegan(1)] == events(HEN, "Ana take 26")


def test_a_thief_with_a_specialist_chooses_which_to_keep() -> None:
    """D19, D11."""
    lines = after(f"holds Ana apple\n{HEN}", "Ana take 26")
    assert {"return hen", "return apple"} == choices(lines)
    assert {"on 24 hen", "holds Ana apple"} <= after(f"holds Ana apple\n{HEN}", "Ana take 26", "Ana return hen")


def test_with_snatch_forced_the_hen_must_be_taken_too() -> None:
    """D19, house rule `snatch`."""
    assert {"take 26", "roll"} == choices(after(HEN, snatch="forced"))


def test_the_hens_owner_who_fails_gives_back_only_the_hen() -> None:
    """D19."""
    position = "grill 21 24 36\nstack Ana 22 30\nholds Ana hen\non 21 raven\nkept 1"
    lines = after(position, "Ana stop")
    assert {"stack Ana 22 30", "holds Ana", "on 24 hen", "grill 21 24"} <= lines
    assert [
        TurnFailed(0, "gave_up"),
        SpecialistReturned(0, "hen", 24),
        TileTurnedDown(36),
        TurnBegan(1),
    ] == events(position, "Ana stop")


@pytest.mark.parametrize(("closes", "grill"), [("on", "21"), ("off", "21 36")])
def test_the_hens_owner_with_an_empty_stack_loses_the_hen_too(closes: str, grill: str) -> None:
    """D19, house rule `empty_bust_closes`."""
    lines = after("grill 21 36\nholds Ana hen\nkept 1", "Ana stop", empty_bust_closes=closes)
    assert {"on 21 hen", "holds Ana", f"grill {grill}"} <= lines


def test_the_hen_does_not_spare_the_highest_tile() -> None:
    """D19: no tile was returned."""
    position = "grill 21 24\nstack Ana 30\nholds Ana hen\nkept 1"
    assert {"grill 21", "stack Ana 30"} <= after(position, "Ana stop", returned_highest_spared="on")


def test_the_other_specialists_stay_when_the_hen_goes_back() -> None:
    """D19, D12: no tile was returned."""
    position = "grill 21 24\nstack Ana 30\nholds Ana hen weasel\nkept 1"
    lines = after(position, "Ana stop", specialist_limit="none", **FOLLOWS)
    assert {"holds Ana weasel", "stack Ana 30"} <= lines


RAVEN = "grill 21 23 36\non 21 hen\non 23 raven\nsupply 7\nkept W W W W 3"


def test_the_ravens_tile_brings_a_bratworm_and_the_raven_moves_on() -> None:
    """D20."""
    assert {"bratworms Ana 1", "supply 6", "on 21 raven", "on 21 hen", "holds Ana"} <= after(RAVEN, "Ana take 23")
    assert [TileTaken(0, 23), RavenMoved(21), BratwormGained(0, "raven"), TurnBegan(1)] == events(RAVEN, "Ana take 23")


def test_the_raven_moves_when_its_tile_is_turned_down_and_brings_nothing() -> None:
    """D20."""
    position = "grill 21 36\non 36 raven\nsupply 7\nkept 1"
    assert {"on 21 raven", "supply 7"} <= after(position, "Ana stop")


def test_with_no_open_tile_the_raven_is_out() -> None:
    """D20."""
    position = "grill 23\non 23 raven\nsupply 7\nkept W W W W 3"
    assert [TileTaken(0, 23), RavenMoved(None), BratwormGained(0, "raven")] == events(position, "Ana take 23")


def test_a_snatched_tile_does_not_move_the_raven() -> None:
    """D20: from the grill."""
    position = "grill 36\nstack Ben 25\non 36 raven\nsupply 7\nkept W W W W W"
    assert {"on 36 raven", "supply 7"} <= after(position, "Ana take 25")


# Order


def test_a_failure_returns_turns_down_places_and_moves_in_this_order() -> None:
    """D25."""
    position = "grill 21 22\nstack Ana 36\nkept 1\non 22 apple\non 22 raven"
    assert [
        TurnFailed(0, "gave_up"),
        TileReturned(0, 36, is_open=False),
        TileTurnedDown(22),
        SpecialistMoved("apple", 21),
        RavenMoved(21),
        TurnBegan(1),
    ] == events(position, "Ana stop", short_game="on")


def test_a_returned_hen_is_placed_before_the_highest_tile_is_turned_down() -> None:
    """D25."""
    lines = after("grill 21 36\non 21 raven\nholds Ana hen\nkept 1", "Ana stop")
    assert {"grill 21", "on 21 raven"} <= lines
    assert "on 21 hen" not in lines


def test_a_taking_goes_tile_specialist_raven_bratworm_return() -> None:
    """D26."""
    position = "grill 21 25 36\non 25 weasel\non 25 raven\nholds Ana apple\nsupply 1\nkept W W W W W"
    assert [
        TileTaken(0, 25),
        SpecialistGained(0, "weasel"),
        RavenMoved(21),
        BratwormGained(0, "raven"),
        SpecialistTooMany(0),
    ] == events(position, "Ana take 25")
    assert SpecialistReturned(0, "apple", 36) == events(position, "Ana take 25", "Ana return apple")[0]


def test_a_bratworm_is_robbed_before_a_specialist_goes_back() -> None:
    """D26, D23."""
    position = "grill 21 25 36\non 25 weasel\non 25 raven\nholds Ana apple\nbratworms Ben 1\nkept W W W W W"
    asked = after(position, "Ana take 25")
    assert {"rob Ben", "decline"} == choices(asked)
    assert "bratworm_first" == refusal(position, "Ana take 25", "Ana return apple")
    lines = after(position, "Ana take 25", "Ana rob Ben")
    assert {"bratworms Ana 1", "bratworms Ben 0", "return weasel", "return apple"} <= {*lines, *choices(lines)}


def test_open_choices_are_answered_before_the_match_is_over() -> None:
    """D27."""
    position = "grill 25\non 25 weasel\non 25 raven\nholds Ana apple\nbratworms Ben 1\nkept W W W W W"
    asked = after(position, "Ana take 25")
    assert {"going", "to_act Ana", "grill"} <= asked
    lines = after(position, "Ana take 25", "Ana rob Ben", "Ana return weasel")
    assert {"over", "to_act -", "holds Ana apple", "score Ana 6", "score Ben 0"} <= lines
    assert {"score Ana 3"} <= after(position, "Ana take 25", "Ana rob Ben", "Ana return apple")


def test_who_leaves_with_a_choice_open_declines_and_gives_back_what_was_just_gained() -> None:
    """D28."""
    position = "grill 11 25 36\non 25 weasel\non 25 raven\nholds Ana apple\nbratworms Ben 1\nkept W W W W W"
    lines = after(position, "Ana take 25", "Ana leave", seats=THREE)
    assert {"holds Ana apple", "on 36 weasel", "bratworms Ben 1", "left Ana", "to_act Ben", "due"} <= lines
    assert [BratwormDeclined(0), SpecialistReturned(0, "weasel", 36), SeatLeft(0), TurnBegan(1)] == events(
        position, "Ana take 25", "Ana leave", seats=THREE
    )


def test_left_seats_can_still_be_snatched_and_robbed_from() -> None:
    """D28."""
    assert {"take 25", "roll"} == choices(after("grill 36\nstack Ben 25\nleft Ben\nkept W W W W W", seats=THREE))
    position = "grill 22 36\nbratworms Ben 1\nleft Ben\nthrown 1 1 2"
    assert {"rob Ben", "decline"} == choices(after(position, "Ana keep 1", seats=THREE))


def test_who_leaves_out_of_turn_leaves_the_choices_open() -> None:
    """D28."""
    assert {"due return", "to_act Ana", "left Cid"} <= after(TWO, "Ana take 25", "Cid leave", seats=THREE)
    assert {"over", "due", "winners Ana"} <= after(TWO, "Ana take 25", "Ben leave")


# Bratworms


def test_a_bratworm_is_one_worm_and_never_lost_by_failing() -> None:
    """D21."""
    assert {"bratworms Ana 2", "score Ana 2"} <= after("grill 22 36\nbratworms Ana 2\nkept 2", "Ana stop")


def test_two_ones_set_aside_bring_a_bratworm_at_once() -> None:
    """D22."""
    position = "grill 22 36\nsupply 7\nthrown 1 1 2 3"
    assert {"bratworms Ana 1", "supply 6", "to_act Ana"} <= after(position, "Ana keep 1")
    assert {"bratworms Ana 1"} <= after(position, "Ana keep 1", "Ana stop")
    assert {"bratworms Ana 1"} <= after("grill 22 36\nsupply 7\nthrown 1 1 1 1", "Ana keep 1")


def test_one_one_or_other_pairs_bring_none() -> None:
    """D22."""
    assert {"supply 7"} <= after("grill 22 36\nsupply 7\nthrown 1 2 2 3", "Ana keep 1")
    assert {"supply 7"} <= after("grill 22 36\nsupply 7\nthrown 1 1 2 2 3", "Ana keep 2")


EMPTY = "grill 22 36\nbratworms Ben 2\nbratworms Cid 1\nholds Cid hen\nthrown 1 1 2 3"


def test_with_the_supply_empty_a_bratworm_may_be_taken_from_another_player() -> None:
    """D23."""
    asked = after(EMPTY, "Ana keep 1", seats=THREE)
    assert {"due bratworm", "to_act Ana", "rob Ben", "decline"} <= {*asked, *choices(asked)}
    assert {"rob Ben", "decline"} == choices(asked)
    lines = after(EMPTY, "Ana keep 1", "Ana rob Ben", seats=THREE)
    assert {"bratworms Ana 1", "bratworms Ben 1", "roll", "stop", "due"} <= {*lines, *choices(lines)}
    lines = after(EMPTY, "Ana keep 1", "Ana decline", seats=THREE)
    assert {"bratworms Ana 0", "bratworms Ben 2", "roll", "stop"} <= {*lines, *choices(lines)}


def test_the_hens_owner_is_not_robbed_nor_who_has_none() -> None:
    """D23."""
    assert "hen_protects" == refusal(EMPTY, "Ana keep 1", "Ana rob Cid", seats=THREE)
    assert "no_bratworm_there" == refusal(EMPTY, "Ana keep 1", "Ana rob Ana", seats=THREE)
    assert "no_bratworm_there" == refusal(EMPTY, "Ana keep 1", "Ana rob Dan", seats=f"{THREE} Dan")
    assert "bratworm_first" == refusal(EMPTY, "Ana keep 1", "Ana roll", seats=THREE)


def test_with_nobody_to_take_from_nothing_happens() -> None:
    """D23."""
    lines = after("grill 22 36\nbratworms Ben 2\nholds Ben hen\nthrown 1 1 2 3", "Ana keep 1")
    assert {"roll", "stop"} == choices(lines)
    assert {"bratworms Ben 2", "bratworms Ana 0"} <= lines


def test_the_turn_fails_by_itself_only_after_the_choice() -> None:
    """D23, H8."""
    position = "grill 22 36\nbratworms Ben 1\nkept 2 3 3 3 3 3\nthrown 1 1"
    assert BratwormDue(0, "ones") == events(position, "Ana keep 1")[-1]
    for answer in ("rob Ben", "decline"):
        assert TurnFailed(0, "nothing_to_take") in events(position, "Ana keep 1", f"Ana {answer}")


# The end


def test_the_score_is_worms_bratworms_and_the_apple() -> None:
    """D24."""
    lines = after("grill\nstack Ana 11 13 36\nbratworms Ana 2\nholds Ana apple\nstack Ben 25")
    assert {"score Ana 11", "score Ben 2", "over", "winners Ana"} <= lines


def test_a_tie_goes_to_the_highest_single_tile_else_is_shared() -> None:
    """D24."""
    assert {"winners Ben"} <= after("grill\nstack Ana 21\nbratworms Ana 1\nstack Ben 25")
    assert {"winners Ana Ben"} <= after("grill\nbratworms Ana 1\nbratworms Ben 1")


# Going away


def test_out_of_time_a_failing_throw_fails_and_the_weasel_rests() -> None:
    """A2, D18."""
    assert TurnFailed(0, "too_slow") == events(FAILING, "Ana roll > 1 1 W W 1 W", "Ana timeout")[0]


def test_out_of_time_a_bratworm_is_declined_and_the_turn_settled() -> None:
    """A2, D23."""
    position = "grill 22 36\nbratworms Ben 1\nkept W W W W\nthrown 1 1 3"
    assert [BratwormDeclined(0), TileTaken(0, 22), TurnBegan(1)] == events(position, "Ana keep 1", "Ana timeout")


def test_out_of_time_after_the_turn_only_the_choices_are_answered() -> None:
    """A2: the apple is worth most; of equals the one just gained goes back."""
    assert [SpecialistReturned(0, "weasel", 11), TurnBegan(1)] == events(TWO, "Ana take 25", "Ana timeout")
    apple = "grill 11 29 36\non 29 apple\nholds Ana weasel\nkept W W W W W 4"
    assert SpecialistReturned(0, "weasel", 11) == events(apple, "Ana take 29", "Ana timeout")[0]
    hen = "grill 11 25 36\non 25 weasel\nholds Ana hen\nkept W W W W W"
    assert SpecialistReturned(0, "weasel", 11) == events(hen, "Ana take 25", "Ana timeout")[0]


def test_a_specialist_on_a_tile_taken_prudently_is_gained_and_the_choice_answered() -> None:
    """A2, D11."""
    position = "grill 11 29 36\non 29 apple\nholds Ana weasel\nkept W W W W W 4"
    assert {"stack Ana 29", "holds Ana apple", "on 11 weasel", "to_act Ben"} <= after(position, "Ana timeout")


def test_ones_kept_prudently_bring_a_bratworm() -> None:
    """A2, D22; nobody is robbed."""
    position = "grill 22 36\nkept W W W W\nthrown 1 1 3\nsupply 1"
    assert {"bratworms Ana 1", "stack Ana 22"} <= after(position, "Ana timeout")
    position = "grill 22 36\nkept W W W W\nthrown 1 1\nbratworms Ben 1"
    assert {"bratworms Ben 1", "stack Ana 22"} <= after(position, "Ana timeout")


def test_out_of_time_nothing_is_snatched_not_even_the_hen() -> None:
    """A2, D19."""
    assert {"stack Ana 24", "holds Ben hen"} <= after(HEN, "Ana timeout")


def test_benching_answers_open_choices_first() -> None:
    """A3."""
    assert [SpecialistReturned(0, "weasel", 11), SeatBenched(0), TurnBegan(1)] == events(
        TWO, "Ana take 25", "Ana bench"
    )


# Positions that implementations get wrong, where no sentence above has the same


def test_a_sum_of_fourteen_takes_neither_small_tile() -> None:
    position = "grill 11 13 36\nkept W W 4\nstack Ana 30"
    assert {"roll", "stop"} == choices(after(position))
    assert {"stack Ana", "grill 11 13 30"} <= after(position, "Ana stop")


def test_a_sum_of_twenty_does_not_take_thirteen() -> None:
    assert {"roll", "stop"} == choices(after("grill 13 21\nkept W W W W"))


def test_thirteen_on_a_stack_is_neither_snatched_nor_on_the_grill() -> None:
    assert {"roll", "stop"} == choices(after("grill 11 36\nstack Ben 30 13\nkept W 4 4"))


def test_the_canned_worm_takes_eleven_with_two_ones_and_two_twos() -> None:
    position = "grill 11 36\nholds Ana canned_worm\nsupply 7\nkept 2 2\nthrown 1 1 3 3"
    assert {"stack Ana 11", "bratworms Ana 1"} <= after(position, "Ana keep 1", "Ana take 11")


def test_the_highest_returned_thirty_six_is_turned_down() -> None:
    lines = after("grill 22 35\nstack Ana 36\nkept 1", "Ana stop")
    assert {"grill 22 35", "stack Ana"} <= lines


# Positions in the notation


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("on 22", "on is followed by a tile and a piece"),
        ("on 23 hen", "23 is no open tile"),
        ("on 22 worm", "worm is no specialist that can be owned"),
        ("holds Ana raven", "raven is no specialist that can be owned"),
        ("holds Ana hen\non 22 hen", "hen is named twice"),
        ("bratworms Ana", "bratworms is followed by a number from 0 to 99"),
        ("bratworms Ana 100", "bratworms is followed by a number from 0 to 99"),
        ("bratworms Ana 1\nbratworms Ana 1", "bratworms stands twice"),
        ("supply x", "supply is followed by a number from 0 to 99"),
        ("supply 1\nsupply 1", "supply stands twice"),
        ("used hen", "used hen cannot be said here"),
        ("using weasel", "using weasel cannot be said here"),
        ("using golden_die\nused golden_die", "used golden_die cannot be said here"),
        ("due bratworm", "due bratworm leaves nothing to choose"),
        ("due return\nholds Ana hen", "due return leaves nothing to choose"),
        ("due tax", "due tax leaves nothing to choose"),
        ("kept W\nthrown W", "every symbol thrown is kept already"),
        ("kept W\nthrown W\nholds Ana weasel\nused weasel", "every symbol thrown is kept already"),
        ("kept 1 1 1 1 2 2 2 2", "no throw is left and nothing can be taken"),
    ],
)
def test_what_cannot_be_placed_is_said(line: str, wrong: str) -> None:
    with pytest.raises(Faulty, match=wrong):
        placed(f"grill 22 36\n{line}")


def test_a_failing_throw_that_the_weasel_can_save_is_a_position() -> None:
    """D18."""
    assert {"reroll", "accept"} == choices(after("grill 22 36\nholds Ana weasel\nkept W\nthrown W W"))


def test_a_position_is_shown_without_what_nobody_has() -> None:
    head = "game deluxe\nseats Ana Ben\n\n"
    shown = record.show(f"{head}grill 22 36\nbratworms Ben 2\nbratworms Ana 0\nsupply 0".encode())
    assert f"{head}grill 22 36\nbratworms Ben 2\nto_act Ana\n\n= going\n" == shown


def test_counts_of_a_position_are_taken_as_given() -> None:
    lines = after("grill 22 36\nholds Ana hen weasel\nsupply 12\nkept W")
    assert {"holds Ana hen weasel", "supply 12", "roll", "stop"} <= {*lines, *choices(lines)}


def test_a_seed_and_its_written_dice_throw_the_same_gold() -> None:
    """D15: records write what the golden die shows, and that is read back as it is."""
    start = placed("grill 22 36\nholds Ana golden_die", golden_die="gold")
    for number in range(20):
        thrown = deluxe.decide(start, 0, deluxe.read_command("roll 9"), Fair(bytes([number]), "m"))[1].faces
        again = deluxe.decide(start, 0, deluxe.read_command("roll 9"), Scripted(thrown))[1].faces
        assert thrown == again
        assert thrown[-1] in (1, 6)
