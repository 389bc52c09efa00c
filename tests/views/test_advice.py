"""What the odds say, in words."""

from itertools import islice
from random import Random

import pytest
from msgspec.structs import replace

from bot.matches.match import Move, Scene
from bot.views.advice import at_length, hint
from bot.views.draw import draw
from bot.views.games import VIEWS
from bot.views.language import ENGLISH, language_of
from tests.views.tables import at, play_by_buttons, running, verbs

THROWN = ("grill 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36", "to_act 0", "thrown 1 1 2 4 4 4 5 W")


def test_a_hint_names_the_best_choice_its_risk_and_what_the_others_cost() -> None:
    """keep 4 is worth 1.5035, keep W 1.1742, keep 2 1.1686, keep 5 1.1221 and keep 1 0.7380 (docs/odds.md)."""
    said = hint(at(THROWN), ENGLISH)
    assert said.startswith("💡 Best: “Keep 4 ×3, roll”. It fails in 32 % of cases.")
    assert "“Keep W, roll” costs 0.33 worms." in said
    assert len(said) <= 200


def test_at_length_all_choices_and_the_chances_of_the_turn_are_told() -> None:
    text = at_length(at(THROWN), ENGLISH).text
    assert "“Keep 1 ×2, roll” costs 0.77 worms." in text
    assert "21 or more: 8" in text


def test_where_only_one_thing_can_be_done_it_is_not_called_the_best() -> None:
    said = hint(running(), ENGLISH)
    assert said.startswith("💡 You have no choice: “🎲 Roll 8 dice”. It fails in ")


def test_in_junior_the_chances_are_of_worms() -> None:
    told = at_length(running(("Ana", "Ben"), game="junior"), ENGLISH).text.split("\n")
    assert any(line.startswith("1 worm or more: ") for line in told)
    assert any(line.startswith("7 worms or more: ") for line in told)


def test_at_length_it_is_told_where_a_figure_can_get() -> None:
    told = at_length(running(("Ana", "Ben"), game="grave_digger", move_dice="two"), ENGLISH).text.split("\n")
    assert "⛏️ pickaxe: 100 %" in told
    assert "a1 a4 a7 d1 d7 g1 g4 g7: 17 %" in told
    assert told[-1].startswith("Turns to the red X, on average: 3.1")


def test_where_a_throw_lies_only_the_way_to_the_red_x_is_told() -> None:
    walking = at(("at 0 d4", "at 1 d4", "vampire 1", "steps 3"), ("Ana", "Ben"), "grave_digger")
    assert "Chances" not in at_length(walking, ENGLISH).text
    assert "Turns to the red X" in at_length(walking, ENGLISH).text


def test_what_costs_nothing_is_as_good() -> None:
    digging = at(
        ("at 0 g1", "at 1 d4", "vampire 1", "tools 0 pickaxe shovel stake", "due dig"), ("A", "B"), "grave_digger"
    )
    told = at_length(digging, ENGLISH).text.split("\n")
    assert [f"“Dig up tomb {tomb}” is as good." for tomb in range(2, 7)] == told[1:]


def test_numbers_are_written_as_in_the_language() -> None:
    assert "0,33" in hint(at(THROWN), language_of("de"))
    assert "۰٫۳۳" in at_length(at(THROWN), language_of("fa")).text


def test_a_board_offers_a_hint_only_where_hints_are_given() -> None:
    scene = Scene(at(THROWN))
    assert "hint" not in verbs(draw(scene, ENGLISH))
    assert "hint" in verbs(draw(replace(scene, gives_hints=True), ENGLISH))
    assert "hint" not in verbs(draw(replace(scene, gives_hints=True, question="stop"), ENGLISH))


@pytest.mark.parametrize("game", ["heckmeck", "deluxe", "junior", "grave_digger"])
def test_the_end_tells_what_was_given_away(game: str) -> None:
    moves: list[Move] = []
    for scene in islice(play_by_buttons(Scene(running(("Ana", "Ben"), 1, game)), Random(1)), 12):
        known = moves[-1].revision if moves else 0
        moves += [move for move in (*scene.last_turn, *scene.this_turn) if move.revision > known]
    end = draw(Scene(replace(scene.match, status="finished"), record=tuple(moves)), ENGLISH).text
    assert "given away, compared with the best play:" in end
    luckiest = next(line for line in end.split("\n") if "Luckiest throw" in line)
    letters = VIEWS[game].dice(range(1, 7), ENGLISH)
    assert luckiest.rpartition(", ")[2].strip(letters) == "", f"{luckiest}: no dice of {game}"


def test_only_where_there_are_worms_a_six_is_one():
    assert {game: view.dice([6], ENGLISH) for game, view in VIEWS.items()} == {
        "heckmeck": "W",
        "deluxe": "W",
        "junior": "W",
        "grave_digger": "6",
    }
