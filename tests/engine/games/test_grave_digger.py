"""Every sentence of the rules page of Grave Digger (docs/rules/grave-digger.md), and who is away (A1 to A3)."""

# ruff: noqa: SIM300  house style: the expected value stands first

from functools import partial
from itertools import combinations, pairwise, product
from random import Random

import pytest

from engine import GAMES
from engine.dice import Scripted
from engine.games import grave_digger
from engine.games.grave_digger_board import BOARDS, TOOLS, Tool
from engine.games.grave_digger_moves import (
    GhostBeaten,
    GhostWon,
    RedGhostBeaten,
    RedGhostWon,
    StepsThrown,
    TombFoundEmpty,
    TombsShuffled,
    ToolsLost,
    ToolsReturned,
    ToolTaken,
    VampireFound,
    Walk,
    Walked,
)
from engine.games.grave_digger_walk import Walker, objection_to_walking, paths, way
from engine.parts.turns import SeatBenched, SeatLeft, TurnBegan, TurnPassed
from engine.record import Faulty
from tests.engine import table
from tests.engine.games.random_play import dice_of, played_on
from tests.engine.table import choices

after = partial(table.after, game="grave_digger")
events = partial(table.events, game="grave_digger")
refusal = partial(table.refusal, game="grave_digger")
placed = partial(table.placed, game="grave_digger")

START = "vampire 4"
ALL = "pickaxe shovel stake"


def at(ana: str, tools: str = "", *more: str) -> str:
    """Ana stands somewhere and holds tools; Ben waits on the green X."""
    return "\n".join((f"at Ana {ana}", "at Ben d4", f"tools Ana {tools}", "vampire 4", *more))


# The start


def test_every_figure_stands_on_the_green_x_without_tools() -> None:
    """G1."""
    lines = after(START, seats="Ana Ben Cid Dan")
    assert {f"at {name} d4" for name in ("Ana", "Ben", "Cid", "Dan")} <= lines
    assert {f"tools {name}" for name in ("Ana", "Ben", "Cid", "Dan")} <= lines


def test_the_tombs_are_shuffled_face_down() -> None:
    """G1: one of six hides the vampire."""
    assert {"vampire 5", "opened"} <= after("vampire 5")
    seen = {grave_digger.new(2, grave_digger.Options(), Scripted([face])).vampire for face in range(1, 7)}
    assert {1, 2, 3, 4, 5, 6} == seen


def test_the_first_to_join_begins() -> None:
    """G2."""
    assert {"to_act Ana"} <= after(START)


def test_two_to_four_play() -> None:
    assert (2, 3, 4) == tuple(grave_digger.SEATS)


# Moving


def test_one_die_is_thrown_for_a_move() -> None:
    """G3."""
    assert {"roll"} == choices(after(START))
    assert [StepsThrown(0, (6,))] == events(START, "Ana roll > 6")


def test_exactly_so_many_squares_are_walked() -> None:
    """G3: not fewer."""
    lengths = {len(wish.split(" ")) - 1 for wish in choices(after(START, "Ana roll > 5"))}
    assert {5} == lengths
    for walk in ("d3 d2 d1 e1", "d3 d2 d1 e1 f1 g1"):
        assert "not_exact" == refusal(START, "Ana roll > 5", f"Ana walk {walk}")


def test_a_step_leads_to_a_square_that_shares_a_side() -> None:
    """G4: in any direction."""
    assert {"walk d3", "walk c4", "walk e4", "walk d5"} == choices(after(START, "Ana roll > 1"))
    for walk in ("e3", "d2", "d4", "g1"):
        assert "not_beside" == refusal(START, "Ana roll > 1", f"Ana walk {walk}")


def test_no_step_leads_straight_back() -> None:
    """G4."""
    assert "straight_back" == refusal(START, "Ana roll > 2", "Ana walk d3 d4")
    assert "straight_back" == refusal(START, "Ana roll > 4", "Ana walk d3 d2 d3 d2")


def test_a_new_move_may_begin_straight_back() -> None:
    """G4: within one move only."""
    moves = ("Ana roll > 1", "Ana walk d3", "Ben roll > 1", "Ben walk d5", "Ana roll > 1")
    assert "walk d4" in choices(after(START, *moves))


