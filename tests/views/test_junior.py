"""Screens and toasts of Heckmeck Junior, and that they keep its secrets."""

# ruff: noqa: SIM300  house style: the expected value stands first

from collections.abc import Iterator
from functools import partial
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.matches.match import Match, Move, Outcome, Scene
from bot.matches.press import _only_choice
from bot.views.draw import draw, draw_past
from bot.views.language import ENGLISH
from bot.views.parts.captions import LIMIT as CAPTION
from bot.views.replies import rules
from bot.views.screen import Screen
from bot.views.toasts import refusal, toast
from bot.views.width import TOAST, utf16
from engine import GAMES
from engine.games.junior_cards import DECK
from engine.games.junior_table import CardsGiven, CardsKept, CardsTurnedUp, DealBegan, DiceThrown, State, TurnFailed
from tests.views import tables
from tests.views.tables import HOSTILE, LONGEST, play_by_buttons, pressed, verbs
from tests.views.test_limits import check, refused

ANA = "\u2068Ana\u2069"
BEN = "\u2068Ben\u2069"
PLAIN = ("pile 2 2 2", "display 1 3 3 5")

at = partial(tables.at, game="junior")
running = partial(tables.running, game="junior")
lobby = partial(tables.lobby, game="junior")

seeds = st.integers(0, 2**32)
seats = st.integers(2, 4)
house_rules = st.fixed_dictionaries(
    {option.name: st.sampled_from(option.values) for option in GAMES["junior"].OPTIONS},
)


def text(*position: str, **options: str) -> str:
    return draw(Scene(at((*PLAIN, *position), **options)), ENGLISH).text


def labels(*position: str, **options: str) -> dict[str, str]:
    rows = draw(Scene(at((*PLAIN, *position), **options)), ENGLISH).rows
    return {button.verb: button.label for row in rows for button in row}


# The board


def test_a_throw_shows_which_dice_match_which_cards_and_marks_wild_worms() -> None:
    shown = text("thrown 3 3 W 5 2")
    assert "🎲 Thrown: 2 3 3 5 W" in shown
    assert (
        "👉 1 (1 worm): W as a 1\n👉 3 ×2 (2 worms each): 3 3, or W as a 3\n👉 5 (3 worms): 5, or W as a 5\n" in shown
    )


def test_a_card_that_no_die_matches_says_so() -> None:
    assert "1 (1 worm): no die\n👉 3 ×2 (2 worms each): 3 3\n5 (3 worms): no die\n" in text("thrown 3 3 4 4 2")


def test_with_ascending_claims_a_card_too_low_says_so() -> None:
    shown = text("claimed 4", "thrown 3 1 W 2", ascending_claims="on")
    assert "3 ×2 (2 worms each): too low now\n👉 5 (3 worms): W as a 5\n" in shown


def test_between_throws_the_display_is_plain() -> None:
    shown = text("claimed 4 5")
    assert "Claimed: 4 5\n" in shown
    assert "\n1 (1 worm)\n3 ×2 (2 worms each)\n5 (3 worms)\nPile: 3 cards face down\n" in shown


def test_players_are_shown_with_one_card_of_each_number() -> None:
    shown = text("cards 0 1 5 5 5", "cards 2 3 3", "benched 2")
    assert f"1. {ANA}: 1 5\n2. {BEN}: no card\n3. \u2068Cid\u2069 (away): 3" in shown


def test_the_number_of_the_deal_is_shown_where_there_are_several() -> None:
    assert "Deal 2 of 3\n" in text("deal 1 1", "deal 2 2", deals="one_each")
    assert "Deal" not in text()


RISKS = {
    ("claimed 4",): "⚠️ If the next throw matches nothing, the claimed cards go back.",
    ("claimed 4", "cards 0 1"): "⚠️ If the next throw matches nothing, the claimed cards go back, and one won earlier.",
    ("thrown 3 3 2 2 2",): "⚠️ If the next throw matches nothing, the claimed cards go back.",
    ("cards 0 1",): "⚠️ If the throw matches nothing, one card won earlier goes back.",
}


@pytest.mark.parametrize(("position", "risk"), RISKS.items())
def test_the_player_sees_what_would_be_lost_by_failing(position: tuple[str, ...], risk: str) -> None:
    assert f"{risk}\n\n" in text(*position)


def test_with_bust_loss_all_the_player_sees_that_everything_would_be_lost() -> None:
    expected = "⚠️ If the next throw matches nothing, the claimed cards go back, and all won earlier."
    assert expected in text("claimed 4", "cards 0 1", bust_loss="all")
    assert "⚠️ If the throw matches nothing, all cards won earlier go back." in text("cards 0 1", bust_loss="all")


