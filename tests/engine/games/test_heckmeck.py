"""Every sentence of the rules page of Heckmeck am Bratwurmeck (docs/rules/heckmeck.md), and who is away (A1 to A3)."""

# ruff: noqa: SIM300  house style: the expected value stands first

import pytest

from engine.dice import Scripted, WrongDice
from engine.games import heckmeck
from engine.games.heckmeck import DiceKept, TileSnatched, TileTaken, TurnFailed
from engine.parts.grill import worms
from engine.parts.turns import SeatBenched, SeatLeft, TurnBegan, TurnPassed
from engine.record import Faulty
from tests.engine.table import after, choices, events, placed, refusal

ALL_TILES = "21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36"

# The start


def test_all_sixteen_tiles_lie_open_in_ascending_order_at_the_start() -> None:
    """H1."""
    assert {f"grill {ALL_TILES}", "stack Ana", "stack Ben", "closed"} <= after("")


def test_tiles_carry_one_to_four_worms_and_forty_in_all() -> None:
    """H1: the table of the pieces."""
    expected = dict(zip(range(21, 37), [1] * 4 + [2] * 4 + [3] * 4 + [4] * 4, strict=True))
    assert expected == {tile: worms(tile) for tile in heckmeck.TILES}
    assert 40 == sum(map(worms, heckmeck.TILES))


def test_the_first_to_join_begins() -> None:
    """H2."""
    assert {"to_act Ana"} <= after("", seats="Ana Ben Cid")


def test_with_starter_random_a_lot_names_who_begins() -> None:
    """H2, house rule `starter`."""
    dice = Scripted(lots=[2])
    assert 2 == heckmeck.to_act(heckmeck.new(3, heckmeck.Options(starter="random"), dice))
    assert [] == dice.lots


def test_two_to_seven_play() -> None:
    """H3."""
    assert (2, 3, 4, 5, 6, 7) == tuple(heckmeck.SEATS)


# A turn


def test_a_turn_begins_with_a_throw_of_all_eight_dice() -> None:
    """H4."""
    assert {"roll"} == choices(after(""))
    assert {"dice 8", "kept", "thrown 1 2 3 4 5 W W W"} <= after("", "Ana roll > 1 2 3 4 5 W W W")


@pytest.mark.parametrize("number", [7, 9])
def test_a_turn_never_begins_with_more_or_fewer_dice(number: int) -> None:
    """H4."""
    with pytest.raises((WrongDice, AssertionError), match=r"8 dice are thrown|leaves dice over"):
        after("", "Ana roll >" + " 1" * number)


@pytest.mark.parametrize(
    ("reason", "wish"), [("roll_first", "stop"), ("roll_first", "take 21"), ("nothing_thrown", "keep 1")]
)
def test_a_turn_cannot_be_passed(reason: str, wish: str) -> None:
    """H4."""
    assert reason == refusal("", f"Ana {wish}")


def test_all_dice_of_one_symbol_are_set_aside() -> None:
    """H5."""
    assert {"kept W W W", "dice 5", "sum 15", "thrown"} <= after("", "Ana roll > W 1 W 2 2 W 3 4", "Ana keep W")
    assert [DiceKept(0, 6, 3)] == events("", "Ana roll > W 1 W 2 2 W 3 4", "Ana keep W")


def test_each_symbol_thrown_can_be_chosen_once() -> None:
    """H5."""
    assert {"keep 1", "keep 4", "keep W"} == choices(after("", "Ana roll > W 1 W 4 4 W 1 4"))
    assert {"keep 1", "keep 4"} == choices(after("grill 36\nkept W", "Ana roll > W 1 W 4 4 W 1"))


def test_a_symbol_set_aside_before_cannot_be_chosen_again() -> None:
    """H5."""
    assert "already_kept" == refusal("grill 36\nkept W", "Ana roll > W 1 W 4 4 W 1", "Ana keep W")


def test_a_symbol_that_was_not_thrown_cannot_be_chosen() -> None:
    """H5."""
    assert "not_thrown" == refusal("", "Ana roll > W 1 W 4 4 W 1 4", "Ana keep 5")


def test_a_throw_without_a_new_symbol_fails_at_once() -> None:
    """H6."""
    assert {"to_act Ben", "grill 25", "stack Ana"} <= after("grill 25\nkept 1 W", "Ana roll > 1 1 W W 1 W")
    assert [TurnFailed(0, "nothing_new"), TurnBegan(1)] == events("grill 25\nkept 1 W", "Ana roll > 1 1 W W 1 W")[1:]


