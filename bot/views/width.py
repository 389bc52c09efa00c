"""How long a text is, as people see it (graphemes) and as Telegram counts it (UTF-16 units), and cutting it."""

import html

import regex

GRAPHEME = regex.compile(r"\X")
ELLIPSIS = "…"
TOAST = 200  # UTF-16 units of an answer to a press, Telegram's limit
TAG = regex.compile("<[^>]*>")


def graphemes(text: str) -> list[str]:
    """What a reader takes for single characters: an umlaut or a family emoji is one."""
    return GRAPHEME.findall(text)


def utf16(text: str) -> int:
    """Its length as Telegram counts it."""
    return len(text.encode("utf-16-le")) // 2


def shown_length(markup: str) -> int:
    """The length of an HTML text as Telegram counts it: without its tags."""
    return utf16(html.unescape(TAG.sub("", markup)))


def cut(text: str, width: int, units: int) -> str:
    """The text, or as much of its beginning as fits both limits with an ellipsis; '' when not even that fits."""
    shown = graphemes(text)
    if len(shown) <= width and utf16(text) <= units:
        return text
    shown = shown[: width - 1]
    while shown and utf16("".join(shown)) >= units:
        shown.pop()
    return "".join(shown).rstrip() + ELLIPSIS if shown else ""
