"""Languages: which one is spoken, and what messages look like."""

# ruff: noqa: SIM300  house style: the expected value stands first

import re
from pathlib import Path

from babel.messages.pofile import read_po

import bot.views
from bot.views.language import ENGLISH, language_of

TEMPLATE = Path(bot.views.__file__).parent / "locales" / "messages.pot"


def messages() -> list[str]:
    with TEMPLATE.open("rb") as file:
        found = [message.id for message in read_po(file) if message.id]
    return [text for entry in found for text in (entry if isinstance(entry, tuple) else (entry,))]


def test_an_unknown_language_is_english() -> None:
    for code in ("", "en", "en-GB", "xx", "tlh", "../../etc", "de\x00"):
        assert "en" == language_of(code).code


def test_one_thing_and_many_are_said_differently() -> None:
    assert ["1 worm", "2 worms", "0 worms"] == [ENGLISH.plural("{n} worm", "{n} worms", n) for n in (1, 2, 0)]


def test_no_message_holds_markup() -> None:
    assert [] == [text for text in messages() if re.search("[<>&]", text)]


def test_placeholders_have_names() -> None:
    assert [] == [text for text in messages() if "{" in re.sub(r"\{[a-z]+\}", "", text)]
