"""What the picture of Heckmeck Junior shows."""

from collections.abc import Iterator

from bot.matches.match import Match
from bot.views.card_table import Card, CardTable, Claim, Hand
from bot.views.die import Die
from bot.views.language import Language
from bot.views.parts.seats import player_of
from engine.games import junior as rules
from engine.games.junior_cards import WORMS
from engine.games.junior_turn import Turn
from engine.parts.tray import WORM


def picture(match: Match, language: Language) -> CardTable:
    state = match.state
    turn = state.turn or Turn(dice=0)
    wishes = () if turn.must_give else rules.matches(state, turn)
    claimable = {wish.number for wish in wishes}
    display = (Card(number, worms, state.display.count(number), number in claimable) for number, worms in WORMS.items())
    deal = (len(state.began), state.table.seats) if state.options.deals == "one_each" else None
    return CardTable(
        tuple(display),
        len(state.pile),
        tuple(_hands(match, turn, language)),
        tuple(_not_set_aside(turn, {WORM if wish.is_wild else wish.number for wish in wishes})),
        tuple(_claims(turn)),
        deal,
        language.digits,
    )


def _hands(match: Match, turn: Turn, language: Language) -> Iterator[Hand]:
    for seat, cards in enumerate(match.state.cards):
        player = player_of(match, seat, language)
        yield Hand(player, tuple(sorted(set(cards))), has_to_give=turn.must_give and player.is_to_act)


def _not_set_aside(turn: Turn, useful: set[int]) -> Iterator[Die]:
    if not turn.thrown:
        yield from (Die(),) * turn.dice
    for face in sorted(turn.thrown):
        yield Die(face, is_spent=face not in useful)


def _claims(turn: Turn) -> Iterator[Claim]:
    """After a turn has failed only the dice are left of them."""
    for place, face in enumerate(turn.kept):
        yield Claim(Die(face), turn.claimed[place] if place < len(turn.claimed) else None)