def test_squares_are_shared() -> None:
    """G4."""
    assert {"at Ana e4", "at Ben d4"} <= after(START, "Ana roll > 1", "Ana walk e4")
    assert {"at Ana d3", "at Ben d3"} <= after(START, "Ana roll > 1", "Ana walk d3", "Ben roll > 1", "Ben walk d3")


def test_a_square_is_entered_again_by_another_way_round() -> None:
    """G4."""
    walk = "walk d3 d2 d1 e1 f1 g1 g2 g3 g4 f4 e4 d4"
    assert {"at Ana d4"} <= after(START, "Ana roll > 6 6", f"Ana {walk} > 4", move_dice="two")


def test_a_digger_may_end_on_the_red_x_with_steps_left() -> None:
    """G5."""
    lines = after(at("f1", ALL), "Ana roll > 6")
    assert {"walk g1", "walk e1 d1 d2 d3 d4 c4"} <= choices(lines)
    assert {"at Ana g1", "due dig"} <= after(at("f1", ALL), "Ana roll > 6", "Ana walk g1 > 4")


def test_a_diggers_move_does_not_go_on_beyond_the_red_x() -> None:
    """G5."""
    assert "ends_on_red_x" == refusal(at("f1", ALL), "Ana roll > 3", "Ana walk g1 g2 g3")


@pytest.mark.parametrize("tools", ["", "shovel", "shovel stake"])
def test_everybody_else_walks_exactly_also_over_the_red_x(tools: str) -> None:
    """G5: all three when throwing; a third tool on the way is too late."""
    position = at("g6", tools)
    assert "not_exact" == refusal(position, "Ana roll > 6", "Ana walk g5 g4 g3 g2 g1")
    assert {"at Ana f1"} <= after(position, "Ana roll > 6", "Ana walk g5 g4 g3 g2 g1 f1")


def test_a_digger_who_stands_on_the_red_x_moves_away_from_it() -> None:
    """G5: a move ends on entering it."""
    assert {"walk f1", "walk g2"} == choices(after(at("g1", ALL), "Ana roll > 1"))
    assert "not_exact" == refusal(at("g1", ALL), "Ana roll > 2", "Ana walk f1")


# Tools


@pytest.mark.parametrize("walk", ["c4 b4", "c4 b4 a4"])
def test_a_tool_is_taken_passing_or_landing(walk: str) -> None:
    """G6: without asking."""
    steps = len(walk.split())
    walked = events(at("d4"), f"Ana roll > {steps}", f"Ana walk {walk} > 4")
    assert [Walked(0, "d4", tuple(walk.split())), ToolTaken(0, "stake")] == walked[:2]


def test_one_tool_of_a_kind_is_held_at_most() -> None:
    """G6."""
    assert {"tools Ana stake"} <= after(at("d7", "stake"), "Ana roll > 1", "Ana walk d6")
    found = way(BOARDS["small"], Walker("d4"), ("d3", "d2", "d1", "c1", "b1", "a1", "a2", "a3", "a4", "a5", "a6"), ())
    assert ("pickaxe", "shovel") == found.tools


def test_tool_squares_stay_and_serve_everybody() -> None:
    """G7."""
    moves = ("Ana roll > 2", "Ana walk d3 d2", "Ben roll > 2", "Ben walk d3 d2")
    assert {"tools Ana pickaxe", "tools Ben pickaxe"} <= after(START, *moves)
    everybody = "\n".join(f"at {name} d4\ntools {name} {ALL}" for name in ("Ana", "Ben", "Cid", "Dan"))
    assert {f"tools Dan {ALL}"} <= after(f"{everybody}\nvampire 1", seats="Ana Ben Cid Dan")


# Fighting


@pytest.mark.parametrize(("walk", "ghost"), [("c4", "c4"), ("c4 b4", "c4"), ("d3 d2 d1 e1 f1", "e1")])
def test_a_ghost_passed_or_landed_on_is_fought(walk: str, ghost: str) -> None:
    """G8."""
    fought = events(at("d4", "shovel"), f"Ana roll > {len(walk.split())}", f"Ana walk {walk} > 5")
    assert GhostBeaten(0, ghost, (5,), is_gone=False) in fought


