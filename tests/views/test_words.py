"""The pieces and places of the games are called the same everywhere: by the words of docs/translating.md."""

# ruff: noqa: SIM300  house style: the expected value stands first

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest

from bot.views.width import graphemes
from tests.views.test_catalogues import LANGUAGES, PLACEHOLDER, forms, messages

PAGE = Path(__file__).parent.parent.parent / "docs" / "translating.md"
COLUMNS: Mapping[str, int] = {"de": 1, "pt_BR": 2, "fa": 3}
LABEL = 24  # graphemes: where a word may have to go
COMMAND = re.compile(r"/\w+")


def words(code: str) -> Iterator[tuple[Sequence[str], Sequence[str]]]:
    """English words, and what each is called: the first table of the page."""
    table = PAGE.read_text().split("## Words")[1].split("\n\n")[2]
    for line in table.splitlines()[2:]:
        cells = [cell.strip().split(", ") for cell in line.strip("|").split("|")]
        yield cells[0], cells[COLUMNS[code]]


def speaks_of(text: str, english: Sequence[str]) -> bool:
    """A sentence that has the word, or a label that is the word."""
    said = COMMAND.sub("", PLACEHOLDER.sub("", text))
    pattern = rf"\b({'|'.join(map(re.escape, english))})s?\b"
    found = re.fullmatch if len(graphemes(text)) <= LABEL else re.search
    return bool(found(pattern, said, re.IGNORECASE))


def test_the_page_has_the_words() -> None:
    assert {len(list(words(code))) for code in LANGUAGES} == {42}


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_thing_is_called_as_the_page_says(code: str) -> None:
    table, catalogue = list(words(code)), messages(code)
    said = [(forms(message.id), " ".join(forms(message.string)).lower()) for message in catalogue]
    called_otherwise = [
        f"{english[0]}: {translation}"
        for english, called in table
        for texts, translation in said
        if any(speaks_of(text, english) for text in texts)
        if not any(word.lower() in translation for word in called)
    ]
    assert [] == called_otherwise
