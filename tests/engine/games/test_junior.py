"""Every sentence of the rules page of Heckmeck Junior (docs/rules/junior.md), and who is away (A1 to A3)."""

# ruff: noqa: SIM300  house style: the expected value stands first

from collections import Counter
from functools import partial

import pytest

from engine import play, record, replay
from engine.dice import Fair, Scripted, WrongDice
from engine.games import junior
from engine.games.junior_cards import COPIES, DECK, WORMS, worms
from engine.games.junior_table import (
    CardClaimed,
    CardsGiven,
    CardsKept,
    CardsTurnedUp,
    DealBegan,
    DiceThrown,
    TurnFailed,
)
from engine.parts.turns import SeatBenched, SeatLeft, TurnBegan, TurnPassed
from engine.record import Faulty
from tests.engine import table
from tests.engine.table import choices

after = partial(table.after, game="junior")
events = partial(table.events, game="junior")
refusal = partial(table.refusal, game="junior")
placed = partial(table.placed, game="junior")

SHUFFLED = "5 1 3 3 2 1 1 1 2 2 3 4 4 4 5 5"
THREE = "Ana Ben Cid"
PLAIN = "pile 2 2\ndisplay 1 3 4 5"

# The pieces


def test_sixteen_cards_carry_twenty_eight_worms() -> None:
    """The table of the pieces."""
    assert {1: 4, 2: 3, 3: 3, 4: 3, 5: 3} == COPIES == dict(Counter(DECK))
    assert {1: 1, 2: 1, 3: 2, 4: 2, 5: 3} == WORMS
    assert (16, 28) == (len(DECK), worms(DECK))


def test_two_to_four_play() -> None:
    assert (2, 3, 4) == tuple(junior.SEATS)


# The start


def test_four_cards_of_the_shuffled_pile_are_turned_up() -> None:
    """J1."""
    expected = {"display 1 3 3 5", "pile 2 1 1 1 2 2 3 4 4 4 5 5", "cards Ana", "cards Ben"}
    assert expected <= after(f"pile {SHUFFLED}")


def test_every_shuffle_is_a_new_order_of_all_cards() -> None:
    """J1."""
    starts = [junior.new(2, junior.Options(), Fair(bytes([number] * 32), "m")) for number in range(8)]
    assert [list(DECK)] * 8 == [sorted((*state.pile, *state.display)) for state in starts]
    assert 8 == len({state.pile for state in starts})


def test_the_beginner_is_drawn_by_lot() -> None:
    """J2."""
    dice = Scripted(lots=[2], shuffles=[DECK])
    assert 2 == junior.to_act(junior.new(3, junior.Options(), dice))
    assert [] == dice.lots


def test_with_starter_first_the_first_to_join_begins() -> None:
    """J2, house rule `starter`."""
    assert 0 == junior.to_act(junior.new(3, junior.Options(starter="first"), Scripted(shuffles=[DECK])))


# A turn


def test_a_turn_begins_with_a_throw_of_five_dice() -> None:
    """J3."""
    assert {"roll"} == choices(after(PLAIN))
    assert {"dice 5", "thrown 1 2 3 4 W"} <= after(PLAIN, "Ana roll > 1 2 3 4 W")
    with pytest.raises(WrongDice, match="5 dice are thrown"):
        after(PLAIN, "Ana roll > 1 2 3 4")


def test_a_worm_stands_for_any_number_that_lies_on_the_display() -> None:
    """J3, J4."""
    expected = {"claim 1 wild", "claim 3 wild", "claim 4 wild", "claim 5 wild"}
    assert expected == choices(after(PLAIN, "Ana roll > 2 2 2 2 W"))


def test_a_die_matches_a_card_of_its_number_on_the_display() -> None:
    """J4."""
    assert {"claim 1", "claim 3"} == choices(after(PLAIN, "Ana roll > 1 2 3 3 2"))
    assert "not_on_display" == refusal(PLAIN, "Ana roll > 1 2 3 3 2", "Ana claim 2")
    assert "not_thrown" == refusal(PLAIN, "Ana roll > 1 2 3 3 W", "Ana claim 5")
    assert "no_worm_thrown" == refusal(PLAIN, "Ana roll > 1 2 3 3 2", "Ana claim 5 wild")


