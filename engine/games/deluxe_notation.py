"""How commands and positions of Heckmeck Deluxe are written in a record."""

from collections.abc import Iterator, Mapping, Sequence
from typing import get_args

from msgspec.structs import replace

from engine.game import Fact, Misplaced, Notation
from engine.games.deluxe_moves import Accept, Command, Decline, Reroll, Return, Rob, RollNine
from engine.games.deluxe_table import (
    DICE,
    ID,
    NINE_DICE,
    SPECIALISTS,
    TILES,
    Due,
    GoldenDie,
    Options,
    Piece,
    Specialist,
    Standing,
    State,
    can_reroll,
    robbable,
    takeable,
    to_act,
    with_held,
)
from engine.parts import grill as tiles
from engine.parts import tile_turn, turns
from engine.parts import tray as dice_tray
from engine.parts.tray import Tray
from engine.parts.turns import Absence, Table

# Commands

PLAIN: Mapping[str, Command] = {"roll 9": RollNine(), "reroll": Reroll(), "accept": Accept(), "decline": Decline()}
PLAIN_TEXTS = {command: text for text, command in PLAIN.items()}
VICTIMS = {str(seat): seat for seat in range(7)}


def read_command(text: str) -> Command:
    """ValueError when the text is no command of this game. `rob 2` names a seat by its number."""
    if command := PLAIN.get(text) or turns.read_absence(text) or tile_turn.read_wish(text, TILES):
        return command
    match text.split(" "):
        case ["return", word]:
            return Return(_specialist_of(word))
        case ["rob", seat] if seat in VICTIMS:
            return Rob(VICTIMS[seat])
        case _:
            raise ValueError(f"{text} is no command of {ID}")


def _specialist_of(word: str) -> Specialist:
    for specialist in SPECIALISTS:
        if word == specialist:
            return specialist
    raise ValueError(f"{word} is no specialist that can be owned ({' '.join(SPECIALISTS)})")


def write_command(command: Command) -> str:
    match command:
        case RollNine() | Reroll() | Accept() | Decline():
            return PLAIN_TEXTS[command]
        case Return(specialist):
            return f"return {specialist}"
        case Rob(victim):
            return f"rob {victim}"
        case _ if isinstance(command, Absence):
            return turns.write_absence(command)
        case _:
            return tile_turn.write_wish(command)


# Positions

POSITION: Mapping[str, bool] = {
    "grill": False,
    "stack": True,
    "on": False,
    "holds": True,
    "bratworms": True,
    "supply": False,
    "kept": False,
    "thrown": False,
    "using": False,  # the golden die, among the dice not set aside
    "used": False,  # in this turn: the golden die, set aside by now; the weasel
    "due": False,  # the choices that are open: bratworm, return
}
NOTATION = Notation(
    faces=dice_tray.LETTERS,
    words=(*tile_turn.WORDS, "reroll", "accept", "return", "rob", "decline", *SPECIALISTS, "raven"),
    ordered=("stack",),
    counted=tile_turn.COUNTED,
    spelling={"rob": "seats"},
)


def facts(state: State) -> Iterator[Fact]:
    yield from tiles.facts(TILES, state.grill, state.stacks)
    for there in state.standing:
        yield Fact("on", None, (str(there.tile), there.piece))
    for seat, held in enumerate(state.holdings):
        yield Fact("holds", seat, held)
        yield Fact("bratworms", seat, (str(state.bratworms[seat]),))
    yield Fact("supply", None, (str(state.supply),))
    yield from dice_tray.facts(state.tray)
    yield Fact("using", None, ("golden_die",) * (state.golden_die == "in_play"))
    weasel = ("weasel",) * state.weasel_used
    yield Fact("used", None, (*("golden_die",) * (state.golden_die == "set_aside"), *weasel))
    yield Fact("due", None, state.due)


