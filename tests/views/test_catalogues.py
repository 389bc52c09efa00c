"""Every text for people stands in the catalogues, and fits in every language."""

# ruff: noqa: SIM300  house style: the expected value stands first

import gettext
import re
from gettext import c2py
from itertools import chain
from typing import Any

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from bot.local_telegram.entities import parse
from bot.views.language import LOCALES, Language, language_of, translated
from bot.views.replies import TITLE
from bot.views.settings import LANGUAGE_NAMES
from bot.views.width import ELLIPSIS, TOAST, utf16
from tests.views.everything import menus, screens, toasts
from tests.views.scenes import Heard
from tests.views.tables import LONGEST
from tests.views.test_limits import check

LANGUAGES = ("de", "fa", "pt_BR")
PLACEHOLDER = re.compile(r"\{[a-z]+\}")
LETTER = re.compile(r"[A-Za-z]")
FULL_WIDTH = {ord(letter): ord(letter) + 0xFEE0 for letter in map(chr, range(128)) if letter.isalpha()}


def catalogue(code: str) -> Catalog:
    with (LOCALES / f"{code}.po").open("rb") as file:
        return read_po(file, locale=code)


def messages(code: str) -> list[Message]:
    return [message for message in catalogue(code) if message.id]


def forms(text: str | tuple[str, ...] | list[str]) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)


def test_there_are_the_languages_that_can_be_chosen() -> None:
    assert LANGUAGES == translated()
    assert {"en", *LANGUAGES} == LANGUAGE_NAMES.keys()


@pytest.mark.parametrize("code", LANGUAGES)
def test_nothing_is_missing_or_doubtful(code: str) -> None:
    """A text that is either would be said in English. Each has all the forms of its language."""
    numbers = catalogue(code).num_plurals
    for message in messages(code):
        assert not message.fuzzy, message.id
        assert all(forms(message.string)), message.id
        assert len(forms(message.string)) == (numbers if message.pluralizable else 1), message.id


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_translation_has_the_placeholders_of_its_text(code: str) -> None:
    """In every plural form; only one that is said of a single thing, and never of none, may leave the number out."""
    has_singular = c2py(catalogue(code).plural_expr)(0) != 0
    for message in messages(code):
        wanted = set(PLACEHOLDER.findall(forms(message.id)[-1]))
        for number, form in enumerate(forms(message.string)):
            is_singular = has_singular and bool(message.pluralizable) and number == 0
            assert wanted - ({"{n}"} if is_singular else set()) <= set(PLACEHOLDER.findall(form)) <= wanted, form
            assert not re.search("[<>&]", form), form


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("de", ["0 Würmer", "1 Wurm", "2 Würmer"]),
        ("pt_BR", ["0 minhoca", "1 minhoca", "2 minhocas"]),
        ("fa", ["\u200f۰ کرم", "\u200f۱ کرم", "\u200f۲ کرم"]),
    ],
)
def test_none_one_and_many_are_said_as_the_language_has_it(code: str, expected: list[str]) -> None:
    assert expected == [language_of(code).plural("{n} worm", "{n} worms", n) for n in (0, 1, 2)]


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_screen_and_toast_fits_in_every_language(code: str) -> None:
    """F31, F32"""
    language = language_of(code)
    for screen in screens(language, names=[LONGEST] * 7):
        check(screen)
    told = list(toasts(language, names=[LONGEST] * 7))
    assert max(map(utf16, told)) <= TOAST
    assert [] == [toast for toast in told if _is_cut(toast)]


def _is_cut(toast: str) -> bool:
    return toast.endswith(ELLIPSIS) and utf16(toast) > TOAST - len("longest word")


def test_persian_runs_from_right_to_left_from_its_first_letter() -> None:
    """A text that begins with a name, a number or a sign begins with a mark of its direction."""
    for message in messages("fa"):
        for form in forms(message.string):
            first = re.search(r"[\u200fA-Za-z\u0600-\u06ff{]", form)
            assert first is None or (first[0] != "{" and not LETTER.match(first[0])), form


# Nothing stands outside


class Elsewhere(gettext.NullTranslations):
    """A language in which every letter is another, so that a letter of ours shows what was never translated."""

    def gettext(self, message: str) -> str:
        spoken = [text.translate(FULL_WIDTH) for text in PLACEHOLDER.split(message)]
        return "".join(chain(*zip(spoken, [*PLACEHOLDER.findall(message), ""], strict=True)))

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


FOREIGN = Language("fa", Elsewhere())  # numbers, days and lists are Persian
NAMES = tuple("αβγδεζη")
KEPT = re.compile(
    r"/[a-z_0-9]+(@x+)?"  # a command
    r"|\b[0-9a-f]{64}\b"  # a SHA-256 or a seed
    r"|\b[a-z]\d+\b|\b[a-l]\b"  # a square
    r"|" + "|".join(map(re.escape, (TITLE, *LANGUAGE_NAMES.values())))
)


def _left(text: str) -> Any:
    return LETTER.search(KEPT.sub("", text))


def test_no_text_for_people_stands_outside_the_catalogues() -> None:
    for screen in screens(FOREIGN, names=NAMES):
        text, _ = parse(screen.text, "HTML", [])
        labels = [button.label for row in screen.rows for button in row]
        below = parse(screen.photo.caption, "HTML", [])[0] if screen.photo else ""
        otherwise = screen.document.otherwise if screen.document else ""
        assert [] == [shown for shown in (text, below, otherwise, *labels) if _left(shown)]
    assert [] == [told for told in toasts(FOREIGN, names=NAMES) if _left(told)]
    assert [] == [said for said in menus(FOREIGN) if _left(said)]


def test_everything_that_can_be_said_is_among_what_these_tests_look_at() -> None:
    """Or a text that is too long, or stands outside the catalogues, would pass unseen."""
    heard = Heard()
    language = Language("en", heard)
    for _ in (*screens(language), *toasts(language), *menus(language)):
        pass
    assert [] == [message.id for message in messages("de") if forms(message.id)[0] not in heard.said]
