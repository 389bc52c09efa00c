"""A person is forgotten: they leave what is still played, and a finished match keeps a former player in their seat."""

from collections.abc import Sequence

from bot.matches import lobby, press
from bot.matches.match import Match, Person
from bot.matches.ports import Transaction


async def forget_asked(tx: Transaction, person: Person) -> int:
    """How many matches they would leave."""
    return len(await _played_in(tx, person))


async def forget(tx: Transaction, person: Person) -> Sequence[Match]:
    """Nothing that is kept leads to them any more. What is to be shown anew."""
    await tx.hold(person)
    left = [await _left(tx, match, person, seat) for match, seat in await _played_in(tx, person)]
    await tx.forget(person)
    return left


async def _played_in(tx: Transaction, person: Person) -> list[tuple[Match, int]]:
    """The open matches in which they have not left, and their seats there."""
    seated = [(match, match.seat_of(person.id)) for match in await tx.open_of(person)]
    return [(match, seat) for match, seat in seated if seat is not None and not _has_left(match, seat)]


def _has_left(match: Match, seat: int) -> bool:
    return match.state is not None and seat in match.state.table.left


async def _left(tx: Transaction, match: Match, person: Person, seat: int) -> Match:
    if match.status == "lobby":
        return (await lobby.give_seat_back(tx, match, person)).match
    if match.status == "sealed":
        return await press.end(tx, match, "closed")
    return (await press.leave(tx, match.id, person, seat, is_sure=True)).match
