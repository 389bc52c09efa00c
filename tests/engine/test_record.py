"""Records: what can be read, what is wrong with the rest, and that what is written can be read back."""

# ruff: noqa: SIM300  house style: the expected value stands first

import random
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine import GAMES, play, record
from engine.dice import Fair, Scripted, seal
from engine.game import AnyState, Game
from engine.record import Faulty, Header, Move

NAMES = ("Ana", "Ben", "Cid", "Dan", "Eva", "Fay", "Gus")
HEAD = "game heckmeck\nseats Ana Ben\n"
SEED = bytes(range(32))
GOLDENS = sorted(Path(__file__, "../../../seeds/golden").resolve().glob("*/*.game"))


def problems(text: str) -> list[str]:
    return [str(problem) for problem in record.check(text.encode())]


def shown(text: str) -> str:
    return record.show(text.encode())


# Expectations


@pytest.mark.parametrize(
    ("position", "wrong", "found"),
    [
        ("grill 22 24", "grill 22", "grill 22 24"),
        ("grill 22 24", "grill", "grill 22 24"),
        ("grill 22\nstack Ana 30 21", "stack Ana 21 30", "stack Ana 30 21"),
        ("grill 22\nstack Ana 30", "stack Ana", "stack Ana 30"),
        ("grill 22", "stack Ana 30", "stack Ana"),
        ("grill 22", "to_act -", "to_act Ana"),
        ("grill 22", "over", "going"),
        ("grill", "going", "over"),
        ("grill", "to_act Ben", "to_act -"),
        ("grill\nstack Ben 36", "score Ben 3", "score Ben 4"),
        ("grill\nstack Ben 36", "winners Ana Ben", "winners Ben"),
        ("grill", "winners", "winners Ana Ben"),
        ("grill\nstack Ben 36", "ranking Ana Ben", "ranking Ben Ana"),
        ("grill", "ranking Ana Ben", "ranking Ana,Ben"),
        ("grill 22\nkept W W 3", "kept W 3", "kept W W 3"),
        ("grill 22\nkept W W 3", "sum 14", "sum 13"),
        ("grill 22\nkept W W 3", "dice 4", "dice 5"),
        ("grill", "dice 8", "dice"),
        ("grill 22\nbenched Ben", "left Ben", "left"),
        ("grill 22\nbenched Ben", "benched Ana", "benched Ben"),
        ("grill 22", "can Ana keep W", "refused (nothing_thrown)"),
        ("grill 22", "cannot Ana roll", "allowed"),
    ],
)
def test_a_wrong_expectation_is_reported_with_what_is_so(position: str, wrong: str, found: str) -> None:
    line = 4 + position.count("\n")
    assert [f"{line}: expected {wrong}, found {found}"] == problems(f"{HEAD}{position}\n= {wrong}")


def test_order_means_nothing_on_the_grill_and_everything_in_a_stack() -> None:
    assert [] == problems(f"{HEAD}grill 24 22\nstack Ana 30 21\n= grill 22 24\n= grill 24 22\n= stack Ana 30 21")


def test_of_shared_places_the_order_means_nothing() -> None:
    assert [] == problems(f"{HEAD}grill\n= ranking Ana,Ben\n= ranking Ben,Ana\n= winners Ben Ana")


def test_saying_who_left_does_not_say_that_nobody_else_did() -> None:
    text = "game heckmeck\nseats Ana Ben Cid Dan\ngrill 22\nleft Ana\nleft Ben\n= left Ben\n= left Ana"
    assert [] == problems(text)


def test_all_wrong_expectations_are_reported() -> None:
    assert ["3: expected over, found going", "5: expected dice 7, found dice 8"] == problems(
        f"{HEAD}= over\n= going\n= dice 7"
    )


# Commands


def test_a_command_that_is_refused_ends_the_judging() -> None:
    assert ["4: expected Ana stop, found refused (roll_first)"] == problems(f"{HEAD}= going\nAna stop\n= over")


def test_a_refusal_that_does_not_come_ends_the_judging() -> None:
    assert ["3: expected refused (over), found allowed"] == problems(f"{HEAD}Ana timeout ! over\n= over")
    assert ["3: expected refused, found allowed"] == problems(f"{HEAD}Ana timeout !\n= over")


