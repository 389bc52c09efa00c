"""Any commands in any order: hypothesis looks for a state that breaks a promise, and shrinks the way there."""

from typing import Any, TypeAlias

import msgspec
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from engine import GAMES, Game, Refused, dump, load, play, replay
from engine.game import AnyCommand, AnyEvent, AnyState
from engine.parts.turns import Absence, Back, Bench, Leave, TimeOut
from tests.engine.games.random_play import ABSENCES, NO_DICE, TRAITS, dice_of, house_rules, wishes

Seats: TypeAlias = tuple[int, ...]

NUMBERS = st.integers(0, 999)


class AnyOrder(RuleBasedStateMachine):
    """A match of `game`, beside a plain model of who left and who is benched."""

    game: Game

    @initialize(seats=NUMBERS, rules=NUMBERS, seed=NUMBERS)
    def begin(self, seats: int, rules: int, seed: int) -> None:
        game, options = self.game, house_rules(self.game.ID)
        self.dice = dice_of(seed)
        self.start: AnyState = game.new(game.SEATS[seats % len(game.SEATS)], options[rules % len(options)], self.dice)
        self.state, self.log = self.start, list[AnyEvent]()
        self.pieces = TRAITS[game.ID].pieces(self.start)
        self.left: Seats = ()
        self.benched: set[int] = set()

    # What people do

    def is_going(self) -> bool:
        return not self.game.result(self.state).is_over

    @precondition(lambda self: self.game.legal(self.state))
    @rule(number=NUMBERS)
    def act(self, number: int) -> None:
        """The seat to act does something that is offered."""
        legal = self.game.legal(self.state)
        self.accepted(self.game.to_act(self.state), legal[number % len(legal)])

    @precondition(lambda self: self.game.legal(self.state))
    @rule(number=NUMBERS)
    def act_again(self, number: int) -> None:
        """The same, so that turns and matches get on."""
        self.act(number)

    @precondition(is_going)
    @rule(seat=NUMBERS, absence=st.sampled_from((TimeOut(), Bench(), Back(), Back(), Leave())))
    def go_away(self, seat: int, absence: Absence) -> None:
        """Anybody leaves, is benched or comes back, whether that is possible or not."""
        self.try_absence(seat % self.state.table.seats, absence)

    @precondition(lambda self: self.game.to_act(self.state) is not None)
    @rule(absence=st.sampled_from((TimeOut(), Bench(), Leave())))
    def go_away_when_to_act(self, absence: Absence) -> None:
        acting = self.game.to_act(self.state)
        assert acting is not None
        self.try_absence(acting, absence)

    @rule(seat=NUMBERS, number=NUMBERS)
    def press_any_button(self, seat: int, number: int) -> None:
        """An old or a forged button, or somebody else's: done if it is offered, else refused."""
        every = (*wishes(self.game.ID), *ABSENCES[1:])
        presser, command = seat % self.state.table.seats, every[number % len(every)]
        if command in ABSENCES:
            self.try_absence(presser, command)
        elif presser == self.game.to_act(self.state) and command in self.game.legal(self.state):
            self.accepted(presser, command)
        else:
            self.refused(presser, command)

    @rule(seat=NUMBERS)
    def say_something_of_another_game(self, seat: int) -> None:
        self.refused(seat % self.state.table.seats, object())

    # What must follow

    def try_absence(self, seat: int, absence: Absence) -> None:
        if reason := self.expected_reason(seat, absence):
            assert reason == self.refused(seat, absence)
            return
        self.accepted(seat, absence)
        match absence:
            case Leave():
                self.left, self.benched = (*self.left, seat), self.benched - {seat}
            case Bench():
                self.benched = {*self.benched, seat}
            case Back():
                self.benched = self.benched - {seat}
            case TimeOut():
                pass

    def expected_reason(self, seat: int, absence: Absence) -> str | None:
        """A1 to A3, said a second time."""
        if not self.is_going():
            return "over"
        if seat in self.left:
            return "left"
        if isinstance(absence, Leave):
            return None
        if isinstance(absence, Back):
            return None if seat in self.benched else "not_benched"
        if seat in self.benched:
            return "benched"
        return "not_your_turn" if isinstance(absence, TimeOut) and seat != self.game.to_act(self.state) else None

    def accepted(self, seat: int | None, command: AnyCommand) -> None:
        assert seat is not None
        assert self.game.objection(self.state, seat, command) is None
        step = play(self.game, self.state, seat, command, self.dice)
        assert step.events
        assert step.state == replay(self.game, self.state, step.events)
        self.pieces.subtract(TRAITS[self.game.ID].removed(step.events))
        self.log += step.events
        self.state = step.state

    def refused(self, seat: int, command: AnyCommand) -> str:
        before = self.state
        with pytest.raises(Refused) as refused:
            play(self.game, self.state, seat, command, NO_DICE)
        assert refused.value.reason in self.game.REASONS
        assert before == self.state
        return refused.value.reason

    # What is always so

    @invariant()
    def all_pieces_are_there(self) -> None:
        assert self.pieces == TRAITS[self.game.ID].pieces(self.state)

    @invariant()
    def the_table_knows_who_is_away(self) -> None:
        assert self.left == self.state.table.left
        assert sorted(self.benched) == sorted(self.state.table.benched)

    @invariant()
    def somebody_present_is_to_act_while_anybody_is(self) -> None:
        acting, here = self.game.to_act(self.state), self.here()
        assert (acting in here) if self.is_going() and here else (acting is None)
        assert bool(self.game.legal(self.state)) == (acting is not None)

    def here(self) -> set[int]:
        return set(range(self.state.table.seats)) - {*self.left} - self.benched

    @invariant()
    def one_seat_left_wins(self) -> None:
        result, staying = self.game.result(self.state), set(range(self.state.table.seats)) - {*self.left}
        assert staying
        assert staying == {*result.winners} if len(staying) == 1 else staying >= {*result.winners}

    @invariant()
    def what_is_saved_is_loaded(self) -> None:
        saved: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(dump(self.game, self.state)))
        assert self.state == load(self.game, saved)

    def teardown(self) -> None:
        if hasattr(self, "start"):
            assert self.state == replay(self.game, self.start, self.log)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_any_commands_in_any_order_keep_the_contract(game: Game) -> None:
    machine = type(f"AnyOrderOf{game.ID}", (AnyOrder,), {"game": game})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=60,
            stateful_step_count=50,
            deadline=None,
            derandomize=True,
            suppress_health_check=[HealthCheck.too_slow],  # a shared machine
        ),
    )
