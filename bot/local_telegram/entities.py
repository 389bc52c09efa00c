"""Text with its formatting: Telegram's HTML made into text and entities, with Telegram's complaints.

Offsets and lengths of entities count UTF-16 units, as everywhere in the Bot API; complaints count bytes.
"""

import re
from dataclasses import dataclass

from bot.local_telegram.refusals import ApiError, bad_request
from bot.local_telegram.world import Json

TAGS = {
    "b": "bold",
    "strong": "bold",
    "i": "italic",
    "em": "italic",
    "u": "underline",
    "ins": "underline",
    "s": "strikethrough",
    "strike": "strikethrough",
    "del": "strikethrough",
    "tg-spoiler": "spoiler",
    "span": "spoiler",
    "tg-emoji": "custom_emoji",
    "a": "text_link",
    "code": "code",
    "pre": "pre",
    "blockquote": "blockquote",
}
NAMED = {"lt": "<", "gt": ">", "amp": "&", "quot": '"'}
REFERENCE = re.compile(r"&(?:#(?P<decimal>[0-9]+)|#[xX](?P<hexadecimal>[0-9a-fA-F]+)|(?P<name>lt|gt|amp|quot));?")
ATTRIBUTE = re.compile(
    r"""\s*(?P<name>[^\s=>]+)(?:\s*=\s*(?:"(?P<double>[^"]*)"|'(?P<single>[^']*)'|(?P<token>[A-Za-z0-9.-]+)))?"""
)
FOUND_BY_ITSELF = re.compile(
    r"(?P<bot_command>(?<![\w/<>])/[A-Za-z0-9_]{1,64}(?:@[A-Za-z0-9_]{3,32})?(?![\w/<>]))"
    r"|(?P<mention>(?<!\w)@[A-Za-z][A-Za-z0-9_]{3,31}(?!\w))"
    r"|(?P<url>https?://[^\s<>]+)"
    r"|(?P<hashtag>(?<!\w)#\w*[^\W\d]\w*)"
)
PLAIN = re.compile(r"[^<&]+|&")
INVISIBLE = re.compile("[\r\u2028-\u202e]")  # Telegram takes these out of every text, bidi overrides among them


@dataclass
class _Open:
    tag: str
    attributes: dict[str, str]
    start: int


def utf16(text: str) -> int:
    """Its length as Telegram counts it."""
    return len(text.encode("utf-16-le")) // 2


def parse(text: str, mode: str | None, given: list[Json]) -> tuple[str, list[Json]]:
    """What Telegram makes of a text parameter: tidied text and all its entities."""
    if mode and mode.lower() != "html":
        raise bad_request("unsupported parse_mode")
    plain, entities = parse_html(text) if mode else (text, given)
    plain, entities = _tidy(plain, entities)
    return plain, with_found(plain, entities)


def with_found(text: str, entities: list[Json]) -> list[Json]:
    """Add what Telegram finds without being told: commands, mentions, addresses, hashtags."""
    covered = [(e["offset"], e["offset"] + e["length"]) for e in entities if e["type"] in ("code", "pre", "text_link")]
    found = []
    for match in FOUND_BY_ITSELF.finditer(text):
        start, end = utf16(text[: match.start()]), utf16(text[: match.end()])
        if not any(start < until and since < end for since, until in covered):
            found.append({"type": match.lastgroup, "offset": start, "length": end - start})
    return sorted(entities + found, key=lambda entity: (entity["offset"], -entity["length"]))


def _tidy(text: str, entities: list[Json]) -> tuple[str, list[Json]]:
    """Telegram removes some invisible characters, and white space at both ends."""
    kept = INVISIBLE.sub("", text)
    lead = utf16(kept) - utf16(kept.lstrip())
    tidy = kept.strip()
    moved = []
    for entity in entities:
        start = _without_invisible(text, entity["offset"]) - lead
        end = min(_without_invisible(text, entity["offset"] + entity["length"]) - lead, utf16(tidy))
        if end > max(start, 0):
            moved.append(entity | {"offset": max(start, 0), "length": end - max(start, 0)})
    return tidy, moved