def test_another_reason_than_written_is_a_wrong_expectation() -> None:
    text = f"{HEAD}Ana stop ! no_such_reason\n= over"
    assert [
        "3: expected refused (no_such_reason), found refused (roll_first)",
        "4: expected over, found going",
    ] == problems(text)


def test_without_a_reason_any_refusal_will_do() -> None:
    assert [] == problems(f"{HEAD}Ana stop !\nBen roll > 1 2 !\nBen roll ! not_your_turn > 9\n= dice 8")


@pytest.mark.parametrize(
    ("command", "wrong"),
    [
        ("Ana roll", "8 dice are thrown, 0 are written"),
        ("Ana roll > 1 2 3", "8 dice are thrown, 3 are written"),
        ("Ana roll > 1 1 1 1 1 1 1 1 1", "8 dice are thrown, 9 are written"),
        ("Ana timeout > 1", "0 dice are thrown, 1 are written"),
        ("Ana roll > 1 2 3 4 5 6 W W", "6 is no symbol of a die (1 2 3 4 5 W)"),
        ("Ana", "a seat is named, but not what it does"),
        ("Ana fly", "fly is no command of heckmeck"),
        ("Ana keep 6", "6 is no symbol of a die (1 2 3 4 5 W)"),
        ("Ana take 37", "37 is no tile (21 to 36)"),
        ("Ana roll !  one two", "one reason at most is written after !"),
        ("Eva roll", "Eva is neither a seat nor a word of heckmeck"),
        ("= going\nEva roll", "Eva is no seat (Ana Ben)"),
        ("= going\ngrill 22", "grill can only stand before all commands and expectations"),
        ("= going\noption short_game on", "option can only stand before all commands and expectations"),
        ("= gone Ana", "= gone Ana is nothing that can be expected of heckmeck"),
        ("=", "= is nothing that can be expected of heckmeck"),
        ("= can Ana fly", "fly is no command of heckmeck"),
        ("= can Eva roll", "Eva is no seat (Ana Ben)"),
        ("= stack", "stack is followed by a seat"),
        ("= score Eva 3", "Eva is no seat (Ana Ben)"),
        ("= ranking Ana, Ben", " is no seat (Ana Ben)"),
    ],
)
def test_a_line_that_cannot_be_followed_is_an_error(command: str, wrong: str) -> None:
    assert [f"{3 + command.count(chr(10))}: {wrong}"] == problems(f"{HEAD}{command}\n= over")