def test_a_throw_in_which_no_die_matches_fails() -> None:
    """J5."""
    position = f"{PLAIN}\nclaimed 3"
    assert {"to_act Ben", "display 1 3 3 4 5"} <= after(position, "Ana roll > 2 2 2 2")
    expected = [DiceThrown(0, (2, 2, 2, 2)), TurnFailed(0, (3,), must_give=False), TurnBegan(1)]
    assert expected == events(position, "Ana roll > 2 2 2 2")


def test_the_first_throw_can_fail() -> None:
    """J5."""
    assert TurnFailed(0, (), must_give=False) in events(PLAIN, "Ana roll > 2 2 2 2 2")


@pytest.mark.parametrize(("wish", "kept"), [("claim 3", "kept 3"), ("claim 3 wild", "kept W")])
def test_one_matching_die_is_set_aside_and_a_card_of_its_number_claimed(wish: str, kept: str) -> None:
    """J6."""
    expected = {kept, "claimed 3", "display 1 4 5", "dice 4", "cards Ana"}
    assert expected <= after(PLAIN, "Ana roll > 1 3 3 W 2", f"Ana {wish}")
    assert [CardClaimed(0, 3, "wild" in wish)] == events(PLAIN, "Ana roll > 1 3 3 W 2", f"Ana {wish}")


@pytest.mark.parametrize("wish", ["roll", "stop"])
def test_a_card_is_claimed_before_anything_else(wish: str) -> None:
    """J6."""
    assert "claim_first" == refusal(PLAIN, "Ana roll > 1 3 3 W 2", f"Ana {wish}")


def test_one_throw_claims_one_card() -> None:
    """J6."""
    moves = ("Ana roll > 1 3 3 W 2", "Ana claim 3")
    assert {"roll", "stop"} == choices(after(PLAIN, *moves))
    assert {"thrown"} <= after(PLAIN, *moves)
    assert "one_per_throw" == refusal(PLAIN, *moves, "Ana claim 1")


def test_nothing_is_claimed_before_a_throw() -> None:
    """J6."""
    assert "roll_first" == refusal(PLAIN, "Ana claim 1")


def test_with_many_claims_a_throw_one_die_claims_each_card() -> None:
    """J6, house rule `claims_per_throw`."""
    moves = ("Ana roll > 1 3 3 W 2", "Ana claim 3")
    lines = after(PLAIN, *moves, claims_per_throw="many")
    assert {"thrown 1 3 W 2", "dice 4", "claims 1"} <= lines
    assert {"claim 1", "claim 1 wild", "claim 4 wild", "claim 5 wild", "roll", "stop"} == choices(lines)
    assert "not_on_display" == refusal(PLAIN, *moves, "Ana claim 3", claims_per_throw="many")
    again = after(PLAIN, *moves, "Ana claim 1", claims_per_throw="many")
    assert {"thrown 3 W 2", "dice 3", "claimed 3 1", "claims 2"} <= again


def test_with_many_claims_the_first_is_still_a_must() -> None:
    """J6, house rule `claims_per_throw`: at least one."""
    assert "claim_first" == refusal(PLAIN, "Ana roll > 1 3 3 W 2", "Ana stop", claims_per_throw="many")
    moves = ("Ana roll > 1 3 3 W 2", "Ana claim 3", "Ana roll > 1 1 W 2")
    assert "claim_first" == refusal(PLAIN, *moves, "Ana roll", claims_per_throw="many")


def test_with_many_claims_what_is_left_of_a_throw_does_not_fail() -> None:
    """J5, house rule `claims_per_throw`."""
    lines = after(PLAIN, "Ana roll > 2 2 2 3 3", "Ana claim 3", claims_per_throw="many")
    assert {"roll", "stop"} == choices(lines)