def _without_invisible(text: str, offset: int) -> int:
    before = text.encode("utf-16-le")[: offset * 2].decode("utf-16-le", "ignore")
    return offset - len(INVISIBLE.findall(before))


def parse_html(source: str) -> tuple[str, list[Json]]:
    text, entities, opened = "", list[Json](), list[_Open]()
    at = 0
    while at < len(source):
        if source[at] == "<":
            closing = source.startswith("</", at)
            at = _close(source, at, text, opened, entities) if closing else _open(source, at, text, opened)
        elif match := REFERENCE.match(source, at):
            text, at = text + _character(match), match.end()
        elif run := PLAIN.match(source, at):
            text, at = text + run[0], run.end()
    if opened:
        raise _complaint(f'Can\'t find end tag corresponding to start tag "{opened[-1].tag}"')
    return text, sorted(entities, key=lambda entity: (entity["offset"], -entity["length"]))


def _complaint(what: str, source: str = "", at: int | None = None) -> ApiError:
    where = "" if at is None else f" at byte offset {len(source[:at].encode())}"
    return bad_request(f"can't parse entities: {what}{where}")


def _character(reference: re.Match[str]) -> str:
    if name := reference["name"]:
        return NAMED[name]
    code = int(reference["decimal"]) if reference["decimal"] else int(reference["hexadecimal"], 16)
    return chr(code) if 0 < code < 0x110000 and not 0xD800 <= code < 0xE000 else reference[0]


def _decoded(text: str) -> str:
    return REFERENCE.sub(_character, text)


def _open(source: str, at: int, text: str, opened: list[_Open]) -> int:
    name = re.compile(r"[^\s>]*").match(source, at + 1)
    tag, position = (name[0].lower(), name.end()) if name else ("", at)
    if position >= len(source):
        raise _complaint("Unclosed start tag", source, at)
    if tag not in TAGS:
        raise _complaint(f'Unsupported start tag "{tag}"', source, at)
    attributes = dict[str, str]()
    while not source.startswith(">", position := _past_space(source, position)):
        found = ATTRIBUTE.match(source, position)
        if not found:
            raise _complaint("Unclosed start tag", source, at)
        value = found["double"] or found["single"] or (found["token"] or "").lower()
        attributes[found["name"].lower()] = _decoded(value)
        position = found.end()
    if tag == "span" and attributes.get("class") != "tg-spoiler":
        raise _complaint('Tag "span" must have class "tg-spoiler"', source, at)
    opened.append(_Open(tag, attributes, len(text)))
    return position + 1


def _past_space(source: str, position: int) -> int:
    while source[position : position + 1].isspace():
        position += 1
    return position


def _close(source: str, at: int, text: str, opened: list[_Open], entities: list[Json]) -> int:
    if not opened:
        raise _complaint("Unexpected end tag", source, at)
    end = source.find(">", at)
    if end < 0:
        raise _complaint("Unclosed end tag", source, at)
    begun = opened.pop()
    tag = source[at + 2 : end].strip().lower()
    if tag not in ("", begun.tag):
        where = len(source[:at].encode())
        expected = f'expected "</{begun.tag}>", found "</{tag}>"'
        raise _complaint(f"Unmatched end tag at byte offset {where}, {expected}")
    if text[begun.start :]:
        entities.extend(_entity(begun, text))
    return end + 1


def _entity(begun: _Open, text: str) -> list[Json]:
    kind, inner = TAGS[begun.tag], text[begun.start :]
    entity: Json = {"type": kind, "offset": utf16(text[: begun.start]), "length": utf16(inner)}
    if kind == "blockquote" and "expandable" in begun.attributes:
        entity["type"] = "expandable_blockquote"
    if kind == "custom_emoji":
        entity["custom_emoji_id"] = begun.attributes.get("emoji-id", "")
    if kind == "text_link":
        url = begun.attributes.get("href") or inner
        mentioned = re.fullmatch(r"tg://user\?id=([0-9]+)", url)
        if mentioned:
            return [entity | {"type": "text_mention", "user": {"id": int(mentioned[1])}}]
        return [entity | {"url": url}] if "." in url or url.startswith("tg://") else []
    return [entity]