def test_a_throw_with_one_new_symbol_goes_on() -> None:
    """H6."""
    assert {"keep 2"} == choices(after("grill 25\nkept 1 W", "Ana roll > 1 1 W W 1 2"))


def test_the_rest_can_be_thrown_again_after_setting_aside() -> None:
    """H7."""
    moves = ("Ana roll > 3 1 1 2 4 5", "Ana keep 3")
    assert {"roll", "stop"} == choices(after("grill 36\nkept W W", *moves))
    assert {"dice 5", "kept W W 3", "thrown 1 2 3 4 5"} <= after("grill 36\nkept W W", *moves, "Ana roll > 1 2 3 4 5")


def test_throwing_again_is_allowed_though_a_tile_can_be_taken() -> None:
    """H7."""
    assert {"roll", "take 21"} == choices(after("grill 21 36\nkept W W W W 1"))


def test_without_a_die_left_a_takeable_tile_waits_to_be_taken() -> None:
    """H8."""
    expected = {"grill 24", "to_act Ana", "dice 0", "sum 24"}
    lines = after("grill 24\nkept W W 2 2 2 2", "Ana roll > 3 3", "Ana keep 3")
    assert expected <= lines
    assert {"take 24"} == choices(lines)
    assert "no_dice_left" == refusal("grill 24\nkept W W 2 2 2 2", "Ana roll > 3 3", "Ana keep 3", "Ana roll")


def test_without_a_free_symbol_a_takeable_tile_waits_to_be_taken() -> None:
    """H8."""
    position, moves = "grill 24 36\nkept 1 2 3 4 5", ("Ana roll > W W 1", "Ana keep W")
    lines = after(position, *moves)
    assert {"to_act Ana", "sum 25", "dice 1"} <= lines
    assert {"take 24"} == choices(lines)
    assert "no_symbol_left" == refusal(position, *moves, "Ana roll > 1")


@pytest.mark.parametrize(
    ("kept", "rest", "last"),
    [
        ("1 1 1 1 2 2 2", "3", "3"),  # no die left, no worm
        ("W 1 1 1 1 1 1", "2", "2"),  # no die left, too low
        ("1 2 3 4 5", "W 1 2", "W"),  # two dice but no symbol left, too low
    ],
)
def test_with_nothing_to_throw_and_nothing_to_take_the_turn_fails_by_itself(kept: str, rest: str, last: str) -> None:
    """H8."""
    position = f"grill 30\nstack Ana 21\nkept {kept}"
    assert {"to_act Ben", "grill 21", "stack Ana", "closed " + ALL_TILES[3:]} <= after(
        position, f"Ana roll > {rest}", f"Ana keep {last}"
    )
    assert TurnFailed(0, "nothing_to_take") in events(position, f"Ana roll > {rest}", f"Ana keep {last}")


def test_stopping_is_allowed_after_any_setting_aside() -> None:
    """H9."""
    assert {"roll", "stop"} == choices(after("", "Ana roll > 1 2 2 2 2 2 2 2", "Ana keep 1"))
    assert {"roll", "take 21"} == choices(
        after("", "Ana roll > W W W W 1 1 1 1", "Ana keep W", "Ana roll > 1 2 3 4", "Ana keep 1")
    )


@pytest.mark.parametrize("wish", ["stop", "take 25", "roll"])
def test_between_a_throw_and_setting_aside_nothing_else_is_allowed(wish: str) -> None:
    """H9."""
    assert "keep_first" == refusal("grill 25\nkept W W W W W", "Ana roll > 1 2 3", f"Ana {wish}")


def test_a_tile_needs_a_worm() -> None:
    """H10."""
    assert "no_worm" == refusal("grill 23\nkept 5 5 5 4 4", "Ana take 23")
    assert {"take 23", "roll"} == choices(after("grill 23\nkept W W W 4 4"))


def test_a_tile_needs_a_sum_that_reaches_it() -> None:
    """H10."""
    assert "sum_too_low" == refusal("grill 23\nkept W W W 4 3", "Ana take 23")
    assert {"roll", "stop"} == choices(after("grill 23\nkept W W W 4 3"))


def test_an_exact_open_tile_is_taken() -> None:
    """H11."""
    assert {"grill 21 25", "stack Ana 23"} <= after("grill 21 23 25\nkept W W W 4 4", "Ana take 23")


