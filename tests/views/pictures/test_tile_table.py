"""A table of tiles as a picture: everything told is shown, also to who sees no colours, and where it belongs."""

# ruff: noqa: SIM300  house style: the expected value stands first

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from PIL import Image

from bot.views.die import Die
from bot.views.pictures import tile_table as drawn
from bot.views.pictures import tray
from bot.views.pictures.canvas import BONE, EDGE, GOLD, GROUND, SHADES, WIDTH, YELLOW, piece
from bot.views.pictures.figures import SEAT_SHAPES, figure
from bot.views.pictures.players import CELL_WIDTH, NAME_LEFT
from bot.views.pictures.tile_table import CELL, layout_of, picture
from bot.views.player import Player
from bot.views.tile_table import Holder, Tile, TileTable, Tray
from engine.games.deluxe_table import SPECIALISTS, TILES, worms
from engine.parts.tray import WORM
from tests.views.tables import HOSTILE, NAMES

names = st.one_of(st.text(max_size=80), st.sampled_from([*HOSTILE, "علی‌رضا", "山田", "﷽" * 9]))


def table(seats: int = 3, numbers: tuple[int, ...] = TILES, **changes: Any) -> TileTable:
    """All tiles open, all stacks with two tiles; the first player has thrown."""
    holders = tuple(Holder(Player(seat, NAMES[seat], seat == 0), Tile(30, 3), 2, 6) for seat in range(seats))
    tray = Tray((Die(1), Die(2), Die(WORM)), (Die(5), Die(5)), 10, has_worm=False)
    return replace(TileTable(tuple(Tile(number, worms(number)) for number in numbers), holders, tray, 7), **changes)


def image(table: TileTable) -> Image.Image:
    """What `picture` packs, without the time that packing takes."""
    return drawn._laid(table).convert("RGB")