def test_the_dice_not_set_aside_can_be_thrown_again() -> None:
    """J7."""
    moves = ("Ana roll > 1 3 3 W 2", "Ana claim 3", "Ana roll > 1 1 2 2")
    assert {"dice 4", "thrown 1 1 2 2", "claimed 3"} <= after(PLAIN, *moves)
    assert {"claim 1"} == choices(after(PLAIN, *moves))


def test_nobody_stops_before_the_first_throw() -> None:
    """J7."""
    assert "roll_first" == refusal(PLAIN, "Ana stop")


@pytest.mark.parametrize("claims_per_throw", ["one", "many"])
def test_with_no_die_left_the_turn_stops_by_itself(claims_per_throw: str) -> None:
    """J7."""
    position, moves = "display 1 3 4 5\nclaimed 2 2 1 1", ("Ana roll > 3", "Ana claim 3")
    assert [CardClaimed(0, 3, is_wild=False), CardsKept(0, (2, 2, 1, 1, 3)), TurnBegan(1)] == events(
        position, *moves, claims_per_throw=claims_per_throw
    )


@pytest.mark.parametrize(("display", "ascending_claims"), [("3", "off"), ("1 3 3", "on")])
def test_with_nothing_left_to_claim_the_turn_stops_by_itself(display: str, ascending_claims: str) -> None:
    """J7, J9."""
    position = f"pile 2\ndisplay {display}"
    moves = ("Ana roll > 3 3 1 1 1", "Ana claim 3")
    assert {"cards Ana 3", "to_act Ben"} <= after(position, *moves, ascending_claims=ascending_claims)


def test_stopping_keeps_the_cards_claimed() -> None:
    """J8."""
    position = f"{PLAIN}\ncards Ana 2\nclaimed 5 1"
    assert {"cards Ana 1 2 5", "to_act Ben"} <= after(position, "Ana stop")
    assert CardsKept(0, (5, 1)) == events(position, "Ana stop")[0]


def test_cards_are_laid_in_ascending_order_and_covered_ones_count() -> None:
    """J8, J14."""
    lines = after(f"{PLAIN}\ncards Ana 2 5 5\nclaimed 5 1", "Ana stop")
    assert {"cards Ana 1 2 5 5 5", "score Ana 11"} <= lines


def test_any_card_may_be_claimed_after_any_other() -> None:
    """J9."""
    assert {"claim 1", "claim 4"} == choices(after(f"{PLAIN}\nclaimed 5", "Ana roll > 1 4 2 2"))


def test_with_ascending_claims_each_card_is_higher_than_the_one_before() -> None:
    """J9, house rule `ascending_claims`."""
    position, moves = f"{PLAIN}\nclaimed 3", ("Ana roll > 1 4 3 W",)
    assert {"claim 4", "claim 4 wild", "claim 5 wild"} == choices(after(position, *moves, ascending_claims="on"))
    for wish in ("claim 1", "claim 3", "claim 3 wild"):
        assert "not_ascending" == refusal(position, *moves, f"Ana {wish}", ascending_claims="on")
    assert {"to_act Ben", "display 1 3 3 4 5"} <= after(position, "Ana roll > 1 3 1 3", ascending_claims="on")


def test_with_ascending_claims_every_turn_begins_anew() -> None:
    """J9, house rule `ascending_claims`."""
    lines = after(f"{PLAIN}\ncards Ana 5", "Ana roll > 1 4 2 2 2", ascending_claims="on")
    assert {"claim 1", "claim 4"} == choices(lines)


# A failed turn


def test_the_cards_claimed_go_back_to_the_display() -> None:
    """J10."""
    position = f"{PLAIN}\nclaimed 3 2\ncards Ben 5"
    assert {"display 1 2 3 3 4 5", "cards Ana", "cards Ben 5", "pile 2 2"} <= after(position, "Ana roll > 2 2 2")