@pytest.mark.parametrize("lower_tile", ["highest", "any", "lowest"])
def test_no_lower_tile_is_taken_instead_of_an_exact_open_one(lower_tile: str) -> None:
    """H11, whatever `lower_tile` says."""
    position = "grill 21 23\nkept W W W 4 4"
    assert {"roll", "take 23"} == choices(after(position, lower_tile=lower_tile))
    assert "exact_tile_open" == refusal(position, "Ana take 21", lower_tile=lower_tile)


def test_an_exact_top_tile_is_snatched() -> None:
    """H12."""
    position = "grill 36\nstack Ana 21\nstack Ben 24 26\nkept W W W W W 1"
    assert {"stack Ana 21 26", "stack Ben 24", "grill 36"} <= after(position, "Ana take 26")
    assert [TileSnatched(0, 26, 1), TurnBegan(1)] == events(position, "Ana take 26")


def test_a_tile_under_a_snatched_one_lies_on_top_again() -> None:
    """H12."""
    position = "grill 36\nstack Ben 25 26\nkept W W W W W 1"
    moves = ("Ana take 26", "Ben roll > W W W W W 1 1 1", "Ben keep W", "Ben timeout")
    assert "take 25" in choices(after("grill 36\nstack Ben 25\nkept W W W W W"))
    assert {"stack Ana 26", "stack Ben"} <= after(position, *moves)


def test_covered_tiles_are_safe() -> None:
    """H12."""
    position = "grill 36\nstack Ben 25 28\nkept W W W W W"
    assert {"roll", "stop"} == choices(after(position))
    assert "tile_not_there" == refusal(position, "Ana take 25")


def test_only_an_exact_sum_snatches() -> None:
    """H12."""
    assert "only_exact_snatch" == refusal("grill 36\nstack Ben 25\nkept W W W W W 1", "Ana take 25")


def test_any_other_players_top_tile_can_be_snatched() -> None:
    """H12."""
    assert {"stack Ana 25", "stack Cid 21"} <= after(
        "grill 36\nstack Ben 26\nstack Cid 21 25\nkept W W W W W", "Ana take 25", seats="Ana Ben Cid"
    )


def test_a_tile_face_down_or_ones_own_is_not_there() -> None:
    """H12, H15."""
    assert "tile_not_there" == refusal("grill 36\nstack Ana 25\nkept W W W W W 1", "Ana take 25")
    assert "tile_not_there" == refusal("grill 36\nkept W W W W W 1", "Ana take 25")


def test_instead_of_snatching_the_next_lower_tile_may_be_taken() -> None:
    """H13."""
    position = "grill 24 25 27\nstack Ben 26\nkept W W W W W 1"
    assert {"roll", "take 26", "take 25"} == choices(after(position))
    assert {"stack Ana 25", "stack Ben 26", "grill 24 27"} <= after(position, "Ana take 25")


def test_a_snatch_left_alone_does_not_free_the_choice_of_the_lower_tile() -> None:
    """H13, H14: the tile refused here is refused for the sake of 25, not of the snatch."""
    position = "grill 24 25\nstack Ben 26\nkept W W W W W 1"
    assert "only_highest" == refusal(position, "Ana take 24")
    assert "only_lowest" == refusal(position, "Ana take 25", lower_tile="lowest")


@pytest.mark.parametrize("lower_tile", ["highest", "any", "lowest"])
def test_with_snatch_forced_an_exact_snatch_must_be_taken(lower_tile: str) -> None:
    """H13, house rule `snatch`."""
    position = "grill 24 25 27\nstack Ben 26\nkept W W W W W 1"
    assert {"roll", "take 26"} == choices(after(position, snatch="forced", lower_tile=lower_tile))
    assert "must_snatch" == refusal(position, "Ana take 25", snatch="forced", lower_tile=lower_tile)
    assert "tile_can_be_taken" == refusal(position, "Ana stop", snatch="forced", lower_tile=lower_tile)


def test_with_snatch_forced_a_tile_on_the_grill_is_taken_where_no_snatch_is_exact() -> None:
    """H13, house rule `snatch`."""
    assert {"roll", "take 24"} == choices(after("grill 24 27\nstack Ben 25\nkept W W W W W 1", snatch="forced"))


def test_the_highest_open_tile_below_the_sum_is_taken() -> None:
    """H14."""
    position = "grill 21 22 24 27\nkept W W W W W 1"
    assert {"roll", "take 24"} == choices(after(position))
    assert {"grill 21 22 27", "stack Ana 24"} <= after(position, "Ana take 24")
    assert "only_highest" == refusal(position, "Ana take 22")
    assert "sum_too_low" == refusal(position, "Ana take 27")


