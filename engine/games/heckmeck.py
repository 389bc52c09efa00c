"""Heckmeck am Bratwurmeck: eight dice, sixteen tiles with worms on them, and other players' stacks to snatch from.

The numbers H1 to H25 are the sentences of the rules page (docs/rules/heckmeck.md).
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from operator import itemgetter
from typing import Literal, TypeAlias, get_args

from msgspec import Struct
from msgspec.structs import replace

from engine.dice import Dice
from engine.game import Fact, Misplaced, Result, Upcast, options_of
from engine.parts import grill as tiles
from engine.parts import tray as dice_tray
from engine.parts import turns
from engine.parts.grill import Stacks, worms
from engine.parts.tray import WORM, Tray
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
TILES = tuple(range(21, 37))


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    starter: Literal["first", "random"] = "first"  # H2
    snatch: Literal["optional", "forced"] = "optional"  # H13
    lower_tile: Literal["highest", "any", "lowest"] = "highest"  # H14
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


# What a player can wish


class Roll(Struct, frozen=True, tag="roll"):
    """Throw all dice that are not set aside."""


class Keep(Struct, frozen=True, tag="keep"):
    """Set aside all dice of one symbol."""

    symbol: int


class Take(Struct, frozen=True, tag="take"):
    """Take a tile, from the grill or from the top of another player's stack."""

    tile: int


class Stop(Struct, frozen=True, tag="stop"):
    """Give the turn up: it fails."""


Command: TypeAlias = Roll | Keep | Take | Stop | Absence


# What can happen

FailureCause = Literal["nothing_new", "nothing_to_take", "gave_up", "too_slow"]


class DiceThrown(Struct, frozen=True, tag="dice_thrown"):
    seat: int
    faces: tuple[int, ...]


class DiceKept(Struct, frozen=True, tag="dice_kept"):
    seat: int
    symbol: int
    count: int


class TileTaken(Struct, frozen=True, tag="tile_taken"):
    seat: int
    tile: int


class TileSnatched(Struct, frozen=True, tag="tile_snatched"):
    seat: int
    tile: int
    victim: int


class TurnFailed(Struct, frozen=True, tag="turn_failed"):
    seat: int
    cause: FailureCause


class TileReturned(Struct, frozen=True, tag="tile_returned"):
    seat: int
    tile: int
    is_open: bool  # face down with the house rule `short_game`


class TileTurnedDown(Struct, frozen=True, tag="tile_turned_down"):
    tile: int


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

Reason = (
    SharedReason
    | Literal[
        "roll_first",  # H4, H9: nothing has been set aside yet
        "keep_first",  # H9: dice lie thrown
        "nothing_thrown",
        "not_thrown",  # no die shows this symbol
        "already_kept",  # H5
        "no_dice_left",  # H8
        "no_symbol_left",  # H8
        "no_worm",  # H10
        "sum_too_low",  # H10
        "exact_tile_open",  # H11: the tile that equals the sum has to be taken
        "must_snatch",  # house rule `snatch forced`
        "only_highest",  # H14
        "only_lowest",  # house rule `lower_tile lowest`
        "tile_not_there",  # neither open on the grill nor on top of another stack
        "only_exact_snatch",  # H12
        "tile_can_be_taken",  # H18
    ]
)
REASONS: tuple[str, ...] = tuple(slug for literal in get_args(Reason) for slug in get_args(literal))


# The start


def new(seats: int, options: Options, dice: Dice) -> State:
    """H1, H2: all tiles open; the first to join begins, or one drawn by lot."""
    starter = dice.pick(seats) if options.starter == "random" else 0
    return State(options, Table(seats, starter), TILES, ((),) * seats, Tray(DICE))


# What is allowed


def to_act(state: State) -> int | None:
    return None if is_over(state) else turns.to_act(state.table)


def is_over(state: State) -> bool:
    """H23: no open tile is left on the grill; A1: one seat is left."""
    return not state.grill or turns.is_deserted(state.table)


def objection(state: State, seat: int, command: Command) -> Reason | None:
    if is_over(state):
        return "over"
    if isinstance(command, Absence):
        return turns.objection(state.table, seat, command)
    tray = state.tray
    if (reason := turns.objection_to_acting(state.table, seat)) or tray is None:
        return reason or "nobody_to_act"
    match command:
        case Roll():
            return _objection_to_rolling(tray)
        case Keep(symbol):
            return _objection_to_keeping(tray, symbol)
        case Take(tile):
            return _objection_to_settling(tray) or _objection_to_taking(state, tray, tile)
        case Stop():
            return _objection_to_settling(tray) or ("tile_can_be_taken" if takeable(state, tray) else None)
        case _:
            return "unknown_command"


