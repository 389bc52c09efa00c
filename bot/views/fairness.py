"""The dice, for whoever wants to check them: sealed before a match, laid open after it (docs/fairness.md)."""

from collections.abc import Iterator, Sequence

from bot.matches import record
from bot.matches.match import Fairness, Match, Move, Scene
from bot.views.language import Language, words
from bot.views.names import ISOLATED, name
from bot.views.screen import Button, Screen, bold, code, escaped, expandable, paragraphs
from engine.dice import seal
from engine.record import Faulty

PROVEN = words(
    "Proven: all {draws} throws and shuffles of game {n} follow from the sealed number, the slot machine and your"
    " words."
)
PROVEN_WITHOUT_LOT = words(
    "Proven: all {draws} throws and shuffles of game {n} follow from the sealed number and your words. The slot machine"
    " did not count."
)
NOT_PROVEN = words(
    "NOT proven, game {n}: line {line} of its record does not follow from the sealed number. /export gives the record."
)


def sealed(match: Match, language: Language) -> Screen:
    """Shown before the lot falls, and never edited: all that decides the dice but the lot."""
    parts = (
        bold(language.say("🔒 The dice of game {n} are sealed", n=match.id)),
        code(seal(match.fairness.seed)),
        words_added(match, language),
        language.say(
            "All dice come from a secret number. This is its SHA-256; the number itself is shown at the end, so nobody"
            " can change it any more. Now the slot machine adds what nobody here can choose."
        ),
    )
    return Screen(paragraphs(parts))


def words_added(match: Match, language: Language) -> str:
    """The players' own words; '' where there are none."""
    salts = match.fairness.salts
    given = [
        language.say("{word} ({player})", word=_word(word), player=name(match, at, language)) for at, word in salts
    ]
    return language.say("Added to the dice: {words}", words=language.listed(given)) if given else ""


def _word(word: str) -> str:
    return ISOLATED.format(escaped(word))


def salting(match: Match, language: Language) -> Screen:
    """To who asks what /salt is, before they choose a word: the seal, so that the seed cannot be chosen after it."""
    parts = (
        language.say("Add a word of your own to the dice, and nobody who runs me can have chosen them: /salt rain"),
        language.say("The secret number they come from is sealed already. Its SHA-256:"),
        code(seal(match.fairness.seed)),
    )
    return Screen(paragraphs(parts))


def lot(match: Match, language: Language) -> str:
    """Said above the first board."""
    if match.fairness.lot:
        return language.say("🎰 The slot machine shows {lot}: now all dice are decided.", lot=match.fairness.lot)
    if match.fairness.salts:
        return language.say(
            "🎰 The slot machine gave no number that counts: the dice come from the sealed number and your words alone."
        )
    return language.say("🎰 The slot machine gave no number that counts: the dice come from the sealed number alone.")


# After the match


def sums(scene: Scene, language: Language) -> str:
    """The seed, what was added to it, and the SHA-256 of the record; folded away."""
    match = scene.match
    lines = (
        language.say("To check the dice:"),
        language.say("secret number {seed}", seed=code(match.fairness.seed.hex())),
        *_added(match.fairness, language),
        language.say("SHA-256 of the game {sum}", sum=code(record.sha256(match, scene.record))),
    )
    return expandable("\n".join(lines))


def _added(fairness: Fairness, language: Language) -> Iterator[str]:
    yield language.say("slot machine {lot}", lot=fairness.lot) if fairness.lot else language.say("no slot machine")
    if fairness.salts:
        yield language.say("words {words}", words=language.series(_word(word) for _, word in fairness.salts))


def check_button(language: Language) -> Button:
    return Button(language.say("Check the dice"), "verify")


def proven(match: Match, moves: Sequence[Move], language: Language) -> str:
    """What the record of a match proves, in a line; plain text."""
    try:
        proof = record.proof(match, moves)
    except Faulty as fault:
        return language.say(NOT_PROVEN, n=match.id, line=fault.problem.line)
    said = PROVEN if proof.lot else PROVEN_WITHOUT_LOT
    return language.say(said, draws=proof.draws, n=match.id)