def test_with_lower_tile_any_the_player_chooses() -> None:
    """H14, house rule `lower_tile`."""
    position = "grill 21 22 24 27\nkept W W W W W 1"
    assert {"roll", "take 21", "take 22", "take 24"} == choices(after(position, lower_tile="any"))
    assert {"grill 21 24 27", "stack Ana 22"} <= after(position, "Ana take 22", lower_tile="any")


def test_with_lower_tile_lowest_the_lowest_open_tile_is_taken() -> None:
    """H14, house rule `lower_tile`."""
    position = "grill 21 22 24 27\nkept W W W W W 1"
    assert {"roll", "take 21"} == choices(after(position, lower_tile="lowest"))
    assert "only_lowest" == refusal(position, "Ana take 24", lower_tile="lowest")


def test_ones_own_top_tile_counts_as_not_on_the_grill() -> None:
    """H15."""
    position = "grill 21 36\nstack Ana 23\nkept W W W 4 4"
    assert {"roll", "take 21"} == choices(after(position))
    assert {"stack Ana 23 21", "grill 36"} <= after(position, "Ana take 21")


def test_a_sum_above_all_tiles_takes_the_highest_open_one() -> None:
    """H16."""
    lines = after(f"grill {ALL_TILES}\nkept W W W 5 5 5 5 5")
    assert {"sum 40"} <= lines
    assert {"take 36"} == choices(lines)
    assert {"take 31"} == choices(after("grill 21 29 31\nkept W W W 5 5 5 5 5"))


def test_a_tile_taken_goes_on_top_of_ones_own_stack() -> None:
    """H17."""
    assert {"stack Ana 30 21"} <= after("grill 21 36\nstack Ana 30\nkept W W W W 1", "Ana take 21")
    assert {"stack Ana 30 21 36"} <= after("grill 22 36\nstack Ana 30 21\nkept W W W W W W W 1", "Ana take 36")


def test_the_turn_goes_to_the_next_seat_in_join_order() -> None:
    """H17: after a tile taken; the last is followed by the first."""
    assert [TileTaken(2, 21), TurnBegan(0)] == events(
        "grill 21 36\nto_act Cid\nkept W W W W 1", "Cid take 21", seats="Ana Ben Cid"
    )


def test_giving_up_where_nothing_can_be_taken_fails_the_turn() -> None:
    """H18."""
    position = "grill 22 34\nstack Ana 25\nkept 1"
    assert {"grill 22 25", "stack Ana", "to_act Ben"} <= after(position, "Ana stop")
    assert TurnFailed(0, "gave_up") == events(position, "Ana stop")[0]


def test_giving_up_is_refused_where_a_tile_can_be_taken() -> None:
    """H18."""
    assert "tile_can_be_taken" == refusal("grill 21 36\nkept W W W W 1", "Ana stop")
    assert "tile_can_be_taken" == refusal("grill 36\nstack Ben 21\nkept W W W W 1", "Ana stop")


# A failed turn

FAILURES = {
    "nothing_new": ("kept 1", "Ana roll > 1 1 1 1 1 1 1"),
    "nothing_to_take": ("kept 1 1 1 1 1 1 1\nthrown 2", "Ana keep 2"),
    "gave_up": ("kept 1", "Ana stop"),
    "too_slow": ("kept 1", "Ana timeout"),
}


@pytest.mark.parametrize("cause", FAILURES)
def test_a_failed_turn_returns_the_top_tile_open_to_its_place(cause: str) -> None:
    """H19."""
    dice, move = FAILURES[cause]
    position = f"grill 22 29\nstack Ana 21 25\n{dice}"
    assert {"stack Ana 21", "grill 22 25", "to_act Ben", "score Ana 1"} <= after(position, move)
    assert TurnFailed(0, cause) in events(position, move)  # type: ignore[arg-type]  # a cause among the causes


def test_when_a_tile_was_returned_the_highest_open_one_is_turned_down() -> None:
    """H20."""
    assert {"grill 22 25", f"closed {ALL_TILES.replace('22 ', '').replace('25 ', '')}"} <= after(
        "grill 22 34\nstack Ana 25\nkept 1", "Ana stop"
    )


