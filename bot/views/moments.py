"""What was notable in a match, for its scoreboard."""

from collections.abc import Callable, Iterator, Sequence

from bot.matches.match import Match, Move
from bot.matches.tally import Tally, tallies
from bot.views.advice import looked_at
from bot.views.language import Language
from bot.views.names import name

SHORTEST_STREAK = 3  # worth telling


def moments(match: Match, moves: Sequence[Move], language: Language) -> Iterator[str]:
    """Streaks, snatches, decisions and luck, as HTML: a line each, where there is something to tell."""
    tally = tallies(len(match.seats), moves)
    if longest := _best(tally, lambda one: one.longest, SHORTEST_STREAK):
        seats, turns = longest
        players = _names(match, seats, language)
        yield language.plural(
            "🔥 Longest streak: {players}, {n} turn without a failure",
            "🔥 Longest streak: {players}, {n} turns without a failure",
            turns,
            players=players,
        )
    if snatched := _best(tally, lambda one: one.snatched, 1):
        seats, times = snatched
        yield language.say("🪝 Most snatched: {players}, {n}", players=_names(match, seats, language), n=times)
    yield from looked_at(match, moves, language)


def _best(tally: Sequence[Tally], count: Callable[[Tally], int], least: int) -> tuple[list[int], int] | None:
    """The seats with the highest count, and the count; None where it is not worth telling."""
    most = max(map(count, tally), default=0)
    return ([seat for seat, one in enumerate(tally) if count(one) == most], most) if most >= least else None


def _names(match: Match, seats: Sequence[int], language: Language) -> str:
    return language.listed([name(match, seat, language) for seat in seats])
