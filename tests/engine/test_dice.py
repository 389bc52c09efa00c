"""The dice: fair, the same again for the same draw, never biased, and pinned for good."""

# ruff: noqa: SIM300  house style: the expected value stands first

import hashlib
import hmac
import json
from collections import Counter
from collections.abc import Sequence
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from engine.dice import Fair, Scripted, WrongDice, seal

SEED = bytes(range(32))
PINNED = sorted((Path(__file__).parents[2] / "seeds" / "dice").glob("*.json"))


def chi_square(counts: Sequence[int]) -> float:
    """Of counts that should all be equal."""
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 / expected for count in counts)


# Even chances


def test_each_face_falls_in_one_sixth_of_600_000_dice() -> None:
    """F67. 20.5 is exceeded once in a thousand seeds (5 degrees of freedom); this seed is fixed."""
    counts = Counter(Fair(SEED, "even").throw(600_000))
    assert {1, 2, 3, 4, 5, 6} == set(counts)
    assert chi_square(list(counts.values())) < 20.5


def test_each_place_in_a_throw_is_even_over_many_throws() -> None:
    """F67: many draws, as in matches, where the test above makes one long one."""
    dice = Fair(SEED, "throws")
    throws = [dice.throw(8) for _ in range(6_000)]
    for place in zip(*throws, strict=True):
        assert chi_square([place.count(face) for face in range(1, 7)]) < 20.5


def test_all_orders_of_three_fall_equally_often() -> None:
    """5 degrees of freedom again."""
    dice = Fair(SEED, "orders")
    counts = Counter(dice.shuffle("abc") for _ in range(12_000))
    assert set(permutations("abc")) == set(counts)
    assert chi_square(list(counts.values())) < 20.5


def test_each_lot_of_seven_is_drawn_equally_often() -> None:
    """22.5 is exceeded once in a thousand seeds (6 degrees of freedom)."""
    dice = Fair(SEED, "lots")
    counts = Counter(dice.pick(7) for _ in range(14_000))
    assert set(range(7)) == set(counts)
    assert chi_square(list(counts.values())) < 22.5


# The scheme, written a second time from its description alone


class Oracle:
    """HMAC-SHA256(seed, scheme · match · lot · salts · draw · block), joined by newlines; biased bytes are rejected."""

    def __init__(self, seed: bytes, match: str, lot: int, salts: Sequence[str]) -> None:
        self.seed, self.context, self.drawn = seed, ["worms-and-tombs-1", match, str(lot), *salts], 0
        self.rejected = 0

    def numbers(self, counts: Sequence[int]) -> list[int]:
        """One draw: a number below each of these counts."""
        self.drawn += 1
        waiting, numbers, block = list(counts), [], 0
        while waiting:
            message = "\n".join([*self.context, str(self.drawn), str(block)]).encode()
            for byte in hmac.new(self.seed, message, hashlib.sha256).digest():
                if waiting and byte < 256 // waiting[0] * waiting[0]:
                    numbers.append(byte % waiting.pop(0))
                elif waiting:
                    self.rejected += 1
            block += 1
        return numbers

    def throw(self, count: int) -> list[int]:
        return [number + 1 for number in self.numbers([6] * count)]

    def pick(self, count: int) -> int:
        return self.numbers([count])[0]

    def shuffle(self, count: int) -> list[int]:
        order = list(range(1, count + 1))
        for last, other in zip(range(count - 1, 0, -1), self.numbers(range(count, 1, -1)), strict=True):
            order[last], order[other] = order[other], order[last]
        return order


def test_the_dice_follow_the_published_scheme_and_reject_biased_bytes() -> None:
    """F68. Sizes that do not divide 256; every one of them must have met a byte to reject."""
    dice, oracle = Fair(SEED, "scheme", 64, ("salt", "Gemüse")), Oracle(SEED, "scheme", 64, ("salt", "Gemüse"))
    for size in (6, 7, 9, 11, 13, 48, 100, 129, 200):
        met = oracle.rejected
        assert [oracle.pick(size) for _ in range(200)] == [dice.pick(size) for _ in range(200)]
        assert met < oracle.rejected
    for count in (1, 5, 8, 31, 32, 33, 500):
        assert oracle.throw(count) == list(dice.throw(count))
    for count in (0, 1, 2, 3, 16, 36, 200):
        assert oracle.shuffle(count) == list(dice.shuffle(range(1, count + 1)))
    assert oracle.drawn == dice.drawn


@pytest.mark.parametrize("path", PINNED, ids=lambda path: str(path.stem))
def test_first_draws_are_pinned(path: Path) -> None:
    """A match that goes on after an upgrade, and one verified years later, throw these."""
    pin = json.loads(path.read_text())
    dice = Fair(bytes.fromhex(pin["seed"]), pin["match"], pin["lot"], pin["salts"])
    oracle = Oracle(bytes.fromhex(pin["seed"]), pin["match"], pin["lot"], pin["salts"])
    assert pin["draws"] == [_drawn_again(dice, draw) for draw in pin["draws"]]
    assert pin["draws"] == [_drawn_again(oracle, draw) for draw in pin["draws"]]


def _drawn_again(dice: Fair | Oracle, draw: dict[str, Any]) -> dict[str, Any]:
    shows: Any
    match draw:
        case {"throw": count}:
            word, shows = "throw", list(dice.throw(count))
        case {"pick": count}:
            word, shows = "pick", dice.pick(count)
        case {"shuffle": count}:
            word = "shuffle"
            shows = list(dice.shuffle(range(1, count + 1)) if isinstance(dice, Fair) else dice.shuffle(count))
    return {"draw": dice.drawn, word: count, "shows": shows}