def test_a_returned_highest_tile_stays_open() -> None:
    """H21."""
    assert {"grill 22 24 30", "stack Ana"} <= after("grill 22 24\nstack Ana 30\nkept 1", "Ana stop")


def test_a_player_without_tiles_returns_nothing_and_nothing_is_turned_down() -> None:
    """H22."""
    assert {"grill 22 34", "to_act Ben"} <= after("grill 22 34\nstack Ben 36\nkept 1", "Ana stop")


def test_with_empty_bust_closes_the_highest_open_tile_is_turned_down_all_the_same() -> None:
    """H22, house rule `empty_bust_closes`."""
    position = "grill 22 34\nkept 1"
    assert {"grill 22", "to_act Ben"} <= after(position, "Ana stop", empty_bust_closes="on")


def test_empty_bust_closes_changes_nothing_for_a_player_with_tiles() -> None:
    """H22, house rule `empty_bust_closes`."""
    position = "grill 22 24\nstack Ana 30\nkept 1"
    assert {"grill 22 24 30"} <= after(position, "Ana stop", empty_bust_closes="on")


def test_an_empty_bust_that_closes_the_last_tile_ends_the_match() -> None:
    """H22, H23, house rule `empty_bust_closes`."""
    lines = after("grill 22\nstack Ben 21\nkept 1", "Ana stop", empty_bust_closes="on")
    assert {"grill", "over", "to_act -", "winners Ben"} <= lines


def test_in_the_short_game_a_returned_tile_is_laid_face_down_and_the_highest_open_one_too() -> None:
    """House rule `short_game`."""
    lines = after("grill 22 34\nstack Ana 21 25\nkept 1", "Ana stop", short_game="on")
    assert {"grill 22", "stack Ana 21", "to_act Ben"} <= lines


def test_in_the_short_game_a_returned_tile_above_all_open_ones_goes_alone() -> None:
    """House rule `short_game`."""
    lines = after("grill 22 24\nstack Ana 30\nkept 1", "Ana stop", short_game="on")
    assert {"grill 22 24", "stack Ana"} <= lines


def test_in_the_short_game_a_player_without_tiles_closes_nothing() -> None:
    """House rule `short_game`, H22."""
    assert {"grill 22 24"} <= after("grill 22 24\nkept 1", "Ana stop", short_game="on")


def test_the_short_game_ends_when_the_last_open_tile_is_turned_down() -> None:
    """House rule `short_game`, H23."""
    lines = after("grill 22\nstack Ana 21\nkept 1", "Ana stop", short_game="on")
    assert {"grill", "over", "to_act -"} <= lines


# The end


def test_the_match_ends_when_the_last_open_tile_is_taken_whatever_lies_face_down() -> None:
    """H23."""
    position = "grill 29\nstack Ben 33\nkept W W W W W 2 2"
    lines = after(position, "Ana take 29")
    assert {"over", "to_act -", "grill", "winners Ben", "ranking Ben Ana"} <= lines
    assert set() == choices(lines)
    assert [TileTaken(0, 29)] == events(position, "Ana take 29")


def test_the_match_goes_on_while_one_tile_is_open() -> None:
    """H23."""
    assert {"going", "to_act Ben", "winners"} <= after("grill 29 36\nkept W W W W W 2 2", "Ana take 29")


@pytest.mark.parametrize("wish", ["roll", "stop", "take 21", "keep 1", "leave", "timeout", "bench", "back"])
def test_nothing_can_be_done_when_the_match_is_over(wish: str) -> None:
    """H23."""
    assert "over" == refusal("grill 29\nkept W W W W W 2 2", "Ana take 29", f"Ben {wish}")


def test_most_worms_win_not_most_tiles() -> None:
    """H24."""
    position = "grill\nstack Ana 21 22 23\nstack Ben 36"
    assert {"winners Ben", "ranking Ben Ana", "score Ana 3", "score Ben 4"} <= after(position)


def test_worms_of_covered_tiles_count() -> None:
    """H24."""
    assert {"winners Ana", "score Ana 5"} <= after("grill\nstack Ana 36 21\nstack Ben 35")


def test_a_tie_goes_to_the_highest_single_tile_anywhere_in_the_stack() -> None:
    """H25."""
    position = "grill\nstack Ana 29 21\nstack Ben 33"
    assert {"score Ana 4", "score Ben 4", "winners Ben"} <= after(position)
    assert {"score Ana 5", "score Ben 5", "winners Ben"} <= after("grill\nstack Ana 29 25\nstack Ben 33 21")


