"""Names: shown as they are typed, and harmless."""

# ruff: noqa: SIM300  house style: the expected value stands first

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.matches.match import Person
from bot.views.language import ENGLISH
from bot.views.names import WIDTH, mention, name, person_name, plain
from bot.views.width import graphemes, utf16
from tests.views.tables import HOSTILE, ZALGO, lobby

FSI, PDI = "\u2068", "\u2069"


def shown(text: str) -> str:
    return plain(lobby([text, "Ben"]), 0, ENGLISH)


@pytest.mark.parametrize("text", ["<3", "A&B", "</b>", "_*[", "\"q\" 'q'", "Zoë Müller", "علی", "می‌خواهم", "❤️‍🔥"])
def test_a_name_is_shown_as_it_is_typed(text: str) -> None:
    """F52"""
    assert f"{FSI}{text}{PDI}" == shown(text)


def test_markup_in_a_name_is_escaped() -> None:
    """F52"""
    assert f"{FSI}&lt;/b&gt; &amp; &quot;{PDI}" == name(lobby(['</b> & "', "Ben"]), 0, ENGLISH)


@pytest.mark.parametrize(
    "text", ["", " ", "\u200b", "\u202e", "\u3164", "\u2800", "\u0301", "\ud800", "\u200d\u200c", "\x00"]
)
def test_a_name_without_anything_visible_is_the_seats(text: str) -> None:
    """F53"""
    assert "Player 1" == shown(text)


def test_characters_that_turn_or_hide_text_are_removed() -> None:
    """F53"""
    assert f"{FSI}evil name{PDI}" == shown("\u202eev\u200bil\n\x07name\u2069\u2066")


def test_a_long_name_is_cut_between_graphemes() -> None:
    family = "👨‍👩‍👧"
    assert f"{FSI}{family * 5}…{PDI}" == shown(family * 40)
    assert f"{FSI}{'a' * (WIDTH - 1)}…{PDI}" == shown("a" * 40)


def test_heaped_accents_are_thinned() -> None:
    assert utf16(shown(ZALGO)) <= 7


def test_an_at_sign_in_a_name_calls_nobody() -> None:
    assert f"{FSI}@\u2060durov{PDI}" == shown("@durov")


def test_a_mention_links_to_the_person_by_id_only() -> None:
    """F54, F56"""
    assert f'<a href="tg://user?id=7790427779">{FSI}Ana{PDI}</a>' == mention(lobby(), 0, ENGLISH)


@given(st.one_of(st.text(), st.text(alphabet="\u0301\u200d👨❤\ufe0fa<&\u202e"), st.sampled_from(HOSTILE)))
def test_no_name_is_longer_than_a_line_bears(text: str) -> None:
    """F31"""
    made = person_name(Person(1, text))
    assert utf16(made) <= 50
    assert len(graphemes(made)) <= WIDTH + 2
