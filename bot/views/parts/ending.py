"""Who came where, in any game, as a picture shows it."""

from collections.abc import Callable

from bot.matches.match import Match
from bot.views.language import Language
from bot.views.parts.seats import player_of
from bot.views.scoreboard import Scoreboard, Spoil, Standing


def scoreboard(
    match: Match, game: str, spoils: Callable[[Match, int], tuple[Spoil, ...]], language: Language
) -> Scoreboard:
    result = match.game.result(match.state)
    scores = result.scores
    standings = (
        Standing(place, player_of(match, seat, language), scores[seat] if scores else None, spoils(match, seat))
        for seat, place in result.places.items()
    )
    return Scoreboard(match.game_id, language.say(game), tuple(standings), language.digits)
