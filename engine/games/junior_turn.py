"""One turn of Heckmeck Junior: the dice thrown, those set aside, and the cards they claimed (J3 to J11)."""

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from engine.game import Fact, Misplaced
from engine.games.junior_cards import cards_named, in_words, without
from engine.parts.tray import dice_named, letter

DICE = 5


class Turn(Struct, frozen=True):
    """`kept` are the dice set aside and `claimed` the cards they claimed, each in the order of the claims."""

    dice: int = DICE  # not set aside, `thrown` among them
    kept: tuple[int, ...] = ()
    claimed: tuple[int, ...] = ()
    thrown: tuple[int, ...] = ()
    claims: int = 0  # made with the throw that lies there; only with `claims_per_throw many`
    must_give: bool = False  # J11: it has failed, and a card won earlier has to be chosen

    @property
    def has_begun(self) -> bool:
        return bool(self.kept or self.thrown)

    @property
    def must_claim(self) -> bool:
        """J6: a throw lies there, and nothing has been claimed with it."""
        return bool(self.thrown) and not self.claims


def throw(turn: Turn, faces: tuple[int, ...]) -> Turn:
    return replace(turn, thrown=faces, claims=0)


def claim(turn: Turn, number: int, die: int, *, lets_more: bool) -> Turn:
    """J6: one die is set aside. Where one throw claims one card (not `lets_more`), its other dice are picked up."""
    claimed = Turn(turn.dice - 1, (*turn.kept, die), (*turn.claimed, number))
    if not lets_more:
        return claimed
    return replace(claimed, thrown=without(turn.thrown, (die,)), claims=turn.claims + 1)


def fail(turn: Turn) -> Turn:
    """J10, J11: nothing is claimed any more, and a card has to be given."""
    return replace(turn, claimed=(), must_give=True)


def facts(turn: Turn | None) -> Iterator[Fact]:
    """A turn that waits for a card to be given shows in its dice: more are set aside than claimed, or none matches."""
    if turn is None:
        return
    yield Fact("dice", None, (str(turn.dice),))
    yield Fact("kept", None, tuple(map(letter, turn.kept)))
    yield Fact("claimed", None, in_words(turn.claimed))
    yield Fact("thrown", None, tuple(map(letter, turn.thrown)))
    yield Fact("claims", None, (str(turn.claims),) if turn.claims else ())


def place(position: Sequence[Fact]) -> Turn:
    """The dice are as many as are written. Without a line `kept`, each card was claimed with its own number."""
    claimed, thrown = cards_named(position, "claimed"), dice_named(position, "thrown")
    kept = dice_named(position, "kept") or claimed
    dice = len(thrown) or max(DICE - len(kept), 0)
    return Turn(dice, kept, claimed, thrown, _claims(position, thrown, claimed))


def _claims(position: Sequence[Fact], thrown: tuple[int, ...], claimed: tuple[int, ...]) -> int:
    counts = range(1, len(claimed) + 1) if thrown else ()
    for fact in position:
        if fact.word == "claims":
            if fact.values not in {(str(count),) for count in counts}:
                raise Misplaced("claims is the number of cards claimed with the throw that lies there", fact)
            return int(fact.values[0])
    return 0
