"""How Heckmeck Junior is shown: its board, its buttons, and what is told of a turn.

Secret are the order of the pile and what lies beneath a player's uncovered cards, and so the worms, until the end.
"""

from collections.abc import Iterator, Sequence

from bot.matches.match import Match, Move
from bot.views.junior_picture import picture
from bot.views.junior_words import LESSONS, MORE_RULES, NAME, OPTION_RULES, OPTIONS, REASONS, RULES, VALUES
from bot.views.language import Language
from bot.views.names import mention, name
from bot.views.parts import captions
from bot.views.parts.dice import alike, dice
from bot.views.parts.seats import attendance, own_attendance, seat_name
from bot.views.parts.sentences import events, in_a_row
from bot.views.scoreboard import Spoil
from bot.views.screen import Button, Rows, bold, in_rows, packed, paragraphs
from engine.games import junior as rules
from engine.games.junior import Claim, Give, Roll, Stop
from engine.games.junior_cards import WORMS, worms
from engine.games.junior_table import (
    CardClaimed,
    CardsGiven,
    CardsKept,
    CardsTurnedUp,
    DealBegan,
    DiceThrown,
    Event,
    State,
    TurnFailed,
    evolve,
    turn_of,
)
from engine.games.junior_turn import Turn
from engine.parts.tray import WORM

__all__ = [
    "LESSONS",
    "MORE_RULES",
    "NAME",
    "OPTIONS",
    "OPTION_RULES",
    "REASONS",
    "RULES",
    "VALUES",
    "board",
    "buttons",
    "caption",
    "dice",
    "picture",
    "prompt",
    "question",
    "score",
    "spoils",
    "story",
    "told",
]


# The board


def prompt(match: Match, seat: int, language: Language) -> str:
    player, turn = mention(match, seat, language), turn_of(match.state)
    if turn.must_give:
        return language.say("{player}, no die matches. Choose a card to give back.", player=player)
    if turn.must_claim:
        return language.say("{player}, claim a card that a die matches.", player=player)
    if rules.matches(match.state, turn):
        return language.say("{player}, claim another card, roll on, or stop.", player=player)
    if turn.kept:
        return language.say("{player}, roll on, or stop and keep what you claimed.", player=player)
    return language.say("{player}, it is your turn: roll the dice.", player=player)


def board(match: Match, language: Language) -> str:
    players = (bold(language.say("Players")), *_player_lines(match, language))
    return paragraphs((_turn(match.state, language), _display(match.state, language), "\n".join(players)))


def caption(match: Match, prompt: str, story: str, language: Language) -> str:
    players, turn = "\n".join(_player_lines(match, language)), _turn(match.state, language)
    return captions.caption(prompt, story, turn, players, _display(match.state, language))


def _display(state: State, language: Language) -> str:
    return "\n".join((bold(language.say("Cards on display")), *_display_lines(state, language)))


def _turn(state: State, language: Language) -> str:
    return "\n".join(_turn_lines(state, state.turn, language)) if state.turn else ""


def _turn_lines(state: State, turn: Turn, language: Language) -> Iterator[str]:
    if turn.thrown:
        yield language.say("🎲 Thrown: {dice}", dice=dice(turn.thrown, language))
    if turn.claimed:
        yield language.say("Claimed: {cards}", cards=language.numbers(turn.claimed))
    if _can_roll_on(state, turn) and (risk := _risk(state, turn, language)):
        yield risk


def _can_roll_on(state: State, turn: Turn) -> bool:
    """Also after a claim that has to come first: it may end the turn."""
    if turn.must_claim:
        return not all(_ends_the_turn(_claimed(state, wish)) for wish in rules.matches(state, turn))
    return not turn.must_give


def _claimed(state: State, wish: Claim) -> State:
    return evolve(state, CardClaimed(state.table.turn, wish.number, wish.is_wild))


def _ends_the_turn(after: State) -> bool:
    return rules.has_stopped(after, turn_of(after))


