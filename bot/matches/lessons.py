"""Three short lessons for who plays a game for the first time: at the table, the first throw and the first choice."""

from bot.matches.match import Lesson, Match
from bot.matches.ports import Transaction


async def of_seat(tx: Transaction, match: Match, person: int) -> Lesson | None:
    return "seat" if await tx.is_newcomer(match, person) else None


async def of_press(tx: Transaction, match: Match, seat: int, person: int) -> Lesson | None:
    """Of a press that is about to be played: only in the first round are there newcomers to ask for."""
    if match.turn > len(match.seats) or not await tx.is_newcomer(match, person):
        return None
    lessons: dict[int, Lesson] = {0: "throw", 1: "choice"}
    return lessons.get(await tx.moves_in_turn(match, seat))
