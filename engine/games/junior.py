"""Heckmeck Junior: throw dice, claim the cards they match, and stop before a throw matches nothing.

The rules are those of docs/rules/junior.md, whose sentences J1 to J15 are named here. What lies on the table and how
it changes stands in `junior_table`.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from typing import Literal, TypeAlias, get_args

from msgspec import Struct

from engine.dice import Dice
from engine.game import Draw, Fact, Misplaced, Notation, Result, Upcast, options_of
from engine.games import junior_cards, junior_turn
from engine.games.junior_cards import (
    DECK,
    NUMBERS,
    WORMS,
    Cards,
    Hands,
    in_words,
    number_of,
    with_cards,
    worms,
)
from engine.games.junior_table import (
    DISPLAY,
    CardClaimed,
    CardsGiven,
    CardsKept,
    CardsTurnedUp,
    DealBegan,
    DiceThrown,
    Event,
    Options,
    State,
    TurnFailed,
    dealt,
    evolve,
    lapsed,
    turn_of,
)
from engine.games.junior_turn import Turn
from engine.parts import turns
from engine.parts.tray import LETTERS, WORM
from engine.parts.turns import (
    Absence,
    Back,
    Bench,
    Leave,
    Table,
    TimeOut,
    TurnPassed,
)
from engine.refusal import SharedReason

ID = "junior"
SEATS = range(2, 5)
SCHEMA = 1
UPCASTS: Mapping[int, Upcast] = {}

OPTIONS = options_of(Options)


# What a player can wish


class Roll(Struct, frozen=True, tag="roll"):
    """Throw all dice that are not set aside."""


class Claim(Struct, frozen=True, tag="claim"):
    """Set one die aside, showing this number or a worm, and claim a card of the number."""

    number: int
    is_wild: bool = False


class Stop(Struct, frozen=True, tag="stop"):
    """Keep the cards claimed."""


class Give(Struct, frozen=True, tag="give"):
    """Give a card won earlier back to the display."""

    number: int


Command: TypeAlias = Roll | Claim | Stop | Give | Absence

WISHES: tuple[Command, ...] = (
    Roll(),
    *(Claim(number, is_wild) for number in NUMBERS for is_wild in (False, True)),
    Stop(),
    *map(Give, NUMBERS),
)

Reason = (
    SharedReason
    | Literal[
        "roll_first",  # nothing has been thrown yet
        "claim_first",  # J6: a throw lies there, and no card has been claimed with it
        "one_per_throw",  # J6
        "not_on_display",
        "not_ascending",  # house rule `ascending_claims`
        "not_thrown",  # no die shows this number
        "no_worm_thrown",
        "give_first",  # J11: the turn has failed
        "nothing_to_give",  # the turn has not failed
        "not_owned",  # J11
    ]
)
REASONS: tuple[str, ...] = tuple(slug for literal in get_args(Reason) for slug in get_args(literal))


# The start


def new(seats: int, options: Options, dice: Dice) -> State:
    """J1, J2."""
    pile, display = dealt(dice.shuffle(DECK))
    starter = dice.pick(seats) if options.starter == "random" else 0
    none: Hands = ((),) * seats
    began = (starter,) if options.deals == "one_each" else ()
    return State(options, Table(seats, starter), pile, display, none, Turn(), began, none)


# What is allowed


def to_act(state: State) -> int | None:
    return None if is_over(state) else turns.to_act(state.table)


def is_over(state: State) -> bool:
    """J13, in the last deal; A1: one seat is left."""
    return (is_dealt_out(state) and not has_next_deal(state)) or turns.is_deserted(state.table)


def has_next_deal(state: State) -> bool:
    """House rule `deals`: as many as seats."""
    return state.options.deals == "one_each" and len(state.began) < state.table.seats


def is_dealt_out(state: State) -> bool:
    """J13: all cards have been taken, or with the house rule `ends` the last one of the pile."""
    if state.options.ends == "pile_empty":
        return not state.pile
    return not (state.pile or state.display or (state.turn and state.turn.claimed))


def objection(state: State, seat: int, command: Command) -> Reason | None:
    if is_over(state):
        return "over"
    if isinstance(command, Absence):
        return turns.objection(state.table, seat, command)
    turn = state.turn
    if (reason := turns.objection_to_acting(state.table, seat)) or turn is None:
        return reason or "nobody_to_act"
    match command:
        case Give(number):
            return _objection_to_giving(state, turn, number)
        case Roll() | Claim() | Stop() if turn.must_give:
            return "give_first"
        case Roll():
            return "claim_first" if turn.must_claim else None
        case Stop() if turn.must_claim:
            return "claim_first"
        case Stop():
            return None if turn.kept else "roll_first"
        case Claim():
            return _objection_to_claiming(state, turn, command)
        case _:
            return "unknown_command"


def _objection_to_giving(state: State, turn: Turn, number: int) -> Reason | None:
    """J11."""
    if not turn.must_give:
        return "nothing_to_give"
    return None if number in state.cards[state.table.turn] else "not_owned"


def _objection_to_claiming(state: State, turn: Turn, wish: Claim) -> Reason | None:
    """J4, J6."""
    if not turn.thrown:
        return "one_per_throw" if turn.kept and state.options.claims_per_throw == "one" else "roll_first"
    if wish.number not in state.display:
        return "not_on_display"
    if wish.number not in claimable(state, turn):
        return "not_ascending"
    if die_of(wish) in turn.thrown:
        return None
    return "no_worm_thrown" if wish.is_wild else "not_thrown"


def die_of(wish: Claim) -> int:
    """J3: the symbol of the die that a claim sets aside."""
    return WORM if wish.is_wild else wish.number


def claimable(state: State, turn: Turn) -> Cards:
    """The numbers on the display that may be claimed at all, whatever the dice show (J4, J9)."""
    lowest = max(turn.claimed, default=0) + 1 if state.options.ascending_claims == "on" else 1
    return tuple(number for number in NUMBERS if number in state.display and number >= lowest)


def matches(state: State, turn: Turn) -> tuple[Claim, ...]:
    """What the dice that lie thrown can claim (J4): of each number, with a die showing it before a worm."""
    wishes = (Claim(number, is_wild) for number in claimable(state, turn) for is_wild in (False, True))
    return tuple(wish for wish in wishes if die_of(wish) in turn.thrown)


def legal(state: State) -> tuple[Command, ...]:
    seat = to_act(state)
    return () if seat is None else tuple(wish for wish in WISHES if objection(state, seat, wish) is None)


# What follows


def decide(state: State, seat: int, command: Command, dice: Dice) -> Sequence[Event]:
    """What the command does; where no turn is in progress then, the display, the next deal and the next turn."""
    events = tuple(_outcome(state, seat, command, dice))
    for following in (_refill, _next_deal, _next_turn):
        after = reduce(evolve, events, state)
        if after.turn is None and not is_over(after):
            events = (*events, *following(after, dice))
    return events


def _refill(state: State, _: Dice) -> Iterator[Event]:
    """J12."""
    if cards := state.pile[: max(DISPLAY - len(state.display), 0)]:
        yield CardsTurnedUp(cards)


def _next_deal(state: State, dice: Dice) -> Iterator[Event]:
    if is_dealt_out(state):
        yield DealBegan((state.began[-1] + 1) % state.table.seats, dice.shuffle(DECK))


def _next_turn(state: State, _: Dice) -> Sequence[Event]:
    return turns.next_turn(state.table)


def _outcome(state: State, seat: int, command: Command, dice: Dice) -> Iterator[Event]:
    """What the command itself does."""
    match command:
        case Roll():
            yield from _throw(state, seat, dice)
        case Claim():
            yield from _claim(state, seat, command)
        case Stop():
            yield CardsKept(seat, turn_of(state).claimed)
        case Give(number):
            yield CardsGiven(seat, (number,))
        case TimeOut() | Bench() | Back() | Leave():
            if turns.is_settled_first(state.table, seat, command):
                yield from _prudent_end(state, seat)
            yield from turns.comings_and_goings(seat, command)


def _throw(state: State, seat: int, dice: Dice) -> Iterator[Event]:
    thrown = DiceThrown(seat, dice.throw(turn_of(state).dice))
    yield thrown
    after = evolve(state, thrown)
    if not matches(after, turn_of(after)):
        yield from _failure(after, seat)  # J5


def _failure(state: State, seat: int) -> Iterator[Event]:
    """J10, J11."""
    cards, loses_all = state.cards[seat], state.options.bust_loss == "all"
    yield TurnFailed(seat, turn_of(state).claimed, must_give=bool(cards) and not loses_all)
    if cards and loses_all:
        yield CardsGiven(seat, cards)


def _claim(state: State, seat: int, wish: Claim) -> Iterator[Event]:
    claim = CardClaimed(seat, wish.number, wish.is_wild)
    yield claim
    after = evolve(state, claim)
    if has_stopped(after, turn_of(after)):
        yield CardsKept(seat, turn_of(after).claimed)


def has_stopped(state: State, turn: Turn) -> bool:
    """J7: no die is left, or nothing on the display may be claimed."""
    return turn.dice == 0 or not claimable(state, turn)


def _prudent_end(state: State, seat: int) -> Iterator[Event]:
    """A2: the card of most worms that a die matches is claimed, and the turn stops; the least card is given."""
    turn = turn_of(state)
    if turn.must_give:
        yield CardsGiven(seat, (min(state.cards[seat], key=WORMS.__getitem__),))
        return
    if not turn.has_begun:
        yield TurnPassed(seat)
        return
    best = max(matches(state, turn), key=lambda wish: (WORMS[wish.number], wish.number), default=None)
    if best:
        yield CardClaimed(seat, best.number, best.is_wild)
    yield CardsKept(seat, (*turn.claimed, best.number) if best else turn.claimed)


# The end


def result(state: State) -> Result:
    """J14, J15: most worms, covered cards included; then the highest card, then more cards of that number."""
    owned = junior_cards.together(state.won, state.cards)
    ranking = turns.ranking(state.table, lambda seat: (worms(owned[seat]), *_highest(owned[seat])))
    return Result(is_over(state), tuple(map(worms, owned)), ranking)


def _highest(cards: Cards) -> tuple[int, int]:
    """J15: its number, and how many there are of it."""
    highest = max(cards, default=0)
    return highest, cards.count(highest)


# The notation


def read_command(text: str) -> Command:
    """ValueError when the text is no command of this game."""
    if absence := turns.read_absence(text):
        return absence
    match text.split(" "):
        case ["roll"]:
            return Roll()
        case ["stop"]:
            return Stop()
        case ["claim", number]:
            return Claim(number_of(number))
        case ["claim", number, "wild"]:
            return Claim(number_of(number), is_wild=True)
        case ["give", number]:
            return Give(number_of(number))
        case _:
            raise ValueError(f"{text} is no command of {ID}")


def write_command(command: Command) -> str:
    match command:
        case Roll():
            return "roll"
        case Stop():
            return "stop"
        case Claim(number, is_wild):
            return f"claim {number} wild" if is_wild else f"claim {number}"
        case Give(number):
            return f"give {number}"
        case Leave() | TimeOut() | Bench() | Back():
            return turns.write_absence(command)


POSITION: Mapping[str, bool] = {
    "display": False,
    "pile": False,
    "cards": True,
    "kept": False,
    "claimed": False,
    "thrown": False,
    "claims": False,
    "deal": True,
    "won": True,
}
NOTATION = Notation(
    faces=LETTERS,
    words=("roll", "claim", "wild", "stop", "give", "W"),
    ordered=("pile",),
    counted=("dice",),
    drawn={"pile": Draw("shuffle", shown=("display", "pile"))},
)


def facts(state: State) -> Iterator[Fact]:
    yield Fact("display", None, in_words(state.display))
    yield Fact("pile", None, in_words(state.pile))
    yield from (Fact("cards", seat, in_words(cards)) for seat, cards in enumerate(state.cards))
    yield from junior_turn.facts(state.turn)
    if state.began != (to_act(state),):  # what a position says by itself
        yield from (Fact("deal", seat, (str(number),)) for number, seat in enumerate(state.began, start=1))
    yield from (Fact("won", seat, in_words(cards)) for seat, cards in enumerate(state.won))


def place(facts: Sequence[Fact], table: Table, options: Options) -> State:
    """The state a position describes: cards named nowhere are out of the game. Raises Misplaced."""
    state = State(
        options,
        table,
        pile=junior_cards.cards_named(facts, "pile"),
        display=with_cards((), junior_cards.cards_named(facts, "display")),
        cards=junior_cards.hands(facts, "cards", table.seats),
        turn=junior_turn.place(facts),
        began=_began(facts, table, options),
        won=junior_cards.hands(facts, "won", table.seats),
    )
    if to_act(state) is None:
        return lapsed(state)
    if is_dealt_out(state):
        raise Misplaced("no card is left to claim: this deal is over and is no position")
    return _in_progress(state, turn_of(state))


def _began(facts: Sequence[Fact], table: Table, options: Options) -> tuple[int, ...]:
    """Where nothing is said of it, the seat to act begins the first deal."""
    lines = [fact for fact in facts if fact.word in ("deal", "won")]
    if options.deals == "single":
        if lines:
            raise Misplaced(f"{lines[0].word} has a meaning with the house rule deals one_each only", lines[0])
        return ()
    began = [fact for fact in lines if fact.word == "deal"]
    for number, fact in enumerate(began, start=1):
        if fact.values != (str(number),) or number > table.seats:
            raise Misplaced("deal is followed by a seat and the number of the deal that it began, in order", fact)
    return tuple(fact.seat for fact in began if fact.seat is not None) or (table.turn,)


def _in_progress(state: State, turn: Turn) -> State:
    """J5, J7: where no die matches, or a die is set aside whose card is gone, a card has to be given."""
    seat = state.table.turn
    if turn.claims and state.options.claims_per_throw == "one":
        raise Misplaced("claims has a meaning with the house rule claims_per_throw many only")
    if turn.must_claim:
        if matches(state, turn) and len(turn.kept) <= len(turn.claimed):
            return state
        if not state.cards[seat] or state.options.bust_loss == "all":
            raise Misplaced("no die thrown matches: this turn has failed and is no position")
        return evolve(state, TurnFailed(seat, turn.claimed, must_give=True))
    if turn.kept and has_stopped(state, turn):
        raise Misplaced("nothing more can be claimed: this turn has stopped by itself and is no position")
    return state
