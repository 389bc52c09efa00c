"""What follows from a command at the table of Heckmeck Deluxe, in the order the rules give it (D25, D26).

The numbers D1 to D28 are the sentences of its rules page, H1 to H25 those of the classic one, A1 to A3 of all games.
"""

from collections.abc import Sequence

from engine.dice import Dice
from engine.games.deluxe_evolve import evolve
from engine.games.deluxe_moves import (
    Accept,
    BratwormCause,
    BratwormDeclined,
    BratwormDue,
    BratwormGained,
    BratwormRobbed,
    Command,
    Decline,
    DiceRerolled,
    Event,
    GoldenDieAdded,
    RavenMoved,
    Reroll,
    Return,
    Rob,
    RollNine,
    SpecialistGained,
    SpecialistMoved,
    SpecialistReturned,
    SpecialistSnatched,
    SpecialistTooMany,
)
from engine.games.deluxe_table import (
    Specialist,
    State,
    can_reroll,
    dice_of,
    free_tile,
    has,
    has_too_many,
    is_failing_throw,
    is_over,
    raven_is_on,
    robbable,
    specialists_on,
    takeable,
)
from engine.parts import grill as tiles
from engine.parts import tile_turn, turns
from engine.parts.tile_turn import (
    DiceKept,
    DiceThrown,
    FailureCause,
    Keep,
    Roll,
    Stop,
    Take,
    TileReturned,
    TileSnatched,
    TileTaken,
    TileTurnedDown,
    TurnFailed,
)
from engine.parts.tray import WORM
from engine.parts.turns import (
    Absence,
    Back,
    Bench,
    Leave,
    TimeOut,
    TurnPassed,
)


class Course:
    """What a command brings about, event by event, and the state after the last of them."""

    def __init__(self, state: State) -> None:
        self.state, self.events = state, list[Event]()

    def add(self, event: Event) -> None:
        self.state = evolve(self.state, event)
        self.events.append(event)


def decide(state: State, seat: int, command: Command, dice: Dice) -> Sequence[Event]:
    course = Course(state)
    _carry_out(course, seat, command, dice)
    after = course.state
    if after.tray is None and not after.due and not is_over(after):
        for beginning in turns.next_turn(after.table):
            course.add(beginning)
    return course.events


def _carry_out(course: Course, seat: int, command: Command, dice: Dice) -> None:
    """What the command itself does; the next turn's beginning is not part of it."""
    match command:
        case Roll():
            _throw(course, seat, dice)
        case RollNine():
            course.add(GoldenDieAdded(seat))
            _throw(course, seat, dice)
        case Reroll():
            course.add(DiceRerolled(seat, _faces(course.state, dice)))
            _judge_throw(course, seat)
        case Accept():
            _fail(course, seat, "nothing_new")
        case Keep(symbol):
            _keep(course, seat, symbol)
            _judge_kept(course, seat)
        case Take(tile):
            _take(course, seat, tile)
        case Stop():
            _fail(course, seat, "gave_up")
        case Return(specialist):
            _send_back(course, seat, specialist)
            _limit_specialists(course, seat)
        case Rob(victim):
            course.add(BratwormRobbed(seat, victim))
            _judge_kept(course, seat)
        case Decline():
            course.add(BratwormDeclined(seat))
            _judge_kept(course, seat)
        case TimeOut() | Bench() | Back() | Leave():
            _come_or_go(course, seat, command)


# Dice


def _throw(course: Course, seat: int, dice: Dice) -> None:
    course.add(DiceThrown(seat, _faces(course.state, dice)))
    _judge_throw(course, seat)


def _faces(state: State, dice: Dice) -> tuple[int, ...]:
    """The golden die's face stands last in every throw it is part of; one of gold shows 1 1 1 W W W (D15)."""
    faces = dice.throw(dice_of(state).dice)
    if state.golden_die == "in_play" and state.options.golden_die == "gold":
        return (*faces[:-1], 1 if faces[-1] <= 3 else WORM)
    return faces


def _judge_throw(course: Course, seat: int) -> None:
    """H6; D18: the failure waits for who could use the weasel."""
    if is_failing_throw(course.state) and not can_reroll(course.state):
        _fail(course, seat, "nothing_new")


def _keep(course: Course, seat: int, symbol: int) -> None:
    count = dice_of(course.state).thrown.count(symbol)
    course.add(DiceKept(seat, symbol, count))
    if symbol == 1 and count >= 2:
        _give_bratworm(course, seat, "ones")  # D22


def _judge_kept(course: Course, seat: int) -> None:
    """H8, once no choice is open any more."""
    state = course.state
    if not state.due and state.tray and state.tray.is_spent and not takeable(state, state.tray):
        _fail(course, seat, "nothing_to_take")


def _give_bratworm(course: Course, seat: int, cause: BratwormCause) -> None:
    """D20, D22; D23 when the supply is empty."""
    if course.state.supply:
        course.add(BratwormGained(seat, cause))
    elif robbable(course.state, seat):
        course.add(BratwormDue(seat, cause))


# Tiles and specialists


