"""Boards of Grave Digger: what a drawing says, and what is wrong with it."""

# ruff: noqa: SIM300  house style: the expected value stands first

import pytest

from engine.games.grave_digger_board import BOARDS, LARGE, SMALL, TOOLS, Misdrawn, read_board

GOOD = """
   a b c d
1  X P S R
2  T     .
3  . G . .
"""


def test_a_drawing_names_squares_by_file_and_rank() -> None:
    board = read_board(GOOD)
    assert ("a1", "d1") == (board.green_x, board.red_x)
    assert {"b1": "pickaxe", "c1": "shovel", "a2": "stake", "b3": "ghost"}.items() <= board.signs.items()
    assert "b2" not in board.signs
    assert (4, 3, 10) == (board.files, board.ranks, len(board.signs))


def test_neighbours_share_a_side() -> None:
    board = read_board(GOOD)
    assert ("b1", "a2") == board.neighbours["a1"]
    assert ("d2", "c3") == board.neighbours["d3"]


@pytest.mark.parametrize(
    ("problem", "old", "new"),
    [
        ("there is no green X", "X", "."),
        ("there is no red X", "R", "."),
        ("there are 2 squares with the green X", "G", "X"),
        ("there are 2 squares with the red X", "G", "R"),
        ("there is no pickaxe", "P", "."),
        ("there is no shovel", "S", "."),
        ("there is no stake", "T", "."),
        ("b3: Q is no sign of a board", "G", "Q"),
        ("a2 is a dead end", "3  . G", "3    G"),
        ("the first line names the files", "a b c d", "a b d c"),
        ("the first line names the files", "   a b c d", ""),
        ("rank 2 begins with its number", "2  T", "4  T"),
        ("rank 1: R stands under no file", "a b c d", "a b c"),
        (r"rank 2: \. stands under no file", "     .", "      ."),
    ],
)
def test_a_faulty_drawing_is_refused_with_what_is_wrong(problem: str, old: str, new: str) -> None:
    assert old in GOOD
    with pytest.raises(Misdrawn, match=problem):
        read_board(GOOD.replace(old, new, 1))


@pytest.mark.parametrize(("sign", "name"), [("P", "pickaxe"), ("T", "stake"), ("G", "ghost"), (".", "plain")])
def test_what_cannot_be_reached_is_named(sign: str, name: str) -> None:
    drawing = f"{GOOD.rstrip()}\n4\n5  {sign} .\n6  . .\n"
    with pytest.raises(Misdrawn, match=rf"a5 \({name}\) cannot be reached from the green X"):
        read_board(drawing)


def test_the_small_board_is_the_pages() -> None:
    board = BOARDS["small"]
    assert 33 == len(board.signs)
    assert ("d4", "g1") == (board.green_x, board.red_x)
    assert ["e1", "a3", "c4", "g6"] == [square for square, sign in board.signs.items() if sign == "ghost"]
    assert dict.fromkeys(TOOLS, 3) == {tool: list(board.signs.values()).count(tool) for tool in TOOLS}


def test_the_large_board_has_more_squares_more_tools_and_more_ghosts() -> None:
    small, large = (list(board.signs.values()) for board in BOARDS.values())
    assert (33, 46) == (len(small), len(large))
    assert (9, 11) == (sum(map(small.count, TOOLS)), sum(map(large.count, TOOLS)))
    assert (4, 6) == (small.count("ghost"), large.count("ghost"))


@pytest.mark.parametrize("drawing", [SMALL, LARGE])
def test_a_drawing_can_be_read_from_its_squares_again(drawing: str) -> None:
    board = read_board(drawing)
    signs = {"plain": ".", "red_x": "R", "green_x": "X", "pickaxe": "P", "shovel": "S", "stake": "T", "ghost": "G"}
    files = "abcdefghijklmnopqrstuvwxyz"[: board.files]
    ranks = range(1, board.ranks + 1)
    rows = (
        f"{rank}  {' '.join(signs.get(board.signs.get(f'{file}{rank}', ''), ' ') for file in files)}".rstrip()
        for rank in ranks
    )
    assert drawing.strip("\n") == "\n".join((f"   {' '.join(files)}", *rows))
