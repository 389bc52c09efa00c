"""Who came where, in any game."""

from collections.abc import Callable, Iterator

from bot.matches.match import Match
from bot.views.language import Language
from bot.views.parts.seats import player_of
from bot.views.scoreboard import Scoreboard, Spoil, Standing


def places(match: Match) -> Iterator[tuple[int, int]]:
    """Each seat behind its place, best first; who is equal shares a place, and the next place counts them all."""
    ranking = match.game.result(match.state).ranking
    for better, sharing in enumerate(ranking):
        for seat in sharing:
            yield 1 + sum(map(len, ranking[:better])), seat


def scoreboard(
    match: Match, game: str, spoils: Callable[[Match, int], tuple[Spoil, ...]], language: Language
) -> Scoreboard:
    """The same as a picture."""
    scores = match.game.result(match.state).scores
    standings = (
        Standing(place, player_of(match, seat, language), scores[seat] if scores else None, spoils(match, seat))
        for place, seat in places(match)
    )
    return Scoreboard(match.game_id, language.say(game), tuple(standings), language.digits)
