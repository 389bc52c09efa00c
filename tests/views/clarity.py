"""What every screen has to be, as far as it can be told without looking at it: docs/screens.md is the list."""

import html
from collections.abc import Iterator
from unicodedata import bidirectional

import regex

from bot.views.language import RIGHT_TO_LEFT, Language
from bot.views.screen import Button, Screen
from bot.views.width import TAG, graphemes
from tests.views.screens import NAMES, is_board

LONGEST_LABEL = 24  # graphemes
LONGEST_PROMPT = 160  # characters: four lines of a phone

CALL = regex.compile(r"<a href[^>]*>.*?</a>")
OF_THEIR_OWN = regex.compile(r"<code>.*?</code>|SHA-256|/[\w@]+|\b[a-l]\d+\b")  # in every language: seeds, squares
COMMAND = regex.compile(r"(?<!\w)/[a-z]")
ISOLATED = regex.compile(r"[\u2066-\u2068][^\u2069]*\u2069")
FIRST_STRONG = "\N{FIRST STRONG ISOLATE}"
MAP = "\N{LEFT-TO-RIGHT MARK}"  # begins a line of it
SIGN_ALONE = regex.compile(r"\p{Extended_Pictographic}[\uFE0F\u200D]*\s*(?=[),.;:!?…]|$)")
LETTER = regex.compile(r"\p{L}")
PERSIAN = regex.compile(r"\p{Script=Arabic}")


def unclear(name: str, screen: Screen, language: Language) -> Iterator[str]:
    """What is wrong with it, a line each."""
    buttons = [button for row in screen.rows for button in row]
    markups = (screen.text, screen.photo.caption) if screen.photo else (screen.text,)
    lines = [line for markup in markups for line in markup.split("\n")]
    if is_board(name):
        yield from _unclear_board(markups[-1], buttons)
    for button in buttons:
        yield from _unclear_label(button.label)
    for line in (*lines, *(button.label for button in buttons)):
        yield from _unclear_line(line, language)


def _unclear_board(markup: str, buttons: list[Button]) -> Iterator[str]:
    prompt = markup.partition("\n\n")[0]
    if not CALL.search(prompt):
        yield f"it does not begin with who is to act: “{_shown(prompt)}”"
    if len(_shown(prompt)) > LONGEST_PROMPT:
        yield f"it takes too long to say what may be done: “{_shown(prompt)}”"
    if all(button.verb in ("back", "hint") for button in buttons):
        yield "there is nothing to press for who is to act"


def _unclear_label(label: str) -> Iterator[str]:
    if len(graphemes(label)) > LONGEST_LABEL:
        yield f"the label is too long: “{label}”"
    if not regex.search(r"[\p{L}\p{N}]", label):
        yield f"the label says nothing in words: “{label}”"


def _unclear_line(line: str, language: Language) -> Iterator[str]:
    shown = _shown(line)
    if shown.startswith(MAP):
        return  # its words stand above it
    if SIGN_ALONE.search(ISOLATED.sub("name", shown)):
        yield f"a sign stands where a word should: “{shown}”"
    if any(person in shown.replace(f"{FIRST_STRONG}{person}", "") for person in NAMES):
        yield f"a name is not isolated: “{shown}”"
    if language.code in RIGHT_TO_LEFT:
        yield from _unclear_from_the_right(line)


def _unclear_from_the_right(line: str) -> Iterator[str]:
    own = ISOLATED.sub("", _shown(line))
    first = next((character for character in own if bidirectional(character) in ("L", "R", "AL")), "")
    if PERSIAN.search(own) and bidirectional(first) == "L":
        yield f"it runs from the left: “{_shown(line)}”"
    if COMMAND.search(own):
        yield f"a command is not isolated: “{_shown(line)}”"
    if regex.search("[0-9,;?%]", _shown(OF_THEIR_OWN.sub("", ISOLATED.sub("", line)))):
        yield f"it has digits or signs of another script: “{_shown(line)}”"


def _shown(markup: str) -> str:
    return html.unescape(TAG.sub("", markup))
