"""The words of Heckmeck Junior: its rules, its house rules, and why something is not allowed."""

from collections.abc import Mapping, Sequence

from bot.matches.match import Lesson
from bot.views.language import words
from bot.views.parts.lessons import SEAT

NAME = words("Heckmeck Junior")

RULES: Sequence[str] = (
    words("Win cards from the display. The worms on them count; most worms win."),
    words(
        "Roll 5 dice. If a die shows the number of a card on display, set that die aside and claim the card."
        " A worm (W) stands for any number."
    ),
    words("Then stop and keep the cards you claimed, or roll the other dice for one more card."),
    words(
        "If no die matches a card, the turn has failed: what you claimed goes back, and so does one card"
        " that you won earlier."
    ),
    words("The game ends when all cards are won."),
)
MORE_RULES: Sequence[str] = (
    words("There are 16 cards: four with a 1, and three each with a 2, 3, 4 and 5."),
    words("A 1 or a 2 carries 1 worm, a 3 or a 4 carries 2, and a 5 carries 3."),
    words("The display is filled up to four cards at the end of every turn, as long as the pile lasts."),
    words("A card that you win covers one of the same number. Covered cards are not shown, but their worms count."),
    words("If worms are equal, the highest card decides, then who has more of it."),
)

OPTIONS: Mapping[str, str] = {
    "starter": words("Beginner"),
    "claims_per_throw": words("Cards a roll"),
    "ascending_claims": words("Only upwards"),
    "bust_loss": words("Failing loses"),
    "ends": words("End"),
    "deals": words("Deals"),
}
VALUES: Mapping[str, Mapping[str, str]] = {
    "starter": {"random": words("by lot"), "first": words("first to join")},
    "claims_per_throw": {"one": words("one"), "many": words("many")},
    "ascending_claims": {"off": words("off"), "on": words("on")},
    "bust_loss": {"one": words("one card"), "all": words("all")},
    "ends": {"all_claimed": words("all cards won"), "pile_empty": words("pile empty")},
    "deals": {"single": words("one, short"), "one_each": words("one a player")},
}
OPTION_RULES: Mapping[str, Mapping[str, str]] = {
    "starter": {
        "random": words("Who begins is drawn by lot."),
        "first": words("Whoever joined first begins."),
    },
    "claims_per_throw": {
        "one": words("One card is claimed with a throw."),
        "many": words("Any number of cards can be claimed with one throw, one die for each."),
    },
    "ascending_claims": {
        "off": words("Cards can be claimed in any order."),
        "on": words("Each card claimed in a turn must have a higher number than the one before."),
    },
    "bust_loss": {
        "one": words("A turn that fails costs one card won earlier; its player chooses which."),
        "all": words("A turn that fails costs all cards won earlier, covered ones too."),
    },
    "ends": {
        "all_claimed": words("The game ends when all cards are won."),
        "pile_empty": words(
            "The game ends when the last card of the pile is turned up; what is on display then is lost."
        ),
    },
    "deals": {
        "single": words("One deal is played. It lasts about 7 turns in all and favours whoever begins."),
        "one_each": words("As many deals are played as there are players, each begun by the next; worms are added up."),
    },
}

REASONS: Mapping[str, str] = {
    "roll_first": words("Roll the dice first."),
    "claim_first": words("First claim a card with this throw."),
    "one_per_throw": words("One card for each throw. Roll on, or stop."),
    "not_on_display": words("No such card is on display."),
    "not_ascending": words("House rule: claim a card with a higher number than the last one."),
    "not_thrown": words("No die shows that number."),
    "no_worm_thrown": words("No die shows a worm."),
    "give_first": words("Nothing matches: first choose a card to give back."),
    "nothing_to_give": words("You do not have to give a card back now."),
    "not_owned": words("You have no card with that number."),
}

LESSONS: Mapping[Lesson, str] = {
    "seat": SEAT,
    "throw": words("A die that matches a card claims it. Then throw the other dice, or stop and keep your cards."),
    "choice": words("Stop in time: when no die matches a card, you lose what you claimed in this turn."),
}