def _risk(state: State, turn: Turn, language: Language) -> str:
    """What would be lost by a throw that matches nothing."""
    has_claims, has_cards = turn.has_begun, bool(state.cards[state.table.turn])
    loses_all = state.options.bust_loss == "all"
    if has_claims and not has_cards:
        return language.say("⚠️ If the next throw matches nothing, the claimed cards go back.")
    if has_claims and loses_all:
        return language.say("⚠️ If the next throw matches nothing, the claimed cards go back, and all won earlier.")
    if has_claims:
        return language.say("⚠️ If the next throw matches nothing, the claimed cards go back, and one won earlier.")
    if has_cards and loses_all:
        return language.say("⚠️ If the throw matches nothing, all cards won earlier go back.")
    return language.say("⚠️ If the throw matches nothing, one card won earlier goes back.") if has_cards else ""


def _display_lines(state: State, language: Language) -> Iterator[str]:
    for number in sorted(set(state.display)):
        card = _card(number, state.display.count(number), language)
        yield _matched(state, state.turn, number, card, language) if _is_to_match(state.turn) else card
    if state.options.deals == "one_each":
        yield language.say("Deal {n} of {all}", n=len(state.began), all=state.table.seats)
    yield language.plural("Pile: {n} card face down", "Pile: {n} cards face down", len(state.pile))


def _card(number: int, count: int, language: Language) -> str:
    """3 ×2 (2 worms each)."""
    card, worth = alike(number, count, language), WORMS[number]
    if count == 1:
        return language.plural("{card} ({n} worm)", "{card} ({n} worms)", worth, card=card)
    return language.plural("{card} ({n} worm each)", "{card} ({n} worms each)", worth, card=card)


def _is_to_match(turn: Turn | None) -> bool:
    return turn is not None and bool(turn.thrown) and not turn.must_give


def _matched(state: State, turn: Turn | None, number: int, card: str, language: Language) -> str:
    """A card on display, and the dice that match it; a worm is wild."""
    if turn is None or number not in rules.claimable(state, turn):
        return language.say("{card}: too low now", card=card)
    same = dice((face for face in turn.thrown if face == number), language)
    wild = dice((face for face in turn.thrown if face == WORM), language)
    if same and wild:
        return language.say(
            "👉 {card}: {dice}, or {worms} as a {number}", card=card, dice=same, worms=wild, number=number
        )
    if wild:
        return language.say("👉 {card}: {worms} as a {number}", card=card, worms=wild, number=number)
    return (
        language.say("👉 {card}: {dice}", card=card, dice=same) if same else language.say("{card}: no die", card=card)
    )


def _player_lines(match: Match, language: Language) -> Iterator[str]:
    for seat, cards in enumerate(match.state.cards):
        player, has = seat_name(match, seat, language), language.numbers(sorted(set(cards))) or language.say("no card")
        yield language.say("{n}. {player}: {has}", n=seat + 1, player=player, has=has)


def score(match: Match, seat: int, language: Language) -> str:
    state: State = match.state
    total = language.plural("{n} worm", "{n} worms", worms(state.cards[seat]) + worms(state.won[seat]))
    if state.options.deals == "one_each":
        return total
    cards = language.numbers(state.cards[seat])
    return language.say("{worms} on {cards}", worms=total, cards=cards) if cards else language.say("no card")


def spoils(match: Match, seat: int) -> tuple[Spoil, ...]:
    """Of several deals the cards are too many to be shown."""
    state: State = match.state
    return tuple(Spoil("card", card) for card in state.cards[seat]) if state.options.deals == "single" else ()


# The buttons


def buttons(match: Match, seat: int, language: Language) -> Rows:
    state: State = match.state
    turn = turn_of(state)
    if turn.must_give:
        gives = [_give_button(number, language) for number in sorted(set(state.cards[seat]))]
        return in_rows(gives, 1)
    return (*_claim_rows(state, turn, language), *in_rows(tuple(_settle_buttons(state, seat, language)), 1))


def _give_button(number: int, language: Language) -> Button:
    label = language.plural(
        "Give {number} back ({n} worm)", "Give {number} back ({n} worms)", WORMS[number], number=number
    )
    return Button(label, rules.write_command(Give(number)))


def _claim_rows(state: State, turn: Turn, language: Language) -> Rows:
    """A row for each number. Where a die shows it, a worm would be wasted on it."""
    best = {wish.number: wish for wish in reversed(rules.matches(state, turn))}
    offers = (tuple(_claim_buttons(state, best[number], language)) for number in sorted(best))
    return tuple(row for offer in offers for row in packed(offer))


