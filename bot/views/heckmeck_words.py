"""The classic game's words: its rules, its house rules, and why something is not allowed."""

from collections.abc import Mapping, Sequence

from bot.matches.match import Lesson
from bot.views.language import words
from bot.views.parts.lessons import SEAT

NAME = words("Heckmeck am Bratwurmeck")

RULES: Sequence[str] = (
    words("Collect tiles from the grill. The worms on them count; most worms win."),
    words(
        "Your turn begins with a throw of all 8 dice. After every throw set aside all dice of one symbol that you have"
        " not set aside yet in this turn. Then throw the rest again, or stop and take a tile."
    ),
    words("A worm (W) counts 5. You need at least one worm set aside to take a tile."),
    words(
        "Your sum takes the tile with that number from the grill, or from the top of somebody else's stack."
        " If it is in neither place, you take a lower one from the grill."
    ),
    words(
        "If a throw shows nothing new, or you can take nothing in the end, the turn has failed: you lose your top tile,"
        " and the highest tile on the grill is turned down, unless the one you lost is higher."
    ),
    words("The game ends when no open tile is left on the grill."),
)
MORE_RULES: Sequence[str] = (
    words("Tiles 21 to 24 carry 1 worm, 25 to 28 carry 2, 29 to 32 carry 3 and 33 to 36 carry 4."),
    words("A tile that equals your sum and lies on the grill has to be taken; a lower one cannot be chosen instead."),
    words("Only the top tile of a stack can be snatched, and only with exactly its number."),
    words("With no dice left, or all six symbols set aside, you cannot throw again and take what your sum allows."),
    words("If worms are equal, the highest single tile decides."),
)

OPTIONS: Mapping[str, str] = {
    "starter": words("Beginner"),
    "snatch": words("Snatching"),
    "lower_tile": words("Lower tile"),
    "empty_bust_closes": words("Fail, no tile"),
    "short_game": words("Short game"),
}
VALUES: Mapping[str, Mapping[str, str]] = {
    "starter": {"first": words("first to join"), "random": words("by lot")},
    "snatch": {"optional": words("may"), "forced": words("must")},
    "lower_tile": {"highest": words("highest"), "any": words("any"), "lowest": words("lowest")},
    "empty_bust_closes": {"off": words("no loss"), "on": words("one down")},
    "short_game": {"off": words("off"), "on": words("on")},
}
OPTION_RULES: Mapping[str, Mapping[str, str]] = {
    "starter": {
        "first": words("Whoever joined first begins."),
        "random": words("Who begins is drawn by lot."),
    },
    "snatch": {
        "optional": words("You may snatch a tile that equals your sum, or take the next lower one from the grill."),
        "forced": words("You must snatch a tile that equals your sum."),
    },
    "lower_tile": {
        "highest": words("If no tile equals your sum, you take the highest open one below it."),
        "any": words("If no tile equals your sum, you take any open one below it."),
        "lowest": words("If no tile equals your sum, you take the lowest open one of all."),
    },
    "empty_bust_closes": {
        "off": words("If you have no tile and fail, nothing is turned down."),
        "on": words("If you have no tile and fail, the highest open tile is turned down."),
    },
    "short_game": {
        "off": words("A tile given back lies open on the grill."),
        "on": words("A tile given back is out of the game."),
    },
}

REASONS: Mapping[str, str] = {
    "roll_first": words("Roll the dice first."),
    "keep_first": words("First choose a symbol to keep."),
    "nothing_thrown": words("Nothing is thrown yet. Roll the dice first."),
    "not_thrown": words("No die shows that symbol. Choose one that you threw."),
    "already_kept": words("You have set that symbol aside already. Choose another one."),
    "no_dice_left": words("No die is left to roll. Take a tile."),
    "no_symbol_left": words("All six symbols are set aside. Take a tile."),
    "no_worm": words("You need a worm (W) set aside to take a tile."),
    "sum_too_low": words("Your sum does not reach that tile."),
    "exact_tile_open": words("The tile that equals your sum lies on the grill: you have to take it."),
    "must_snatch": words("House rule: a tile that equals your sum has to be snatched."),
    "only_highest": words("You can only take the highest tile below your sum."),
    "only_lowest": words("House rule: you can only take the lowest tile."),
    "tile_not_there": words("That tile is neither on the grill nor on top of a stack."),
    "only_exact_snatch": words("You can snatch a tile only with exactly its number."),
    "tile_can_be_taken": words("You can take a tile, so you cannot give up."),
}

LESSONS: Mapping[Lesson, str] = {
    "seat": SEAT,
    "throw": words(
        "Now keep all dice of one number, or the worms (W), which count 5 each. Without a worm you can take no tile."
    ),
    "choice": words(
        "Roll on for more, or take a tile when your sum is high enough. A throw with nothing new ends the turn badly."
    ),
}