def test_players_without_any_tile_share_their_place() -> None:
    """H25."""
    assert {"ranking Ben Ana,Cid", "winners Ben"} <= after("grill\nstack Ben 21", seats="Ana Ben Cid")


def test_when_nobody_has_a_tile_all_share_the_win() -> None:
    """H25."""
    assert {"winners Ana Ben Cid", "ranking Ana,Ben,Cid"} <= after("grill", seats="Ana Ben Cid")


# Positions that implementations get wrong, where no sentence above has the same


def test_the_eighth_die_set_aside_still_takes_its_tile() -> None:
    assert {"stack Ana 24", "grill 36"} <= after(
        "grill 24 36\nkept W W 2 2 2 2\nthrown 3 3", "Ana keep 3", "Ana take 24"
    )


def test_ones_own_top_with_nothing_lower_open_fails_and_goes_back() -> None:
    position = "grill 24 25\nstack Ana 23\nkept W W W\nthrown 4 4 1 1 1"
    assert {"roll", "stop"} == choices(after(position, "Ana keep 4"))
    assert {"grill 23 24", "stack Ana"} <= after(position, "Ana keep 4", "Ana stop")


def test_a_sum_without_a_worm_fails_though_its_tile_is_open() -> None:
    position = "grill 23 36\nstack Ana 22\nkept 5 5 5 4 4"
    assert {"grill 22 23", "stack Ana"} <= after(position, "Ana stop")


# Leaving


def test_who_leaves_in_the_middle_of_a_turn_loses_the_dice_and_nothing_else() -> None:
    """A1."""
    lines = after("grill 22 34\nstack Ana 25\nkept W W\nthrown 1 2", "Ana leave", seats="Ana Ben Cid")
    assert {"grill 22 34", "stack Ana 25", "to_act Ben", "dice 8", "kept", "thrown", "left Ana"} <= lines


def test_who_leaves_out_of_turn_disturbs_nobody() -> None:
    """A1, F14: A, B, C, D sit, C is to act, A leaves: still C, with the same dice. C leaves: D."""
    position = "grill 22 34\nto_act Cid\nkept W W\nthrown 1 2"
    assert {"to_act Cid", "kept W W", "thrown 1 2"} <= after(position, "Ana leave", seats="Ana Ben Cid Dan")
    assert {"to_act Dan", "dice 8"} <= after(position, "Ana leave", "Cid leave", seats="Ana Ben Cid Dan")


def test_a_seat_that_left_is_passed_over() -> None:
    """A1."""
    assert {"to_act Cid"} <= after("grill 22\nkept 1\nleft Ben", "Ana stop", seats="Ana Ben Cid")


def test_the_top_tile_of_a_seat_that_left_can_be_snatched() -> None:
    """A1."""
    position = "grill 36\nstack Ben 22 25\nkept W W W W W"
    moves = ("Ben leave", "Ana take 25")
    assert {"stack Ana 25", "stack Ben 22"} <= after(position, *moves, seats="Ana Ben Cid")


def test_who_left_ranks_after_everyone_who_stayed_and_later_leaving_ranks_higher() -> None:
    """A1."""
    position = "grill 21 22\nstack Ana 36\nstack Ben 35\nstack Dan 23"
    moves = ("Ana leave", "Ben leave")
    assert {"ranking Dan Cid Ben Ana", "going"} <= after(position, *moves, seats="Ana Ben Cid Dan")


def test_when_one_seat_is_left_the_match_is_over_and_it_wins() -> None:
    """A1, F15."""
    lines = after("grill 21 22\nstack Ana 36\nkept 1", "Ana leave")
    assert {"over", "to_act -", "winners Ben", "ranking Ben Ana", "grill 21 22"} <= lines
    assert [SeatLeft(0)] == events("grill 21 22\nstack Ana 36\nkept 1", "Ana leave")
    assert {"over", "winners Ana"} <= after("grill 21 22\nstack Ben 36\nkept 1", "Ben leave")


def test_the_dice_are_put_away_when_the_last_but_one_leaves_out_of_turn() -> None:
    """A1."""
    lines = after("grill 21 22\nkept 1\nthrown 2 3", "Ben leave")
    assert {"over", "to_act -"} <= lines
    assert not {line for line in lines if line.startswith(("dice", "kept", "thrown", "can"))}


def test_a_benched_seat_that_alone_is_left_wins() -> None:
    """A1, A3."""
    assert {"over", "to_act -", "winners Ben"} <= after("", "Ben bench", "Ana leave")


