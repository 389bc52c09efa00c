"""Every screen is clear, by the list of docs/screens.md; `make screens` looks at them on a phone as well."""

# ruff: noqa: SIM300  house style: the expected value stands first

import pytest

from bot.views.language import ENGLISH, Language, language_of
from bot.views.scoreboard import Scoreboard
from bot.views.screen import Button, Photo, Screen
from tests.views.clarity import unclear
from tests.views.everything import toasts
from tests.views.screens import every_screen

ANA = '<a href="tg://user?id=1">\u2068Ana\u2069</a>'
ROLL = ((Button("Roll", "roll"),),)
PERSIAN = language_of("fa")


@pytest.mark.parametrize("code", ["en", "fa"])
def test_every_screen_and_toast_is_clear(code: str) -> None:
    """In a language of either direction."""
    language = language_of(code)
    screens = {**every_screen(language), **{told: Screen(told) for told in toasts(language)}}
    assert [] == [what for name, screen in screens.items() for what in unclear(name, screen, language)]


def wrong(name: str, screen: Screen, language: Language = ENGLISH) -> list[str]:
    return [what.partition(":")[0] for what in unclear(name, screen, language)]


def test_a_board_says_first_who_is_to_act_and_what_may_be_done() -> None:
    assert [] == wrong("board", Screen(f"{ANA}, roll.\n\nThe table", ROLL))
    assert ["it does not begin with who is to act"] == wrong("board", Screen(f"The table\n\n{ANA}, roll.", ROLL))
    assert ["it takes too long to say what may be done"] == wrong("board", Screen(f"{ANA}, {'roll ' * 40}.", ROLL))
    assert ["there is nothing to press for who is to act"] == wrong("board", Screen(f"{ANA}, roll."))


def test_the_words_below_a_picture_are_looked_at_too() -> None:
    below = Photo(Scoreboard("heckmeck", "", ()), "The table")
    assert ["it does not begin with who is to act"] == wrong("board", Screen(f"{ANA}, roll.", ROLL, below))


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("Roll", []),
        ("R" * 25, ["the label is too long"]),
        ("✕", ["the label says nothing in words"]),
        ("Back (3 🪱)", ["a sign stands where a word should"]),
    ],
)
def test_a_label_is_short_and_says_it_in_words(label: str, expected: list[str]) -> None:
    assert expected == wrong("reply", Screen("Hello", ((Button(label, "roll"),),)))


def test_names_are_isolated() -> None:
    assert ["a name is not isolated"] == wrong("reply", Screen("Ana wins."))


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("نوبت توست، \u2068Ana\u2069", []),
        ("\u2068Ana\u2069، نوبت توست", []),
        ("\u2066/join\u2069 میزی باز می‌کند", []),
        ("g1", []),
        ("/join میزی باز می‌کند", ["it runs from the left", "a command is not isolated"]),
        ("Roll کن", ["it runs from the left"]),
        ("جمع 5", ["it has digits or signs of another script"]),
        ("کلنگ, بیل", ["it has digits or signs of another script"]),
    ],
)
def test_persian_runs_from_the_right_with_signs_and_digits_of_its_own(line: str, expected: list[str]) -> None:
    assert expected == wrong("reply", Screen(line), PERSIAN)
