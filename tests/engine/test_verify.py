"""Fair dice: a record proves them, and whatever is changed in it does not stay unnoticed."""

# ruff: noqa: SIM300  house style: the expected value stands first

import hashlib
import hmac
import random
import re
from functools import cache
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine import GAMES, record
from engine.__main__ import main
from engine.dice import SCHEME, Fair, seal
from engine.record import Faulty, Header, Move
from engine.verify import verify
from tests.engine.games.random_play import dice_of, house_rules, restless_on

RECORDS = 12  # of each game


@cache
def exported(game_id: str, number: int) -> str:
    """The record of a whole match in which people come and go; every third has no lot, every second no salt."""
    game, seed = GAMES[game_id], random.Random(number).randbytes(32)
    seats = game.SEATS[number % len(game.SEATS)]
    header = Header(
        game,
        tuple(f"P{seat + 1}" for seat in range(seats)),
        house_rules(game_id)[number % len(house_rules(game_id))],
        match=str(7 + number),
        hash=seal(seed),
        seed=seed,
        lot=number * 5 % 65 if number % 3 else 0,
        salts=((0, "rain"), (1, "Gemüse")) if number % 2 else (),
        names=((0, "Ana #1"),),
    )
    dice = header.dice
    assert dice is not None
    start = game.new(seats, header.options, dice)
    moves = restless_on(game, start, dice, random.Random(number))
    return record.write(header, start, [Move(move.seat, move.command, move.events) for move in moves])


def fault(text: str) -> str:
    with pytest.raises(Faulty) as raised:
        verify(text.encode())
    return str(raised.value.problem)


# What is proven


@pytest.mark.parametrize("number", range(RECORDS))
@pytest.mark.parametrize("game_id", GAMES)
def test_an_exported_match_is_proven(game_id: str, number: int) -> None:
    """F68"""
    text = exported(game_id, number)
    header = record.read(text.encode()).header
    commands = len(re.findall(r"^P\d", text, re.MULTILINE))
    proof = verify(text.encode())
    assert (commands, header.lot, len(header.salts)) == (proof.commands, proof.lot, proof.salts)
    assert (header.hash, text.split()[-1]) == (proof.seal, proof.sha256)
    assert len(re.findall(">", text)) <= proof.draws
    assert () == record.check(text.encode())


@pytest.mark.parametrize("game_id", GAMES)
def test_a_record_of_an_earlier_release_is_proven_with_its_sum(game_id: str) -> None:
    """What the chat once showed stays true: neither dice nor the text of a match may ever change."""
    golden = Path(__file__, "../../../seeds/golden", game_id, "a_match_proven_by_its_seed.game").resolve().read_bytes()
    assert golden.decode().split()[-1] == verify(golden).sha256


def test_the_sum_is_that_of_the_text_without_names_and_itself() -> None:
    """`grep -v '^name \\|^= sha256' FILE | sha256sum` says the same."""
    text = exported("junior", 1)
    rest = "".join(line for line in text.splitlines(keepends=True) if not line.startswith(("name ", "= sha256 ")))
    assert hashlib.sha256(rest.encode()).hexdigest() == verify(text.encode()).sha256


def test_neither_names_nor_what_seats_are_called_nor_comments_change_the_sum() -> None:
    text = exported("heckmeck", 0)
    other = re.sub(r"\bP1\b", "Zoë", text).replace('"Ana #1"', '"B"').replace("\n", "  # so it was\r\n")
    assert verify(text.encode()) == verify(other.encode())


# What is found

Lines = list[list[str]]  # of words


def lines_of(text: str) -> Lines:
    return [line.split(" ") for line in text.splitlines()]


def text_of(lines: Lines) -> str:
    return "\n".join(map(" ".join, lines))


def places(lines: Lines, *words: str) -> list[int]:
    """Where lines begin with such a word."""
    return [place for place, line in enumerate(lines) if line[0].startswith(words)]


def with_another_word(lines: Lines, data: st.DataObject) -> Lines:
    """A word that matters is another one, or gone, or stands twice: seed, lot, salts, throws, commands, the sum."""
    matter = places(lines, "game", "option", "match", "hash", "seed", "lot", "salt", "P")
    place = data.draw(st.sampled_from([*matter, len(lines) - 1]))
    at = data.draw(st.integers(0, len(lines[place]) - 1))
    other = data.draw(st.one_of(st.sampled_from(_words(lines)), st.integers(0, 99).map(str), _like(lines[place][at])))
    words = data.draw(st.sampled_from(([other], [], [lines[place][at]] * 2)))
    return [*lines[:place], [*lines[place][:at], *words, *lines[place][at + 1 :]], *lines[place + 1 :]]