def test_one_card_won_earlier_goes_back_and_the_player_chooses_which() -> None:
    """J11."""
    position, fail = f"{PLAIN}\nclaimed 3\ncards Ana 1 5 5", "Ana roll > 2 2 2 2"
    lines = after(position, fail)
    assert {"to_act Ana", "claimed", "display 1 3 3 4 5", "cards Ana 1 5 5"} <= lines
    assert {"give 1", "give 5"} == choices(lines)
    assert TurnFailed(0, (3,), must_give=True) == events(position, fail)[-1]
    assert {"display 1 3 3 4 5 5", "cards Ana 1 5", "to_act Ben"} <= after(position, fail, "Ana give 5")
    assert [CardsGiven(0, (5,)), TurnBegan(1)] == events(position, fail, "Ana give 5")


@pytest.mark.parametrize("wish", ["roll", "stop", "claim 3", "claim 3 wild"])
def test_a_card_is_given_before_anything_else(wish: str) -> None:
    """J11."""
    position, fail = f"{PLAIN}\nclaimed 3\ncards Ana 1 5 5", "Ana roll > 2 2 2 2"
    assert "give_first" == refusal(position, fail, f"Ana {wish}")


def test_only_a_card_of_ones_own_is_given_and_only_after_failing() -> None:
    """J11."""
    position = f"{PLAIN}\ncards Ana 5\ncards Ben 1"
    assert "not_owned" == refusal(position, "Ana roll > 2 2 2 2 2", "Ana give 1")
    assert "nothing_to_give" == refusal(position, "Ana give 5")
    assert "nothing_to_give" == refusal(position, "Ana roll > 3 2 2 2 2", "Ana give 5")


def test_a_card_is_given_by_a_command_also_where_there_is_no_choice() -> None:
    """J11: the bot plays it, not the engine."""
    assert {"give 5"} == choices(after(f"{PLAIN}\ncards Ana 5 5", "Ana roll > 2 2 2 2 2"))


def test_with_no_card_the_turn_just_ends() -> None:
    """J11."""
    assert {"to_act Ben", "display 1 3 4 5"} <= after(f"{PLAIN}\ncards Ben 5", "Ana roll > 2 2 2 2 2")


def test_with_bust_loss_all_every_card_goes_back() -> None:
    """J11, house rule `bust_loss`."""
    position = f"{PLAIN}\nclaimed 3\ncards Ana 1 5 5\ncards Ben 3"
    expected = {"display 1 1 3 3 4 5 5 5", "cards Ana", "cards Ben 3", "to_act Ben"}
    assert expected <= after(position, "Ana roll > 2 2 2 2", bust_loss="all")
    failure = events(position, "Ana roll > 2 2 2 2", bust_loss="all")[1:]
    assert [TurnFailed(0, (3,), must_give=False), CardsGiven(0, (1, 5, 5)), TurnBegan(1)] == failure


# The end


def test_the_display_is_filled_up_to_four_at_the_end_of_a_turn() -> None:
    """J12: from the top of the pile."""
    position = "pile 5 2 1\ndisplay 3 4\nclaimed 1 1"
    assert {"display 2 3 4 5", "pile 1"} <= after(position, "Ana stop")
    assert CardsTurnedUp((5, 2)) in events(position, "Ana stop")


def test_the_display_is_filled_as_far_as_the_pile_lasts() -> None:
    """J12."""
    assert {"display 3 5", "pile", "going"} <= after("pile 5\ndisplay 3\nclaimed 1", "Ana stop")


@pytest.mark.parametrize("display", ["1 3 4 5", "1 1 3 4 5"])
def test_with_four_or_more_on_display_nothing_is_added(display: str) -> None:
    """J12."""
    position = f"pile 2\ndisplay {display}\nclaimed 1"
    assert {f"display {display}", "pile 2"} <= after(position, "Ana stop")


def test_nothing_is_added_during_a_turn() -> None:
    """J12."""
    lines = after(f"{PLAIN}\ncards Ana 1 5", "Ana roll > 1 3 2 2 2", "Ana claim 3")
    assert {"display 1 4 5", "pile 2 2"} <= lines