def _claim_buttons(state: State, wish: Claim, language: Language) -> Iterator[Button]:
    """Claiming a card together with what comes next; alone where this throw can claim more."""
    after, verb, card = _claimed(state, wish), rules.write_command(wish), _die_and_card(wish, language)
    if _ends_the_turn(after):
        yield Button(language.say("Claim {card}, stop", card=card), verb)
    elif rules.matches(after, turn_of(after)):
        yield Button(language.say("Claim {card}", card=card), verb)
    else:
        yield Button(language.say("Claim {card}, roll", card=card), f"{verb}+{rules.write_command(Roll())}")
        yield Button(language.say("Claim {card}, stop", card=card), f"{verb}+{rules.write_command(Stop())}")


def _die_and_card(wish: Claim, language: Language) -> str:
    """4, or where a worm is used for it, 4 (W)."""
    number = language.number(wish.number)
    return language.say("{number} ({worm})", number=number, worm=dice([WORM], language)) if wish.is_wild else number


def _settle_buttons(state: State, seat: int, language: Language) -> Iterator[Button]:
    turn = turn_of(state)
    if rules.objection(state, seat, Roll()) is None:
        label = language.plural("🎲 Roll {n} die", "🎲 Roll {n} dice", turn.dice)
        yield Button(label, rules.write_command(Roll()))
    if rules.objection(state, seat, Stop()) is None:
        label = language.say("Stop, keep {cards}", cards=language.numbers(turn.claimed))
        yield Button(label, rules.write_command(Stop()))


def question(match: Match, seat: int, question: str, language: Language) -> tuple[str, Rows] | None:  # noqa: ARG001  the same for every game
    """Nothing here has to be asked twice: who stops keeps what was claimed."""
    return None


# What is told


def story(match: Match, moves: Sequence[Move], language: Language) -> str:
    """HTML."""
    thrown: tuple[int, ...] = ()
    sentences = []
    for event in events(moves):
        if isinstance(event, DiceThrown):
            thrown = event.faces
        sentences.append(_happened(match, event, thrown, language))
    return in_a_row(sentences)


def _happened(played: Match, event: Event, thrown: tuple[int, ...], language: Language) -> str:
    match event:
        case CardsKept(seat, cards):
            player, shown = name(played, seat, language), language.numbers(sorted(cards))
            return language.say("{player} won {cards}.", player=player, cards=shown)
        case TurnFailed(seat):
            player, shown = name(played, seat, language), dice(thrown, language)
            failed = language.say("{player} threw {dice}, and nothing matched.", player=player, dice=shown)
            return in_a_row((failed, _going_back(event.returned, language)))
        case CardsGiven(seat, cards):
            player, shown = name(played, seat, language), language.numbers(cards)
            return language.say("{player} gave {cards} back.", player=player, cards=shown)
        case CardsTurnedUp(cards):
            return language.say("New on display: {cards}.", cards=language.numbers(sorted(cards)))
        case DealBegan():
            return language.say("All cards are won: a new deal begins.")
        case _:
            return attendance(played, event, language)


def _going_back(cards: Sequence[int], language: Language) -> str:
    if not cards:
        return ""
    shown = language.numbers(sorted(cards))
    return language.plural("{cards} goes back.", "{cards} go back.", len(cards), cards=shown)


def told(match: Match, moves: Sequence[Move], language: Language) -> str:  # noqa: ARG001  the same for every game
    """Plain text."""
    return in_a_row(_done(event, language) for event in events(moves))


def _done(event: Event, language: Language) -> str:
    match event:
        case DiceThrown(faces=faces):
            return language.say("You threw {dice}.", dice=dice(faces, language))
        case CardClaimed(number=number, is_wild=True):
            return language.say("You claimed {card} with a worm.", card=number)
        case CardClaimed(number=number):
            return language.say("You claimed {card}.", card=number)
        case CardsKept(cards=cards):
            return language.say("You won {cards}.", cards=language.numbers(sorted(cards)))
        case TurnFailed():
            return in_a_row((language.say("No die matches."), _going_back(event.returned, language)))
        case CardsGiven(cards=cards):
            return language.say("You gave {cards} back.", cards=language.numbers(cards))
        case _:
            return own_attendance(event, language)