def _words(lines: Lines) -> list[str]:
    return sorted(
        {"!", "stop", "timeout", "bench", *(word for line in lines for word in line if word and word[0] != '"')}
    )


def _like(word: str) -> st.SearchStrategy[str]:
    """With one letter or digit changed."""
    changes = ((at, digit) for at in range(len(word)) for digit in "0123456789abcdefW" if word[at] != digit)
    return st.sampled_from([word[:at] + digit + word[at + 1 :] for at, digit in changes] or ["W"])


def with_another_order(lines: Lines, data: st.DataObject) -> Lines:
    """Two commands or salts changed about; or a line twice, or gone."""
    inner = places(lines, "P") + places(lines, "salt")
    one, other = (data.draw(st.sampled_from(inner)) for _ in range(2))
    swapped = list(lines)
    swapped[one], swapped[other] = lines[other], lines[one]
    place = data.draw(st.sampled_from([*inner, *places(lines, "option", "match", "hash", "seed", "lot", "seats")]))
    without, twice = [*lines[:place], *lines[place + 1 :]], [*lines[:place], *[lines[place]] * 2, *lines[place + 1 :]]
    return data.draw(st.sampled_from((swapped, without, twice)))


@pytest.mark.parametrize("change", [with_another_word, with_another_order])
@pytest.mark.parametrize("game_id", GAMES)
@settings(max_examples=40, deadline=None)
@given(number=st.integers(0, RECORDS - 1), data=st.data())
def test_any_change_of_what_was_played_or_drawn_is_found(
    game_id: str, change, number: int, data: st.DataObject
) -> None:
    """F68"""
    lines = lines_of(exported(game_id, number))
    other = change(lines, data)
    assume(other != lines)
    assert fault(text_of(other))


@pytest.mark.parametrize("game_id", GAMES)
@settings(max_examples=40, deadline=None)
@given(number=st.integers(0, RECORDS - 1), data=st.data())
def test_a_change_of_what_was_drawn_is_found_without_the_sum(game_id: str, number: int, data: st.DataObject) -> None:
    """Who forges a record can leave its sum away, or make a new one."""
    lines = lines_of(exported(game_id, number))[:-1]
    drawn = [line for line in lines if ">" in line]
    line = data.draw(
        st.sampled_from([*drawn, *[lines[place] for place in places(lines, "lot", "match", "salt", "seed")]])
    )
    at = data.draw(st.integers(line.index(">") + 1, len(line) - 1)) if line in drawn else len(line) - 1
    other = data.draw(_like(line[at]))
    changed = [[*line[:at], other] if one is line else one for one in lines if one[0] != "hash"]
    assert fault(text_of(changed))


def test_a_throw_that_does_not_follow_is_named_with_what_does() -> None:
    text = exported("heckmeck", 0)
    line = next(number for number, line in enumerate(text.splitlines(), start=1) if ">" in line)
    written = text.splitlines()[line - 1].partition(" > ")[2]
    others = "W" * 8 if written != "W" * 8 else "1" * 8
    assert f"{line}: {' '.join(others)} stands here, {written} follows from the seed" == fault(
        text.replace(written, " ".join(others), 1)
    )
    assert f"{line}: no throw stands here, {written} follows from the seed" == fault(
        text.replace(f" > {written}", "", 1)
    )


def test_a_start_that_does_not_follow_is_named_with_what_does() -> None:
    lines = exported("junior", 0).splitlines()
    place = lines.index("")
    drawn = next(record.position.write_draws(*_begun(lines)))
    wrong = " ".join(("pile", *reversed(drawn.split()[1:])))
    assert f"{place + 1}: {wrong} stands here, {drawn} follows from the seed" == fault(
        "\n".join([*lines[:place], wrong, *lines[place:]])
    )
    assert verify("\n".join([*lines[:place], drawn, *lines[place:]]).encode())


def _begun(lines: list[str]):
    opening = record.read("\n".join(lines).encode())
    return opening.header, opening.start


def test_a_position_does_not_follow_from_a_seed() -> None:
    text = exported("heckmeck", 0)
    place = len(text.partition("\n\n")[0].splitlines()) + 1
    assert f"{place}: grill 22 stands here, nothing follows from the seed" == fault(
        text.replace("\n\n", "\ngrill 22\n", 1)
    )


