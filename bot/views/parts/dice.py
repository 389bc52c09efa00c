"""Dice in words: digits, and a letter for the worm, so that they can be read aloud."""

from collections.abc import Iterable

from bot.views.language import Language
from engine.parts.tray import WORM, Tray


def symbol(face: int, language: Language) -> str:
    # Translators: the letter that stands for a worm on a die
    return language.say("W") if face == WORM else language.number(face)


def dice(faces: Iterable[int], language: Language) -> str:
    """1 1 2 W, in order."""
    return " ".join(symbol(face, language) for face in sorted(faces))


def alike(face: int, count: int, language: Language) -> str:
    """Dice of one symbol: 5 ×3."""
    shown = symbol(face, language)
    return shown if count == 1 else language.say("{symbol} ×{count}", symbol=shown, count=count)


def dice_in_words(tray: Tray | None, language: Language) -> str:
    """The dice of a turn that has begun."""
    return "\n".join(_tray_lines(tray, language)) if tray and tray.has_begun else ""


def _tray_lines(tray: Tray, language: Language) -> Iterable[str]:
    """What lies thrown and what is set aside."""
    if tray.thrown:
        yield language.say("🎲 Thrown: {dice}", dice=dice(tray.thrown, language))
    if not tray.kept:
        yield language.say("Nothing is set aside yet.")
        return
    kept = dice(tray.kept, language)
    if WORM in tray.kept:
        yield language.say("Set aside: {dice}, sum {sum}, with a worm", dice=kept, sum=tray.sum)
    else:
        yield language.say("Set aside: {dice}, sum {sum}, no worm yet", dice=kept, sum=tray.sum)
