"""Names: shown as they are typed, and harmless."""

# ruff: noqa: SIM300  house style: the expected value stands first

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.local_telegram.entities import with_found
from bot.matches.match import Computer
from bot.views.language import ENGLISH
from bot.views.names import WIDTH, isolated, mention, name, plain
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
    made = isolated(text)
    assert utf16(made) <= 50
    assert len(graphemes(made)) <= WIDTH + 2


@pytest.mark.parametrize(
    "text",
    [
        *("https://t.me/x", "http://a.example", "HTTPS://T.ME/X", "t.me/x", "telegram.org", "tg://resolve?domain=x"),
        *(
            "/stop",
            "/stop@WormsAndTombsBot",
            "a /join b",
            "#tag",
            "#5a",
            "$USD",
            "@durov",
            "me@example.org",
            "//t.me//x",
        ),
        *("#\u200ctag", "#·a", "t.\u200cme", "1.2.3.4", "#/t.me@x"),
    ],
)
def test_nothing_in_a_name_can_be_tapped_on(text: str) -> None:
    """After each of these signs stands something that ends what Telegram would find."""
    said = f"{shown(text)}: You have a seat."
    assert [] == with_found(said, [])
    assert text == said.replace("\u2060", "").removeprefix(FSI).split(PDI)[0]
    assert not re.search(r"[@/#$.][^\s\u2060\u2069]", said.split(PDI, maxsplit=1)[0])


@pytest.mark.parametrize("text", ["J. R. R.", "Dr. Who", "A / B", "No. 1", "wow..", "# 1"])
def test_a_sign_that_begins_nothing_stays_as_it_is(text: str) -> None:
    assert text.rstrip(".") in shown(text)


def test_a_computer_is_named_by_its_seat_and_called_by_nobody() -> None:
    match = replace(lobby(["Ana", "Ben"]), seats=(*lobby(["Ana"]).seats, Computer("easy")))
    assert {"Computer 2"} == {plain(match, 1, ENGLISH), name(match, 1, ENGLISH), mention(match, 1, ENGLISH)}
