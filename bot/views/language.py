"""In which language people are spoken to. English stands in the code; other languages are gettext catalogues.

`say` and `plural` are where text for people is found by the extraction into `locales/messages.pot`; `words` marks a
text that stands in a table and is said later. Messages are plain text: names, links and bold type are built outside
and come in through placeholders.
"""

import gettext
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import cache, lru_cache
from io import BytesIO
from pathlib import Path

from babel.dates import format_date, format_timedelta
from babel.lists import format_list
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal
from msgspec import Struct

LOCALES = Path(__file__).parent / "locales"
POINTS: Mapping[str, str] = {"fa": "٫"}  # of decimals, beside digits of its own
COMMAS: Mapping[str, str] = {"fa": "،"}
DIGITS: Mapping[str, Mapping[int, int]] = {"fa": str.maketrans("0123456789", "۰۱۲۳۴۵۶۷۸۹")}
RIGHT_TO_LEFT = ("fa",)
COMMAND = re.compile(r"(?<![\w/])/[a-z_]+(?:\{[a-z]+\})?")
ISOLATED = "\N{LEFT-TO-RIGHT ISOLATE}{}\N{POP DIRECTIONAL ISOLATE}"


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
        return COMMAND.sub(lambda found: self.command(found[0]), template).format(**shown)

    def command(self, text: str) -> str:
        """A command among words: where these run to the left, its slash would stand behind it."""
        return ISOLATED.format(text) if self.code in RIGHT_TO_LEFT else text

    def number(self, value: int) -> str:
        return self._in_digits(str(value))

    @property
    def digits(self) -> str:
        """0 to 9, as its numbers are written."""
        return "".join(map(self.number, range(10)))

    def decimal(self, value: float, places: int) -> str:
        """0.5, or 0,5 where that is the custom."""
        shown = format_decimal(round(value, places), format=f"0.{'0' * places}", locale=self.code)
        return self._in_digits(shown.replace(".", POINTS.get(self.code, ".")))

    def numbers(self, values: Iterable[int]) -> str:
        return " ".join(map(self.number, values))

    def day(self, moment: datetime) -> str:
        """3 Nov 2026."""
        return self._in_digits(format_date(moment.date(), "medium", locale=self.code))

    def duration(self, time: timedelta) -> str:
        """20 seconds, 1 minute, 8 hours."""
        return self._in_digits(format_timedelta(time, locale=self.code))

    def _in_digits(self, text: str) -> str:
        return text.translate(DIGITS.get(self.code, {}))

    def listed(self, items: Sequence[str]) -> str:
        """Ana, Ben and Cid."""
        return format_list(items, locale=self.code)

    def series(self, items: Iterable[str]) -> str:
        """Ana, Ben, Cid."""
        return f"{COMMAS.get(self.code, ',')} ".join(items)


def words(message: str) -> str:
    """Marks a text in a table for the extraction."""
    return message


ENGLISH = Language("en", gettext.NullTranslations())


@lru_cache(maxsize=64)
def language_of(code: str) -> Language:
    """The language of a Telegram language code (`pt-br`), or the one nearest to it; English where there is none."""
    wanted = code.replace("-", "_").lower()
    near = [name for name in translated() if name.lower() == wanted]
    near += [name for name in translated() if name.partition("_")[0] == wanted.partition("_")[0]]
    return _translated(near[0]) if near else ENGLISH


@cache
def translated() -> tuple[str, ...]:
    """The languages there are catalogues for: `de`, `pt_BR`."""
    return tuple(sorted(file.stem for file in LOCALES.glob("*.po")))


@cache
def _translated(name: str) -> Language:
    """A catalogue is compiled when it is first needed, in memory: nothing has to be written or installed."""
    compiled = BytesIO()
    with (LOCALES / f"{name}.po").open("rb") as file:
        write_mo(compiled, read_po(file, locale=name))
    compiled.seek(0)
    return Language(name, gettext.GNUTranslations(compiled))