def grey(table: TileTable) -> bytes:
    """Without its colours, and of the shades only those that differ much."""
    return image(table).convert("L").point([light // 64 for light in range(256)]).tobytes()


def with_tile(**changes: Any) -> TileTable:
    grill = table().grill
    return table(grill=(*grill[:5], replace(grill[5], **changes), *grill[6:]))


def with_first(**changes: Any) -> TileTable:
    holders = table().holders
    return table(holders=(replace(holders[0], **changes), *holders[1:]))


def with_thrown(**changes: Any) -> TileTable:
    return table(tray=replace(table().tray, thrown=(Die(1), replace(Die(2), **changes), Die(WORM))))


def with_tray(**changes: Any) -> TileTable:
    return table(tray=replace(table().tray, **changes))


def test_a_picture_is_the_same_for_the_same_table() -> None:
    before = picture(table())
    for cached in (tray._tray, tray.die_on, drawn._ground, drawn._sum, drawn._tile, drawn._pieces, drawn._cell):
        cached.cache_clear()
    assert before == picture(table())


DIFFERENT = {
    "as it is": table(),
    "a tile face down": with_tile(lies="closed"),
    "a tile taken": with_tile(lies="taken"),
    "a tile that can be taken": with_tile(is_takeable=True),
    **{piece: with_tile(pieces=(piece,)) for piece in (*SPECIALISTS, "raven")},
    "hen and raven": with_tile(pieces=("hen", "raven")),
    **{f"a {face} thrown": with_thrown(face=face) for face in (1, 3, 4, 5, WORM, None)},
    "a die that counts no more": with_thrown(is_spent=True),
    "the golden die": with_thrown(is_golden=True),
    "the golden die not thrown": with_thrown(face=None, is_golden=True),
    "one more set aside": with_tray(kept=(Die(5), Die(5), Die(1))),
    "another sum": with_tray(sum=11),
    "a worm": with_tray(has_worm=True),
    "the canned worm": with_tray(has_worm=True, is_canned=True),
    "between turns": table(tray=None),
    "fewer Bratworms": table(supply=6),
    "another top": with_first(top=Tile(31, 3)),
    "a top that can be taken": with_first(top=Tile(30, 3, is_takeable=True)),
    "no tile": with_first(top=None, tiles=0, worms=0),
    "one tile": with_first(tiles=1),
    "three tiles": with_first(tiles=3),
    "more worms": with_first(worms=7),
    "a Bratworm": with_first(bratworms=1),
    "two Bratworms": with_first(bratworms=2),
    **{f"{specialist} held": with_first(specialists=(specialist,)) for specialist in SPECIALISTS},
    "two held": with_first(specialists=SPECIALISTS[:2]),
    "all held": with_first(specialists=SPECIALISTS),
    "not to act": with_first(player=Player(0, NAMES[0])),
    "away": with_first(player=Player(0, NAMES[0], is_to_act=True, is_away=True)),
    "another name": with_first(player=Player(0, "Eva", is_to_act=True)),
    "Persian digits": table(digits="۰۱۲۳۴۵۶۷۸۹"),
    "two players": table(2),
}


def test_everything_told_is_shown_also_without_colours() -> None:
    shown = {name: grey(described) for name, described in DIFFERENT.items()}
    assert [] == [(a, b) for a in shown for b in shown if a < b and shown[a] == shown[b]]


def test_what_can_be_taken_has_a_frame() -> None:
    def rim_and_inside(*, is_takeable: bool) -> list[int]:
        image = drawn._tile(100, Tile(25, 2, is_takeable=is_takeable), "0123456789").image
        return [image.getpixel((x, drawn.TILE_HEIGHT // 2)) for x in (6, 14)]

    assert [SHADES.index(YELLOW), SHADES.index(GOLD)] == rim_and_inside(is_takeable=True)
    assert [SHADES.index(BONE)] * 2 == rim_and_inside(is_takeable=False)


def test_figures_differ_also_without_colours() -> None:
    def form(seat: int) -> bytes:
        """Without its number, too."""
        drawn = piece(100, 100, GROUND, lambda pen: figure(pen.box(0, 0, 100), seat, ""))
        return drawn.convert("L").point(lambda light: 255 * (light > 60)).tobytes()

    assert len(SEAT_SHAPES) == len({form(seat) for seat in range(7)})


@pytest.mark.parametrize("place", range(len(TILES)))
def test_a_tile_is_shown_at_its_place(place: int) -> None:
    grill = table().grill
    changed = table(grill=(*grill[:place], replace(grill[place], lies="closed"), *grill[place + 1 :]))
    layout = layout_of(table())
    x, y = layout.corner_of(place)
    before, after = image(table()), image(changed)
    hole = Image.new("RGB", (layout.tile_width, drawn.TILE_HEIGHT))
    assert before.tobytes() != after.tobytes()
    for shown in (before, after):
        shown.paste(hole, (x, y))
    assert before.tobytes() == after.tobytes()


@pytest.mark.parametrize("numbers", [TILES, TILES[2:]])
def test_places_of_tiles_do_not_overlap(numbers: tuple[int, ...]) -> None:
    layout = layout_of(table(numbers=numbers))
    corners = [layout.corner_of(place) for place in range(len(numbers))]
    for x, y in corners:
        assert EDGE < x
        assert WIDTH - EDGE > x + layout.tile_width
        assert not [1 for a, b in corners if 0 <= a - x < layout.tile_width and 0 < b - y < drawn.TILE_HEIGHT]
    assert layout.players_top > corners[-1][1] + drawn.TILE_HEIGHT


@pytest.mark.parametrize("seats", range(2, 8))
def test_every_number_of_players_has_its_place(seats: int) -> None:
    shown = image(table(seats))
    assert (WIDTH, layout_of(table(seats)).height) == shown.size
    assert WIDTH * 4 // 3 >= shown.height


def test_nine_dice_have_room_thrown_and_set_aside() -> None:
    nine = Tray((Die(1),) * 9, (Die(5),) * 9, 45, has_worm=False)
    narrow = image(table(tray=nine)).crop((WIDTH - EDGE, 0, WIDTH, 400))
    assert image(table()).crop((WIDTH - EDGE, 0, WIDTH, 400)).tobytes() == narrow.tobytes()
    last = EDGE + 14 + 8 * (drawn.KEPT + 6) + drawn.KEPT
    assert WIDTH - EDGE - 10 - drawn.SUM > last


def test_counts_do_not_run_into_the_stack() -> None:
    few, many = (
        drawn._cell(Holder(Player(0, "Ana"), Tile(30, 3), *counts), "0123456789") for counts in ((4, 1), (16, 40, 7))
    )
    left = CELL_WIDTH - 10 - drawn.TOP_WIDTH - drawn.LAYERS * drawn.LAYER
    box = (left, 0, CELL_WIDTH, CELL.height)
    assert few.crop(box).tobytes() == many.crop(box).tobytes()


def test_a_long_name_leaves_room_for_specialists() -> None:
    short, long = (
        drawn._cell(Holder(Player(0, name), specialists=SPECIALISTS[:2]), "0123456789") for name in ("A", "W" * 24)
    )
    box = (NAME_LEFT + CELL.name_width - 2 * drawn.SPECIALIST, 0, CELL_WIDTH, CELL.height)
    assert short.crop(box).tobytes() == long.crop(box).tobytes()


@settings(max_examples=15)
@given(st.lists(names, min_size=7, max_size=7), st.booleans())
def test_no_name_breaks_the_picture(hostile: list[str], is_crowded: bool) -> None:  # noqa: FBT001  given by hypothesis
    """F53: outside the names everything looks as ever."""
    held = SPECIALISTS if is_crowded else ()

    def named(names: list[str]) -> Image.Image:
        holders = tuple(Holder(Player(seat, name, is_away=True), specialists=held) for seat, name in enumerate(names))
        shown = image(table(7, holders=holders))
        hole = Image.new("RGB", (CELL.name_width, 62))
        for x, y in CELL.corners(7, layout_of(table(7)).players_top):
            shown.paste(hole, (x + NAME_LEFT - 4, y + 6))
        return shown

    assert named(list(NAMES)).tobytes() == named(hostile).tobytes()