# Header and position


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("", "1: the record is empty"),
        ("\n# only this\n", "1: the record is empty"),
        ("seats Ana Ben", "1: the record has no line `game`"),
        ("# first\ngame heckmeck", "2: the record has no line `seats`"),
        ("game", "1: game is followed by one word"),
        ("game chess\nseats Ana Ben", f"1: chess is no game ({' '.join(GAMES)})"),
        ("game heckmeck\ngame heckmeck\nseats Ana Ben", "2: game stands twice"),
        ("game heckmeck\nseats Ana", "2: heckmeck seats 2 to 7, not 1"),
        ("game heckmeck\nseats A B C D E F G H", "2: heckmeck seats 2 to 7, not 8"),
        ("game heckmeck\nseats Ana Ana", "2: two seats are named Ana"),
        ("game heckmeck\nseats Ana hen", "2: no seat can be named hen"),
        ("game heckmeck\nseats Ana grill\ngrill 22", "2: no seat can be named grill"),
        ("= over", "1: a record begins with its game and its seats"),
        ("Ana roll\ngame heckmeck\nseats Ana Ben", "1: a record begins with its game and its seats"),
        ("game heckmeck\n= over\nseats Ana Ben", "1: the record has no line `seats`"),
        ("game heckmeck\nseats Ana game", "2: no seat can be named game"),
        ("game heckmeck\nseats Ana =", "2: no seat can be named ="),
        ("game heckmeck\nseats Ana B,C", "2: no seat can be named B,C"),
        (f"{HEAD}option", "3: option is followed by its name and its value"),
        (f"{HEAD}option pace slow", "3: pace is no option of heckmeck (starter snatch lower_tile"),
        (f"{HEAD}option short_game maybe", "3: maybe is no value of short_game (off on)"),
        (f"{HEAD}option short_game on\noption short_game on", "4: option short_game stands twice"),
        (f"{HEAD}pile 1 2", "3: pile is neither a seat nor a word of heckmeck"),
        (f"{HEAD}grill 20", "3: 20 is no tile (21 to 36)"),
        (f"{HEAD}grill 22\nstack Ana 22", "4: tile 22 is named twice"),
        (f"{HEAD}stack", "3: stack is followed by a seat"),
        (f"{HEAD}stack 22", "3: 22 is no seat (Ana Ben)"),
        (f"{HEAD}to_act Ana\nto_act Ben", "4: to_act stands twice"),
        (f"{HEAD}to_act -", "3: - is no seat (Ana Ben)"),
        (f"{HEAD}left Ana Ben", "3: left is followed by one seat"),
        (f"{HEAD}left Ana\nleft Ana", "4: left names this seat twice"),
        (f"{HEAD}left Ana\nleft Ben", "3: one seat has to stay"),
        (f"{HEAD}left Ana\nbenched Ana", "4: a seat that left cannot be benched"),
        (f"{HEAD}grill 22\nkept W\nkept 1", "5: kept stands twice"),
        (f"{HEAD}grill 22\nkept X", "4: X is no symbol of a die (1 2 3 4 5 W)"),
        (f"{HEAD}grill 22\nkept W\nthrown W", "3: every symbol thrown is kept already"),
        (f"{HEAD}seed 12", "3: seed is followed by 64 hexadecimal digits"),
        (f"{HEAD}hash {'g' * 64}", "3: hash is followed by 64 hexadecimal digits"),
        (f"{HEAD}hash {'0' * 64}\nseed {'0' * 64}", "3: this is not the hash of the seed"),
        (f"{HEAD}lot 65", "3: lot is followed by a number from 1 to 64"),
        (f"{HEAD}match 1 2", "3: match is followed by one word"),
        (f"{HEAD}salt Eva word", "3: Eva is no seat (Ana Ben)"),
        (f"{HEAD}salt Ana", "3: salt is followed by a seat and one word"),
        (f'{HEAD}salt Ana "two words"', "3: salt is followed by a seat and one word"),
        (f"{HEAD}salt Ana a\nsalt Ana b", "4: salt Ana stands twice"),
        (f"{HEAD}name Ana Anna", "3: a real name stands in double quotes"),
    ],
)
def test_a_header_or_position_at_fault_is_an_error(text: str, wrong: str) -> None:
    (problem,) = problems(text)
    assert wrong == problem[: len(wrong)]


def test_bytes_that_are_no_utf_8_are_an_error_of_their_line() -> None:
    (problem,) = record.check(b"game heckmeck\nseats Ana B\xffn")
    assert "2: these bytes are not UTF-8" == str(problem)


def test_comments_blanks_and_line_ends_mean_nothing() -> None:
    assert () == record.check(b"\xef\xbb\xbf# a\r\n\r\n game\theckmeck #b\r\nseats  Ana Ben# c\r\n= going\r")


def test_a_lone_to_act_says_who_begins_the_games_own_start() -> None:
    for option in ("", "option starter random\n"):
        assert [] == problems(f"{HEAD}{option}to_act Ben\n= to_act Ben\n= closed\n= dice 8")


def test_a_position_is_complete() -> None:
    assert [] == problems(f"{HEAD}stack Ana 36\n= over\n= grill\n= winners Ana")


def test_who_begins_is_the_first_seat_unless_something_says_otherwise() -> None:
    assert [] == problems(f"{HEAD}option starter random\n= to_act Ana")


# Exported matches

EXPORTED = f"{HEAD}match 7\nhash {seal(SEED)}\nseed {SEED.hex()}\nlot 64\nsalt Ben rain\n"


def letters(faces: tuple[int, ...]) -> str:
    return " ".join("W" if face == 6 else str(face) for face in faces)


def test_dice_not_written_come_from_the_seed() -> None:
    thrown = letters(Fair(SEED, "7", 64, ["rain"]).throw(8))
    assert [] == problems(f"{EXPORTED}Ana roll\n= thrown {thrown}")


def test_dice_written_count_as_drawn() -> None:
    fair = Fair(SEED, "7", 64, ["rain"])
    fair.throw(8)
    second = letters(fair.throw(8))
    text = f"{EXPORTED}Ana roll > W W W W W W W W\nAna stop ! keep_first\nAna keep W\nAna take 36\nBen roll"
    assert [] == problems(f"{text}\n= thrown {second}")