@pytest.mark.parametrize(
    "position", [(), ("cards 1 5",), ("cards 0 1 5", "thrown 2 2 4 4 2"), ("claimed 1 1 2 2", "cards 0 5", "thrown W")]
)
def test_where_nothing_can_be_lost_no_warning_is_shown(position: tuple[str, ...]) -> None:
    assert "⚠️" not in text(*position)


def test_no_throw_is_warned_of_where_every_claim_ends_the_turn() -> None:
    last = at(("display 5", "claimed 3", "thrown 5 2 2 2"))
    assert {"claim 5": "Claim 5, stop"} == {
        button.verb: button.label for row in draw(Scene(last), ENGLISH).rows for button in row
    }
    assert "⚠️" not in draw(Scene(last), ENGLISH).text
    assert "⚠️" in draw(Scene(at(("display 1 5", "claimed 3", "thrown 5 2 2 2"))), ENGLISH).text


@pytest.mark.parametrize(
    ("position", "asked"),
    [
        ((), "it is your turn: roll the dice."),
        (("thrown 1 3 2 2 2",), "claim a card that a die matches."),
        (("claimed 4",), "roll on, or stop and keep what you claimed."),
        (("cards 0 1 5", "thrown 2 2 4 4 2"), "no die matches. Choose a card to give back."),
    ],
)
def test_the_first_line_says_what_to_do(position: tuple[str, ...], asked: str) -> None:
    assert f'<a href="tg://user?id=7790427779">{ANA}</a>, {asked}' == text(*position).split("\n")[0]


# The buttons


def test_a_turn_begins_with_one_button() -> None:
    assert {"roll": "🎲 Roll 5 dice"} == labels()


def test_claiming_a_card_is_one_press_with_what_comes_next() -> None:
    assert {
        "claim 1 wild+roll": "Claim 1 (W), roll",
        "claim 1 wild+stop": "Claim 1 (W), stop",
        "claim 3+roll": "Claim 3, roll",
        "claim 3+stop": "Claim 3, stop",
        "claim 5 wild+roll": "Claim 5 (W), roll",
        "claim 5 wild+stop": "Claim 5 (W), stop",
    } == labels("thrown 3 3 W 2 2")


def test_both_presses_of_a_card_share_a_row() -> None:
    rows = draw(Scene(at((*PLAIN, "thrown 3 3 W 2 2"))), ENGLISH).rows
    assert [["claim 1 wild"] * 2, ["claim 3"] * 2, ["claim 5 wild"] * 2] == [
        [button.verb.split("+")[0] for button in row] for row in rows
    ]


@pytest.mark.parametrize("dice", ["claimed 1 1 2 2\nthrown W", "claimed 2\nthrown W 4 4 4"])
def test_a_claim_that_ends_the_turn_says_so(dice: str) -> None:
    """With no die left, or with nothing left that may be claimed."""
    shown = labels(*dice.split("\n"), ascending_claims="on")
    assert "Claim 5 (W), stop" == shown["claim 5 wild"]
    assert "claim 5 wild+roll" not in shown


def test_after_a_claim_there_are_two_buttons() -> None:
    assert {"roll": "🎲 Roll 3 dice", "stop": "Stop, keep 4 1"} == labels("claimed 4 1")


def test_with_many_claims_a_claim_stands_alone_while_the_throw_offers_more() -> None:
    assert {"claim 3": "Claim 3", "claim 5": "Claim 5"} == labels("thrown 3 5 2 2 2", claims_per_throw="many")
    assert {
        "claim 5+roll": "Claim 5, roll",
        "claim 5+stop": "Claim 5, stop",
        "roll": "🎲 Roll 4 dice",
        "stop": "Stop, keep 3",
    } == labels("claimed 3", "thrown 5 2 2 2", "claims 1", claims_per_throw="many")


def test_the_card_to_give_is_chosen_with_buttons() -> None:
    expected = {"give 1": "Give 1 back (1 worm)", "give 5": "Give 5 back (3 worms)"}
    assert expected == labels("cards 0 1 5 5", "thrown 2 2 4 4 2")


def test_a_compound_press_claims_and_stops() -> None:
    after = pressed(Scene(at((*PLAIN, "thrown 3 3 W 2 2"))), "claim 5 wild+stop")
    assert ((5,), (), ()) == after.match.state.cards
    assert 1 == after.match.state.table.turn


def test_nothing_is_asked_twice() -> None:
    match = at((*PLAIN, "claimed 3"))
    assert draw(Scene(match), ENGLISH) == draw(Scene(match, "stop"), ENGLISH)