def test_it_is_over_when_pile_and_display_are_empty() -> None:
    """J13."""
    assert {"over", "to_act -", "cards Ana 3"} <= after("display 3", "Ana roll > 3 1 1 1 1", "Ana claim 3")
    assert {"going"} <= after("pile 2\ndisplay 3", "Ana roll > 3 1 1 1 1", "Ana claim 3")
    assert {"going"} <= after("display 3 4", "Ana roll > 3 1 1 1 1", "Ana claim 3", "Ana stop")
    assert "over" == refusal("display 3", "Ana roll > 3 1 1 1 1", "Ana claim 3", "Ben roll")


def test_cards_that_are_claimed_but_not_kept_have_not_been_taken() -> None:
    """J13."""
    assert {"going", "to_act Ben", "display 3 5"} <= after("display 3\nclaimed 5", "Ana roll > 1 1 1 1")


def test_with_ends_pile_empty_it_is_over_when_the_last_card_is_turned_up() -> None:
    """J13, house rule `ends`."""
    position = "pile 2\ndisplay 1 3 4\nclaimed 5\ncards Ben 3"
    lines = after(position, "Ana stop", ends="pile_empty")
    assert {"over", "display 1 2 3 4", "score Ana 3", "score Ben 2", "winners Ana"} <= lines
    assert {"going", "pile 1"} <= after(position.replace("pile 2", "pile 2 1"), "Ana stop", ends="pile_empty")


def test_most_worms_win() -> None:
    """J14: not most cards."""
    position = "display 1\ncards Ana 1 1 1 2\ncards Ben 3 5"
    lines = after(position, "Ana roll > W 2 2 2 2", "Ana claim 1 wild")
    assert {"score Ana 5", "score Ben 5", "ranking Ben Ana"} <= lines
    assert {"winners Ben"} <= after(position.replace("1 1 1 2", "1 1 1"), "Ana roll > 1 2 2 2 2", "Ana claim 1")
    assert {"winners Ana"} <= after(position.replace("3 5", "5"), "Ana roll > 1 2 2 2 2", "Ana claim 1")


@pytest.mark.parametrize(
    ("ana", "ben", "ranking"),
    [
        ("2 2 2", "4", "Ana Ben"),  # worms come first
        ("3 4", "1 5", "Ben Ana"),  # the highest card
        ("1 3 4 5", "1 1 5 5", "Ben Ana"),  # more of it
        ("2 3", "1 4", "Ben Ana"),
        ("1 5", "2 5", "Ana,Ben"),  # lower cards do not matter
        ("", "", "Ana,Ben"),
    ],
)
def test_ties_are_broken_by_the_highest_card_then_by_how_many(ana: str, ben: str, ranking: str) -> None:
    """J15."""
    assert {f"ranking {ranking}"} <= after(f"cards Ana {ana}\ncards Ben {ben}\ndisplay")


# House rule `deals`

DEAL = "display 4\ncards Ana 1 5\ncards Ben 3"
LAST_CARD = ("Ana roll > 4 1 1 1 1", f"Ana claim 4 > {SHUFFLED}")


def test_a_single_deal_ends_the_match() -> None:
    assert {"over"} <= after(DEAL, LAST_CARD[0], "Ana claim 4")


def test_with_one_deal_each_the_next_seat_begins_the_next_deal() -> None:
    """Not who would have been next in the old one."""
    position = f"{DEAL}\ncards Cid 2"
    for acting, beginner in (("Ana", "Ben"), ("Ben", "Cid"), ("Cid", "Ana")):
        moves = [move.replace("Ana", acting) for move in LAST_CARD]
        lines = after(f"{position}\nto_act {acting}", *moves, seats=THREE, deals="one_each")
        assert {f"to_act {beginner}", f"deal {beginner} 2", "going", "display 1 3 3 5"} <= lines
    lines = after(f"{position}\nto_act Cid\ndeal Ana 1", "Cid roll > 4 1 1 1 1", f"Cid claim 4 > {SHUFFLED}",
                  seats=THREE, deals="one_each")  # fmt: skip
    assert {"to_act Ben", "deal Ana 1", "deal Ben 2"} <= lines


