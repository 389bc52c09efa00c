"""A table of cards as a picture: the dice of the turn, what they claimed, the cards on display, and every player's.

Nothing is told by colour alone: what can be claimed or given has a frame, a die that is of no use is crossed out.
"""

from functools import lru_cache

from msgspec import Struct
from PIL import Image

from bot.views.card_table import Card, CardTable, Claim, Hand
from bot.views.pictures import cards
from bot.views.pictures.canvas import (
    BONE,
    EDGE,
    GROUND,
    MOSS,
    NIGHT,
    STONE,
    WIDTH,
    CutOut,
    Ink,
    Pen,
    cut_out,
    dim,
    paint_ground,
    piece,
    png,
)
from bot.views.pictures.drawings import grass
from bot.views.pictures.lettering import numeral
from bot.views.pictures.players import GAP, NAME_LEFT, Cell, cell
from bot.views.pictures.tray import BELOW_TRAY, DIE, FELT, TRAY, TRAY_TOP, die_on, lay_thrown, lay_tray

# All in pixels.
PILE_WIDTH, PILE_HEIGHT, PILE_ROOM = 72, 94, 240
CLAIM, CLAIM_DIE, CLAIM_WIDTH, CLAIM_HEIGHT = 186, 76, 62, 84
LAWN: Ink = dim(MOSS)
CARD_WIDTH, CARD_HEIGHT = 166, 216
LAYER, MOST = 15, 4  # how far copies of a card stick out, and how many there are
DISPLAY = CARD_HEIGHT + (MOST - 1) * LAYER + 36
CELL = Cell(height=132, name_width=372, name_line=33)
HELD_TOP, HELD_WIDTH, HELD_HEIGHT, HELD_STEP = 60, 58, 64, 72


class Layout(Struct, frozen=True):
    numbers: int
    hands: int

    @property
    def players_top(self) -> int:
        return BELOW_TRAY + DISPLAY + GAP

    @property
    def height(self) -> int:
        return self.players_top + CELL.rows_height(self.hands) + EDGE

    def corner_of(self, place: int) -> tuple[int, int]:
        """Of the lowest card of a number."""
        pitch = (WIDTH - 2 * EDGE) / self.numbers
        return round(EDGE + (place + 0.5) * pitch - CARD_WIDTH / 2), BELOW_TRAY + DISPLAY - 16 - CARD_HEIGHT


def layout_of(table: CardTable) -> Layout:
    return Layout(len(table.display), len(table.hands))


def picture(table: CardTable) -> bytes:
    """A PNG; the same for the same description."""
    return png(_laid(table))


def _laid(table: CardTable) -> Image.Image:
    layout = layout_of(table)
    canvas = _ground(layout).copy()
    lay_thrown(canvas, table.thrown)
    canvas.paste(_pile(table.pile, table.deal, table.digits), (WIDTH - EDGE - PILE_ROOM, EDGE))
    lay_tray(canvas)
    for place, claim in enumerate(table.claims):
        _lay_claim(canvas, EDGE + 18 + place * CLAIM, claim, table.digits)
    for place, card in enumerate(table.display):
        x, y = layout.corner_of(place)
        _cards(card, table.digits).lay(canvas, (x, y - (MOST - 1) * LAYER))
    corners = CELL.corners(len(table.hands), layout.players_top)
    for hand, corner in zip(table.hands, corners, strict=True):
        canvas.paste(_cell(hand, len(table.display), table.digits), corner)
    return canvas


