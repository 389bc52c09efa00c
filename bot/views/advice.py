"""What the odds say, in words: a hint in a toast, the same at length, and a match looked at afterwards."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from bot.matches import record
from bot.matches.match import Match, Move
from bot.views.games import view_of
from bot.views.grave_digger_words import tool_words
from bot.views.language import Language
from bot.views.names import name
from bot.views.parts.sentences import in_a_row
from bot.views.screen import Screen, bold, escaped, paragraphs
from bot.views.width import TOAST, utf16
from engine import advice
from engine.advice import Advice, Choice, Prospects, Review

LIKELY = 0.995  # a chance that is shown as certain
LEAST_CURVE = 0.005  # of a chance worth a line


def hint(match: Match, language: Language) -> str:
    """To who is to act: the best choice, how likely it fails, and what the others cost, as many as a toast holds."""
    said, *others = _choices(match, language) or [language.say("There is nothing to choose now.")]
    for other in others:
        if utf16(f"{said} {other}") > TOAST:
            break
        said = f"{said} {other}"
    return said


def at_length(match: Match, language: Language) -> Screen:
    """Every choice on a line of its own, the chances of the turn, and where a figure can get in it."""
    choices = _choices(match, language) or [language.say("There is nothing to choose now.")]
    chances = (*_curve(match, language), *_prospects(match, language))
    return Screen(paragraphs(("\n".join(map(escaped, choices)), "\n".join(chances))))


def _choices(match: Match, language: Language) -> list[str]:
    """A sentence for each thing that can be done, best first."""
    seat = match.game.to_act(match.state)
    told = None if seat is None else advice.advise(match.game, match.state, seat)
    if seat is None or told is None:
        return []
    labels = {button.verb: button.label for row in view_of(match).buttons(match, seat, language) for button in row}
    (best, label), *others = [(choice, label) for choice in told.choices if (label := _label(match, choice, labels))]
    if not others:
        return [_only(best, label, language)]
    return [_best(best, label, language), *(_other(told, choice, label, language) for choice, label in others)]


def _label(match: Match, choice: Choice, labels: Mapping[str, str]) -> str:
    """What the board's button for it says, also where it asks first or leads on; '' where there is a better way."""
    wish = match.game.write_command(choice.command)
    both = wish if choice.then is None else f"{wish}+{match.game.write_command(choice.then)}"
    begun = next((label for verb, label in labels.items() if verb.split("+")[0] in (wish, f"ask {wish}")), "")
    return labels.get(both, begun)


def _only(choice: Choice, label: str, language: Language) -> str:
    only = language.say("💡 You have no choice: “{choice}”.", choice=label)
    return in_a_row((only, _risk(choice, language)))


def _best(best: Choice, label: str, language: Language) -> str:
    return in_a_row((language.say("💡 Best: “{choice}”.", choice=label), _risk(best, language)))


def _risk(choice: Choice, language: Language) -> str:
    if choice.fails >= LIKELY or not choice.fails:
        return ""
    return language.say("It fails in {percent} % of cases.", percent=round(100 * choice.fails))


def _other(told: Advice, choice: Choice, label: str, language: Language) -> str:
    """What it gives away, in worms or turns."""
    if not round(told.cost(choice), 2):
        return language.say("“{choice}” is as good.", choice=label)
    cost = language.decimal(told.cost(choice), 2)
    if told.unit == "turns":
        return language.say("“{choice}” costs {n} turns.", choice=label, n=cost)
    return language.say("“{choice}” costs {n} worms.", choice=label, n=cost)


def _curve(match: Match, language: Language) -> Iterator[str]:
    seat = match.game.to_act(match.state)
    chances = () if seat is None else advice.curve(match.game, match.state, seat)
    if shown := [chance for chance in chances if chance.at_least >= LEAST_CURVE]:
        yield bold(language.say("Chances of this turn, if you play for nothing else"))
        for chance in shown:
            yield _at_least(match, chance.target, round(100 * chance.at_least), language)


def _at_least(match: Match, target: int, percent: int, language: Language) -> str:
    """A sum of dice; worms in Heckmeck Junior."""
    if match.game_id == "junior":
        return language.plural(
            "{n} worm or more: {percent} %", "{n} worms or more: {percent} %", target, percent=percent
        )
    return language.say("{n} or more: {percent} %", n=target, percent=percent)


def _prospects(match: Match, language: Language) -> Iterator[str]:
    """Tools and squares, each for who walks there if the throw allows it; and how far it is on the best way."""
    seat = match.game.to_act(match.state)
    found = None if seat is None else advice.prospects(match.game, match.state, seat)
    if found is None:
        return
    if any(chance < LIKELY for chance in found.squares.values()):
        yield bold(language.say("Chances of this turn, if you play for nothing else"))
        yield from _chances(found, language)
    if round(found.to_red_x, 1):
        yield language.say("Turns to the red X, on average: {n}", n=language.decimal(found.to_red_x, 1))


def _chances(found: Prospects, language: Language) -> Iterator[str]:
    """A line for each tool, and for all squares that are as likely as each other."""
    for tool, chance in found.tools.items():
        yield _chance(tool_words(tool, language), round(100 * chance), language)
    percents = {square: round(100 * chance) for square, chance in sorted(found.squares.items())}
    for percent, squares in groupby(sorted(percents, key=lambda square: -percents[square]), percents.__getitem__):
        yield _chance(" ".join(squares), percent, language)


def _chance(what: str, percent: int, language: Language) -> str:
    return language.say("{what}: {percent} %", what=what, percent=percent)


# Afterwards


def looked_at(match: Match, moves: Sequence[Move], language: Language) -> Iterator[str]:
    """What each seat gave away by its decisions, the luckiest throw and the unluckiest. HTML, a line each."""
    view, review = view_of(match), advice.review(match.game, match.opening, record.played(match, moves))
    judged = [seat for seat, tally in enumerate(review.seats) if tally.decisions]
    if judged:
        yield _given_away(match, review, judged, language)
    if review.luckiest:
        player, shown = name(match, review.luckiest.seat, language), view.dice(review.luckiest.faces, language)
        yield language.say("🍀 Luckiest throw: {player}, {dice}", player=player, dice=shown)
    if review.unluckiest:
        player, shown = name(match, review.unluckiest.seat, language), view.dice(review.unluckiest.faces, language)
        yield language.say("🌧 Unluckiest throw: {player}, {dice}", player=player, dice=shown)


def _given_away(match: Match, review: Review, judged: Sequence[int], language: Language) -> str:
    each = [
        language.say(
            "{player} {n}", player=name(match, seat, language), n=language.decimal(review.seats[seat].given_away, 1)
        )
        for seat in judged
    ]
    if review.unit == "turns":
        return language.say(
            "🎯 Turns given away, compared with the best play: {players}", players=language.series(each)
        )
    return language.say("🎯 Worms given away, compared with the best play: {players}", players=language.series(each))