def test_without_a_seed_nothing_is_proven() -> None:
    assert "1: without its seed nothing can be proven of a match" == fault("game heckmeck\nseats Ana Ben\n= going")


def test_what_is_expected_in_vain_is_no_proof() -> None:
    text = exported("heckmeck", 0).replace("= over", "= going")
    assert fault(text).endswith("expected going, found over")


# The page


def test_a_throw_is_what_the_page_says_it_is() -> None:
    page = Path(__file__, "../../../docs/fairness.md").resolve().read_text()
    [block] = re.findall(r"^ +```\n( +worms.*?)```", page, re.DOTALL | re.MULTILINE)
    message = [line.split()[0] for line in block.splitlines() if line.strip()]
    assert "\\n".join(message) in page  # the line for other tools says the same
    scheme, match, lot, *salts, draw, first_block = message
    assert (SCHEME, "1", "0") == (scheme, draw, first_block)
    said = hmac.digest(bytes(32), "\n".join(message).encode(), "sha256")
    thrown = [byte % 6 + 1 for byte in said if byte < 252][:8]
    assert tuple(thrown) == Fair(bytes(32), match, int(lot), salts).throw(8)


# The sum in a record


def test_a_sum_stands_in_the_last_line() -> None:
    text = exported("heckmeck", 0)
    lines = len(text.splitlines())
    assert f"{lines}: sha256 can only stand in the last line" == fault(text + "= over")


def test_a_position_has_no_sum() -> None:
    said = "4: only a match from its own start has a sha256"
    assert [said] == [str(problem) for problem in record.check(b"game heckmeck\nseats A B\ngrill 22\n= sha256 0")]


def test_a_record_without_a_seed_has_a_sum_too() -> None:
    game = GAMES["junior"]
    state, moves = game.new(2, game.Options(), dice_of(3)), []
    text = record.write(Header(game, ("Ana", "Ben"), game.Options()), state, moves)
    assert () == record.check(text.encode())
    assert record.check(text.replace("pile 1", "pile 2", 1).encode()) or "pile 1" not in text


# At the command line


def engine(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str]:
    monkeypatch.setattr("sys.argv", ["engine", *map(str, arguments)])
    return main(), capsys.readouterr().out


def test_the_command_line_says_in_one_line_what_is_proven(tmp_path: Path, monkeypatch, capsys) -> None:
    (file := tmp_path / "a.game").write_text(exported("heckmeck", 1))
    proof = verify(file.read_bytes())
    told = (
        f"{file}: proven: {proof.draws} throws and shuffles in {proof.commands} commands follow from the seed, lot 5"
        f" and 2 salts; the seed's SHA-256 is {proof.seal}, the record's {proof.sha256}\n"
    )
    assert (0, told) == engine(monkeypatch, capsys, "verify", file)
    shown = ("--shown", proof.seal.upper(), "--shown", proof.sha256)
    assert (0, told) == engine(monkeypatch, capsys, "verify", file, *shown)


def test_the_command_line_holds_a_record_against_what_the_chat_showed(tmp_path: Path, monkeypatch, capsys) -> None:
    """A whole forgery has a sum of its own, and dice that follow from its own seed: only the chat knows better."""
    (file := tmp_path / "a.game").write_text(exported("heckmeck", 3))
    shown = verify(exported("heckmeck", 1).encode()).seal
    status, told = engine(monkeypatch, capsys, "verify", file, "--shown", shown)
    assert (1, True) == (status, told.startswith(f"{file}: {shown} was shown, but the seed's SHA-256 is "))


def test_the_command_line_names_the_line_that_does_not_follow(tmp_path: Path, monkeypatch, capsys) -> None:
    (good := tmp_path / "a.game").write_text(exported("heckmeck", 0))
    (bad := tmp_path / "b.game").write_text("game heckmeck\nseats Ana Ben\n")
    missing = tmp_path / "c.game"
    status, told = engine(monkeypatch, capsys, "verify", good, bad, missing)
    assert (1, ["proven", "1", "No such file or directory"]) == (
        status,
        [re.split(r": ?", line)[1] for line in told.splitlines()],
    )


@pytest.mark.parametrize("shown", ["", "abc", "g" * 64])
def test_what_cannot_have_been_shown_is_a_wrong_command_line(shown: str, monkeypatch, capsys) -> None:
    with pytest.raises(SystemExit) as ended:
        engine(monkeypatch, capsys, "verify", "a.game", "--shown", shown)
    assert 2 == ended.value.code