def _take(course: Course, seat: int, tile: int) -> None:
    victim = tiles.owner_of_top(course.state.stacks, tile, seat)
    if tile in course.state.grill or victim is None:
        _take_from_grill(course, seat, tile)
    else:
        _snatch(course, seat, tile, victim)
    _limit_specialists(course, seat)


def _take_from_grill(course: Course, seat: int, tile: int) -> None:
    """D10, D26: the tile, then its specialist, then the raven moves and its Bratworm is taken."""
    course.add(TileTaken(seat, tile))
    for specialist in specialists_on(course.state, tile):
        course.add(SpecialistGained(seat, specialist))
    if raven_is_on(course.state, tile):
        _move_raven(course)
        _give_bratworm(course, seat, "raven")


def _snatch(course: Course, seat: int, tile: int, victim: int) -> None:
    """D19: the hen instead of the tile. D12: by house rule the victim's specialists follow their tile."""
    if has(course.state, victim, "hen"):
        course.add(SpecialistSnatched(seat, "hen", victim))
        return
    course.add(TileSnatched(seat, tile, victim))
    if course.state.options.specialist_follows_tile == "on":
        for specialist in course.state.holdings[victim]:
            course.add(SpecialistSnatched(seat, specialist, victim))


def _limit_specialists(course: Course, seat: int) -> None:
    if has_too_many(course.state, seat):
        course.add(SpecialistTooMany(seat))


def _send_back(course: Course, seat: int, specialist: Specialist) -> None:
    course.add(SpecialistReturned(seat, specialist, free_tile(course.state)))


def _move_raven(course: Course) -> None:
    """D20: to the lowest open tile, which it may share."""
    course.add(RavenMoved(course.state.grill[0] if course.state.grill else None))


# A failed turn


def _fail(course: Course, seat: int, cause: FailureCause) -> None:
    """D9, D19, D25: a tile or the hen goes back; then the highest open tile is turned down."""
    before = course.state
    course.add(TurnFailed(seat, cause))
    if has(before, seat, "hen"):
        _send_back(course, seat, "hen")
        is_spared = False
    elif before.stacks[seat]:
        _return_tile(course, seat)
        is_spared = before.options.returned_highest_spared == "on" and before.stacks[seat][-1] > before.grill[-1]
    else:
        is_spared = False
    if not is_spared and (before.stacks[seat] or before.options.empty_bust_closes == "on"):
        _turn_down(course, course.state.grill[-1])


def _return_tile(course: Course, seat: int) -> None:
    """D12: by house rule all specialists of the player go back with it."""
    options = course.state.options
    course.add(TileReturned(seat, course.state.stacks[seat][-1], is_open=options.short_game == "off"))
    if options.specialist_follows_tile == "on":
        for specialist in course.state.holdings[seat]:
            _send_back(course, seat, specialist)


def _turn_down(course: Course, tile: int) -> None:
    """D13, D20: who stood on it moves, the raven last."""
    course.add(TileTurnedDown(tile))
    for specialist in specialists_on(course.state, tile):
        course.add(SpecialistMoved(specialist, free_tile(course.state)))
    if raven_is_on(course.state, tile):
        _move_raven(course)


# Going away


def _come_or_go(course: Course, seat: int, command: Absence) -> None:
    """A1 to A3."""
    table = course.state.table
    if turns.is_settled_first(table, seat, command):
        _settle_prudently(course, seat)
    elif isinstance(command, Leave) and seat == table.turn:
        _let_choices_lapse(course, seat)
    for event in turns.comings_and_goings(seat, command):
        course.add(event)


def _settle_prudently(course: Course, seat: int) -> None:
    """A2: open choices, then the highest tile the grill offers, after one symbol of a throw that lies there; else the
    turn fails.
    """
    _answer_prudently(course, seat)
    tray = course.state.tray
    if tray is None:
        return
    if not tray.has_begun:
        course.add(TurnPassed(seat))
    elif offer := tile_turn.best_offer(tray, course.state.grill, lambda kept: takeable(course.state, kept)):
        tile, symbol = offer
        if symbol:
            _keep(course, seat, symbol)
            _answer_prudently(course, seat)
        _take(course, seat, tile)
        _answer_prudently(course, seat)
    else:
        _fail(course, seat, "too_slow")


def _answer_prudently(course: Course, seat: int) -> None:
    """A2: nobody is robbed, and of the specialists the one worth least goes back, of equals the one just gained."""
    while course.state.due:
        if course.state.due[0] == "bratworm":
            course.add(BratwormDeclined(seat))
        else:
            newest_first = reversed(course.state.holdings[seat])
            _send_back(course, seat, min(newest_first, key=lambda specialist: specialist == "apple"))
            _limit_specialists(course, seat)


def _let_choices_lapse(course: Course, seat: int) -> None:
    """D28: a Bratworm is declined, the specialist just gained goes back."""
    for due in course.state.due:
        if due == "bratworm":
            course.add(BratwormDeclined(seat))
        else:
            _send_back(course, seat, course.state.holdings[seat][-1])
