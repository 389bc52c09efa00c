"""The map as a picture: the same for the same position, small, and with everything where it belongs."""

# ruff: noqa: SIM300  house style: the expected value stands first

from io import BytesIO
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from PIL import Image

from bot.views.graveyard import Figure, Graveyard, Square
from bot.views.pictures import graveyard as drawn
from bot.views.pictures.canvas import EDGE, WIDTH
from bot.views.pictures.graveyard import layout_of, picture
from bot.views.pictures.players import NAME_LEFT
from bot.views.player import Player
from engine.games.grave_digger_board import TOOLS
from tests.views.pictures.positions import (
    LARGE,
    NAMES,
    PAGE,
    Kind,
    asleep,
    fullest,
    graveyard,
    holding,
    reaching,
    standing,
)
from tests.views.tables import HOSTILE

KILOBYTES = 1024
BOARDS = pytest.mark.parametrize("board", [PAGE, LARGE], ids=["page", "large"])
names = st.one_of(st.text(max_size=80), st.sampled_from(HOSTILE), st.sampled_from(["علی‌رضا", "\u202eيمين", "﷽" * 9]))


def image(graveyard: Graveyard) -> Image.Image:
    """What `picture` packs, without the time that packing takes."""
    return drawn._laid(graveyard).convert("RGB")


def squares_of(graveyard: Graveyard) -> dict[str, bytes]:
    """What the picture shows around the centre of each square, nearly to its edges."""
    layout, shown = layout_of(graveyard), image(graveyard)
    reach = layout.side // 2 - 1
    centres = {square.name: layout.centre_of(square.name) for square in graveyard.squares}
    return {
        name: shown.crop((x - reach, y - reach, x + reach, y + reach)).tobytes() for name, (x, y) in centres.items()
    }


def around(name: str, graveyard: Graveyard) -> bytes:
    return squares_of(graveyard)[name]


def changed(before: Graveyard, after: Graveyard) -> set[str]:
    """The squares that look different."""
    return {
        name
        for (name, was), now in zip(squares_of(before).items(), squares_of(after).values(), strict=True)
        if was != now
    }


def without_cache(graveyard: Graveyard) -> bytes:
    for piece in (drawn._ground, drawn._square, drawn._label, drawn._tomb, drawn._thrown, drawn._cell):
        piece.cache_clear()
    return picture(graveyard)


@BOARDS
def test_a_picture_is_the_same_for_the_same_position(board: str) -> None:
    assert picture(fullest(board)) == without_cache(fullest(board))


@BOARDS
def test_a_picture_shows_what_was_laid(board: str) -> None:
    unpacked = Image.open(BytesIO(picture(fullest(board)))).convert("RGB")
    assert image(fullest(board)).tobytes() == unpacked.tobytes()


@BOARDS
def test_a_picture_is_a_png_of_the_stated_size(board: str) -> None:
    opened = Image.open(BytesIO(picture(graveyard(board))))
    assert ("PNG", (WIDTH, layout_of(graveyard(board)).height)) == (opened.format, opened.size)


@BOARDS
def test_a_picture_is_no_taller_than_a_chat_shows_at_full_width(board: str) -> None:
    assert WIDTH * 4 // 3 >= layout_of(graveyard(board)).height


@BOARDS
def test_even_the_fullest_picture_is_small(board: str) -> None:
    data = picture(fullest(board))
    assert 60 * KILOBYTES >= len(data)
    assert len(Image.open(BytesIO(data)).getcolors(256) or ()) <= 64


@BOARDS
def test_every_square_is_where_its_name_says(board: str) -> None:
    """A mark changes the picture around the square's centre and around no other."""
    start = graveyard(board)
    for square in start.squares[::4]:
        assert {square.name} == changed(start, reaching(start, square.name))


def test_files_run_from_the_left_and_ranks_from_the_top() -> None:
    layout = layout_of(graveyard())
    side = layout.side
    x, y = layout.centre_of("a1")
    assert (x + 6 * side, y) == layout.centre_of("g1")
    assert (x, y + 6 * side) == layout.centre_of("a7")


def test_a_square_that_can_be_reached_is_marked_there_only() -> None:
    assert {"a3", "d1", "g7"} == changed(graveyard(), reaching(graveyard(), "a3", "d1", "g7"))


