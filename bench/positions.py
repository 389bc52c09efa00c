"""The positions of seeds/pictures/ as matches to draw: typical ones, and those that hold as much as one can."""

from collections.abc import Mapping
from pathlib import Path

import msgspec
from msgspec.structs import replace

from bot.matches.match import Fairness, Match, Person, Place, Status
from engine import record

FOLDER = Path(__file__).parent.parent / "seeds" / "pictures"


def positions(folder: Path = FOLDER) -> Mapping[str, Match]:
    """By the names of their files."""
    return {
        file.stem: _match(record.read(record.show(file.read_bytes()).encode()))
        for file in sorted(folder.glob("*.game"))
    }


def _match(read: record.Record) -> Match:
    header = read.header
    names = dict(header.names)
    seats = tuple(Person(seat + 1, names.get(seat, name)) for seat, name in enumerate(header.seats))
    status: Status = "finished" if header.game.result(read.start).is_over else "running"
    options = msgspec.to_builtins(header.options)
    match = Match(1, Place(1), header.game.ID, 1, Fairness(b""), options, seats, status, turn=1, state=read.start)
    return replace(match, opening=read.start)
