"""The record of a match that is over: what anybody can replay, and check its dice by (docs/fairness.md).

Seats are called P1, P2 … in it, and people in lines of their own: names change, the record's SHA-256 must not.
"""

from collections.abc import Sequence

from bot.matches.match import Computer, Match, Move, Person, Player
from engine import Refused, record
from engine.dice import seal
from engine.record import Header
from engine.record.header import seat_words
from engine.verify import Proof, verify


def text(match: Match, moves: Sequence[Move]) -> str:
    """Raises Refused while the seed is a secret, and where nothing was ever thrown."""
    return record.write(_header(match), _opening(match), played(match, moves))


def sha256(match: Match, moves: Sequence[Move]) -> str:
    """What the end of a match shows. Raises Refused like `text`."""
    return record.sha256(_header(match), _opening(match), played(match, moves))


def proof(match: Match, moves: Sequence[Move]) -> Proof:
    """What follows from the record of a match alone. Raises Faulty with what does not, and Refused like `text`."""
    return verify(text(match, moves).encode())


def _opening(match: Match) -> object:
    if match.is_open or match.opening is None:
        raise Refused("not_over")
    return match.opening


def played(match: Match, moves: Sequence[Move]) -> list[record.Move]:
    """The moves as the engine knows them."""
    return [record.Move(move.seat, match.game.read_command(move.command), move.events) for move in moves]


def _header(match: Match) -> Header:
    fairness = match.fairness
    return Header(
        match.game,
        seat_words(len(match.seats)),
        match.game.Options(**match.options),
        match=str(match.id),
        hash=seal(fairness.seed),
        seed=fairness.seed,
        lot=fairness.lot,
        salts=fairness.salts,
        names=tuple((seat, _called(player)) for seat, player in enumerate(match.seats) if not match.is_forgotten(seat)),
    )


def _called(player: Player) -> str:
    match player:
        case Person(name=name):
            return name
        case Computer(level):
            return f"computer ({level})"
