"""What whoever is to act is told before their time is over, and what the others need not wait for."""

from bot.matches.clock import is_passed_over
from bot.matches.ports import TurnWarning
from bot.views.language import Language
from bot.views.names import mention, name
from bot.views.screen import Button, Screen, paragraphs


def warning(told: TurnWarning, language: Language) -> Screen:
    match, seat = told.match, told.seat
    called, left = mention(match, seat, language), language.duration(told.left)
    asked = language.say("⏳ {player}, it is your turn. You have {time} left.", player=called, time=left)
    others = language.say("The others can go on without {player} now.", player=name(match, seat, language))
    go_on = Button(language.say("Go on without waiting"), "skip")
    return Screen(paragraphs((f"{asked} {_what_follows(told, language)}", others)), ((go_on,),))


def _what_follows(told: TurnWarning, language: Language) -> str:
    if told.was_late:
        return language.say("After that the game goes on without you, until you press “I am back”.")
    if is_passed_over(told.match):
        return language.say("After that your turn goes by.")
    return language.say("After that I finish your turn for you, with as little risk as I can.")