def test_ghosts_are_fought_in_path_order_each_once() -> None:
    """G8."""
    walk = "d3 d2 d1 e1 f1 g1 g2 g3 g4 g5 g6"
    fought = events(at("d4"), "Ana roll > 6 5", f"Ana walk {walk} > 4 6", move_dice="two")
    assert ["e1", "g6"] == [event.square for event in fought if isinstance(event, GhostBeaten)]
    twice = ("c4", "b4", "a4", "a3", "a2", "a1", "b1", "c1", "d1", "d2", "d3", "d4", "c4")
    assert ("c4", "a3") == way(BOARDS["small"], Walker("d4"), twice, ()).ghosts


def test_a_tool_picked_up_behind_a_ghost_brings_it_to_the_fight() -> None:
    """G8."""
    assert {"due lose", "tools Ana stake"} <= after(at("d4"), "Ana roll > 2", "Ana walk c4 b4 > 1")


def test_ghosts_ignore_who_holds_no_tool() -> None:
    """G8."""
    assert {"at Ana c4", "to_act Ben"} <= after(at("d4"), "Ana roll > 1", "Ana walk c4")


def test_the_square_a_move_starts_from_is_not_passed() -> None:
    """G9: neither its ghost nor its tool."""
    assert {"to_act Ben"} <= after(at("c4", "stake"), "Ana roll > 1", "Ana walk d4")
    assert {"tools Ana"} <= after(at("b4"), "Ana roll > 1", "Ana walk a4")


def test_the_square_a_move_starts_from_is_passed_when_entered_again() -> None:
    """G4, G9."""
    round_the_block = ("b4", "a4", "a3", "a2", "a1", "b1", "c1", "d1", "d2", "d3", "d4", "c4")
    assert ("a3", "c4") == way(BOARDS["small"], Walker("c4", ("stake",)), round_the_block, ()).ghosts


@pytest.mark.parametrize("face", [4, 5, 6])
def test_a_four_or_more_wins_and_keeps_the_tools(face: int) -> None:
    """G10."""
    assert {"tools Ana stake", "to_act Ben"} <= after(at("d4", "stake"), "Ana roll > 1", f"Ana walk c4 > {face}")


@pytest.mark.parametrize("face", [1, 2, 3])
def test_a_three_or_less_loses_one_tool_of_the_players_choice(face: int) -> None:
    """G10."""
    position, moves = at("d4", "shovel stake"), ("Ana roll > 1", f"Ana walk c4 > {face}")
    assert GhostWon(0, "c4", (face,), ()) in events(position, *moves)
    assert {"lose shovel", "lose stake"} == choices(after(position, *moves))
    assert {"tools Ana shovel", "to_act Ben"} <= after(position, *moves, "Ana lose stake")
    assert [ToolsLost(0, ("stake",)), TurnBegan(1)] == events(position, *moves, "Ana lose stake")


def test_what_is_lost_is_one_tool_that_is_held() -> None:
    """G10."""
    position = at("c4", "shovel stake", "due lose")
    assert "not_held" == refusal(position, "Ana lose pickaxe")
    assert "lose_one" == refusal(position, "Ana lose shovel stake")


def test_the_other_ghosts_are_fought_after_the_loss() -> None:
    """G10: each with one die."""
    position, moves = at("d4", "shovel"), ("Ana roll > 4", "Ana walk c4 b4 a4 a3 > 1")
    assert {"ghosts a3", "tools Ana shovel stake"} <= after(position, *moves)
    assert GhostWon(0, "a3", (2,), ()) in events(position, *moves, "Ana lose shovel > 2")
    assert {"due lose", "tools Ana stake"} <= after(position, *moves, "Ana lose shovel > 2")


def test_without_a_tool_the_other_ghosts_of_the_move_are_ignored() -> None:
    """G11."""
    position = at("a3", "shovel", "due lose", "ghosts c4 e1")
    assert [ToolsLost(0, ("shovel",)), TurnBegan(1)] == events(position, "Ana lose shovel")


