"""A match with its seats and its moves as rows: which columns they are read from, and what is written into them."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.dialects.postgresql import aggregate_order_by

from bot.matches.match import OPEN, Computer, Fairness, Match, Move, Person, Place, Player
from bot.store.database import AnyRow
from bot.store.tables import chats, matches, people, seats
from engine import GAMES, codec

_SHOWN_AFTER_END = timedelta(days=1)  # the last screen of an ended match is tried for so long
IS_CURRENT = matches.c.status.in_(OPEN) | (matches.c.ended > func.now() - _SHOWN_AFTER_END)

SPEAKS = func.coalesce(func.nullif(people.c.chosen_language, ""), people.c.language)

_PLAYER = func.json_build_array(seats.c.computer, people.c.id, people.c.name, SPEAKS)
_SITTING = (
    select(func.json_agg(aggregate_order_by(_PLAYER, seats.c.seat)))
    .select_from(seats.outerjoin(people, people.c.id == seats.c.person))
    .where(seats.c.match == matches.c.id)
    .scalar_subquery()
)
_ADDRESS = select(chats.c.telegram_id).where(chats.c.key == matches.c.chat).correlate(matches).scalar_subquery()
MATCH = (
    *(column for column in matches.c if column is not matches.c.opening),
    _SITTING.label("sitting"),
    _ADDRESS.label("address"),
)


def read_match(row: AnyRow) -> Match:
    """The match of a row selected by MATCH."""
    game = GAMES[row.game]
    return Match(
        id=row.id,
        place=Place(row.chat, row.topic),
        game_id=row.game,
        host=row.host,
        fairness=Fairness(row.seed, row.lot, tuple(map(tuple, row.salts)), row.drawn),
        options=row.options,
        seats=tuple(_read_player(*player) for player in row.sitting or ()),
        status=row.status,
        revision=row.revision,
        turn=row.turn,
        state=None if row.state is None else codec.load(game, row.state),
        address=row.address,
        suspended=row.suspended,
    )


def _read_player(level: str | None, *person: Any) -> Player:
    return Person(*person) if level is None else Computer(level)


def read_moves(match: Match, rows: Sequence[AnyRow]) -> tuple[Move, ...]:
    return tuple(
        Move(row.revision, row.turn, row.seat, row.command, codec.load_events(match.game, row.events)) for row in rows
    )


def match_row(match: Match) -> dict[str, Any]:
    """What may change from one accepted command to the next."""
    return {
        "game": match.game_id,
        "options": match.options,
        "host": match.host,
        "status": match.status,
        "revision": match.revision,
        "turn": match.turn,
        "state": None if match.state is None else codec.dump(match.game, match.state),
        "lot": match.fairness.lot,
        "salts": match.fairness.salts,
        "drawn": match.fairness.drawn,
    }


def player_rows(match: Match) -> list[dict[str, Any]]:
    """Who sits there, in the order of the seats."""
    return [_player_row(player) for player in match.seats]


def _player_row(player: Player) -> dict[str, Any]:
    match player:
        case Person(id=person):
            return {"person": person, "computer": None}
        case Computer(level):
            return {"person": None, "computer": level}


def move_row(match: Match, move: Move) -> dict[str, Any]:
    return {
        "match": match.id,
        "revision": move.revision,
        "turn": move.turn,
        "seat": move.seat,
        "command": move.command,
        "events": codec.dump_events(match.game, move.events),
    }