def test_the_seed_draws_who_begins() -> None:
    starter = NAMES[Fair(SEED, "7", 64, ["rain"]).pick(2)]
    assert [] == problems(f"{EXPORTED}option starter random\n= to_act {starter}")


def test_a_real_name_holds_blanks_quotes_and_a_hash_sign() -> None:
    names = record.read(f'{HEAD}name Ana "#1 \\"A\\" # B"  # the best\n'.encode()).header.names
    assert ((0, '#1 "A" # B'),) == names


@settings(max_examples=30, deadline=None)
@given(name=st.text())
def test_any_real_name_is_read_back(name: str) -> None:
    header = Header(GAMES["heckmeck"], ("Ana", "Ben"), GAMES["heckmeck"].Options(), names=((1, name),))
    start = GAMES["heckmeck"].new(2, header.options, Scripted())
    assert header == record.read(record.write_state(header, start).encode()).header


def test_an_exported_match_is_read_back_whole() -> None:
    game = GAMES["heckmeck"]
    chance = {"match": "7", "hash": seal(SEED), "seed": SEED, "lot": 3, "salts": ((1, "rain"),)}
    header = Header(game, ("Ana", "Ben"), game.Options(starter="random", short_game="on"), **chance)
    start, moves = played(header, random.Random(1), Fair(SEED, "7", 3, ["rain"]))
    text = record.write(header, start, moves)
    assert header == record.read(text.encode()).header
    assert [] == problems(text)
    assert [] == problems(re.sub(" > .*", "", text))


# What is written can be read back


def played(header: Header, chooser: random.Random, dice: Fair, longest: int = 1000) -> tuple[AnyState, list[Move]]:
    """A match of random, mostly sensible play: tiles are taken when they can be, and now and then somebody is away."""
    game = header.game
    state = start = game.new(len(header.seats), header.options, dice)
    moves: list[Move] = []
    while len(moves) < longest and not game.result(state).is_over:
        seat, wish = chosen(header, state, chooser)
        step = play(game, state, seat, game.read_command(wish), dice)
        moves.append(Move(seat, game.read_command(wish), step.events))
        state = step.state
    return start, moves


def chosen(header: Header, state: AnyState, chooser: random.Random) -> tuple[int, str]:
    game, acting = header.game, header.game.to_act(state)
    away = [
        (seat, wish)
        for seat in range(len(header.seats))
        for wish in ("leave", "bench", "timeout", "back", "back")
        if game.objection(state, seat, game.read_command(wish)) is None
    ]
    if acting is None or chooser.random() < 0.01:
        return chooser.choice(away)
    legal = [game.write_command(wish) for wish in game.legal(state)]
    takes = [wish for wish in legal if wish.startswith("take")]
    return acting, chooser.choice(takes or [wish for wish in legal if wish != "stop"] or legal)


@st.composite
def matches(draw: st.DrawFn) -> tuple[Header, AnyState, list[Move]]:
    game = draw(st.sampled_from(list(GAMES.values())))
    seats = draw(st.sampled_from(list(game.SEATS)))
    options = {option.name: draw(st.sampled_from(option.values)) for option in game.OPTIONS}
    chooser = random.Random(draw(st.integers(0, 10**6)))
    header = Header(game, NAMES[:seats], game.Options(**options))
    return header, *played(header, chooser, Fair(SEED, str(chooser.random())), chooser.choice([30, 300]))


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(match=matches())
def test_a_match_that_was_written_is_true(match: tuple[Header, AnyState, list[Move]]) -> None:
    assert [] == problems(record.write(*match))


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(match=matches(), data=st.data())
def test_any_state_is_shown_and_read_back(match: tuple[Header, AnyState, list[Move]], data: st.DataObject) -> None:
    header, start, moves = match
    game, state = header.game, start
    for move in moves[: data.draw(st.integers(0, len(moves)))]:
        for event in move.events:
            state = game.evolve(state, event)
    text = record.write_state(header, state)
    again = record.read(text.encode()).start
    assert [] == problems(text)
    assert text == shown(text)
    assert list(game.facts(state)) == list(game.facts(again))
    assert (game.to_act(state), game.result(state)) == (game.to_act(again), game.result(again))
    assert game.legal(state) == game.legal(again)
    assert text == record.write_state(header, again)