def test_ghosts_stay_where_they_are() -> None:
    """G12."""
    assert {"gone"} <= after(at("d4", "stake"), "Ana roll > 1", "Ana walk c4 > 6")
    assert GhostBeaten(0, "c4", (6,), is_gone=False) in events(at("d4", "stake"), "Ana roll > 1", "Ana walk c4 > 6")


# The red X


def test_a_digger_who_ends_on_the_red_x_fights_the_red_ghost() -> None:
    """G13."""
    assert RedGhostBeaten(0, (4,)) in events(at("f1", ALL), "Ana roll > 1", "Ana walk g1 > 4")
    assert RedGhostWon(0, (3,)) in events(at("f1", ALL), "Ana roll > 1", "Ana walk g1 > 3")


def test_the_third_tool_may_come_on_the_way() -> None:
    """G13: then holds all three."""
    assert {"due dig"} <= after(at("g6", "shovel stake"), "Ana roll > 5", "Ana walk g5 g4 g3 g2 g1 > 5")


def test_ordinary_ghosts_come_before_the_red_one() -> None:
    """G13."""
    fought = events(at("d1", ALL), "Ana roll > 3", "Ana walk e1 f1 g1 > 4 5")
    assert [GhostBeaten(0, "e1", (4,), is_gone=False), RedGhostBeaten(0, (5,))] == fought[1:]


def test_a_tool_lost_before_makes_the_red_ghost_ignore_the_player() -> None:
    """G13."""
    moves = ("Ana roll > 3", "Ana walk e1 f1 g1 > 1", "Ana lose stake")
    assert {"at Ana g1", "tools Ana pickaxe shovel", "to_act Ben"} <= after(at("d1", ALL), *moves)


def test_passing_the_red_x_is_no_fight() -> None:
    """G13: a move that ends there."""
    assert {"to_act Ben"} <= after(at("f1", "shovel stake"), "Ana roll > 2", "Ana walk g1 g2")


@pytest.mark.parametrize("face", [1, 2, 3])
def test_the_red_ghost_breaks_two_tools_of_the_players_choice(face: int) -> None:
    """G14."""
    position, moves = at("g2", ALL), ("Ana roll > 1", f"Ana walk g1 > {face}")
    assert {"lose pickaxe shovel", "lose pickaxe stake", "lose shovel stake"} == choices(after(position, *moves))
    assert "lose_two" == refusal(position, *moves, "Ana lose stake")
    assert {"at Ana g1", "tools Ana shovel", "to_act Ben"} <= after(position, *moves, "Ana lose pickaxe stake")


@pytest.mark.parametrize("face", [4, 5, 6])
def test_a_beaten_red_ghost_leads_to_digging_at_once(face: int) -> None:
    """G14."""
    lines = after(at("g2", ALL), "Ana roll > 1", f"Ana walk g1 > {face}")
    assert {f"dig {tomb}" for tomb in range(1, 7)} == choices(lines)
    assert {"to_act Ana"} <= lines


@pytest.mark.parametrize("tools", ["", "stake", "shovel stake"])
def test_without_three_tools_the_red_x_is_an_ordinary_square(tools: str) -> None:
    """G15."""
    assert {"at Ana g1", "to_act Ben"} <= after(at("g2", tools), "Ana roll > 1", "Ana walk g1")


@pytest.mark.parametrize("beaten_ghosts", ["stay", "leave"])
def test_the_red_ghost_is_back_for_the_next_digger(beaten_ghosts: str) -> None:
    """G16."""
    position = f"at Ana g2\nat Ben g2\ntools Ana {ALL}\ntools Ben {ALL}\nvampire 4"
    moves = ("Ana roll > 1", "Ana walk g1 > 6", "Ana dig 1", "Ben roll > 1", "Ben walk g1 > 2")
    assert {"due lose_two", "gone"} <= after(position, *moves, beaten_ghosts=beaten_ghosts)


# Digging


def test_one_closed_tomb_is_turned_over_and_all_tools_go_back() -> None:
    """G17."""
    expected = [ToolsReturned(0, TOOLS), TombFoundEmpty(0, 2, "d4"), TurnBegan(1)]
    assert expected == events(at("g1", ALL, "due dig"), "Ana dig 2")
    assert {"tools Ana", "opened 2"} <= after(at("g1", ALL, "due dig"), "Ana dig 2")
    assert {"tools Ana"} <= after(at("g1", ALL, "due dig"), "Ana dig 4")