def _objection_to_rolling(tray: Tray) -> Reason | None:
    """H7, H8."""
    if tray.thrown:
        return "keep_first"
    if tray.dice == 0:
        return "no_dice_left"
    return "no_symbol_left" if tray.is_spent else None


def _objection_to_keeping(tray: Tray, symbol: int) -> Reason | None:
    """H5."""
    if not tray.thrown:
        return "nothing_thrown"
    if symbol in tray.kept:
        return "already_kept"
    return None if symbol in tray.thrown else "not_thrown"


def _objection_to_settling(tray: Tray) -> Reason | None:
    """H4, H9: a turn may be ended after any setting aside, never before the first or between throw and keeping."""
    if tray.thrown:
        return "keep_first"
    return None if tray.kept else "roll_first"


def _objection_to_taking(state: State, tray: Tray, tile: int) -> Reason | None:
    allowed = takeable(state, tray)
    if tile in allowed:
        return None
    if WORM not in tray.kept:
        return "no_worm"
    if tile > tray.sum:
        return "sum_too_low"
    if tile not in state.grill:
        return (
            "only_exact_snatch"
            if tiles.owner_of_top(state.stacks, tile, state.table.turn) is not None
            else "tile_not_there"
        )
    if tray.sum in state.grill:
        return "exact_tile_open"
    if tray.sum in allowed and state.options.snatch == "forced":
        return "must_snatch"
    return "only_highest" if state.options.lower_tile == "highest" else "only_lowest"


def takeable(state: State, tray: Tray) -> tuple[int, ...]:
    """The tiles these dice can take (H10 to H16); a snatch first, then what the grill offers."""
    if WORM not in tray.kept:
        return ()
    if tray.sum in state.grill:
        return (tray.sum,)
    snatch = (tray.sum,) if tiles.owner_of_top(state.stacks, tray.sum, state.table.turn) is not None else ()
    if snatch and state.options.snatch == "forced":
        return snatch
    return (*snatch, *_lower_tiles(state, tray.sum))


def _lower_tiles(state: State, total: int) -> tuple[int, ...]:
    """H14: the highest open tile below the sum, unless a house rule says otherwise."""
    lower = tuple(tile for tile in state.grill if tile < total)
    match state.options.lower_tile:
        case "highest":
            return lower[-1:]
        case "lowest":
            return lower[:1]
        case "any":
            return lower


def legal(state: State) -> tuple[Command, ...]:
    seat, tray = to_act(state), state.tray
    if seat is None or tray is None:
        return ()
    takes = (Take(tile) for tile in takeable(state, tray))
    wishes: tuple[Command, ...] = tuple(map(Keep, tray.choices)) or (Roll(), *takes, Stop())
    return tuple(wish for wish in wishes if objection(state, seat, wish) is None)


# What follows


def decide(state: State, seat: int, command: Command, dice: Dice) -> Sequence[Event]:
    events = tuple(_outcome(state, seat, command, dice))
    after = reduce(evolve, events, state)
    if after.tray is None and not is_over(after) and (following := turns.next_seat(after.table)) is not None:
        return (*events, TurnBegan(following))
    return events


def _outcome(state: State, seat: int, command: Command, dice: Dice) -> Iterator[Event]:
    """What the command itself does; the next turn's beginning is not part of it."""
    match command:
        case Roll():
            yield from _throw(state, seat, dice)
        case Keep(symbol):
            yield from _keep(state, seat, symbol)
        case Take(tile):
            yield _taking(state, seat, tile)
        case Stop():
            yield from _failure(state, seat, "gave_up")
        case TimeOut():
            yield from _prudent_end(state, seat)
        case Bench():
            if seat == to_act(state):
                yield from _prudent_end(state, seat)
            yield SeatBenched(seat)
        case Back():
            yield SeatReturned(seat)
        case Leave():
            yield SeatLeft(seat)


def _throw(state: State, seat: int, dice: Dice) -> Iterator[Event]:
    tray = _dice_of(state)
    faces = dice.throw(tray.dice)
    yield DiceThrown(seat, faces)
    if not dice_tray.throw(tray, faces).choices:
        yield from _failure(state, seat, "nothing_new")  # H6


def _keep(state: State, seat: int, symbol: int) -> Iterator[Event]:
    tray = _dice_of(state)
    yield DiceKept(seat, symbol, tray.thrown.count(symbol))
    kept = dice_tray.keep(tray, symbol)
    if kept.is_spent and not takeable(state, kept):
        yield from _failure(state, seat, "nothing_to_take")  # H8


def _taking(state: State, seat: int, tile: int) -> Event:
    victim = tiles.owner_of_top(state.stacks, tile, state.table.turn)
    return TileTaken(seat, tile) if tile in state.grill or victim is None else TileSnatched(seat, tile, victim)