def test_a_finished_match_is_shown_without_to_act() -> None:
    expected = f"{HEAD}\ngrill\nstack Ana 22\n\n= over\n= score Ana 1\n= score Ben 0\n= ranking Ana Ben\n"
    assert expected == shown(f"{HEAD}grill 22\nkept W W W W 2\nAna take 22")


def test_a_turn_in_progress_is_shown() -> None:
    expected = f"{HEAD}\ngrill 22\nkept W\nthrown 1 2\nto_act Ben\n\n= going\n"
    assert expected == shown(f"{HEAD}grill 22\nkept W\nthrown 1 2\nto_act Ben\n= over")


def test_a_record_at_fault_is_not_shown() -> None:
    with pytest.raises(Faulty, match="found refused"):
        shown(f"{HEAD}Ana stop")


# Whatever the bytes are


def survives(data: bytes) -> None:
    assert all(problem.line > 0 for problem in record.check(data))
    try:
        text = record.show(data)
    except Faulty:
        return
    assert text == shown(text)


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=60) | st.text(max_size=60).map(str.encode))
def test_no_bytes_are_too_much(data: bytes) -> None:
    survives(data)
    survives(HEAD.encode() + data)
    survives(HEAD.encode() + b"= " + data)
    survives(HEAD.encode() + b"Ana " + data)


@settings(max_examples=150, deadline=None)
@given(golden=st.sampled_from(GOLDENS), data=st.data())
def test_no_change_to_a_good_record_is_too_much(golden: Path, data: st.DataObject) -> None:
    words = re.findall(r"\S+|\s", golden.read_text())[:400]
    every = sorted({*words, "game", "seats", "Ana", "W", "-", "!", ">", "=", "#", '"', "name", "salt", "36", "\n"})
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(words) - 1))
        words[place : place + data.draw(st.integers(0, 3))] = data.draw(st.lists(st.sampled_from(every), max_size=3))
        words = words or ["#"]
    survives("".join(words).encode())


@pytest.mark.parametrize(
    "number", ["1" * 5_000, "0" * 4_999 + "1", "-" + "9" * 5_000, "1_0", "²"], ids=lambda number: number[:2]
)
@pytest.mark.parametrize(
    "golden",
    [next(path for path in GOLDENS if path.parent.name == game) for game in GAMES],
    ids=lambda path: path.parent.name,
)
def test_no_number_is_too_long_wherever_it_stands(golden: Path, number: str) -> None:
    """In place of every word of a record, and behind every line."""
    lines = golden.read_text().splitlines()
    for place, line in enumerate(lines):
        words = line.split()
        for changed in (*([*words[:n], number, *words[n + 1 :]] for n in range(len(words))), [*words, number]):
            survives("\n".join([*lines[:place], " ".join(changed), *lines[place + 1 :]]).encode())


@given(
    st.sampled_from(list(GAMES.values())),
    st.data(),
    st.one_of(st.text("0123456789", min_size=1), st.integers(4_290, 6_000).map("7".__mul__)),
)
def test_no_number_of_a_position_is_too_long(game: Game, data: st.DataObject, number: str) -> None:
    word, has_seat = data.draw(
        st.sampled_from(sorted({**game.POSITION, **dict.fromkeys(game.NOTATION.drawn, False)}.items()))
    )
    fact = " ".join([word, *["Ana"] * has_seat, *[number] * data.draw(st.integers(1, 3))])
    survives(f"game {game.ID}\nseats Ana Ben\n{fact}\n= {fact}\n".encode())


def test_a_record_has_a_megabyte_at_most() -> None:
    good = b"game heckmeck\nseats Ana Ben\n= going\n#"
    assert () == record.check(good.ljust(record.LONGEST, b"x"))
    assert ["1: a record has 1000000 bytes at most"] == problems(good.ljust(record.LONGEST + 1, b"x").decode())


def test_what_is_said_of_a_record_stays_short() -> None:
    assert [f"1: {'x' * 60}… is no game ({' '.join(GAMES)})"] == problems(f"game {'x' * 9_000}\nseats Ana Ben\n")
    [said] = problems(f"game heckmeck\nseats Ana Ben\n= grill {'21 ' * 9_000}\n")
    assert len(said) < 1_100
