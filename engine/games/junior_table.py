"""The table of Heckmeck Junior: what lies on it, what can happen there, and what that changes. Never chance.

The sentences named are those of docs/rules/junior.md.
"""

from collections.abc import Sequence
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from engine.games import junior_turn
from engine.games.junior_cards import Cards, Hands, together, with_cards, with_hand, without
from engine.games.junior_turn import Turn
from engine.parts import turns
from engine.parts.tray import WORM
from engine.parts.turns import SeatBenched, SeatLeft, SeatReturned, Table, TurnBegan, TurnPassed

DISPLAY = 4


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    starter: Literal["random", "first"] = "random"  # J2
    claims_per_throw: Literal["one", "many"] = "one"  # J6
    ascending_claims: Literal["off", "on"] = "off"  # J9
    bust_loss: Literal["one", "all"] = "one"  # J11
    ends: Literal["all_claimed", "pile_empty"] = "all_claimed"  # J13
    deals: Literal["single", "one_each"] = "single"


class State(Struct, frozen=True, tag="junior"):
    """`turn` is None between turns: when the match is over, or nobody is present to begin the next one."""

    options: Options
    table: Table
    pile: tuple[int, ...]  # face down, top first
    display: Cards
    cards: Hands  # covered ones among them (J8)
    turn: Turn | None
    began: tuple[int, ...] = ()  # house rule `deals`: the seats that began each deal, this one's last
    won: Hands = ()  # house rule `deals`: in earlier deals


# What can happen


class DiceThrown(Struct, frozen=True, tag="dice_thrown"):
    seat: int
    faces: tuple[int, ...]


class CardClaimed(Struct, frozen=True, tag="card_claimed"):
    seat: int
    number: int
    is_wild: bool


class CardsKept(Struct, frozen=True, tag="cards_kept"):
    seat: int
    cards: tuple[int, ...]


class TurnFailed(Struct, frozen=True, tag="turn_failed"):
    """No die matches. `returned` had been claimed; `must_give` where a card won earlier is still to be chosen."""

    seat: int
    returned: tuple[int, ...]
    must_give: bool


class CardsGiven(Struct, frozen=True, tag="cards_given"):
    seat: int
    cards: Cards


class CardsTurnedUp(Struct, frozen=True, tag="cards_turned_up"):
    cards: tuple[int, ...]


class DealBegan(Struct, frozen=True, tag="deal_began"):
    """House rule `deals`: all cards shuffled anew. Their order is secret, save the first four: the display."""

    beginner: int
    shuffled: tuple[int, ...]


Event: TypeAlias = (
    TurnBegan
    | DiceThrown
    | CardClaimed
    | CardsKept
    | TurnFailed
    | CardsGiven
    | CardsTurnedUp
    | DealBegan
    | TurnPassed
    | SeatLeft
    | SeatBenched
    | SeatReturned
)


# What it changes


def evolve(state: State, event: Event) -> State:
    match event:
        case TurnBegan():
            return replace(state, table=turns.evolve(state.table, event), turn=Turn())
        case DiceThrown(faces=faces):
            return replace(state, turn=junior_turn.throw(turn_of(state), faces))
        case CardClaimed():
            return _with_claim(state, event)
        case CardsKept(seat, cards):
            owned = with_cards(state.cards[seat], cards)
            return replace(state, cards=with_hand(state.cards, seat, owned), turn=None)
        case TurnFailed(returned=returned, must_give=must_give):
            failed = junior_turn.fail(turn_of(state)) if must_give else None
            return replace(state, display=with_cards(state.display, returned), turn=failed)
        case CardsGiven(seat, cards):
            rest = with_hand(state.cards, seat, without(state.cards[seat], cards))
            return replace(state, display=with_cards(state.display, cards), cards=rest, turn=None)
        case CardsTurnedUp(cards):
            return replace(state, pile=state.pile[len(cards) :], display=with_cards(state.display, cards))
        case DealBegan():
            return _with_deal(state, event)
        case TurnPassed():
            return replace(state, turn=None)
        case SeatLeft(seat):
            left = replace(state, table=turns.evolve(state.table, event))
            return lapsed(left) if seat == state.table.turn or turns.is_deserted(left.table) else left
        case SeatBenched() | SeatReturned():
            return replace(state, table=turns.evolve(state.table, event))


def _with_claim(state: State, claim: CardClaimed) -> State:
    die = WORM if claim.is_wild else claim.number
    lets_more = state.options.claims_per_throw == "many"
    turn = junior_turn.claim(turn_of(state), claim.number, die, lets_more=lets_more)
    return replace(state, display=without(state.display, (claim.number,)), turn=turn)


def _with_deal(state: State, deal: DealBegan) -> State:
    """The turn stands before the beginner, so that the next seat present begins."""
    seats = state.table.seats
    pile, display = dealt(deal.shuffled)
    return State(
        state.options,
        replace(state.table, turn=(deal.beginner - 1) % seats),
        pile,
        display,
        cards=((),) * seats,
        turn=None,
        began=(*state.began, deal.beginner),
        won=together(state.won, state.cards),
    )


def lapsed(state: State) -> State:
    """A1: no turn is in progress, and what it had claimed lies on the display again."""
    claimed = state.turn.claimed if state.turn else ()
    return replace(state, display=with_cards(state.display, claimed), turn=None)


def dealt(shuffled: Sequence[int]) -> tuple[tuple[int, ...], Cards]:
    """J1: the pile and the display."""
    return tuple(shuffled[DISPLAY:]), with_cards((), shuffled[:DISPLAY])


def turn_of(state: State) -> Turn:
    if state.turn is None:
        raise AssertionError("a turn is in progress whenever a seat is to act")
    return state.turn
