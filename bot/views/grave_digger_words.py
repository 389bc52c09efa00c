"""Grave Digger's words: its rules, its house rules, and why something is not allowed."""

from collections.abc import Mapping, Sequence

from bot.matches.match import Lesson
from bot.views.language import Language, words
from bot.views.parts.lessons import SEAT
from engine.games.grave_digger_board import Tool

NAME = words("Grave Digger")

TOOLS: Mapping[Tool, str] = {
    "pickaxe": words("pickaxe"),
    "shovel": words("shovel"),
    "stake": words("stake"),
}
EMOJI: Mapping[Tool, str] = {"pickaxe": "⛏️", "shovel": "🥄", "stake": "🪵"}
GHOST = "👻"

RULES: Sequence[str] = (
    words("A vampire lies in one of six tombs. Whoever digs it up first wins."),
    words(
        "To dig you need a pickaxe, a shovel and a stake. You take one whenever you walk over its square,"
        " one of each kind at most."
    ),
    words("Roll the die and walk exactly so many squares, in any direction, but never straight back."),
    words(
        "If you hold a tool, every ghost you walk over fights you: 4, 5 or 6 wins; with 1, 2 or 3 you lose"
        " a tool of your choice."
    ),
    words(
        "With all three tools go to the red X and fight the red ghost there: with 1, 2 or 3 you lose two tools;"
        " with 4, 5 or 6 you dig up a tomb."
    ),
    words("Digging uses up all three tools. If the tomb is empty, you begin again on the green X."),
)
MORE_RULES: Sequence[str] = (
    words("Whoever holds all three tools when rolling may stop on the red X; the rest of the roll is lost."),
    words("Tools come before ghosts: a ghost also fights you for a tool that you picked up behind it."),
    words("The square where your walk begins does not count. Squares can be shared, and tools never run out."),
    words("When your last tool is lost, the other ghosts of that walk let you pass."),
    words("All others share the second place."),
)

OPTIONS: Mapping[str, str] = {
    "board": words("Board"),
    "move_dice": words("Dice to walk"),
    "beaten_ghosts": words("Beaten ghosts"),
    "tombs": words("Empty tombs"),
}
VALUES: Mapping[str, Mapping[str, str]] = {
    "board": {"small": words("small"), "large": words("large")},
    "move_dice": {"one": words("one"), "two": words("two")},
    "beaten_ghosts": {"stay": words("stay"), "leave": words("leave")},
    "tombs": {"stay_open": words("stay open"), "reshuffled": words("mixed")},
}
OPTION_RULES: Mapping[str, Mapping[str, str]] = {
    "board": {
        "small": words("The graveyard is small: 33 squares."),
        "large": words("The graveyard is large: 46 squares, for four players."),
    },
    "move_dice": {
        "one": words("You walk with one die."),
        "two": words("You walk with two dice, and fight with one."),
    },
    "beaten_ghosts": {
        "stay": words("Ghosts stay where they are, also when beaten."),
        "leave": words("A beaten ghost is gone for everybody, except the red one."),
    },
    "tombs": {
        "stay_open": words("An empty tomb stays open."),
        "reshuffled": words("After an empty tomb all six are closed and mixed again."),
    },
}

REASONS: Mapping[str, str] = {
    "roll_first": words("Roll first."),
    "walk_first": words("First walk as far as you threw."),
    "lose_first": words("First choose what you lose to the ghost."),
    "dig_first": words("First choose a tomb to dig."),
    "not_exact": words("You have to walk exactly as far as you threw."),
    "not_beside": words("That way jumps: each step leads to a square beside the last one."),
    "straight_back": words("You cannot walk straight back."),
    "ends_on_red_x": words("With all three tools your walk ends on the red X."),
    "lose_one": words("You lose one tool, not two."),
    "lose_two": words("You lose two tools to the red ghost."),
    "not_held": words("You do not hold that tool."),
    "tomb_open": words("That tomb is open already. Choose another one."),
}


def tool_words(tool: Tool, language: Language) -> str:
    return f"{EMOJI[tool]} {language.say(TOOLS[tool])}"


LESSONS: Mapping[Lesson, str] = {
    "seat": SEAT,
    "throw": words("Walk as far as you threw: tap a way. Tools you pass are yours, ghosts you meet want a fight."),
    "choice": words("With enough tools, go for the red X, beat the red ghost and dig for the vampire."),
}
