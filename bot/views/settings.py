"""The settings of a chat as a message: what is in force, and a button for each that sets its next value."""

from collections.abc import Iterator, Mapping

from bot.matches.chat import LANGUAGES, SETTINGS, Chat
from bot.views.games import VIEWS
from bot.views.language import Language, words
from bot.views.screen import Button, Rows, Screen, bold, in_rows, paragraphs
from engine.game import Option

NAMES: Mapping[str, str] = {
    "game": words("Game"),
    "pace": words("Turn time"),
    "pictures": words("Pictures"),
    "quiet": words("Quiet mode"),
    "stop": words("Stopping"),
    "computers": words("Computer players"),
    "hints": words("Hints"),
}

ON, OFF = words("on"), words("off")

VALUES: Mapping[str, Mapping[str, str]] = {
    "game": {**{game_id: view.NAME for game_id, view in VIEWS.items()}, "heckmeck": words("Heckmeck")},
    "pace": {
        "fast": words("1 minute"),
        "normal": words("3 minutes"),
        "slow": words("1 day"),
        "none": words("no limit"),
    },
    "pictures": {"on": ON, "off": OFF},
    "quiet": {"on": ON, "off": OFF},
    "stop": {"host": words("host"), "seated": words("any player")},
    "computers": {"on": ON, "off": OFF},
    "hints": {"unrated": words("unrated games"), "on": ON, "off": OFF},
}

MEANINGS: Mapping[str, Mapping[str, str]] = {
    "game": {game_id: words("/join opens a table for {game}.") for game_id in VIEWS},
    "pace": {
        "fast": words("A turn may take one minute; then it is settled without its player."),
        "normal": words("A turn may take three minutes; then it is settled without its player."),
        "slow": words("A turn may take a day; then it is settled without its player."),
        "none": words("A turn may take as long as it likes; /skip passes over who keeps all waiting."),
    },
    "pictures": {
        "on": words("Boards are pictures, where I may send them."),
        "off": words("Boards are texts that say everything in words."),
    },
    "quiet": {
        "on": words("A whole game is one message, and nobody is called to their turn."),
        "off": words("Each turn is a message that calls its player."),
    },
    "stop": {
        "host": words("Who opened the table and the admins may stop a game."),
        "seated": words("Everybody who plays may stop a game."),
    },
    "computers": {
        "on": words("Computer players may take seats."),
        "off": words("Only people play here."),
    },
    "hints": {
        "unrated": words("Hints are given in games that do not count for the rating."),
        "on": words("Hints are given in every game."),
        "off": words("No hints are given."),
    },
}

LANGUAGE_NAMES: Mapping[str, str] = {"en": "English", "de": "Deutsch", "fa": "فارسی", "pt_BR": "Português (Brasil)"}


def settings(chat: Chat, language: Language) -> Screen:
    """What is in force in a chat; each button shows a value and sets the next one."""
    parts = (
        bold(language.say("Settings of this group")),
        "\n".join(_meanings(chat, language)),
        language.say(
            "The admins of the group can change them, and so can whoever opened the table."
            " /language changes the language."
        ),
    )
    return Screen(paragraphs(parts), in_rows([_button(chat, setting, language) for setting in SETTINGS], 1))


def _meanings(chat: Chat, language: Language) -> Iterator[str]:
    for setting in SETTINGS:
        value = getattr(chat.settings, setting.name)
        game = language.say(VIEWS[chat.settings.game].NAME)
        meaning = language.say(MEANINGS[setting.name][value], game=game)
        yield language.say("• {rule}", rule=meaning)


def _button(chat: Chat, setting: Option, language: Language) -> Button:
    value = getattr(chat.settings, setting.name)
    following = setting.values[(setting.values.index(value) + 1) % len(setting.values)]
    return Button(_label(setting.name, value, language), f"set {setting.name} {following}")


def _label(name: str, value: str, language: Language) -> str:
    return language.say("{rule}: {value}", rule=language.say(NAMES[name]), value=language.say(VALUES[name][value]))


def languages(language: Language) -> Screen:
    """In which language a group is spoken to."""
    return Screen(language.say("In which language shall I speak here?"), _language_rows("set language"))


def own_languages(language: Language) -> Screen:
    """In which language a person is spoken to, here and in the toasts of every group."""
    return Screen(language.say("In which language shall I speak to you?"), _language_rows("speak"))


def _language_rows(verb: str) -> Rows:
    return in_rows([Button(LANGUAGE_NAMES[code], f"{verb} {code}") for code in LANGUAGES], 2)