def test_the_vampire_wins_and_the_others_share_second_place() -> None:
    """G18."""
    position = f"at Ana d4\nat Ben g1\nat Cid d4\ntools Ben {ALL}\nvampire 4\ndue dig\nto_act Ben"
    lines = after(position, "Ben dig 4", seats="Ana Ben Cid")
    assert {"over", "winners Ben", "ranking Ben Ana,Cid", "to_act -", "won Ben 4", "opened 4"} <= lines
    assert VampireFound(1, 4) == events(position, "Ben dig 4", seats="Ana Ben Cid")[-1]
    assert "over" == refusal(position, "Ben dig 4", "Cid roll", seats="Ana Ben Cid")


def test_an_empty_tomb_stays_open_and_sends_the_figure_to_the_green_x() -> None:
    """G19."""
    position = at("g1", ALL, "opened 2", "due dig")
    assert {"at Ana d4", "opened 2 6", "to_act Ben", "going"} <= after(position, "Ana dig 6")
    assert "tomb_open" == refusal(position, "Ana dig 2")
    assert {"dig 1", "dig 3", "dig 4", "dig 5", "dig 6"} == choices(after(position))


# House rules


def test_with_two_dice_the_sum_is_walked_and_one_die_fights() -> None:
    """House rule `move_dice`."""
    assert [StepsThrown(0, (2, 6))] == events(START, "Ana roll > 2 6", move_dice="two")
    assert {"steps 8"} <= after(START, "Ana roll > 2 6", move_dice="two")
    fought = events(at("d4", "stake"), "Ana roll > 1 1", "Ana walk c4 b4 > 4", move_dice="two")
    assert GhostBeaten(0, "c4", (4,), is_gone=False) in fought


def test_a_beaten_ghost_is_gone_for_everybody() -> None:
    """House rule `beaten_ghosts`."""
    position = "at Ana d4\nat Ben d4\ntools Ana stake\ntools Ben stake\nvampire 4"
    moves = ("Ana roll > 1", "Ana walk c4 > 4")
    assert {"gone c4"} <= after(position, *moves, beaten_ghosts="leave")
    assert {"to_act Ana"} <= after(position, *moves, "Ben roll > 1", "Ben walk c4", beaten_ghosts="leave")


def test_a_ghost_that_won_stays() -> None:
    """House rule `beaten_ghosts`."""
    assert {"gone"} <= after(at("d4", "stake"), "Ana roll > 1", "Ana walk c4 > 1", beaten_ghosts="leave")


def test_after_an_empty_tomb_all_six_are_shuffled_again() -> None:
    """House rule `tombs`."""
    position = at("g1", ALL, "due dig")
    assert {"opened", "vampire 2", "at Ana d4"} <= after(position, "Ana dig 2 > 2", tombs="reshuffled")
    assert TombsShuffled((5,)) in events(position, "Ana dig 2 > 5", tombs="reshuffled")
    assert {"opened 4", "winners Ana"} <= after(position, "Ana dig 4", tombs="reshuffled")


def test_the_large_board_has_its_own_squares() -> None:
    """House rule `board`."""
    assert {"at Ana f4", "at Ben f4"} <= after(START, board="large")
    assert {"walk e4", "walk g4"} == choices(after(START, "Ana roll > 1", board="large"))


# One thing at a time


@pytest.mark.parametrize(
    ("position", "awaited"),
    [
        (at("g1", ALL), "roll"),
        (at("g1", ALL, "steps 1"), "walk"),
        (at("g1", ALL, "due lose"), "lose"),
        (at("g1", ALL, "due lose_two"), "lose"),
        (at("g1", ALL, "due dig"), "dig"),
    ],
)
def test_a_turn_waits_for_one_thing_at_a_time(position: str, awaited: str) -> None:
    others = {"roll": "roll", "walk": "walk g2", "lose": "lose stake", "dig": "dig 1"}
    del others[awaited]
    assert {f"{awaited}_first"} == {refusal(position, f"Ana {wish}") for wish in others.values()}
    assert {awaited} == {wish.split()[0] for wish in choices(after(position))}


# Going away


