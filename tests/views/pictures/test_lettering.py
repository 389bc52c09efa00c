"""Names on pictures: shaped, cut to fit, and replaced by the seat's number where letters are missing."""

# ruff: noqa: SIM300  house style: the expected value stands first

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.views.pictures import lettering
from bot.views.pictures.lettering import FACES, font, is_available, name_that_fits, numeral
from tests.views.tables import HOSTILE, ZALGO


def shown(text: str, width: float = 204) -> str:
    return name_that_fits(text, "#3", 30, width).text


LATIN_AND_ARABIC = ["Ana", "Zoë Ğül", "Łukasz", "São Conceição", "علی‌رضا", "پگاه ۷", "O'Neil & Co"]
OTHER_SCRIPTS = ["Ана Петрова", "Nguyễn Văn", "Ελένη", "שרה לוי", "Արամ", "გიორგი", "สมชาย", "आरव शर्मा"]


@pytest.mark.parametrize("text", LATIN_AND_ARABIC + OTHER_SCRIPTS)
def test_a_name_is_shown_as_it_is_typed(text: str) -> None:
    name = name_that_fits(text, "#3", 30, 204)
    assert text == name.text
    assert all(lettering._has(character, name.face) for character in text)


@pytest.mark.parametrize("face", FACES)
def test_every_font_is_there_and_for_some_name(face: str) -> None:
    assert face in {name_that_fits(text, "#3", 30, 204).face for text in LATIN_AND_ARABIC + OTHER_SCRIPTS}


def test_a_number_is_written_in_the_languages_digits() -> None:
    assert ("36", "۳۶") == (numeral(36, "0123456789"), numeral(36, "۰۱۲۳۴۵۶۷۸۹"))


def test_isolates_around_a_name_are_left_out() -> None:
    assert "Ana" == shown("\u2068Ana\u2069")


def test_what_is_no_letter_may_be_missing() -> None:
    assert "Ana" == shown("🌹 Ana 👨‍👩‍👧❤️")


@pytest.mark.parametrize(
    "text", ["山田", "Ana 山田", "Ana สมชาย", "🌹🌹", "", " ", "\u204d", "\u202e", "\u0301", "\ud800"]
)
def test_a_name_that_cannot_be_drawn_is_the_seats_number(text: str) -> None:
    assert "#3" == shown(text)


def test_a_long_name_is_cut_to_fit() -> None:
    assert "Bartholomew…" == shown("Bartholomew Featherstonehaugh")
    assert shown("علی‌رضا محمدی‌نژاد اصفهانی").endswith("…")


def test_heaped_accents_are_thinned() -> None:
    assert len(shown(ZALGO)) <= 5


@given(st.one_of(st.text(max_size=100), st.sampled_from(HOSTILE)), st.integers(80, 300))
def test_any_name_fits(text: str, width: int) -> None:
    name = name_that_fits(text, "#3", 30, width)
    assert width >= font(30, name.face).getlength(name.text)


def test_persian_is_shaped() -> None:
    """Joined letters are narrower than the same letters apart."""
    assert font(34).getlength("سلام") < sum(map(font(34).getlength, "سلام"))


def test_pictures_can_be_drawn_here() -> None:
    assert is_available()


@pytest.mark.parametrize("lack", ["raqm", "font"])
def test_without_raqm_or_font_the_text_serves(lack: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if lack == "raqm":
        monkeypatch.setattr("PIL.features.check", lambda feature: feature != "raqm")
    else:
        monkeypatch.setattr(lettering, "FOLDER", lettering.FOLDER / "missing")
        lettering.font.cache_clear()
    assert not is_available.__wrapped__()
