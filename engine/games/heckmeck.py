"""Heckmeck am Bratwurmeck: eight dice, sixteen tiles with worms on them, and other players' stacks to snatch from.

The numbers H1 to H25 are the sentences of the rules page (docs/rules/heckmeck.md). Most commands and events are of
dice: they come first, by their exact type (decision 0026).
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from typing import Literal, TypeAlias, get_args

from msgspec import Struct
from msgspec.structs import replace

from engine.dice import Dice
from engine.game import Fact, Misplaced, Notation, Result, Upcast, options_of
from engine.parts import grill as tiles
from engine.parts import tile_turn, turns
from engine.parts import tray as dice_tray
from engine.parts.grill import Stacks, worms
from engine.parts.tile_turn import (
    DiceKept,
    DiceThrown,
    FailureCause,
    Keep,
    LowerTile,
    Reach,
    Roll,
    Snatch,
    Stop,
    Take,
    TakingReason,
    TileReturned,
    TileSnatched,
    TileTaken,
    TileTurnedDown,
    TurnFailed,
    Wish,
)
from engine.parts.tray import WORM, DiceReason, Tray
from engine.parts.turns import (
    Absence,
    Back,
    Bench,
    Leave,
    SeatBenched,
    SeatLeft,
    SeatReturned,
    Table,
    TimeOut,
    TurnBegan,
    TurnPassed,
)
from engine.refusal import SharedReason

ID = "heckmeck"
SEATS = range(2, 8)  # H3
SCHEMA = 1
UPCASTS: Mapping[int, Upcast] = {}

DICE = 8
NEW_TRAY = Tray(DICE)
TILES = tuple(range(21, 37))


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    starter: Literal["first", "random"] = "first"  # H2
    snatch: Snatch = "optional"  # H13
    lower_tile: LowerTile = "highest"  # H14
    empty_bust_closes: Literal["off", "on"] = "off"  # H22
    short_game: Literal["off", "on"] = "off"


OPTIONS = options_of(Options)


class State(Struct, frozen=True, tag=ID):
    """`tray` is None between turns: when the match is over, or nobody is present to begin the next one."""

    options: Options
    table: Table
    grill: tuple[int, ...]  # open tiles, ascending
    stacks: Stacks
    tray: Tray | None


Command: TypeAlias = Wish | Absence

Event: TypeAlias = (
    TurnBegan
    | DiceThrown
    | DiceKept
    | TileTaken
    | TileSnatched
    | TurnFailed
    | TileReturned
    | TileTurnedDown
    | TurnPassed
    | SeatLeft
    | SeatBenched
    | SeatReturned
)

Reason = SharedReason | DiceReason | TakingReason
REASONS: tuple[str, ...] = tuple(slug for literal in get_args(Reason) for slug in get_args(literal))


# The start


def new(seats: int, options: Options, dice: Dice) -> State:
    """H1, H2: all tiles open; the first to join begins, or one drawn by lot."""
    starter = dice.pick(seats) if options.starter == "random" else 0
    return State(options, Table(seats, starter), TILES, ((),) * seats, NEW_TRAY)


# What is allowed


def to_act(state: State) -> int | None:
    """A turn is in progress exactly while a seat is to act."""
    return None if state.tray is None else state.table.turn


def is_over(state: State) -> bool:
    """H23: no open tile is left on the grill; A1: one seat is left."""
    return not state.grill or turns.is_deserted(state.table)


def objection(state: State, seat: int, command: Command) -> Reason | None:
    tray = state.tray
    if tray is None or seat != state.table.turn:
        return _objection_out_of_turn(state, seat, command)
    if type(command) is Roll:
        return dice_tray.objection_to_rolling(tray)
    if type(command) is Keep:
        return dice_tray.objection_to_keeping(tray, command.symbol)
    match command:
        case Take(tile):
            return _objection_to_taking(state, tray, tile)
        case Stop():
            return _objection_to_stopping(state, tray)
        case Leave() | TimeOut() | Bench() | Back():
            return turns.objection(state.table, seat, command)
        case _:
            return "unknown_command"


def _objection_out_of_turn(state: State, seat: int, command: Command) -> Reason | None:
    """Who is not to act may come and go."""
    if is_over(state):
        return "over"
    if isinstance(command, Absence):
        return turns.objection(state.table, seat, command)
    return turns.objection_to_acting(state.table, seat)


def _objection_to_taking(state: State, tray: Tray, tile: int) -> Reason | None:
    return dice_tray.objection_to_settling(tray) or tile_turn.objection_to_taking(reach(state, tray), tile)


def _objection_to_stopping(state: State, tray: Tray) -> Reason | None:
    """H18."""
    return dice_tray.objection_to_settling(tray) or ("tile_can_be_taken" if takeable(state, tray) else None)


def takeable(state: State, tray: Tray) -> tuple[int, ...]:
    """The tiles these dice can take (H10 to H16); a snatch first, then what the grill offers."""
    if WORM not in tray.kept or tray.sum < TILES[0]:  # H10: most often so, and then nothing has to be looked up
        return ()
    return tile_turn.takeable(reach(state, tray))


def reach(state: State, tray: Tray) -> Reach:
    tops, rules = tiles.tops(state.stacks, state.table.turn), state.options
    return Reach(tray.sum, WORM in tray.kept, state.grill, state.grill, tops, rules.snatch, rules.lower_tile)


def legal(state: State) -> tuple[Command, ...]:
    seat, tray = to_act(state), state.tray
    if seat is None or tray is None:
        return ()
    takes = (Take(tile) for tile in takeable(state, tray))
    wishes: tuple[Command, ...] = tuple(map(Keep, tray.choices)) or (Roll(), *takes, Stop())
    return tuple(wish for wish in wishes if objection(state, seat, wish) is None)


# What follows


def decide(state: State, seat: int, command: Command, dice: Dice) -> Sequence[Event]:
    tray = state.tray
    if tray and type(command) is Roll:
        return _throw(state, tray, seat, dice)
    if tray and type(command) is Keep:
        return _keep(state, tray, seat, command.symbol)
    match command:
        case Take(tile):
            return _ended(state, (_taking(state, seat, tile),))
        case Stop():
            return _ended(state, _failure(state, seat, "gave_up"))
        case TimeOut() | Bench() | Back() | Leave():
            is_settled = turns.is_settled_first(state.table, seat, command)
            end = _prudent_end(state, seat) if is_settled else ()
            return _with_next_turn(state, (*end, *turns.comings_and_goings(seat, command)))
        case Roll() | Keep():
            raise AssertionError("a turn is in progress whenever a seat is to act")


def _ended(state: State, events: Sequence[Event]) -> Sequence[Event]:
    """A turn takes one tile off the grill at most, so another turn follows while there are more."""
    if len(state.grill) > 1:
        return (*events, *turns.next_turn(state.table))
    return _with_next_turn(state, events)


def _with_next_turn(state: State, events: Sequence[Event]) -> Sequence[Event]:
    """Where these events leave no turn in progress, the next one begins."""
    after = reduce(evolve, events, state)
    is_between_turns = after.tray is None and not is_over(after)
    return (*events, *turns.next_turn(after.table)) if is_between_turns else events


def _throw(state: State, tray: Tray, seat: int, dice: Dice) -> Sequence[Event]:
    thrown = DiceThrown(seat, dice.throw(tray.dice))
    if {*thrown.faces}.issubset(tray.kept):
        return _ended(state, (thrown, *_failure(state, seat, "nothing_new")))  # H6
    return (thrown,)


def _keep(state: State, tray: Tray, seat: int, symbol: int) -> Sequence[Event]:
    kept = dice_tray.keep(tray, symbol)
    keeping = DiceKept(seat, symbol, tray.dice - kept.dice)
    if kept.is_spent and not takeable(state, kept):
        return _ended(state, (keeping, *_failure(state, seat, "nothing_to_take")))  # H8
    return (keeping,)


def _taking(state: State, seat: int, tile: int) -> Event:
    if tile in state.grill:
        return TileTaken(seat, tile)
    victim = tiles.owner_of_top(state.stacks, tile, state.table.turn)
    return TileTaken(seat, tile) if victim is None else TileSnatched(seat, tile, victim)


def _failure(state: State, seat: int, cause: FailureCause) -> Sequence[Event]:
    """H19 to H22: the top tile goes back; the highest open tile is turned down, unless the returned one is higher."""
    failed, highest = TurnFailed(seat, cause), state.grill[-1]
    if not state.stacks[seat]:
        return (failed, TileTurnedDown(highest)) if state.options.empty_bust_closes == "on" else (failed,)
    top = state.stacks[seat][-1]
    returned = TileReturned(seat, top, is_open=state.options.short_game == "off")
    return (failed, returned, TileTurnedDown(highest)) if top < highest else (failed, returned)


def _prudent_end(state: State, seat: int) -> Sequence[Event]:
    """A2: the highest tile the grill offers, after one symbol of a throw that lies there; else the turn fails."""
    tray = state.tray
    if tray is None:
        raise AssertionError("a turn is in progress whenever a seat is to act")
    if not tray.has_begun:
        return (TurnPassed(seat),)
    offer = tile_turn.best_offer(tray, state.grill, lambda kept: takeable(state, kept))
    if offer is None:
        return _failure(state, seat, "too_slow")
    tile, symbol = offer
    keeping = (DiceKept(seat, symbol, tray.thrown.count(symbol)),) if symbol else ()
    return (*keeping, TileTaken(seat, tile))


def evolve(state: State, event: Event) -> State:
    """The most frequent events first."""
    tray = state.tray
    if tray and type(event) is DiceThrown:
        return replace(state, tray=dice_tray.throw(tray, event.faces))
    if tray and type(event) is DiceKept:
        return replace(state, tray=dice_tray.keep(tray, event.symbol))
    match event:
        case TurnBegan():
            return replace(state, table=turns.evolve(state.table, event), tray=NEW_TRAY)
        case TileTaken(seat, tile):
            stacks = tiles.with_top(state.stacks, seat, tile)
            return replace(state, grill=tiles.without_tile(state.grill, tile), stacks=stacks, tray=None)
        case TurnFailed() | TurnPassed():
            return replace(state, tray=None)
        case TileReturned(seat, tile, is_open):
            grill = tiles.with_tile(state.grill, tile) if is_open else state.grill
            return replace(state, grill=grill, stacks=tiles.without_top(state.stacks, seat))
        case TileTurnedDown(tile):
            return replace(state, grill=tiles.without_tile(state.grill, tile))
        case TileSnatched(seat, tile, victim):
            stacks = tiles.with_top(tiles.without_top(state.stacks, victim), seat, tile)
            return replace(state, stacks=stacks, tray=None)
        case SeatLeft(seat):
            left = replace(state, table=turns.evolve(state.table, event))
            return replace(left, tray=None) if seat == state.table.turn or is_over(left) else left
        case SeatBenched() | SeatReturned():
            return replace(state, table=turns.evolve(state.table, event))
        case DiceThrown() | DiceKept():
            raise AssertionError("dice are thrown and kept in a turn")


# The end


def result(state: State) -> Result:
    """H24, H25: most worms; then the highest single tile; only players without any tile stay tied."""
    scores = tuple(sum(map(worms, stack)) for stack in state.stacks)
    ranking = turns.ranking(state.table, lambda seat: (scores[seat], max(state.stacks[seat], default=0)))
    return Result(is_over(state), scores, ranking)


# The notation


def read_command(text: str) -> Command:
    """ValueError when the text is no command of this game."""
    if wish := turns.read_absence(text) or tile_turn.read_wish(text, TILES):
        return wish
    raise ValueError(f"{text} is no command of {ID}")


def write_command(command: Command) -> str:
    return turns.write_absence(command) if isinstance(command, Absence) else tile_turn.write_wish(command)


POSITION: Mapping[str, bool] = {"grill": False, "stack": True, "kept": False, "thrown": False}
NOTATION = Notation(faces=dice_tray.LETTERS, words=tile_turn.WORDS, ordered=("stack",), counted=tile_turn.COUNTED)


def facts(state: State) -> Iterator[Fact]:
    yield from tiles.facts(TILES, state.grill, state.stacks)
    yield from dice_tray.facts(state.tray)


def place(facts: Sequence[Fact], table: Table, options: Options) -> State:
    """The state a position describes: tiles named nowhere lie face down. Raises Misplaced."""
    state = State(options, table, *tiles.place(facts, TILES, table.seats), None)
    tray = dice_tray.place(facts, DICE)
    dice_tray.require_choice(tray)
    if is_over(state) or turns.to_act(table) is None:
        return state
    if tray.is_spent and not takeable(state, tray):
        raise Misplaced("no throw is left and nothing can be taken: this turn has failed and is no position")
    return replace(state, tray=tray)