def test_with_one_deal_each_worms_are_added_up() -> None:
    lines = after(DEAL, *LAST_CARD, "Ben roll > 5 2 2 2 2", "Ben claim 5", "Ben stop", deals="one_each")
    assert {"won Ana 1 4 5", "won Ben 3", "cards Ana", "cards Ben 5", "score Ana 6", "score Ben 5"} <= lines


def test_with_one_deal_each_as_many_deals_as_seats_are_played() -> None:
    last = f"{DEAL}\ndeal Ben 1\ndeal Ana 2\nwon Ben 5 5"
    lines = after(last, LAST_CARD[0], "Ana claim 4", deals="one_each")
    assert {"over", "score Ana 6", "score Ben 8", "ranking Ben Ana"} <= lines


def test_with_one_deal_each_ties_are_broken_by_the_cards_of_all_deals() -> None:
    """J15."""
    last = "display 4\ncards Ana 3 3\ndeal Ben 1\ndeal Ana 2\nwon Ben 1 2 2 5"
    assert {"ranking Ben Ana"} <= after(last, LAST_CARD[0], "Ana claim 4", deals="one_each")


def test_with_one_deal_each_cards_of_earlier_deals_are_safe() -> None:
    """J11."""
    position = f"{PLAIN}\nwon Ana 1 5\ndeal Ben 1\ndeal Ana 2"
    assert {"to_act Ben", "won Ana 1 5"} <= after(position, "Ana roll > 2 2 2 2 2", deals="one_each")


def test_the_event_of_a_new_deal_carries_its_shuffle() -> None:
    """So the log replays without dice."""
    start = placed(DEAL, deals="one_each")
    thrown = play(junior, start, 0, junior.Roll(), Scripted([4, 1, 1, 1, 1]))
    ended = play(junior, thrown.state, 0, junior.Claim(4), Scripted(shuffles=[DECK]))
    assert (CardsKept(0, (4,)), DealBegan(1, DECK), TurnBegan(1)) == ended.events[1:]
    assert ended.state == replay(junior, start, (*thrown.events, *ended.events))


def test_a_deal_whose_beginner_is_away_is_begun_by_the_next_seat_there() -> None:
    """A3."""
    lines = after(f"{DEAL}\nbenched Ben", *LAST_CARD, seats=THREE, deals="one_each")
    assert {"to_act Cid", "deal Ben 2"} <= lines


def test_a_deal_that_nobody_is_there_to_begin_waits() -> None:
    """A3."""
    position = f"{DEAL}\nbenched Ben\nbenched Cid"
    moves = (LAST_CARD[0], f"Ana bench > {SHUFFLED}")
    assert {"to_act -", "going", "deal Ben 2"} <= after(position, *moves, seats=THREE, deals="one_each")
    assert {"to_act Cid"} <= after(position, *moves, "Cid back", seats=THREE, deals="one_each")


# Away


def test_leaving_drops_dice_and_claims_and_loses_nothing() -> None:
    """A1."""
    position = f"{PLAIN}\nclaimed 3\ncards Ana 5 5"
    for moves in ((), ("Ana roll > 1 1 1 1",)):
        lines = after(position, *moves, "Ana leave", seats=THREE)
        assert {"display 1 3 3 4 5", "cards Ana 5 5", "pile 2 2", "left Ana", "to_act Ben"} <= lines
    assert [SeatLeft(0), TurnBegan(1)] == events(position, "Ana leave", seats=THREE)


def test_leaving_lets_an_open_choice_lapse() -> None:
    """A1, J11."""
    lines = after(f"{PLAIN}\ncards Ana 1 5", "Ana roll > 2 2 2 2 2", "Ana leave", seats=THREE)
    assert {"cards Ana 1 5", "to_act Ben"} <= lines


def test_when_somebody_else_leaves_the_turn_goes_on() -> None:
    """A1."""
    lines = after(f"{PLAIN}\nclaimed 3", "Cid leave", seats=THREE)
    assert {"claimed 3", "display 1 3 4 5", "to_act Ana"} <= lines


def test_a_turn_that_lapses_has_ended() -> None:
    """A1, J12: cards are turned up."""
    assert {"display 1 2 3 5", "pile"} <= after("pile 2 5\ndisplay 3\nclaimed 1", "Ana leave", seats=THREE)