@pytest.mark.parametrize("more", [(), ("steps 3",), ("due lose", "ghosts e1"), ("due dig",), ("due lose_two",)])
def test_the_turn_of_who_leaves_lapses(more: tuple[str, ...]) -> None:
    """A1: nothing is lost; the figure keeps its square and its tools."""
    position = at("g1", ALL, *more, "at Cid d4")
    assert {"to_act Ben", "at Ana g1", f"tools Ana {ALL}"} <= after(position, "Ana leave", seats="Ana Ben Cid")
    assert [SeatLeft(0), TurnBegan(1)] == events(position, "Ana leave", seats="Ana Ben Cid")


def test_the_last_who_stays_wins() -> None:
    """A1."""
    assert {"over", "winners Ben", "ranking Ben Ana"} <= after(START, "Ana leave")


def test_time_out_before_the_throw_passes_the_turn_over() -> None:
    """A2."""
    assert [TurnPassed(0), TurnBegan(1)] == events(at("g2", ALL), "Ana timeout")


@pytest.mark.parametrize(
    ("start", "tools", "steps", "expected"),
    [
        ("d4", "", 2, "d3 d2"),  # no ghost, one tool, the first of three such ways
        ("d4", "pickaxe", 2, "e4 f4"),  # the first way with a tool, not past c4
        ("d4", "pickaxe shovel", 2, "d5 d6"),  # the stake without a ghost
        ("d4", "shovel", 5, "d3 d2 d1 c1 b1"),  # one tool in peace rather than two past c4
        ("b1", "stake", 3, "c1 d1 d2"),  # a tool, not past a3
        ("f1", ALL, 1, "e1"),  # two fights that cost the same: one tool at an ordinary ghost stands first
        ("g2", ALL, 1, "g3"),  # no fight rather than the red one
    ],
)
def test_time_out_walks_past_the_fewest_ghosts_to_the_most_tools(
    start: str, tools: str, steps: int, expected: str
) -> None:
    """A2."""
    fights = " > 4" if expected == "e1" else ""
    walked = events(at(start, tools, f"steps {steps}"), f"Ana timeout{fights}")[0]
    assert Walked(0, start, tuple(expected.split())) == walked


def test_time_out_answers_all_that_follows() -> None:
    """A2: the dice of the fights fall within the command, the first tools are lost."""
    position = at("c4", ALL, "due lose", "ghosts a3 e1")
    lost = [event for event in events(position, "Ana timeout > 1 2") if isinstance(event, ToolsLost)]
    assert [ToolsLost(0, ("pickaxe",)), ToolsLost(0, ("shovel",)), ToolsLost(0, ("stake",))] == lost
    assert {"tools Ana stake"} <= after(at("g1", ALL, "due lose_two"), "Ana timeout")


def test_time_out_digs_the_first_closed_tomb() -> None:
    """A2."""
    assert {"opened 1 2", "to_act Ben"} <= after(at("g1", ALL, "opened 1", "due dig"), "Ana timeout")
    assert {"winners Ana"} <= after(at("g1", ALL, "opened 1 2 3", "due dig"), "Ana timeout")


def test_benching_the_seat_to_act_does_what_time_out_does() -> None:
    """A3."""
    expected = [ToolsReturned(0, TOOLS), TombFoundEmpty(0, 1, "d4"), SeatBenched(0), TurnBegan(1)]
    assert expected == events(at("g1", ALL, "due dig"), "Ana bench")
    assert [SeatBenched(1)] == events(START, "Ben bench")
    assert {"to_act Ana", "at Ben d4"} <= after(START, "Ben bench", "Ana timeout")


# Ways


@pytest.mark.parametrize("name", BOARDS)
def test_every_state_of_every_board_has_a_legal_move(name: str) -> None:
    """All squares, dice and sets of tools."""
    board = BOARDS[name]
    sets = [held for count in range(4) for held in combinations(TOOLS, count)]
    for square, steps, held in product(board.signs, range(1, 13), sets):
        walks = paths(board, Walker(square, held), steps)
        assert walks
        assert len(walks) == len(set(walks))
        assert not [walk for walk in walks if objection_to_walking(board, Walker(square, held), walk, steps)]


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("held", [(), TOOLS])
def test_of_all_sequences_of_near_squares_exactly_the_walks_are_allowed(name: str, held: tuple[Tool, ...]) -> None:
    board = BOARDS[name]
    for square in board.signs:
        near = [other for other in board.signs if _distance(square, other) <= 3]
        tried = (walk for count in range(1, 4) for walk in product(near, repeat=count))
        allowed = {walk for walk in tried if objection_to_walking(board, Walker(square, held), walk, 3) is None}
        assert set(paths(board, Walker(square, held), 3)) == allowed
        assert all(_is_walk((square, *walk)) for walk in allowed)


