"""What the picture of Heckmeck Junior shows, and the words below it."""

# ruff: noqa: SIM300  house style: the expected value stands first

from bot.matches.match import Match, Scene
from bot.views import junior
from bot.views.card_table import CardTable, Claim, Hand
from bot.views.die import Die
from bot.views.draw import draw
from bot.views.language import ENGLISH
from bot.views.player import Player
from engine.parts.tray import WORM
from tests.views import tables
from tests.views.tables import LONGEST
from tests.views.test_limits import check


def at(*position: str, **options: str) -> Match:
    return tables.at(("pile 2 2 3", *position), game="junior", **options)


def shown(*position: str, **options: str) -> CardTable:
    return junior.picture(at(*position, **options), ENGLISH)


def claimable(table: CardTable) -> list[int]:
    return [card.number for card in table.display if card.is_claimable]


def test_every_number_has_its_place_on_display() -> None:
    display = shown("display 1 3 3 5").display
    assert [(1, 1), (2, 0), (3, 2), (4, 0), (5, 1)] == [(card.number, card.count) for card in display]
    assert [1, 1, 2, 2, 3] == [card.worms for card in display]


def test_of_the_pile_only_its_size_is_told() -> None:
    one, other = at("display 1 3 3 5"), tables.at(("pile 5 5 5", "display 1 3 3 5"), game="junior")
    assert 3 == junior.picture(one, ENGLISH).pile
    assert junior.picture(one, ENGLISH) == junior.picture(other, ENGLISH)


def test_of_cards_that_lie_covered_nothing_is_told() -> None:
    assert shown("display 1 3", "cards 0 1 5") == shown("display 1 3", "cards 0 1 5 5 5")


def test_what_a_die_matches_is_marked_and_other_dice_are_of_no_use() -> None:
    table = shown("display 1 3 4", "thrown 2 3 3 5")
    assert [3] == claimable(table)
    assert (Die(2, is_spent=True), Die(3), Die(3), Die(5, is_spent=True)) == table.thrown


def test_a_worm_matches_every_card() -> None:
    table = shown("display 1 3 4", "thrown 2 W")
    assert [1, 3, 4] == claimable(table)
    assert (Die(2, is_spent=True), Die(WORM)) == table.thrown


def test_only_higher_cards_are_marked_where_claims_ascend() -> None:
    assert [4] == claimable(shown("display 1 3 4", "claimed 3", "thrown W 1", ascending_claims="on"))


def test_claims_show_the_die_and_the_card() -> None:
    table = shown("display 1 3 4", "kept W 2", "claimed 5 2")
    assert (Claim(Die(WORM), 5), Claim(Die(2), 2)) == table.claims
    assert (Die(),) * 3 == table.thrown


def test_after_a_failed_turn_dice_lie_there_without_cards_and_one_card_has_to_be_given() -> None:
    table = shown("display 1 3 4", "cards 0 2 5", "kept 1", "thrown 2 5")
    assert (Claim(Die(1), None),) == table.claims
    assert (Die(2, is_spent=True), Die(5, is_spent=True)) == table.thrown
    assert Hand(Player(0, "\u2068Ana\u2069", is_to_act=True), (2, 5), has_to_give=True) == table.hands[0]
    assert [] == claimable(table)
    assert [True, False, False] == [hand.has_to_give for hand in table.hands]


def test_the_deal_is_told_where_there_are_several() -> None:
    assert shown("display 1 3").deal is None
    assert (1, 3) == shown("display 1 3", deals="one_each").deal


def test_a_caption_says_the_dice_who_has_what_and_what_lies_there() -> None:
    photo = draw(Scene(at("display 1 3", "cards 0 2 5", "thrown 3 5")), ENGLISH).photo
    assert photo is not None
    for words in ("Thrown: 3 5", "1. \u2068Ana\u2069: 2 5", "👉 3 (2 worms): 3"):
        assert words in photo.caption


def test_the_longest_caption_fits() -> None:
    """F32"""
    cards = (f"cards {seat} 1 2 3 4 5" for seat in range(4))
    match = tables.at(("pile 2", "display 1 2 3 4 5 5", *cards, "thrown W W 1 2 3"), [LONGEST] * 4, "junior")
    check(draw(Scene(match), ENGLISH))
