"""Computer players: always a legal command, the same for the same state, and blind to what is hidden."""

import random
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine import GAMES, Game, advice, play
from engine.advice import LEVELS, Level
from engine.advice.advisers import ADVISERS
from engine.game import AnyState
from engine.games.grave_digger_table import TOMBS
from tests.engine.games.random_play import TRAITS, restless_match, start

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
every_level = pytest.mark.parametrize("level", LEVELS)


def positions(game: Game, numbers: range) -> Iterator[AnyState]:
    """Of restless matches, wherever a seat is to act: many that computers would never come to by themselves."""
    for number in numbers:
        for move in restless_match(game.ID, number):
            if game.to_act(move.before) is not None:
                yield move.before


def test_every_game_has_an_adviser() -> None:
    assert set(GAMES) == set(ADVISERS)


@every_game
@settings(max_examples=6, deadline=None, derandomize=True)
@given(number=st.integers(0, 10_000), levels=st.lists(st.sampled_from(LEVELS), min_size=7, max_size=7))
def test_computers_play_any_match_to_its_end(game: Game, number: int, levels: list[Level]) -> None:
    """With every number of seats and all house rules."""
    state, dice = start(game, number)
    for _ in range(TRAITS[game.ID].longest):
        seat = game.to_act(state)
        if seat is None:
            break
        state = play(game, state, seat, advice.choose(game, state, seat, levels[seat]), dice).state
    assert game.result(state).is_over


@every_game
@every_level
def test_a_computer_takes_over_in_any_position(game: Game, level: Level) -> None:
    for state in positions(game, range(0, 48, 8)):
        seat = state.table.turn
        assert game.objection(state, seat, advice.choose(game, state, seat, level)) is None


@every_game
def test_advice_is_on_everything_that_is_legal(game: Game) -> None:
    """Once each; best first; and the easy and the normal player choose from it, the normal one the best."""
    for number, state in enumerate(positions(game, range(0, 48, 6))):
        if number % 5 == 0:
            seat = state.table.turn
            advised = advice.advise(game, state, seat)
            assert advised is not None
            assert set(game.legal(state)) == {choice.command for choice in advised.choices}
            assert len(game.legal(state)) == len(advised.choices)
            assert all(0 <= choice.fails <= 1 + 1e-9 and advised.cost(choice) >= 0 for choice in advised.choices)
            assert advised.best.command == advice.choose(game, state, seat, "normal")


@every_game
def test_the_chances_of_a_turn_can_be_asked_for_wherever_somebody_is_to_act(game: Game) -> None:
    """Also where a choice is open and no dice lie."""
    kinds = {frozenset(map(type, game.legal(state))): state for state in positions(game, range(0, 48, 8))}
    for state in kinds.values():
        assert all(0 <= chance.at_least <= 1 + 1e-9 for chance in advice.curve(game, state, state.table.turn))


@every_game
def test_what_follows_a_choice_is_legal_after_it(game: Game) -> None:
    """`then`: the rest of a compound button."""
    seen = 0
    for number, state in enumerate(positions(game, range(0, 48, 6))):
        if number % 5 == 0:
            seat = state.table.turn
            for choice in ADVISERS[game.ID].advise(state).choices:
                if choice.then is not None:
                    after = play(game, state, seat, choice.command, start(game, 0)[1]).state
                    assert game.objection(after, seat, choice.then) is None
                    seen += 1
    assert seen or game.ID == "grave_digger"  # where dice fall on the way


@every_game
def test_a_seat_that_is_not_to_act_has_nothing_to_choose(game: Game) -> None:
    state = start(game, 0)[0]
    waiting = (state.table.turn + 1) % state.table.seats
    assert advice.advise(game, state, waiting) is None
    with pytest.raises(ValueError, match="not to act"):
        advice.choose(game, state, waiting, "easy")


# What is hidden


def hidden_otherwise(game: Game, state: AnyState, number: int) -> AnyState:
    """The same table for who sits at it: the pile in another order, the vampire in another closed tomb."""
    chance = random.Random(number)
    match game.ID:
        case "junior":
            return replace(state, pile=tuple(chance.sample(state.pile, len(state.pile))))
        case "grave_digger":
            closed = [tomb for tomb in TOMBS if tomb not in state.opened]
            return replace(state, vampire=chance.choice(closed))
        case _:
            return state


@pytest.mark.parametrize("game", [GAMES["junior"], GAMES["grave_digger"]], ids=["junior", "grave_digger"])
def test_nobody_looks_at_what_is_hidden(game: Game) -> None:
    """Neither computers nor hints, chances and prospects."""
    others = 0
    for number, state in enumerate(positions(game, range(0, 48, 6))):
        if number % 7 == 0:
            seat, other = state.table.turn, hidden_otherwise(game, state, number)
            others += state != other
            assert _said(game, state, seat) == _said(game, other, seat)
    assert others > 10


def _said(game: Game, state: AnyState, seat: int) -> list[object]:
    players = [advice.choose(game, state, seat, level) for level in LEVELS]
    return [advice.advise(game, state, seat), advice.prospects(game, state, seat), *players]


# Strength


def test_normal_beats_simple_play_in_two_matches_of_three() -> None:
    """The classic game for two; `make bench` plays twenty thousand."""
    game, matches = GAMES["heckmeck"], 60
    wins = sum(_winner_is_normal(game, number) for number in range(matches))
    assert matches * 2 / 3 <= wins


def _winner_is_normal(game: Game, number: int) -> bool:
    """Each begins in half of the matches."""
    normal, dice = number % 2, start(game, number)[1]
    state = game.new(2, game.Options(), dice)
    while (seat := game.to_act(state)) is not None:
        level: Level = "normal" if seat == normal else "easy"
        state = play(game, state, seat, advice.choose(game, state, seat, level), dice).state
    return game.result(state).winners == (normal,)