@pytest.mark.parametrize(
    ("position", "played"),
    [
        (("cards 0 5 5", "thrown 2 2 4 4 2"), "give 5"),
        (("thrown 2 2 4 4 5",), "claim 5"),
        (("thrown 2 2 4 1 5",), None),
        (("cards 0 1 5", "thrown 2 2 4 4 2"), None),
        ((), None),
    ],
)
def test_the_bot_plays_what_leaves_no_choice_but_a_throw(position: tuple[str, ...], played: str | None) -> None:
    match = at((*PLAIN, *position))
    assert played == next((match.game.write_command(wish) for _, wish in _only_choice(match.game, match.state)), None)


# What is told


def story(*events: object) -> str:
    return draw_past(Scene(running(), "", (Move(1, 1, 0, "roll", events),)), ENGLISH).text


def test_a_turn_is_told_in_one_line() -> None:
    assert f"{ANA} won 3 5. New on display: 1 2." == story(CardsKept(0, (5, 3)), CardsTurnedUp((2, 1)))


def test_a_failed_turn_is_told_with_its_throw_and_its_cost() -> None:
    expected = f"{ANA} threw 2 2 W, and nothing matched. 3 4 go back. {ANA} gave 5 back."
    failed = TurnFailed(0, (4, 3), must_give=True)
    assert expected == story(DiceThrown(0, (2, 6, 2)), failed, CardsGiven(0, (5,)))


def test_a_new_deal_is_told_without_its_order() -> None:
    assert "All cards are won: a new deal begins." == story(DealBegan(1, DECK))


@pytest.mark.parametrize(
    ("position", "verb", "said"),
    [
        (("thrown 3 3 W 2 2",), "claim 3+stop", "You claimed 3. You won 3."),
        (("thrown 3 3 W 2 2",), "claim 5 wild+stop", "You claimed 5 with a worm. You won 5."),
        (("cards 0 1 5", "thrown 2 2 4 4 2"), "give 1", "You gave 1 back."),
    ],
)
def test_a_press_is_told(position: tuple[str, ...], verb: str, said: str) -> None:
    scene = pressed(Scene(at((*PLAIN, *position))), verb)
    assert said == toast(Outcome("played", scene.match, (*scene.last_turn, *scene.this_turn)), ENGLISH)


def test_a_failed_throw_is_told_with_what_goes_back() -> None:
    moves = (Move(1, 1, 0, "roll", (DiceThrown(0, (2, 2)), TurnFailed(0, (3,), must_give=False))),)
    assert "You threw 2 2. No die matches. 3 goes back." == toast(Outcome("played", running(), moves), ENGLISH)


def test_worms_are_told_at_the_end() -> None:
    ended = replace(at(("display", "cards 0 1 5 5", "cards 1 3")), status="finished")
    shown = draw(Scene(ended), ENGLISH).text
    assert f"1. {ANA}: 7 worms on 1 5 5\n2. {BEN}: 2 worms on 3\n3. \u2068Cid\u2069: no card" in shown


def test_worms_of_all_deals_are_told_at_the_end() -> None:
    begun = [f"deal {seat} {seat + 1}" for seat in range(3)]
    position = ("display", "cards 0 1 5 5", "won 1 5 5 5", "won 0 1", *begun)
    shown = draw(Scene(replace(at(position, deals="one_each"), status="finished")), ENGLISH).text
    assert f"1. {BEN}: 9 worms\n2. {ANA}: 8 worms\n3. \u2068Cid\u2069: 0 worms" in shown


def test_the_lobby_says_beside_deals_how_long_a_single_one_lasts() -> None:
    said = "One deal is played. It lasts about 7 turns in all and favours whoever begins."
    assert said in draw(Scene(lobby(), "rules"), ENGLISH).text
    assert said in rules("junior", {}, ENGLISH).text


# Whatever is played


@settings(max_examples=6, deadline=None)
@given(st.lists(st.sampled_from((*HOSTILE, "Ana")), min_size=2, max_size=4), seeds, house_rules)
def test_every_screen_of_a_match_fits(names: list[str], seed: int, options: dict[str, str]) -> None:
    """F31"""
    for scene in play_by_buttons(Scene(running(names, seed, **options)), Random(seed)):
        check(draw(scene, ENGLISH))
        check(draw_past(replace(scene, this_turn=scene.last_turn), ENGLISH), CAPTION)
        moves = scene.this_turn or scene.last_turn
        assert utf16(toast(Outcome("played", scene.match, moves), ENGLISH)) <= TOAST


@given(st.lists(st.sampled_from(HOSTILE), min_size=2, max_size=4), house_rules)
def test_every_screen_of_a_lobby_fits(names: list[str], options: dict[str, str]) -> None:
    """F31"""
    for question in ("", "rules"):
        check(draw(Scene(lobby(names, **options), question), ENGLISH))
    check(rules("junior", options, ENGLISH))