def test_the_last_who_stays_wins_in_any_deal() -> None:
    """A1."""
    position = f"{PLAIN}\nclaimed 3\ncards Ana 5"
    lines = after(position, "Ana leave", deals="one_each")
    assert {"over", "winners Ben", "ranking Ben Ana", "display 1 3 3 4 5"} <= lines
    assert {"over", "winners Ana", "display 1 3 3 4 5"} <= after(position, "Ben leave", deals="one_each")


def test_time_out_before_a_throw_passes_the_turn_over() -> None:
    """A2."""
    assert [TurnPassed(0), TurnBegan(1)] == events(f"{PLAIN}\ncards Ana 5", "Ana timeout")
    assert {"cards Ana 5", "display 1 3 4 5"} <= after(f"{PLAIN}\ncards Ana 5", "Ana timeout")


@pytest.mark.parametrize(
    ("claimed", "thrown", "cards"),
    [
        ("", "1 3 2 2 2", "3"),
        ("", "1 3 4 2 2", "4"),  # of equal worms the higher
        ("", "1 3 4 2 W", "5"),  # a worm
        ("1", "1 3 2 2", "1 3"),
        ("3", "1 1 2 2", "1 3"),
    ],
)
def test_time_out_keeps_the_card_of_most_worms_that_a_die_matches(claimed: str, thrown: str, cards: str) -> None:
    """A2."""
    position = f"{PLAIN}\nclaimed {claimed}"
    assert {f"cards Ana {cards}", "to_act Ben"} <= after(position, f"Ana roll > {thrown}", "Ana timeout")


@pytest.mark.parametrize(("thrown", "cards"), [("1 5 2 2", "3 5"), ("2 2 2 2", "3")])
def test_time_out_with_many_claims_keeps_one_more_card_of_the_throw(thrown: str, cards: str) -> None:
    """A2, house rule `claims_per_throw`."""
    position = f"{PLAIN}\nclaimed 3\nthrown {thrown}\nclaims 1"
    assert {f"cards Ana {cards}", "to_act Ben"} <= after(position, "Ana timeout", claims_per_throw="many")


def test_time_out_with_ascending_claims_keeps_a_higher_card() -> None:
    """A2, house rule `ascending_claims`."""
    position = "display 3 4 5\nclaimed 4\nthrown 3 3 W"
    assert {"cards Ana 4 5"} <= after(position, "Ana timeout", ascending_claims="on")


def test_time_out_after_a_claim_stops() -> None:
    """A2."""
    assert [CardsKept(0, (3, 1)), TurnBegan(1)] == events(f"{PLAIN}\nclaimed 3 1", "Ana timeout")


def test_time_out_gives_the_card_of_fewest_worms() -> None:
    """A2, J11."""
    position = f"{PLAIN}\ncards Ana 2 3 5"
    assert [CardsGiven(0, (2,)), TurnBegan(1)] == events(position, "Ana roll > 2 2 2 2 2", "Ana timeout")
    assert {"cards Ana 2 5"} <= after(f"{PLAIN}\ncards Ana 1 2 5", "Ana roll > 2 2 2 2 2", "Ana timeout")


def test_benching_the_seat_to_act_does_what_a_time_out_does() -> None:
    """A3."""
    moves = ("Ana roll > 5 2 2 2 2", "Ana bench")
    kept = [CardClaimed(0, 5, is_wild=False), CardsKept(0, (5,)), SeatBenched(0), CardsTurnedUp((2,)), TurnBegan(1)]
    assert kept == events(PLAIN, *moves)
    assert [SeatBenched(1)] == events(f"{PLAIN}\nclaimed 3", "Ben bench")


# The notation


def refused(position: str, **options: str) -> str:
    with pytest.raises(Faulty) as faulty:
        placed(position, **options)
    return str(faulty.value.problem)


