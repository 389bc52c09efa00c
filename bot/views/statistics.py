"""Statistics for people: what somebody has done, who is best here, and what was played."""

from collections.abc import Iterator, Sequence

from bot.matches.match import Person
from bot.matches.statistics import Past, Ranked, Sums
from bot.views.games import VIEWS
from bot.views.language import Language
from bot.views.names import isolated
from bot.views.screen import LONGEST, Button, Screen, bold, escaped, paragraphs
from bot.views.width import shown_length


def stats(person: Person, here: Sequence[Sums] | None, overall: Sequence[Sums], language: Language) -> Screen:
    """What a person has done in this group and everywhere; in private only the latter."""
    if not overall:
        return Screen(
            language.say("Nothing is counted for you yet. It begins with your first game that is played out.")
        )
    player = escaped(isolated(person.name) or language.say("Player"))
    title = bold(language.say("{player}'s games", player=player))
    if here is not None:
        return Screen(paragraphs((title, *_sections(here, overall, language))))
    everywhere = _section(language.say("Everywhere"), overall, language)
    return Screen(paragraphs((title, everywhere)), ((Button(language.say("Stop counting me"), "count off"),),))


def not_counted(language: Language) -> Screen:
    """To who has been struck from the statistics."""
    said = language.say("You are not counted any more, and what was counted is deleted: results, wins and ratings.")
    return Screen(said, ((Button(language.say("Count me again"), "count on"),),))


def counted(language: Language) -> Screen:
    return Screen(language.say("From your next game on you are counted."))


def _sections(here: Sequence[Sums], overall: Sequence[Sums], language: Language) -> Iterator[str]:
    if here == overall:
        yield _section(language.say("Here and everywhere"), here, language)
        return
    yield _section(language.say("In this group"), here, language)
    yield _section(language.say("Everywhere"), overall, language)


def _section(title: str, sums: Sequence[Sums], language: Language) -> str:
    lines = list(_sum_lines(sums, language)) or [language.say("no game yet")]
    return "\n".join((bold(escaped(title)), *lines))


def _sum_lines(sums: Sequence[Sums], language: Language) -> Iterator[str]:
    for one in sums:
        game = escaped(language.say(VIEWS[one.game_id].NAME))
        done = (
            language.plural("{n} game", "{n} games", one.matches),
            language.plural("{n} win", "{n} wins", one.wins),
            language.plural("{n} worm", "{n} worms", one.worms) if one.worms else "",
            language.say("{percent} % of turns failed", percent=round(100 * one.failed / one.turns))
            if one.turns
            else "",
        )
        yield language.say("{game}: {done}", game=game, done=language.series(filter(None, done)))


def top(game_id: str, ranked: Sequence[Ranked], language: Language) -> Screen:
    """The best of a group in a game, and how to ask for another."""
    game = bold(escaped(language.say(VIEWS[game_id].NAME)))
    others = "\n".join(
        language.say("{game}: {done}", game=escaped(language.say(view.NAME)), done=language.command(f"/top_{other}"))
        for other, view in VIEWS.items()
        if other != game_id
    )
    if not ranked:
        nobody = language.say("Nobody has a rating here yet. It begins with a game of people that is played out.")
        return Screen(paragraphs((game, nobody, others)))
    explained = language.say(
        "The rating starts at 1000 and counts places, not worms. Computers and stopped games do not count."
    )
    return Screen(paragraphs((game, "\n".join(_ranked_lines(ranked, language)), explained, others)))


def _ranked_lines(ranked: Sequence[Ranked], language: Language) -> Iterator[str]:
    for place, one in enumerate(ranked, 1):
        player = escaped(isolated(one.name) or language.say("a player"))
        games = language.plural("{n} game", "{n} games", one.matches)
        yield language.say(
            "{n}. {player}: {rating} ({games})", n=place, player=player, rating=one.rating.shown, games=games
        )


def history(past: Sequence[Past], language: Language) -> Screen:
    """The last games played out here, newest first, as many as a message holds."""
    if not past:
        return Screen(language.say("No game has been played to its end here yet."))
    title, lines = bold(language.say("The last games here")), tuple(_past_lines(past, language))
    told = (paragraphs((title, "\n".join(lines[:count]))) for count in range(len(lines), 0, -1))
    return Screen(next(text for text in told if shown_length(text) <= LONGEST))


def _past_lines(past: Sequence[Past], language: Language) -> Iterator[str]:
    for one in past:
        game = escaped(language.say(VIEWS[one.game_id].NAME))
        names = [escaped(isolated(winner) or language.say("a player")) for winner in one.winners]
        won = language.listed(names) if names else language.say("nobody who is counted")
        yield language.plural(
            "{day}, {game}: {players} won. /export_{match}",
            "{day}, {game}: {players} shared the win. /export_{match}",
            len(names) or 1,
            day=language.day(one.ended),
            game=game,
            players=won,
            match=str(one.match),
        )