def test_who_left_can_do_nothing_more() -> None:
    """A1, F17."""
    for wish in ("roll", "leave", "timeout", "bench", "back"):
        assert "left" == refusal("", "Ana leave", f"Ana {wish}", seats="Ana Ben Cid")


def test_a_benched_seat_may_leave() -> None:
    """A1, A3."""
    lines = after("", "Ben bench", "Ben leave", seats="Ana Ben Cid")
    assert {"left Ben", "to_act Ana"} <= lines
    assert "benched Ben" not in lines


# Running out of time


def test_a_turn_in_which_nothing_was_thrown_is_passed_over_without_loss() -> None:
    """A2."""
    position = "grill 22 34\nstack Ana 25"
    assert {"grill 22 34", "stack Ana 25", "to_act Ben"} <= after(position, "Ana timeout")
    assert [TurnPassed(0), TurnBegan(1)] == events(position, "Ana timeout")


@pytest.mark.parametrize("lower_tile", ["highest", "any"])
def test_out_of_time_the_highest_tile_that_can_be_taken_is_taken(lower_tile: str) -> None:
    """A2."""
    position = "grill 21 22 24 27\nkept W W W W W"
    assert {"stack Ana 24", "to_act Ben"} <= after(position, "Ana timeout", lower_tile=lower_tile)
    assert [TileTaken(0, 24), TurnBegan(1)] == events(position, "Ana timeout", lower_tile=lower_tile)


def test_out_of_time_after_a_throw_the_symbol_that_brings_the_highest_tile_is_kept() -> None:
    """A2."""
    position = "grill 22 23 26\nkept W W W\nthrown 4 4 3 W 5"
    assert [DiceKept(0, 4, 2), TileTaken(0, 23), TurnBegan(1)] == events(position, "Ana timeout")
    assert {"stack Ana 26"} <= after("grill 22 26\nkept W W W W\nthrown 3 2 2 2", "Ana timeout")


def test_out_of_time_the_first_of_several_symbols_that_bring_the_same_tile_is_kept() -> None:
    """A2: the first legal one of least loss."""
    position = "grill 22 36\nkept W W W W\nthrown 3 3 4 4"
    assert [DiceKept(0, 3, 2), TileTaken(0, 22), TurnBegan(1)] == events(position, "Ana timeout")


def test_out_of_time_nothing_is_ever_snatched() -> None:
    """A2."""
    position = "grill 24 36\nstack Ben 26\nkept W W W W W 1"
    assert {"stack Ana 24", "stack Ben 26", "grill 36"} <= after(position, "Ana timeout")


@pytest.mark.parametrize("dice", ["kept W W W W W 1", "kept W W W W W\nthrown 1 W W"])
def test_out_of_time_where_only_a_snatch_is_allowed_the_turn_fails(dice: str) -> None:
    """A2, house rule `snatch forced`."""
    position = f"grill 24 36\nstack Ana 22\nstack Ben 26\n{dice}"
    lines = after(position, "Ana timeout", snatch="forced")
    assert {"stack Ana", "stack Ben 26", "grill 22 24", "to_act Ben"} <= lines
    assert TurnFailed(0, "too_slow") == events(position, "Ana timeout", snatch="forced")[0]


def test_out_of_time_a_symbol_is_kept_that_evades_a_forced_snatch() -> None:
    """A2, house rule `snatch forced`: 26 would have to be snatched, 27 may take 24."""
    position = "grill 24 36\nstack Ben 26\nkept W W W W W\nthrown 1 2 W"
    assert {"stack Ana 24", "stack Ben 26"} <= after(position, "Ana timeout", snatch="forced")


def test_out_of_time_with_too_few_points_the_turn_fails() -> None:
    """A2."""
    position = "grill 22 34\nstack Ana 25\nthrown 1 1 2 2 3 3 4 4"
    assert {"grill 22 25", "stack Ana", "to_act Ben"} <= after(position, "Ana timeout")


def test_only_the_seat_to_act_runs_out_of_time() -> None:
    """A2."""
    assert "not_your_turn" == refusal("", "Ben timeout")


# Being benched


def test_a_benched_seats_turns_are_passed_over_until_it_is_back() -> None:
    """A3."""
    moves = ("Ben bench", "Ana timeout")
    assert {"to_act Cid", "benched Ben", "going"} <= after("", *moves, seats="Ana Ben Cid")
    assert {"to_act Ben"} <= after("", *moves, "Ben back", "Cid timeout", "Ana timeout", seats="Ana Ben Cid")


