"""Replies to commands."""

# ruff: noqa: SIM300  house style: the expected value stands first

import pytest

from bot.matches.match import Person
from bot.views.games import VIEWS
from bot.views.language import ENGLISH
from bot.views.replies import (
    COMMANDS,
    elsewhere,
    game_named,
    games,
    help_text,
    leave_question,
    reply,
    rules,
    stop_question,
    welcome,
    welcome_group,
)
from engine import GAMES
from tests.views.tables import lobby, running, verbs


def test_the_welcome_offers_to_add_the_bot_to_a_group() -> None:
    ((button,),) = welcome("worms_bot", ENGLISH).rows
    assert "https://t.me/worms_bot?startgroup=play" == button.url
    assert not button.verb


def test_a_group_is_told_how_to_begin() -> None:
    assert "/join" in welcome_group("WormsBot", ENGLISH).text


def test_help_names_the_bot_in_every_command() -> None:
    """F51"""
    text = help_text("worms_bot", ENGLISH).text
    assert all(f"/{command}@worms_bot" in text for command in COMMANDS)


def test_alone_with_the_bot_no_command_needs_its_name() -> None:
    text = games("", ENGLISH).text
    assert "/play_deluxe /rules_deluxe" in text
    assert "@" not in text


def test_what_is_said_in_private_is_a_link_away() -> None:
    ((button,),) = elsewhere("mygames", "worms_bot", ENGLISH).rows
    assert "https://t.me/worms_bot?start=mygames" == button.url


def test_the_rules_mark_house_rules_that_differ() -> None:
    text = rules("heckmeck", {"snatch": "forced"}, ENGLISH).text
    assert "★ You must snatch a tile that equals your sum. (changed here)" in text
    assert "• Whoever joined first begins." in text


def test_every_game_can_be_chosen_by_its_word() -> None:
    text = games("worms_bot", ENGLISH).text
    assert all(f"/play_{game_id}@worms_bot /rules_{game_id}@worms_bot" in text for game_id in GAMES)


@pytest.mark.parametrize(
    ("named", "game_id"),
    [
        ("heckmeck", "heckmeck"),
        ("Deluxe", "deluxe"),
        ("heckmeck junior", "junior"),
        ("grave_digger", "grave_digger"),
        ("Grave Digger", "grave_digger"),
        ("digger", "grave_digger"),
        ("", None),
        ("chess", None),
    ],
)
def test_a_game_is_known_by_its_id_its_name_and_a_part_of_it(named: str, game_id: str | None) -> None:
    assert game_id == game_named(named)


def test_stopping_is_asked_about() -> None:
    for match in (lobby(), running()):
        assert ("stop yes", "stop no") == verbs(stop_question(match, ENGLISH))


def test_leaving_for_good_is_asked_about_and_the_question_knows_whose_it_is() -> None:
    assert ("leave yes 2", "leave no 2") == verbs(leave_question(Person(1, "Ana"), 2, ENGLISH))


def test_a_reply_says_to_whom() -> None:
    """F52"""
    assert "\u2068A&amp;B\u2069: Join first: /join" == reply(Person(1, "A&B"), "Join first: /join")
    assert "Join first: /join" == reply(Person(1, "\u200b"), "Join first: /join")


def test_every_house_rule_has_words() -> None:
    assert VIEWS.keys() == GAMES.keys()
    for game_id, game in GAMES.items():
        view, values = VIEWS[game_id], {option.name: set(option.values) for option in game.OPTIONS}
        assert view.OPTIONS.keys() == values.keys()
        assert {name: set(words) for name, words in view.VALUES.items()} == values
        assert {name: set(words) for name, words in view.OPTION_RULES.items()} == values
