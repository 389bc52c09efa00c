"""A table of cards as a picture: everything told is shown, also to who sees no colours, and where it belongs."""

# ruff: noqa: SIM300  house style: the expected value stands first

from typing import Any

import pytest
from msgspec.structs import replace
from PIL import Image

from bot.views.card_table import Card, CardTable, Claim, Hand
from bot.views.die import Die
from bot.views.pictures import card_table as drawn
from bot.views.pictures.canvas import WIDTH
from bot.views.pictures.card_table import layout_of, picture
from bot.views.player import Player
from engine.games.junior_cards import COPIES, WORMS
from engine.parts.tray import WORM
from tests.views.tables import NAMES


def table(seats: int = 3, **changes: Any) -> CardTable:
    """Two cards of each number on display, a claim made and a throw to come; everybody has won a 3."""
    display = tuple(Card(number, worms, 2) for number, worms in WORMS.items())
    each = tuple(Hand(Player(seat, NAMES[seat], seat == 0), (3,)) for seat in range(seats))
    return replace(CardTable(display, 6, each, (Die(),) * 4, (Claim(Die(5), 5),)), **changes)


def image(table: CardTable) -> Image.Image:
    """What `picture` packs, without the time that packing takes."""
    return drawn._laid(table).convert("RGB")


def grey(table: CardTable) -> bytes:
    """Without its colours, and of the shades only those that differ much."""
    return image(table).convert("L").point([light // 64 for light in range(256)]).tobytes()


def with_card(**changes: Any) -> CardTable:
    display = table().display
    return table(display=(*display[:2], replace(display[2], **changes), *display[3:]))


def with_first(**changes: Any) -> CardTable:
    hands = table().hands
    return table(hands=(replace(hands[0], **changes), *hands[1:]))


DIFFERENT = {
    "as it is": table(),
    **{f"{count} of a number": with_card(count=count) for count in (0, 1, 3, 4)},
    "a card that can be claimed": with_card(is_claimable=True),
    "another pile": table(pile=5),
    "no pile": table(pile=0),
    "the first of three deals": table(deal=(1, 3)),
    "the second of three deals": table(deal=(2, 3)),
    "fewer dice": table(thrown=(Die(),) * 3),
    "dice thrown": table(thrown=(Die(1), Die(2), Die(3), Die(WORM))),
    "one of no use": table(thrown=(Die(1), Die(2, is_spent=True), Die(3), Die(WORM))),
    "claimed with a worm": table(claims=(Claim(Die(WORM), 5),)),
    "claimed another": table(claims=(Claim(Die(5), 4),)),
    "the claim gone": table(claims=(Claim(Die(5), None),)),
    "five claims": table(thrown=(), claims=(Claim(Die(5), 5),) * 5),
    **{f"won {cards}": with_first(cards=cards) for cards in ((), (1,), (5,), (1, 2, 3, 4, 5))},
    "a card to give": with_first(has_to_give=True),
    "not to act": with_first(player=Player(0, NAMES[0])),
    "away": with_first(player=Player(0, NAMES[0], is_to_act=True, is_away=True)),
    "another name": with_first(player=Player(0, "Eva", is_to_act=True)),
    "Persian digits": table(digits="۰۱۲۳۴۵۶۷۸۹"),
}


def test_everything_told_is_shown_also_without_colours() -> None:
    shown = {name: grey(described) for name, described in DIFFERENT.items()}
    assert [] == [(a, b) for a in shown for b in shown if a < b and shown[a] == shown[b]]


def test_a_picture_is_the_same_for_the_same_table() -> None:
    before = picture(table())
    for cached in (drawn._ground, drawn._pile, drawn._small_card, drawn._cards, drawn._cell):
        cached.cache_clear()
    assert before == picture(table())


def test_copies_of_a_card_stick_out_behind_it() -> None:
    edges = [drawn._cards(Card(3, 2, count), "0123456789").mask.getbbox()[1] for count in (1, 2, 4)]
    assert [3 * drawn.LAYER, 2 * drawn.LAYER, 0] == edges


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_number_of_players_has_its_place(seats: int) -> None:
    assert (WIDTH, layout_of(table(seats)).height) == image(table(seats)).size


def test_five_claims_have_room() -> None:
    last = drawn.EDGE + 18 + 4 * drawn.CLAIM + drawn.CLAIM_DIE + 8 + drawn.CLAIM_WIDTH
    assert WIDTH - drawn.EDGE - 8 > last


def test_all_copies_of_a_number_have_room() -> None:
    assert drawn.MOST == max(COPIES.values())