def test_a_seat_benched_out_of_turn_disturbs_nobody() -> None:
    """A3."""
    assert {"to_act Ana", "kept W W", "thrown 1 2"} <= after("grill 22\nkept W W\nthrown 1 2", "Ben bench")
    assert [SeatBenched(1)] == events("grill 22\nkept W W\nthrown 1 2", "Ben bench")


@pytest.mark.parametrize("dice", ["", "kept W W W W 1", "thrown 1 1 2 2 3 3 4 4"])
def test_benching_the_seat_to_act_first_does_what_running_out_of_time_does(dice: str) -> None:
    """A3."""
    position = f"grill 21 34\nstack Ana 25\n{dice}"
    *settlement, next_turn = events(position, "Ana timeout")
    assert [*settlement, SeatBenched(0), next_turn] == events(position, "Ana bench")
    assert after(position, "Ana timeout") | {"benched Ana"} == after(position, "Ana bench")


def test_benching_the_seat_to_act_may_end_the_match() -> None:
    """A3, H23."""
    position = "grill 21\nkept W W W W 1"
    assert {"over", "to_act -", "stack Ana 21", "winners Ana"} <= after(position, "Ana bench")


def test_who_alone_is_present_plays_turn_after_turn() -> None:
    """A3."""
    assert {"to_act Ana", "dice 8"} <= after("", "Ben bench", "Ana timeout")


def test_with_everybody_benched_nobody_is_to_act_until_one_is_back() -> None:
    """A3."""
    moves = ("Ben bench", "Ana bench")
    lines = after("", *moves)
    assert {"to_act -", "going", "winners"} <= lines
    assert set() == choices(lines)
    for name in ("Ana", "Ben"):
        lines = after("", *moves, f"{name} back")
        assert {f"to_act {name}", "dice 8"} <= lines
        assert {"roll"} == choices(lines)


def test_with_everybody_left_benched_nobody_is_to_act_though_another_left() -> None:
    """A1, A3."""
    moves = ("Ben bench", "Cid bench", "Ana leave")
    assert {"to_act -", "going"} <= after("", *moves, seats="Ana Ben Cid")
    assert {"to_act Cid", "dice 8"} <= after("", *moves, "Cid back", seats="Ana Ben Cid")
    assert {"over", "winners Cid"} <= after("", *moves, "Ben leave", seats="Ana Ben Cid")


def test_a_seat_that_comes_back_waits_for_its_turn() -> None:
    """A3."""
    position = "grill 22\nbenched Ben\nkept W W\nthrown 1 2"
    assert {"to_act Ana", "kept W W", "thrown 1 2"} <= after(position, "Ben back")


def test_a_benched_seat_ranks_normally() -> None:
    """A3."""
    position = "grill 22\nstack Ben 36\nkept W W W W 2\nbenched Ben"
    assert {"over", "winners Ben", "ranking Ben Ana"} <= after(position, "Ana take 22")


def test_the_top_tile_of_a_benched_seat_can_be_snatched() -> None:
    """A3: it is still in the match."""
    assert {"stack Ana 25", "stack Ben"} <= after("grill 36\nstack Ben 25\nbenched Ben\nkept W W W W W", "Ana take 25")


def test_a_benched_seat_can_only_come_back_or_leave() -> None:
    """A3, F17."""
    for wish in ("roll", "stop", "timeout", "bench"):
        assert "benched" == refusal("", "Ben bench", f"Ben {wish}")
        assert "benched" == refusal("", "Ben bench", "Ana bench", f"Ben {wish}")
    for wish in ("back", "leave"):
        assert None is refusal("", "Ben bench", f"Ben {wish}")


def test_only_a_benched_seat_comes_back() -> None:
    """A3."""
    assert "not_benched" == refusal("", "Ana back")


# Reasons


def test_another_seats_turn_is_refused() -> None:
    for wish in ("roll", "keep 1", "take 21", "stop"):
        assert "not_your_turn" == refusal("", f"Ben {wish}")


def test_a_command_of_another_game_is_refused() -> None:
    assert "unknown_command" == heckmeck.objection(placed(""), 0, object())  # type: ignore[arg-type]  # on purpose


def test_a_turn_that_has_failed_already_is_no_position() -> None:
    with pytest.raises(Faulty, match="this turn has failed"):
        placed("grill 30\nkept W 1 1 1 1 1 1 1")