@lru_cache(maxsize=16)
def _ground(layout: Layout) -> Image.Image:
    """The night, and in it a lawn."""

    def paint(pen: Pen) -> None:
        paint_ground(pen, layout.height)
        pen.slab(EDGE, BELOW_TRAY, WIDTH - 2 * EDGE, DISPLAY, NIGHT, corner=18)
        pen.slab(EDGE + 5, BELOW_TRAY + 5, WIDTH - 2 * EDGE - 10, DISPLAY - 10, LAWN, corner=14)
        for tuft in range(24):
            x, y = EDGE + 16 + tuft * 257 % (WIDTH - 2 * EDGE - 110), BELOW_TRAY + 4 + tuft * 109 % (DISPLAY - 90)
            grass(pen.box(x, y, 90))
        for place in range(layout.numbers):
            x, y = layout.corner_of(place)
            pen.frame(x, y, CARD_WIDTH, CARD_HEIGHT - 4, MOSS, corner=18, line=5)

    return piece(WIDTH, layout.height, GROUND, paint)


@lru_cache(maxsize=64)
def _pile(count: int, deal: tuple[int, int] | None, digits: str) -> Image.Image:
    """The cards face down and how many they are; above, which deal of how many is played."""

    def paint(pen: Pen) -> None:
        left = PILE_ROOM - 8 - PILE_WIDTH
        if deal:
            pen.text(left - 16, 24, " / ".join(numeral(number, digits) for number in deal), 34, BONE, anchor="r")
        pen.text(left - 16, DIE - 24 if deal else DIE / 2, numeral(count, digits), 44, BONE, anchor="r")
        if count:
            cards.face_down(pen.at(left, 0), PILE_WIDTH, PILE_HEIGHT)
        else:
            pen.frame(left, 0, PILE_WIDTH, PILE_HEIGHT, STONE, corner=14, line=4)

    return piece(PILE_ROOM, DIE, GROUND, paint)


def _lay_claim(canvas: Image.Image, x: int, claim: Claim, digits: str) -> None:
    canvas.paste(die_on(FELT, CLAIM_DIE, claim.die), (x, TRAY_TOP + (TRAY - CLAIM_DIE) // 2))
    if claim.card is not None:
        shown = _small_card(numeral(claim.card, digits))
        canvas.paste(shown, (x + CLAIM_DIE + 8, TRAY_TOP + (TRAY - CLAIM_HEIGHT) // 2))


@lru_cache(maxsize=32)
def _small_card(number: str) -> Image.Image:
    return piece(CLAIM_WIDTH, CLAIM_HEIGHT, FELT, lambda pen: cards.small_card(pen, CLAIM_WIDTH, CLAIM_HEIGHT, number))


@lru_cache(maxsize=64)
def _cards(card: Card, digits: str) -> CutOut:
    """All of a number, the lowest in front."""

    def paint(pen: Pen) -> None:
        for copy in range(card.count - 1, 0, -1):
            cards.edge_of_a_card(pen.at(0, (MOST - 1 - copy) * LAYER), CARD_WIDTH, CARD_HEIGHT)
        if card.count:
            front, number = pen.at(0, (MOST - 1) * LAYER), numeral(card.number, digits)
            cards.card(front, CARD_WIDTH, CARD_HEIGHT, number, card.worms, is_claimable=card.is_claimable)
        if card.count > 1:
            count = f"×{numeral(card.count, digits)}"
            pen.text(CARD_WIDTH - 18, (MOST - 1) * LAYER + 40, count, 34, NIGHT, anchor="r")

    return cut_out(CARD_WIDTH, CARD_HEIGHT + (MOST - 1) * LAYER, LAWN, paint)


@lru_cache(maxsize=256)
def _cell(hand: Hand, numbers: int, digits: str) -> Image.Image:
    """A player, and a place for each number, filled where it is owned."""

    def paint(pen: Pen) -> None:
        for place in range(numbers):
            at = pen.at(NAME_LEFT + place * HELD_STEP, HELD_TOP)
            if place + 1 in hand.cards:
                number = numeral(place + 1, digits)
                cards.small_card(at, HELD_WIDTH, HELD_HEIGHT, number, is_marked=hand.has_to_give)
            else:
                at.frame(0, 0, HELD_WIDTH, HELD_HEIGHT - 3, STONE, corner=12, line=4)

    return cell(CELL, hand.player, digits, paint)
