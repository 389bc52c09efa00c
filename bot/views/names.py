"""What people are called on a screen: their own names, made harmless.

A name is whatever its owner typed. It is shown isolated, so that its direction of writing ends with it, without what
cannot be seen, and no longer than a line bears; where nothing visible remains, the seat gives a name.
"""

import regex

from bot.matches.match import Computer, Match, Person
from bot.views.language import Language
from bot.views.screen import escaped
from bot.views.width import cut

WIDTH, UNITS = 24, 48  # graphemes; UTF-16 units, because one grapheme may hold many
ISOLATED = "\N{FIRST STRONG ISOLATE}{}\N{POP DIRECTIONAL ISOLATE}"

SPACE = regex.compile(r"\s+")
# Joiners and the emoji selector shape what stands beside them: Persian and emoji need them.
HIDDEN = regex.compile(r"[[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]--[\u200C\u200D\uFE0F]]", regex.V1)
HEAPED_MARKS = regex.compile(r"(\p{M}{4})\p{M}+")
VISIBLE = regex.compile(r"[^\s\p{M}\p{Default_Ignorable_Code_Point}\u2800]")
MENTION = regex.compile(r'<a href="tg://user\?id=\d+">(.*?)</a>')
SIGNS = regex.compile(r"(?:[@#$.]|(?<!<)/)(?=\S)")  # a user, a hashtag, a share, a domain, a command; </b> is none


def plain(match: Match, seat: int, language: Language, width: int = WIDTH) -> str:
    """A seat's name for a toast or a label, where no HTML is read."""
    player = match.seats[seat]
    if isinstance(player, Computer):
        return language.say("Computer {n}", n=seat + 1)
    if player.is_forgotten:
        return language.say("a former player")
    return isolated(player.name, width) or language.say("Player {n}", n=seat + 1)


def name(match: Match, seat: int, language: Language) -> str:
    """A seat's name as HTML. It calls nobody."""
    return escaped(plain(match, seat, language))


def mention(match: Match, seat: int, language: Language) -> str:
    """A seat's name as HTML, linked to the person, if there is one, so that Telegram calls them."""
    player, shown = match.seats[seat], name(match, seat, language)
    if isinstance(player, Computer) or player.is_forgotten:
        return shown
    return f'<a href="tg://user?id={player.id}">{shown}</a>'


def called(person: Person, language: Language) -> str:
    """The name of somebody who has no seat, linked so that Telegram calls them."""
    shown = escaped(isolated(person.name) or language.say("Player"))
    return f'<a href="tg://user?id={person.id}">{shown}</a>'


def uncalled(markup: str) -> str:
    """The same HTML with names instead of mentions."""
    return MENTION.sub(r"\1", markup)


def isolated(typed: str, width: int = WIDTH) -> str:
    """A name or a title as somebody typed it, made harmless; '' when nothing of it can be seen."""
    shown = cut(_tidy(typed), width, UNITS)
    return ISOLATED.format(shown) if VISIBLE.search(shown) else ""


def _tidy(text: str) -> str:
    """Without what is hidden; a sign keeps to itself, or Telegram would call that user, or make something to tap on."""
    text = HIDDEN.sub("", SPACE.sub(" ", text)).strip()
    return SIGNS.sub("\\g<0>\N{WORD JOINER}", HEAPED_MARKS.sub(r"\1", text))