@pytest.mark.parametrize("status", ["running", "finished"])
def test_four_long_names_with_all_cards_fit(status: str) -> None:
    """F32"""
    cards = (f"cards {seat} 1 2 3 4 5 5 5 4 4" for seat in range(4))
    match = at(("pile 2 2", "display 1 2 3 4 5 5", *cards, "thrown W W 1 2 3"), [LONGEST] * 4)
    check(draw(Scene(replace(match, status=status)), ENGLISH))


@settings(max_examples=10, deadline=None)
@given(seeds, house_rules, seats)
def test_no_button_of_a_board_is_refused(seed: int, options: dict[str, str], count: int) -> None:
    for scene in play_by_buttons(Scene(running(["Ana"] * count, seed, **options)), Random(seed)):
        if scene.match.status == "running":
            assert [] == [reason for verb in verbs(draw(scene, ENGLISH)) if (reason := refused(scene.match, verb))]


@settings(max_examples=10, deadline=None)
@given(seeds, house_rules, seats)
def test_every_legal_command_can_be_pressed(seed: int, options: dict[str, str], count: int) -> None:
    """As the beginning of some button, or its end. A worm is not wasted on a number that another die shows."""
    for scene in play_by_buttons(Scene(running(["Ana"] * count, seed, **options)), Random(seed)):
        offered = {wish for verb in verbs(draw(scene, ENGLISH)) for wish in verb.split("+")}
        legal = {scene.match.game.write_command(wish) for wish in scene.match.game.legal(scene.match.state)}
        assert legal - offered == {f"{wish} wild" for wish in legal} & legal


# Secrets


def otherwise(state: State, random: Random) -> State:
    """The same to look at: another pile of its size, and other cards beneath those that lie uncovered."""
    pile = tuple(random.choice(DECK) for _ in state.pile)
    won = tuple(tuple(random.choices(DECK, k=random.randrange(9))) for _ in state.won)
    return replace(state, pile=pile, won=won, cards=tuple(_covering(cards, random) for cards in state.cards))


def _covering(cards: tuple[int, ...], random: Random) -> tuple[int, ...]:
    return tuple(sorted(number for number in set(cards) for _ in range(random.randint(1, 4))))


def shuffled_otherwise(moves: tuple[Move, ...], random: Random) -> tuple[Move, ...]:
    """The same with another order of every new pile; the four cards of its display are seen."""
    return tuple(replace(move, events=tuple(_hidden(event, random) for event in move.events)) for move in moves)


def _hidden(event: object, random: Random) -> object:
    if isinstance(event, DealBegan):
        seen, pile = event.shuffled[:4], list(event.shuffled[4:])
        random.shuffle(pile)
        return replace(event, shuffled=(*seen, *pile))
    return event


def everything_said(scene: Scene) -> Iterator[Screen | str]:
    """All that the views produce of a running match."""
    for question in ("", "stop"):
        yield draw(replace(scene, question=question), ENGLISH)
    yield draw_past(scene, ENGLISH)
    yield draw_past(replace(scene, this_turn=scene.last_turn), ENGLISH)
    for moves in (scene.this_turn, scene.last_turn, (*scene.last_turn, *scene.this_turn)):
        for did in ("played", "began", "shown", "stopped"):
            yield toast(Outcome(did, scene.match, moves), ENGLISH)
    yield from (refusal(reason, scene.match, ENGLISH) for reason in scene.match.game.REASONS)


@settings(max_examples=20, deadline=None)
@given(seeds, house_rules, seats)
def test_neither_the_pile_nor_what_lies_covered_shows_before_the_end(
    seed: int, options: dict[str, str], count: int
) -> None:
    """Two states that differ only in secrets look the same, sound the same and offer the same."""
    random = Random(seed)
    for scene in play_by_buttons(Scene(running(tables.NAMES[:count], seed, **options)), random):
        if scene.match.status == "running":
            moves = (shuffled_otherwise(scene.this_turn, random), shuffled_otherwise(scene.last_turn, random))
            other = Scene(secretly(scene.match, random), "", *moves)
            assert list(everything_said(scene)) == list(everything_said(other))


def secretly(match: Match, random: Random) -> Match:
    return replace(match, state=otherwise(match.state, random), opening=None)


def test_a_look_at_secrets_would_be_noticed() -> None:
    """The states that are compared do differ in them."""
    match = at((*PLAIN, "cards 0 1 1 5", "won 0 3", "deal 0 1", "deal 1 2"), deals="one_each")
    others = [otherwise(match.state, Random(seed)) for seed in range(30)]
    for secret in ("pile", "cards", "won"):
        assert 3 < len({getattr(other, secret) for other in others})
    assert {(1, 5)} == {tuple(sorted(set(other.cards[0]))) for other in others}
