"""What remains of a match that was played to its end: places for the statistics, and the players' ratings.

A rating belongs to a person, a game and a chat. Matches with computer players are not rated; who leaves is rated at the
place the rules give them, the last. Who never came is not counted: "Play again" seats people who are away by then.
"""

from collections.abc import Mapping, Sequence

from bot.matches.match import Match, Move, Person
from bot.matches.ports import Transaction
from bot.matches.statistics import MODEL, Rating, Result
from bot.matches.tally import tallies
from engine.parts.turns import Bench, TimeOut


async def keep_results(tx: Transaction, match: Match) -> None:
    """Of a match that has just been played to its end."""
    results = results_of(match, await tx.moves_of(match))
    await tx.keep_results(match, results)
    if match.is_rated and len(results) > 1:
        known = await tx.ratings(match)
        await tx.keep_ratings(match, rated(known, results))


def results_of(match: Match, moves: Sequence[Move]) -> tuple[Result, ...]:
    """One for each person who came."""
    final, tally = match.game.result(match.state), tallies(len(match.seats), moves)
    places = final.places
    return tuple(
        Result(
            seat,
            player.id,
            places[seat],
            None if final.scores is None else final.scores[seat],
            tally[seat].turns,
            tally[seat].failed,
        )
        for seat, player in enumerate(match.seats)
        if isinstance(player, Person) and not player.is_forgotten and not _never_came(match, seat, moves)
    )


def _never_came(match: Match, seat: int, moves: Sequence[Move]) -> bool:
    """Whether they were passed over whenever it was their turn."""
    commands = [match.game.read_command(move.command) for move in moves if move.seat == seat]
    return bool(commands) and all(isinstance(command, TimeOut | Bench) for command in commands)


def rated(known: Mapping[int, Rating], results: Sequence[Result]) -> Mapping[int, Rating]:
    """Everybody's rating after a match, by person."""
    before = [known.get(result.person, Rating()) for result in results]
    teams = [[MODEL.rating(mu=rating.mu, sigma=rating.sigma)] for rating in before]
    after = MODEL.rate(teams, ranks=[float(result.place) for result in results])
    return {result.person: Rating(team[0].mu, team[0].sigma) for result, team in zip(results, after, strict=True)}
