"""The words of Heckmeck Deluxe: its pieces, its rules, its house rules, and why something is not allowed."""

from collections.abc import Mapping, Sequence

from bot.views import heckmeck_words as classic
from bot.views.language import words

NAME = words("Heckmeck Deluxe")

PIECES: Mapping[str, str] = {
    "canned_worm": words("canned worm"),
    "hen": words("sitting hen"),
    "raven": words("raven"),
    "weasel": words("weasel"),
    "golden_die": words("golden die"),
    "apple": words("apple"),
}
POWERS: Mapping[str, str] = {  # one line each, told when somebody gains it
    "canned_worm": words("Canned worm: if you set no worm aside, it counts as one, with 5 points."),
    "hen": words("Sitting hen: whoever snatches from you gets her and no tile; if you fail, only she goes back."),
    "weasel": words("Weasel: once a turn, throw the dice just thrown again."),
    "golden_die": words("Golden die: begin your turns with nine dice if you like."),
    "apple": words("Apple: 3 worms at the end."),
}

RULES: Sequence[str] = (
    *classic.RULES[:3],
    words(
        "Your sum takes the tile with that number from the grill, or from the top of somebody else's stack."
        " If it is in neither place, you take a lower one from the grill, but never 11 or 13."
    ),
    words(
        "If a throw shows nothing new, or you can take nothing in the end, the turn has failed: you lose your top tile,"
        " and the highest tile on the grill is turned down."
    ),
    words("Two or more 1s set aside give you a Bratworm: 1 worm, never lost by failing."),
    words("A tile of the grill brings the specialist that stands on it. You keep one specialist at most."),
    classic.RULES[-1],
)
MORE_RULES: Sequence[str] = (
    *POWERS.values(),
    words("Raven: whoever takes its tile from the grill gets a Bratworm; then it moves to the lowest open tile."),
    words("If no Bratworm is left, you may take one from another player, but not from the sitting hen's owner."),
    words("Tiles 11, 13 and 21 to 24 carry 1 worm, 25 to 28 carry 2, 29 to 32 carry 3 and 33 to 36 carry 4."),
    words("11 and 13 can only be taken with exactly their number, and nobody can snatch them."),
    words("A specialist given back goes to the lowest open tile with nobody on it; without one, it is out."),
    *classic.MORE_RULES[1:],
)

OPTIONS: Mapping[str, str] = {
    **classic.OPTIONS,
    "returned_highest_spared": words("Highest lost"),
    "specialist_limit": words("Specialists"),
    "specialist_follows_tile": words("Specialist"),
    "golden_die": words("Golden die"),
}
VALUES: Mapping[str, Mapping[str, str]] = {
    **classic.VALUES,
    "returned_highest_spared": {"off": words("down"), "on": words("open")},
    "specialist_limit": {"one": words("one each"), "none": words("no limit")},
    "specialist_follows_tile": {"off": words("stays"), "on": words("goes along")},
    "golden_die": {"regular": words("1 to 5, W"), "gold": words("1 and W")},
}
OPTION_RULES: Mapping[str, Mapping[str, str]] = {
    **classic.OPTION_RULES,
    "returned_highest_spared": {
        "off": words("A tile given back is turned down, too, if it is the highest open one."),
        "on": words("If the tile given back is the highest one, nothing is turned down."),
    },
    "specialist_limit": {
        "one": words("You keep one specialist at most."),
        "none": words("You keep as many specialists as you get."),
    },
    "specialist_follows_tile": {
        "off": words("Your specialist stays with you when you lose a tile."),
        "on": words("Your specialist goes with the tile that you lose."),
    },
    "golden_die": {
        "regular": words("The golden die shows 1 to 5 and a worm."),
        "gold": words("The golden die shows three 1s and three worms."),
    },
}

REASONS: Mapping[str, str] = {
    **classic.REASONS,
    "only_exact_tile": words("11 and 13 can only be taken with exactly their number."),
    "never_snatched": words("11 and 13 can never be snatched."),
    "no_golden_die": words("You do not have the golden die."),
    "only_first_throw": words("Nine dice can only be chosen for the first throw of a turn."),
    "no_weasel": words("You do not have the weasel."),
    "weasel_used": words("The weasel helps only once a turn."),
    "weasel_decides": words("That throw fails. Throw again with the weasel, or let it fail."),
    "throw_is_good": words("There is no failing throw to accept."),
    "bratworm_first": words("First choose whom to take a Bratworm from, or take none."),
    "return_first": words("First choose which specialist you give back."),
    "nothing_due": words("There is nothing to choose now."),
    "not_held": words("You do not have that specialist."),
    "no_bratworm_there": words("That player has no Bratworm to take."),
    "hen_protects": words("The sitting hen protects that player's Bratworms."),
}

LESSONS = classic.LESSONS
