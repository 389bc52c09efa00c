"""The words below a picture: what matters most stays, and what the picture shows is folded."""

# ruff: noqa: SIM300  house style: the expected value stands first

import pytest
from msgspec.structs import replace

from bench.positions import positions
from bot.matches.match import Scene
from bot.views.draw import draw
from bot.views.games import VIEWS
from bot.views.language import ENGLISH
from bot.views.parts.captions import LIMIT, caption
from bot.views.screen import expandable, paragraphs
from bot.views.width import shown_length

KEPT = positions()


def folded(*parts: str) -> str:
    return expandable(paragraphs(parts))


def test_all_of_it_is_said_and_the_table_folded() -> None:
    assert f"Roll\n\nTold\n\nDice\n\n{folded('Players', 'Grill')}" == caption(
        "Roll", "Told", "Dice", "Players", "Grill"
    )


def test_where_it_is_too_long_the_table_loses_its_end() -> None:
    assert f"Roll\n\nTold\n\nDice\n\n{folded('Players')}" == caption("Roll", "Told", "Dice", "Players", "g" * LIMIT)


def test_the_story_goes_before_the_players() -> None:
    told = "t" * (LIMIT - 20)
    assert f"Roll\n\nDice\n\n{folded('Players')}" == caption("Roll", told, "Dice", "Players", "g" * LIMIT)


def test_what_is_to_be_done_is_always_said() -> None:
    assert "Roll\n\nTold\n\nDice" == caption("Roll", "Told", "Dice", "p" * LIMIT)
    assert "Roll\n\nDice" == caption("Roll", "t" * LIMIT, "Dice", "p" * LIMIT)
    assert "Roll" == caption("Roll", "t" * LIMIT, "d" * LIMIT, "p" * LIMIT)


def test_tags_and_references_do_not_count() -> None:
    assert 5 == shown_length('<a href="tg://user?id=1">A&amp;B</a> <b>&lt;</b>')


@pytest.mark.parametrize("game", VIEWS)
def test_whoever_sees_no_picture_has_all_of_it_in_words(game: str) -> None:
    """Every line of the text stands below the picture as well, save the map's."""
    for name, match in KEPT.items():
        if match.game_id == game and not name.endswith("fullest"):
            screen = draw(Scene(replace(match, status="running")), ENGLISH)
            assert screen.photo is not None
            said = screen.photo.caption.replace("<blockquote expandable>", "").replace("</blockquote>", "").split("\n")
            lines = [line for line in screen.text.split("\n") if line and not line.startswith("\u200e")]
            assert [] == [line for line in lines if line not in said and line != "<b>Players</b>"], name