@pytest.mark.parametrize(
    ("position", "expected"),
    [
        ("pile 1 2 3", "3: 16 pieces are shuffled, others are written"),
        (f"pile {SHUFFLED[:-1]}4", "3: 16 pieces are shuffled, others are written"),
        (f"pile {SHUFFLED} x", "3: pile is followed by numbers"),
        (f"pile {SHUFFLED}\npile {SHUFFLED}", "4: pile stands twice"),
        ("", "1: a shuffle is made, none is written"),
        ("display 1 6", "3: 6 is no number of a card (1 to 5)"),
        ("display 1\ndisplay 2", "4: display stands twice"),
        ("display 1\ncards Ana 1\ncards Ana 2", "5: cards stands twice"),
        ("display 1\ncards 1", "4: 1 is no seat (Ana Ben)"),
        ("display 1\nthrown 7", "4: 7 is no symbol of a die (1 2 3 4 5 W)"),
        ("display 1\nthrown 1\nthrown 1", "5: thrown stands twice"),
        ("display 1\nthrown 2", "3: no die thrown matches: this turn has failed and is no position"),
        (
            "pile 1\ndisplay\nclaimed 2",
            "3: nothing more can be claimed: this turn has stopped by itself and is no position",
        ),
        (
            "display 1\nclaimed 2 2 2 2 2",
            "3: nothing more can be claimed: this turn has stopped by itself and is no position",
        ),
        (
            "display\nclaimed 2",
            "3: nothing more can be claimed: this turn has stopped by itself and is no position",
        ),
        ("display 1\nthrown 1\nclaims 1", "5: claims is the number of cards claimed with the throw that lies there"),
        (
            "display 1\nclaimed 2\nthrown 1\nclaims 1",
            "3: claims has a meaning with the house rule claims_per_throw many only",
        ),
        ("display 1\ndeal Ana 1", "4: deal has a meaning with the house rule deals one_each only"),
        ("display 1\nwon Ana 1", "4: won has a meaning with the house rule deals one_each only"),
    ],
)
def test_a_position_at_fault_is_refused_with_its_line(position: str, expected: str) -> None:
    assert expected == refused(position)


@pytest.mark.parametrize(
    ("position", "expected"),
    [
        ("display 1\ndeal Ana 2", "5: deal is followed by a seat and the number of the deal that it began, in order"),
        (
            "display 1\ndeal Ana 1\ndeal Ben 2\ndeal Ana 3",
            "7: deal is followed by a seat and the number of the deal that it began, in order",
        ),
        ("cards Ana 1", "4: no card is left to claim: this deal is over and is no position"),
    ],
)
def test_a_position_of_many_deals_at_fault_is_refused_with_its_line(position: str, expected: str) -> None:
    assert expected == refused(position, deals="one_each")


def test_the_dice_of_a_position_are_taken_as_written() -> None:
    assert {"dice 2", "kept 3 5"} <= after("display 1\nclaimed 3 5\nthrown 1 2")
    assert {"dice 3", "kept 3 W", "claimed 3 5"} <= after("display 1\nclaimed 3 5\nkept 3 W")
    assert {"dice 5"} <= after("display 1")


def test_a_position_without_seats_to_act_drops_what_was_claimed() -> None:
    assert {"display 1 3", "to_act -"} <= after("display 1\nclaimed 3\nbenched Ana\nbenched Ben")


def test_a_match_without_a_seed_is_written_with_all_its_shuffles() -> None:
    """What is written is read back, and goes the same way."""
    header = record.Header(junior, ("Ana", "Ben"), junior.Options(deals="one_each"))
    dice = Fair(bytes(32), "m")
    state = start = junior.new(2, header.options, dice)
    moves = []
    while (seat := junior.to_act(state)) is not None:
        legal = junior.legal(state)
        wish = junior.Stop() if junior.Stop() in legal else legal[-1]
        step = play(junior, state, seat, wish, dice)
        state = step.state
        moves.append(record.Move(seat, wish, step.events))
    text = record.write(header, start, moves)
    assert 1 == sum(isinstance(event, DealBegan) for move in moves for event in move.events)
    assert () == record.check(text.encode())
    assert record.show(text.encode()) == record.write_state(header, state)
