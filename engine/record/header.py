"""The header of a record: the game, the seats, the house rules, and what an exported match says about its chance."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from engine import GAMES
from engine.dice import Fair, seal
from engine.game import Game
from engine.record.text import Faulty, Line

WORDS = ("game", "seats", "option", "match", "hash", "seed", "lot", "salt", "name")

_WORDS_OF_ALL_GAMES = """
    to_act left benched leave timeout bench back can cannot score over going winners ranking sha256 = > ! -
"""
# No seat may be named like one of them, whatever the game.
RESERVED = frozenset((*WORDS, *_WORDS_OF_ALL_GAMES.split(), *GAMES)).union(
    *((*game.POSITION, *game.NOTATION.words, *game.NOTATION.counted) for game in GAMES.values())
)
_HEX_32_BYTES = re.compile(r"[0-9a-fA-F]{64}")
_LOTS = {str(lot): lot for lot in range(65)}  # 1 to 64 are the faces of the slot machine, 0 stands for none


class Header(Struct, frozen=True):
    """`options` is the game's own struct; seats are numbers in `salts` and `names`, in the order of the record."""

    game: Game
    seats: tuple[str, ...]
    options: Any
    match: str = ""
    hash: str = ""
    seed: bytes = b""
    lot: int = 0
    salts: tuple[tuple[int, str], ...] = ()
    names: tuple[tuple[int, str], ...] = ()

    @property
    def dice(self) -> Fair | None:
        """The dice of an exported match, before the first draw; None without a seed."""
        if not self.seed:
            return None
        return Fair(self.seed, self.match, self.lot, tuple(word for _, word in self.salts))


def seat_words(seats: int) -> tuple[str, ...]:
    """What seats are called where nobody's name stands."""
    return tuple(f"P{seat + 1}" for seat in range(seats))


def nameless(header: Header) -> Header:
    """The same match, without what people are called."""
    return replace(header, seats=seat_words(len(header.seats)), names=())


def read_header(lines: Sequence[Line]) -> Header:
    game = _read_game(_needed(lines, "game"))
    seats = _read_seats(_needed(lines, "seats"), game)
    header = Header(
        game,
        seats,
        options=_read_options(lines, game),
        match=_value(_single(lines, "match")),
        hash=_hex(_single(lines, "hash")),
        seed=bytes.fromhex(_hex(_single(lines, "seed"))),
        lot=_read_lot(_single(lines, "lot")),
        salts=tuple((seat, line.words[2]) for seat, line in _by_seat(lines, "salt", seats)),
        names=tuple((seat, _read_name(line)) for seat, line in _by_seat(lines, "name", seats)),
    )
    _compare_hash(header, _single(lines, "hash"))
    return header


def _needed(lines: Sequence[Line], word: str) -> Line:
    line = _single(lines, word)
    if line is None:
        raise Faulty(lines[0].number, f"the record has no line `{word}`")
    return line


def _single(lines: Sequence[Line], word: str) -> Line | None:
    found = [line for line in lines if line.word == word]
    if len(found) > 1:
        raise Faulty(found[1].number, f"{word} stands twice")
    return found[0] if found else None


def _value(line: Line | None) -> str:
    if line is None:
        return ""
    if len(line.rest) != 1:
        raise Faulty(line.number, f"{line.word} is followed by one word")
    return line.rest[0]


def _read_game(line: Line) -> Game:
    name = _value(line)
    if name not in GAMES:
        raise Faulty(line.number, f"{name} is no game ({' '.join(GAMES)})")
    return GAMES[name]


def _read_seats(line: Line, game: Game) -> tuple[str, ...]:
    names = line.rest
    if len(names) not in game.SEATS:
        raise Faulty(line.number, f"{game.ID} seats {game.SEATS[0]} to {game.SEATS[-1]}, not {len(names)}")
    for name in names:
        if name in RESERVED or "," in name:
            raise Faulty(line.number, f"no seat can be named {name}")
        if names.count(name) > 1:
            raise Faulty(line.number, f"two seats are named {name}")
    return names


def _read_options(lines: Sequence[Line], game: Game) -> Any:
    chosen: dict[str, str] = {}
    for line in lines:
        if line.word == "option":
            name, value = _read_option(line, game)
            if name in chosen:
                raise Faulty(line.number, f"option {name} stands twice")
            chosen[name] = value
    return game.Options(**chosen)


def _read_option(line: Line, game: Game) -> tuple[str, str]:
    values = {option.name: option.values for option in game.OPTIONS}
    match line.rest:
        case (name, value) if value in values.get(name, ()):
            return name, value
        case (name, value) if name in values:
            raise Faulty(line.number, f"{value} is no value of {name} ({' '.join(values[name])})")
        case (name, _):
            raise Faulty(line.number, f"{name} is no option of {game.ID} ({' '.join(values)})")
        case _:
            raise Faulty(line.number, "option is followed by its name and its value")


def _hex(line: Line | None) -> str:
    if line is not None and not _HEX_32_BYTES.fullmatch(_value(line)):
        raise Faulty(line.number, f"{line.word} is followed by 64 hexadecimal digits")
    return _value(line).lower()


def _read_lot(line: Line | None) -> int:
    if line is not None and _value(line) not in _LOTS:
        raise Faulty(line.number, "lot is followed by a number from 1 to 64")
    return _LOTS[_value(line) or "0"]


def _by_seat(lines: Sequence[Line], word: str, seats: tuple[str, ...]) -> Iterator[tuple[int, Line]]:
    """The lines `word Ana value`, each with its seat."""
    named: set[int] = set()
    for line in lines:
        if line.word == word:
            if len(line.rest) != 2:
                raise Faulty(line.number, f"{word} is followed by a seat and one word")
            seat = seat_named(line, line.rest[0], seats)
            if seat in named:
                raise Faulty(line.number, f"{word} {line.rest[0]} stands twice")
            named.add(seat)
            yield seat, line


def seat_named(line: Line, name: str, seats: tuple[str, ...]) -> int:
    if name not in seats:
        raise Faulty(line.number, f"{name} is no seat ({' '.join(seats)})")
    return seats.index(name)


def _read_name(line: Line) -> str:
    """A real name is quoted as in JSON, so it can hold blanks, `#` and quotes."""
    try:
        return msgspec.json.decode(line.words[2], type=str)
    except msgspec.DecodeError:
        raise Faulty(line.number, "a real name stands in double quotes") from None


def _compare_hash(header: Header, line: Line | None) -> None:
    if line is not None and header.seed and seal(header.seed) != header.hash:
        raise Faulty(line.number, "this is not the hash of the seed")


def write_header(header: Header) -> Iterator[str]:
    yield f"game {header.game.ID}"
    yield f"seats {' '.join(header.seats)}"
    for option in header.game.OPTIONS:
        if (value := getattr(header.options, option.name)) != option.values[0]:
            yield f"option {option.name} {value}"
    chance = (("match", header.match), ("hash", header.hash), ("seed", header.seed.hex()), ("lot", header.lot))
    yield from (f"{word} {value}" for word, value in chance if value)
    yield from (f"salt {header.seats[seat]} {word}" for seat, word in header.salts)
    yield from (f"name {header.seats[seat]} {msgspec.json.encode(name).decode()}" for seat, name in header.names)