def _failure(state: State, seat: int, cause: FailureCause) -> Iterator[Event]:
    """H19 to H22: the top tile goes back; the highest open tile is turned down, unless the returned one is higher."""
    yield TurnFailed(seat, cause)
    highest = max(state.grill)
    if state.stacks[seat]:
        returned = state.stacks[seat][-1]
        yield TileReturned(seat, returned, is_open=state.options.short_game == "off")
        if returned < highest:
            yield TileTurnedDown(highest)
    elif state.options.empty_bust_closes == "on":
        yield TileTurnedDown(highest)


def _prudent_end(state: State, seat: int) -> Iterator[Event]:
    """A2: the highest tile the grill offers, after one symbol of a throw that lies there; else the turn fails."""
    tray = _dice_of(state)
    if not tray.has_begun:
        yield TurnPassed(seat)
        return
    ways = {symbol: dice_tray.keep(tray, symbol) for symbol in tray.choices} if tray.thrown else {0: tray}
    offers = [(tile, symbol) for symbol, kept in ways.items() for tile in takeable(state, kept) if tile in state.grill]
    if not offers:
        yield from _failure(state, seat, "too_slow")
        return
    tile, symbol = max(offers, key=itemgetter(0))  # the first of equals
    if symbol:
        yield DiceKept(seat, symbol, tray.thrown.count(symbol))
    yield TileTaken(seat, tile)


def _dice_of(state: State) -> Tray:
    if state.tray is None:
        raise AssertionError("a turn is in progress whenever a seat is to act")
    return state.tray


def evolve(state: State, event: Event) -> State:
    match event:
        case TurnBegan():
            return replace(state, table=turns.evolve(state.table, event), tray=Tray(DICE))
        case DiceThrown(faces=faces):
            return replace(state, tray=dice_tray.throw(_dice_of(state), faces))
        case DiceKept(symbol=symbol):
            return replace(state, tray=dice_tray.keep(_dice_of(state), symbol))
        case TileTaken(seat, tile):
            stacks = tiles.with_top(state.stacks, seat, tile)
            return replace(state, grill=tiles.without_tile(state.grill, tile), stacks=stacks, tray=None)
        case TileSnatched(seat, tile, victim):
            stacks = tiles.with_top(tiles.without_top(state.stacks, victim), seat, tile)
            return replace(state, stacks=stacks, tray=None)
        case TileReturned(seat, tile, is_open):
            grill = tiles.with_tile(state.grill, tile) if is_open else state.grill
            return replace(state, grill=grill, stacks=tiles.without_top(state.stacks, seat))
        case TileTurnedDown(tile):
            return replace(state, grill=tiles.without_tile(state.grill, tile))
        case TurnFailed() | TurnPassed():
            return replace(state, tray=None)
        case SeatLeft(seat):
            left = replace(state, table=turns.evolve(state.table, event))
            return replace(left, tray=None) if seat == state.table.turn or is_over(left) else left
        case SeatBenched() | SeatReturned():
            return replace(state, table=turns.evolve(state.table, event))


# The end


def result(state: State) -> Result:
    """H24, H25: most worms; then the highest single tile; only players without any tile stay tied."""
    scores = tuple(sum(map(worms, stack)) for stack in state.stacks)
    ranking = turns.ranking(state.table, lambda seat: (scores[seat], max(state.stacks[seat], default=0)))
    return Result(is_over(state), scores, ranking)


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
        case ["keep", symbol]:
            return Keep(dice_tray.symbol_of(symbol))
        case ["take", tile]:
            return Take(tiles.tile_of(tile, TILES))
        case _:
            raise ValueError(f"{text} is no command of {ID}")


def write_command(command: Command) -> str:
    match command:
        case Roll():
            return "roll"
        case Keep(symbol):
            return f"keep {dice_tray.letter(symbol)}"
        case Take(tile):
            return f"take {tile}"
        case Stop():
            return "stop"
        case Leave() | TimeOut() | Bench() | Back():
            return turns.write_absence(command)


POSITION: Mapping[str, bool] = {"grill": False, "stack": True, "kept": False, "thrown": False}


def facts(state: State) -> Iterator[Fact]:
    yield from tiles.facts(TILES, state.grill, state.stacks)
    yield from dice_tray.facts(state.tray)


def place(facts: Sequence[Fact], table: Table, options: Options) -> State:
    """The state a position describes: tiles named nowhere lie face down. Raises Misplaced."""
    state = State(options, table, *tiles.place(facts, TILES, table.seats), None)
    tray = dice_tray.place(facts, DICE)
    if to_act(state) is None:
        return state
    if tray.is_spent and not takeable(state, tray):
        raise Misplaced("no throw is left and nothing can be taken: this turn has failed and is no position")
    return replace(state, tray=tray)
