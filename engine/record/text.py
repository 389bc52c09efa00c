"""The text of a record: lines of words separated by blanks; `#` begins a comment, except in a real name in quotes."""

import re
from collections.abc import Iterator

from msgspec import Struct

LONGEST = 1_000_000  # bytes of a record
MESSAGE = 1_000  # characters of what is said of it

_LONG_WORD = re.compile(r"(\S{60})\S+")
_WORD = re.compile(r"#.*|[^\s#]+")
_QUOTED_OR_WORD = re.compile(rf'"(?:[^"\\]|\\.)*"|{_WORD.pattern}')
_LINE_END = re.compile(r"\r\n|\r|\n")


class Line(Struct, frozen=True):
    number: int
    words: tuple[str, ...]  # at least one

    @property
    def word(self) -> str:
        """The first word: what the line is about."""
        return self.words[0]

    @property
    def rest(self) -> tuple[str, ...]:
        return self.words[1:]


class Problem(Struct, frozen=True):
    """What is wrong with a record, and where: `str` gives `LINE: what is wrong`, with long words and texts cut."""

    line: int
    text: str

    def __str__(self) -> str:
        text = _LONG_WORD.sub(r"\1…", self.text)
        return f"{self.line}: {text if len(text) <= MESSAGE else text[:MESSAGE] + '…'}"


class Faulty(Exception):  # noqa: N818  names what the record is, like Misplaced
    """The record cannot be followed any further."""

    def __init__(self, line: int, text: str) -> None:
        super().__init__(text)
        self.problem = Problem(line, text)


def read_lines(data: bytes) -> tuple[Line, ...]:
    """The lines that say something.

    Raises Faulty where the bytes are no UTF-8, when there are too many, and when nothing is said at all.
    """
    if len(data) > LONGEST:
        raise Faulty(1, f"a record has {LONGEST} bytes at most")
    numbered = enumerate(_LINE_END.split(_decoded(data)), start=1)
    lines = tuple(Line(number, words) for number, text in numbered if (words := tuple(_words(text))))
    if not lines:
        raise Faulty(1, "the record is empty")
    return lines


def _decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        read = data[: problem.start].decode()
        raise Faulty(len(_LINE_END.split(read)), "these bytes are not UTF-8") from None


def _words(text: str) -> Iterator[str]:
    pattern = _QUOTED_OR_WORD if text.split(maxsplit=1)[:1] == ["name"] else _WORD
    return (word for word in pattern.findall(text) if not word.startswith("#"))


def parted(words: tuple[str, ...], sign: str) -> tuple[tuple[str, ...], tuple[str, ...] | None]:
    """The words before and after a sign; None where the sign does not stand."""
    if sign not in words:
        return words, None
    place = words.index(sign)
    return words[:place], words[place + 1 :]
