"""What is kept about people, said in one place; and the question before somebody is forgotten."""

from collections.abc import Mapping

from bot.views.language import Language, words
from bot.views.screen import Button, Screen, bold, paragraphs

KEPT: Mapping[str, tuple[str, ...]] = {  # → the columns that it speaks of
    words("• the number of your Telegram account, and your name as I saw it last"): ("people.id", "people.name"),
    words("• the language of your Telegram, and the one you chose with /language"): (
        "people.language",
        "people.chosen_language",
    ),
    words("• which games you played or opened, with every move; that stays, without you, when you are forgotten"): (
        "seats.person",
        "matches.host",
    ),
    words("• how you played: places, worms and failed turns, and a rating; /stats, alone with me, ends that"): (
        "people.is_counted",
        "results.person",
        "ratings.person",
    ),
    words("• whether you want to be called: to the next table with /next, to your turns with /mygames"): (
        "people.is_called",
        "waiting.person",
    ),
    words("• the word you added to a game's dice with /salt; that stays, for without it they cannot be checked"): (
        "matches.salts",
    ),
    words("• for a week: what you typed to me, what you pressed, and what Telegram sent along with it"): (
        "updates.body",
    ),
}


def privacy(language: Language) -> Screen:
    parts = (
        bold(language.say("What I keep about you")),
        "\n".join(map(language.say, KEPT)),
        language.say(
            "It is in the database of whoever runs me, and in its backups. I show it only in the chats you play in, and"
            " nobody else gets it from me."
        ),
        language.say("To be forgotten, send me /forget when we are alone. What I wrote in chats stays there."),
    )
    return Screen(paragraphs(parts))


def forget_question(games: int, language: Language) -> Screen:
    """Asked before somebody is forgotten, who plays so many games now."""
    parts = [language.say("Forget you? Finished games then say “a former player”, and nothing leads back to you.")]
    if games:
        parts.append(
            language.plural(
                "You are in {n} game now, and would leave it for good.",
                "You are in {n} games now, and would leave them for good.",
                games,
            )
        )
    yes, no = Button(language.say("Yes, forget me"), "forget yes"), Button(language.say("No"), "forget no")
    return Screen(paragraphs(parts), ((yes, no),))


def forgotten(language: Language) -> Screen:
    parts = (
        language.say("You are forgotten."),
        language.say("What you typed and pressed goes within a week. When you play again, I get to know you anew."),
    )
    return Screen(paragraphs(parts))


def not_forgotten(language: Language) -> Screen:
    return Screen(language.say("All stays as it is."))
