"""The page of the notation says what is so: its examples hold, and no word is missing."""

# ruff: noqa: SIM300  house style: the expected value stands first

import re
from pathlib import Path

import pytest

from engine import GAMES, record
from engine.__main__ import main
from engine.record import header

PAGE = Path(__file__, "../../../docs/notation.md").resolve().read_text()
EXAMPLES = re.findall(r"^```game\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
WORDS = set(re.findall(r"[^\s`|,;]+", PAGE))


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_of_the_page_passes_the_check(
    example: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "example.game"
    file.write_text(example)
    monkeypatch.setattr("sys.argv", ["engine", "check", str(file)])
    assert 0 == main()
    assert f"{file}: ok\n" == capsys.readouterr().out


def test_the_page_has_an_example_of_every_game() -> None:
    assert set(GAMES) == {record.read(example.encode()).header.game.ID for example in EXAMPLES}


def test_the_page_names_every_word_of_the_notation() -> None:
    assert set() == header.RESERVED - WORDS


def test_every_word_of_a_position_is_reserved() -> None:
    assert set() == {word for game in GAMES.values() for word in game.POSITION} - header.RESERVED
