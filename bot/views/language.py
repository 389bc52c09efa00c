"""In which language people are spoken to. English stands in the code; other languages are gettext catalogues.

`say` and `plural` are where text for people is found by the extraction into `locales/messages.pot`; `words` marks a
text that stands in a table and is said later. Messages are plain text: names, links and bold type are built outside
and come in through placeholders.
"""

import gettext
import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import lru_cache
from pathlib import Path

from babel.dates import format_date
from babel.lists import format_list
from msgspec import Struct

LOCALES = Path(__file__).parent / "locales"
CODE = re.compile(r"[A-Za-z]{2,3}([-_][A-Za-z]{2,4})?")


class Language(Struct, frozen=True):
    code: str
    catalogue: gettext.NullTranslations

    def say(self, message: str, /, **values: str | int) -> str:
        return self._filled(self.catalogue.gettext(message), values)

    def plural(self, one: str, many: str, n: int, /, **values: str | int) -> str:
        """The form for `n`, which is also the placeholder {n}."""
        return self._filled(self.catalogue.ngettext(one, many, n), {**values, "n": n})

    def _filled(self, template: str, values: dict[str, str | int]) -> str:
        shown = {key: self.number(value) if isinstance(value, int) else value for key, value in values.items()}
        return template.format(**shown)

    def number(self, value: int) -> str:
        return str(value)

    def numbers(self, values: Iterable[int]) -> str:
        return " ".join(map(self.number, values))

    def day(self, moment: datetime) -> str:
        """3 Nov 2026."""
        return format_date(moment.date(), "medium", locale=self.code)

    def listed(self, items: Sequence[str]) -> str:
        """Ana, Ben and Cid."""
        return format_list(items, locale=self.code)


def words(message: str) -> str:
    """Marks a text in a table for the extraction."""
    return message


ENGLISH = Language("en", gettext.NullTranslations())


@lru_cache(maxsize=64)
def language_of(code: str) -> Language:
    """The language of a Telegram language code (`pt-br`); English where there is no catalogue for it."""
    if not CODE.fullmatch(code):
        return ENGLISH
    wanted = [code.replace("-", "_")]
    catalogue = gettext.translation("messages", LOCALES, languages=wanted, fallback=True)
    return Language(catalogue.info().get("language", ENGLISH.code), catalogue)
