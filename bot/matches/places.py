"""Places change: a group gets another address, the bot is removed and added again, a topic is closed and opened.

A match sleeps where nothing can be written: no clock runs, and it goes on as soon as somebody is heard there again.
Each function is one use case in one transaction, and whatever it is told a second time changes nothing.
"""

from msgspec import Struct
from msgspec.structs import replace

from bot.matches import press
from bot.matches.finding import match_of_button
from bot.matches.match import Match, Outcome, Person, Suspension
from bot.matches.ports import Transaction
from engine import Refused

# A chat's address


async def move(tx: Transaction, old: int, new: int) -> tuple[Match, ...]:
    """A group has another address: its matches go on there, their boards sent anew. What is to be shown there."""
    chat, other = await tx.chat(old, "group"), await tx.chat(new, "supergroup")
    if chat != other:
        await _merge(tx, await tx.open_in(chat), await tx.open_in(other))
        await tx.move_chat(chat, other)
    return await tx.current_at(new)


async def _merge(tx: Transaction, ours: tuple[Match, ...], theirs: tuple[Match, ...]) -> None:
    """Of two open matches that are to be in one place, the one that runs goes on, or the older."""
    for match in ours:
        if match.suspended == "removed":
            await tx.suspend(match, "")
        if rival := next((rival for rival in theirs if rival.place.topic == match.place.topic), None):
            last = max(match, rival, key=lambda either: (either.status == "lobby", either.id))
            await press.end(tx, last, "merged")


# The bot's own coming and going


class Arrived(Struct, frozen=True):
    """What comes of the bot's being added: matches that were interrupted, or else its first time in this chat."""

    resumed: tuple[Outcome, ...]
    is_new: bool


async def removed(tx: Transaction, address: int) -> tuple[Match, ...]:
    """The bot is in a chat no longer: whatever could be written there sleeps. The matches that were awake."""
    awake = [match for match in await tx.current_at(address) if match.suspended != "removed"]
    for match in awake:
        await tx.suspend(match, "removed")
    return tuple(awake)


async def added(tx: Transaction, address: int, kind: str) -> Arrived:
    """The bot is in a chat, for the first time or again: then whoever was in the middle of a match is asked."""
    is_new = await tx.known_chat(address) is None
    await tx.chat(address, kind)
    asleep = [match for match in await tx.current_at(address) if match.suspended == "removed"]
    resumed = [await wake(tx, match, "offered" if match.status == "running" else "") for match in asleep]
    return Arrived(tuple(resumed), is_new)


async def go_on(tx: Transaction, match_id: int, person: Person) -> Outcome:
    """Whoever sits there takes the offer."""
    match = await match_of_button(tx, match_id)
    if match.seat_of(person.id) is None:
        raise Refused("not_seated")
    return await wake(tx, match) if match.suspended else Outcome("resumed", match)


# Topics, and being heard


async def topic_closed(tx: Transaction, address: int, topic: int) -> tuple[Match, ...]:
    """Nothing can be written in a topic, because it is closed or gone: what is played there sleeps."""
    awake = [match for match in await tx.current_at(address, topic) if match.suspended in ("", "offered")]
    for match in awake:
        await tx.suspend(match, "topic")
    return tuple(awake)


async def topic_opened(tx: Transaction, address: int, topic: int) -> tuple[Outcome, ...]:
    asleep = [match for match in await tx.asleep_at(address, topic) if match.suspended == "topic"]
    return tuple([await wake(tx, match) for match in asleep])


async def topic_closed_of(tx: Transaction, match_id: int) -> tuple[Match, ...]:
    match = await tx.match(match_id)
    return () if match is None else await topic_closed(tx, match.address, match.place.topic)


async def heard(tx: Transaction, address: int, topic: int) -> tuple[Outcome, ...]:
    """Somebody speaks in a place: then it is open and the bot is in it. An offer waits until somebody takes it."""
    asleep = [match for match in await tx.asleep_at(address, topic) if match.suspended != "offered"]
    return tuple([await wake(tx, match) for match in asleep])


async def acted(tx: Transaction, outcome: Outcome) -> Outcome:
    """Somebody has done something in a match: it goes on, whatever was said before."""
    if not outcome.match.suspended:
        return outcome
    resumed = await wake(tx, outcome.match)
    return replace(outcome, old_message=resumed.old_message)


async def wake(tx: Transaction, match: Match, asking: Suspension = "") -> Outcome:
    """Go on with a match, or offer it: its board is sent anew."""
    await tx.suspend(match, asking)
    return Outcome("resumed", replace(match, suspended=asking), old_message=await tx.show_anew(match))