def test_reachable_squares_bear_their_names() -> None:
    """Two squares alike but for their names look different once they are reached."""
    before, after = graveyard(), reaching(graveyard(), "c1", "d1")
    assert around("c1", before) == around("d1", before)
    assert around("c1", after) != around("d1", after)


def test_a_figure_is_shown_where_it_stands() -> None:
    before = standing(graveyard(), dict.fromkeys(range(4), "d4"))
    assert {"d4", "e4"} == changed(before, standing(graveyard(), {0: "d4", 1: "d4", 2: "d4", 3: "e4"}))


def test_any_figures_on_one_square_differ_from_any_others() -> None:
    crowds = [tuple(seat for seat in range(4) if crowd >> seat & 1) for crowd in range(16)]
    looks = {around("a1", standing(graveyard(), dict.fromkeys(crowd, "a1"))) for crowd in crowds}
    assert 16 == len(looks)


def test_figures_differ_also_without_colour() -> None:
    """The first square in black and white, where only the form of a figure and its number are left."""
    alone = [image(standing(graveyard(), {seat: "a1"})).convert("L") for seat in range(4)]
    x, y = layout_of(graveyard()).corner_of("a1")
    forms = {shown.crop((x, y, x + 132, y + 132)).point(lambda light: light > 110).tobytes() for shown in alone}
    assert 4 == len(forms)


def test_a_ghost_that_left_is_gone() -> None:
    squares = tuple(replace(square, has_ghost=False) for square in graveyard().squares)
    assert {"a3", "c4", "e1", "g6"} == changed(graveyard(), replace(graveyard(), squares=squares))


def test_the_red_ghost_stands_on_the_red_x_however_it_is_described() -> None:
    """R: it is never beaten for good."""
    start = graveyard()
    haunted = tuple(replace(square, has_ghost=square.has_ghost or square.kind == "red_x") for square in start.squares)
    assert picture(start) == picture(replace(start, squares=haunted))


def test_whatever_lies_on_a_square_can_be_told_apart() -> None:
    start = graveyard()
    every = [
        Square("a1", kind, ghost)
        for kind in get_args(Kind)
        for ghost in (False, True)
        if (kind, ghost) != ("red_x", True)
    ]
    for figures in ((), (0,), (0, 1, 2, 3)):
        shown = [replace(start, squares=(replace(square, figures=figures), *start.squares[1:])) for square in every]
        assert len(every) == len({around("a1", position) for position in shown})


def test_everything_told_is_shown() -> None:
    start = graveyard()
    figures = start.figures
    positions = [
        start,
        replace(start, thrown=1),
        replace(start, thrown=12),
        *(replace(start, tombs=("closed",) * 5 + (tomb,)) for tomb in ("empty", "vampire")),
        replace(start, tombs=("empty", *["closed"] * 5)),
        *(holding(start, (tool,), (), (), ()) for tool in TOOLS),
        holding(start, (), TOOLS, (), ()),
        replace(start, figures=(Figure(Player(0, "Ana")), *figures[1:])),
        replace(start, figures=(*figures[:3], asleep(figures[3]))),
        replace(start, figures=(*figures[:3], Figure(Player(3, "Eva")))),
        replace(start, digits="۰۱۲۳۴۵۶۷۸۹"),
        replace(start, figures=figures[:2]),
    ]
    assert len(positions) == len({image(position).tobytes() for position in positions})


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_number_of_players_has_its_place(seats: int) -> None:
    position = graveyard(names=NAMES[:seats])
    assert layout_of(position).height == image(position).height


@settings(max_examples=10)
@given(st.lists(names, min_size=4, max_size=4).map(tuple))
def test_no_name_breaks_the_picture(hostile: tuple[str, ...]) -> None:
    """Outside the names everything looks as ever."""
    usual, shown = image(graveyard()), image(graveyard(names=hostile))
    layout = layout_of(graveyard())
    assert usual.size == shown.size
    for left, right in ((0, EDGE + NAME_LEFT - 4), (EDGE + 293, EDGE + 570)):
        box = (left, 0, right, layout.height)
        assert usual.crop(box).tobytes() == shown.crop(box).tobytes()