def place(facts: Sequence[Fact], table: Table, options: Options) -> State:
    """The state a position describes: tiles and pieces named nowhere are out of the game. Raises Misplaced."""
    grill, stacks = tiles.place(facts, TILES, table.seats)
    state = _with_pieces(State(options, table, grill, stacks, (), ((),) * table.seats, (0,) * table.seats, 0), facts)
    due = _read_due(state, facts)
    golden_die, weasel_used = _read_powers(facts)
    tray = dice_tray.place(facts, DICE if golden_die == "unused" else NINE_DICE)
    if to_act(replace(state, due=due)) is None:
        return state
    if due and not tray.has_begun:
        return replace(state, due=due)
    state = replace(state, tray=tray, golden_die=golden_die, weasel_used=weasel_used, due=due)
    _require_choice(state, tray)
    return state


def _require_choice(state: State, tray: Tray) -> None:
    """A turn that has failed is no position."""
    if not can_reroll(state):
        dice_tray.require_choice(tray)
    if tray.is_spent and not state.due and not takeable(state, tray):
        raise Misplaced("no throw is left and nothing can be taken: this turn has failed and is no position")


def _with_pieces(state: State, facts: Sequence[Fact]) -> State:
    named: set[str] = set()
    for fact in facts:
        match fact:
            case Fact("on", None, (tile, piece)):
                standing = Standing(_open_tile(fact, tile, state), _piece(fact, piece, named))
                state = replace(state, standing=tuple(sorted((*state.standing, standing))))
            case Fact("on"):
                raise Misplaced("on is followed by a tile and a piece", fact)
            case Fact("holds", int(seat), words):
                for word in words:
                    state = replace(state, holdings=with_held(state.holdings, seat, _owned(fact, word, named)))
            case Fact("bratworms", int(seat), _):
                count = _count(fact, named)
                state = replace(state, bratworms=(*state.bratworms[:seat], count, *state.bratworms[seat + 1 :]))
            case Fact("supply"):
                state = replace(state, supply=_count(fact, named))
    return state


def _open_tile(fact: Fact, text: str, state: State) -> int:
    if text not in map(str, state.grill):
        raise Misplaced(f"{text} is no open tile", fact)
    return int(text)


def _piece(fact: Fact, word: str, named: set[str]) -> Piece:
    if word == "raven":
        _name_once(fact, word, named)
        return "raven"
    return _owned(fact, word, named)


def _owned(fact: Fact, word: str, named: set[str]) -> Specialist:
    _name_once(fact, word, named)
    try:
        return _specialist_of(word)
    except ValueError as problem:
        raise Misplaced(str(problem), fact) from None


def _name_once(fact: Fact, word: str, named: set[str]) -> None:
    if word in named:
        raise Misplaced(f"{word} is named twice", fact)
    named.add(word)


def _count(fact: Fact, named: set[str]) -> int:
    """0 to 99, once for each seat."""
    if (key := f"{fact.word} {fact.seat}") in named:
        raise Misplaced(f"{fact.word} stands twice", fact)
    named.add(key)
    if len(fact.values) != 1 or fact.values[0] not in map(str, range(100)):
        raise Misplaced(f"{fact.word} is followed by a number from 0 to 99", fact)
    return int(fact.values[0])


def _read_powers(facts: Sequence[Fact]) -> tuple[GoldenDie, bool]:
    """`using golden_die`, `used golden_die`, `used weasel`."""
    golden_die: GoldenDie = "unused"
    weasel_used = False
    for fact in facts:
        if fact.word not in ("using", "used"):
            continue
        for word in fact.values:
            if word == "golden_die" and golden_die == "unused":
                golden_die = "in_play" if fact.word == "using" else "set_aside"
            elif (fact.word, word) == ("used", "weasel"):
                weasel_used = True
            else:
                raise Misplaced(f"{fact.word} {word} cannot be said here", fact)
    return golden_die, weasel_used


def _read_due(state: State, facts: Sequence[Fact]) -> tuple[Due, ...]:
    """The choices that are open for the seat whose turn it is, each of which must leave a choice."""
    seat, due = state.table.turn, list[Due]()
    can_be = {"bratworm": bool(robbable(state, seat)), "return": len(state.holdings[seat]) > 1}
    for fact in facts:
        for word in fact.values if fact.word == "due" else ():
            choice = next((known for known in get_args(Due) if known == word and known not in due), None)
            if choice is None or not can_be[choice]:
                raise Misplaced(f"due {word} leaves nothing to choose", fact)
            due.append(choice)
    return tuple(due)