def test_draws_are_pinned() -> None:
    assert {"plain", "lot", "salted", "sequence"} <= {path.stem for path in PINNED}


# The same draw shows the same, any other something else


def test_a_draw_shows_the_same_when_its_number_is_restored() -> None:
    """F57: after a restart, a failed commit, in another process."""
    dice = Fair(SEED, "1")
    draws = [(dice.drawn, dice.throw(8)) for _ in range(20)]
    assert [throw for _, throw in draws] == [Fair(SEED, "1", drawn=drawn).throw(8) for drawn, _ in draws]


def test_a_draw_does_not_depend_on_what_was_drawn_before_it() -> None:
    """Fewer dice, a lot or a shuffle in its place before: the third draw is the same."""
    dice, others = Fair(SEED, "1"), Fair(SEED, "1")
    dice.throw(8), dice.throw(3)
    others.shuffle(range(16)), others.pick(5)
    assert dice.throw(8) == others.throw(8)


def test_a_smaller_throw_is_the_beginning_of_a_larger_one() -> None:
    """Each die has its own place in the draw: how many are thrown does not choose their faces."""
    assert Fair(SEED, "1").throw(40)[:3] == Fair(SEED, "1").throw(3)


@pytest.mark.parametrize(
    "other",
    [
        Fair(SEED[::-1], "1", 64, ("a", "b")),
        Fair(SEED, "2", 64, ("a", "b")),
        Fair(SEED, "1", 63, ("a", "b")),
        Fair(SEED, "1", 64, ("b", "a")),
        Fair(SEED, "1", 64, ("a",)),
        Fair(SEED, "1", 64, ("ab",)),
        Fair(SEED, "1", 64, ("a", "b"), drawn=1),
    ],
    ids=["seed", "match", "lot", "order of salts", "fewer salts", "salts joined", "draw"],
)
def test_seed_match_lot_salts_and_draw_each_change_the_dice(other: Fair) -> None:
    """40 dice agree by chance once in 6 ** 40."""
    assert Fair(SEED, "1", 64, ("a", "b")).throw(40) != other.throw(40)


def test_each_call_is_one_draw() -> None:
    dice = Fair(SEED, "1", drawn=7)
    dice.throw(100), dice.pick(2), dice.shuffle("abc")
    assert 10 == dice.drawn


@pytest.mark.parametrize("salt", ["", "two words", "line\nbreak", " blank", "tab\t"])
def test_a_salt_is_one_word(salt: str) -> None:
    """Else two sets of salts could mean the same dice."""
    with pytest.raises(ValueError, match="one word"):
        Fair(SEED, "1", 64, ("good", salt))


def test_the_seal_is_the_sha_256_of_the_seed() -> None:
    assert "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd" == seal(SEED)


# Shuffles


@pytest.mark.parametrize("count", [0, 1, 2, 16, 52])
def test_a_shuffle_holds_the_same_pieces(count: int) -> None:
    pieces = [piece // 2 for piece in range(count)]
    assert sorted(pieces) == sorted(Fair(SEED, "1").shuffle(pieces))
    assert [piece // 2 for piece in range(count)] == pieces


# Dice that were written down


def test_scripted_dice_show_what_is_written_in_order() -> None:
    dice = Scripted([1, 2, 3, 4, 5], lots=[2, 0], shuffles=["cab"])
    assert ((1, 2), (3, 4, 5)) == (dice.throw(2), dice.throw(3))
    assert (2, 0) == (dice.pick(3), dice.pick(3))
    assert ("c", "a", "b") == dice.shuffle("abc")
    assert ([], [], []) == (dice.faces, dice.lots, dice.shuffles)


def test_a_throw_of_more_dice_than_are_written_is_wrong() -> None:
    dice = Scripted([1, 2, 3])
    with pytest.raises(WrongDice, match="8 dice are thrown, 3 are written"):
        dice.throw(8)
    assert [1, 2, 3] == dice.faces


def test_a_lot_that_is_not_written_is_wrong() -> None:
    with pytest.raises(WrongDice, match="a lot is drawn, none is written"):
        Scripted([1]).pick(3)


def test_a_shuffle_among_the_throws_is_written_among_the_dice() -> None:
    dice = Scripted([6, 3, 1, 2, 5])
    assert ((6,), (3, 1, 2), (5,)) == (dice.throw(1), dice.shuffle((1, 2, 3)), dice.throw(1))
    with pytest.raises(WrongDice, match="3 pieces are shuffled, others are written"):
        Scripted([3, 1]).shuffle((1, 2, 3))


@pytest.mark.parametrize("order", ["", "ab", "abd", "aab", "abcc"])
def test_a_shuffle_of_other_pieces_is_wrong(order: str) -> None:
    with pytest.raises(WrongDice, match="3 pieces are shuffled, others are written"):
        Scripted(shuffles=[order]).shuffle("abc")


def test_a_shuffle_that_is_not_written_is_wrong() -> None:
    with pytest.raises(WrongDice, match="a shuffle is made, none is written"):
        Scripted().shuffle("abc")


def test_spare_dice_serve_what_is_not_written() -> None:
    dice = Scripted(spare=Scripted([4], lots=[1], shuffles=["ba"]))
    assert ((4,), 1, ("b", "a")) == (dice.throw(1), dice.pick(2), dice.shuffle("ab"))


def test_spare_dice_do_not_fill_up_a_throw_that_is_too_short() -> None:
    with pytest.raises(WrongDice, match="2 dice are thrown, 1 are written"):
        Scripted([1], spare=Scripted([4, 4])).throw(2)