def _distance(one: str, other: str) -> int:
    return abs(ord(one[0]) - ord(other[0])) + abs(ord(one[1]) - ord(other[1]))


def _is_walk(squares: tuple[str, ...]) -> bool:
    """G4, said a second time."""
    steps = all(_distance(one, other) == 1 for one, other in pairwise(squares))
    return steps and all(squares[place] != squares[place + 2] for place in range(len(squares) - 2))


def test_a_walk_is_legal_whatever_it_passes() -> None:
    wishes = grave_digger.legal(placed(at("d4", "", "steps 6")))
    assert all(isinstance(wish, Walk) for wish in wishes)
    assert ("d3", "d2", "d1", "c1", "b1", "a1") in [wish.squares for wish in wishes if isinstance(wish, Walk)]


# Positions


@pytest.mark.parametrize(
    ("position", "problem"),
    [
        ("tools Ana stake", "every seat's figure stands somewhere"),
        ("at Ana b2\nat Ben d4", "a square of the board small"),
        ("at Ana\nat Ben d4", "a square of the board small"),
        (at("d4", "stake stake"), "one of each at most"),
        (at("d4", "hammer"), "one of each at most"),
        (at("d4") + "\nopened 7", "opened is followed by different numbers from 1 to 6"),
        (at("d4") + "\nopened 2 2", "opened is followed by different numbers from 1 to 6"),
        (at("d4") + "\nopened 4", "nobody has won"),
        (at("d4") + "\nwon Ana 4", "won is followed by"),
        (at("d4") + "\nopened 4\nwon Ana 3", "won is followed by"),
        (at("d4") + "\ngone d4", "d4 is no square with a ghost"),
        (at("d4") + "\nsteps 7", "steps is followed by a number from 1 to 6"),
        (at("d4") + "\nsteps 2\ndue dig", "a move is walked before anything is due"),
        (at("d4") + "\ndue dig", "due is followed by"),
        (at("d4") + "\ndue lose", "due is followed by"),
        (at("d4", "stake") + "\ndue lose_two", "due is followed by"),
        (at("d4", "stake") + "\ndue lose\nghosts d4", "d4 is no square with a ghost"),
        (at("d4", "stake") + "\nghosts e1", "ghosts wait only while"),
        (at("d4", "stake") + "\ngone e1\ndue lose\nghosts e1", "has not gone"),
        ("vampire 0", "a number from 1 to 6"),
        ("vampire 4\nvampire 5", "vampire stands twice"),
        (at("d4") + "\nvampire 5", "vampire stands twice"),
    ],
)
def test_a_position_that_cannot_be_is_refused(position: str, problem: str) -> None:
    with pytest.raises(Faulty, match=problem):
        placed(position)


def test_without_a_vampire_the_match_is_over_when_every_tomb_is_open() -> None:
    """Pieces named nowhere are out of the game."""
    position = f"at Ana g1\nat Ben d4\ntools Ana {ALL}\nopened 1 2 3 4 5\ndue dig"
    assert {"over", "ranking Ana,Ben"} <= after(position, "Ana dig 6")


# How long it takes


def test_a_match_of_sensible_players_takes_thirty_to_eighty_turns() -> None:
    """On the page's board; a turn is one player's."""
    counts = []
    for number in range(60):
        start = grave_digger.new(2 + number % 3, grave_digger.Options(), dice := dice_of(number))
        moves = played_on(GAMES["grave_digger"], start, dice, Random(number), nonsense=0)
        counts.append(sum(isinstance(event, StepsThrown) for move in moves for event in move.events))
    assert 30 <= sum(counts) / len(counts) <= 80
