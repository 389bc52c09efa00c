"""The record of a match as a file, to keep, to replay, and to check the dice by."""

from bot.matches.match import Match
from bot.views.games import view_of
from bot.views.language import Language
from bot.views.screen import Document, Screen, escaped


def exported(match: Match, record: str, language: Language) -> Screen:
    said = language.say(
        "{game}, number {match}: every move, every throw, and the sealed number they follow from. With this file"
        " anybody can replay the game and check its dice.",
        game=escaped(language.say(view_of(match).NAME)),
        match=match.id,
    )
    otherwise = language.say("I may not send files here. An admin of the group can allow it.")
    return Screen(said, document=Document(f"{match.game_id}-{match.id}.game", record.encode(), otherwise))
