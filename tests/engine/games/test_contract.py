"""What every game promises (engine/game.py), tried on random matches of each game with all its house rules."""

# ruff: noqa: SIM300  house style: the expected value stands first

import os
from collections import Counter
from collections.abc import Iterable

import msgspec
import pytest

from engine import GAMES, Game, Refused, codec, dump, load, play, record, replay
from engine.game import AnyCommand, AnyEvent, AnyState
from engine.parts.turns import TurnBegan
from engine.play import Step
from tests.engine.games.random_play import (
    ABSENCES,
    NO_DICE,
    TRAITS,
    dice_of,
    house_rules,
    match,
    restless_match,
    start,
    wishes,
)

MATCHES = int(os.environ.get("MATCHES", "150"))  # of each game; `make matches` for all of F69
SAMPLE = range(48)

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())


def through_json(tree: object) -> dict[str, object]:
    """As a database gives it back."""
    return msgspec.json.decode(msgspec.json.encode(tree), type=dict)


def states(game: Game, numbers: Iterable[int]) -> Iterable[AnyState]:
    """Every state of some restless matches, the last ones included."""
    for number in numbers:
        state, _ = start(game, number)
        yield state
        for move in restless_match(game.ID, number):
            yield move.after


def test_the_contract_is_tried_on_every_game() -> None:
    assert set(GAMES) == set(TRAITS)


# Matches as a whole


@every_game
def test_random_matches_end_and_conserve_all_pieces(game: Game) -> None:
    """F69."""
    traits = TRAITS[game.ID]
    for number in range(MATCHES):
        pieces, count = traits.pieces(start(game, number)[0]), 0
        for count, move in enumerate(match(game, number), start=1):
            pieces.subtract(traits.removed(move.events))
            assert pieces == traits.pieces(move.after), f"match {number}, command {count}: {move}"
            assert count < traits.longest, f"match {number} does not end"
        assert game.result(move.after).is_over, f"match {number} stops after {count} commands"


@every_game
def test_pieces_are_conserved_when_people_come_and_go(game: Game) -> None:
    traits = TRAITS[game.ID]
    for number in SAMPLE:
        pieces = traits.pieces(start(game, number)[0])
        for move in restless_match(game.ID, number):
            pieces.subtract(traits.removed(move.events))
            assert pieces == traits.pieces(move.after), f"match {number}: {move}"


@every_game
def test_the_sample_sees_every_value_of_every_house_rule_and_every_number_of_seats(game: Game) -> None:
    seen = Counter(
        (option.name, getattr(house_rules(game.ID)[number % len(house_rules(game.ID))], option.name))
        for number in SAMPLE
        for option in game.OPTIONS
    )
    assert {(option.name, value) for option in game.OPTIONS for value in option.values} == set(seen)
    assert set(game.SEATS) == {state.table.seats for state in (start(game, number)[0] for number in SAMPLE)}


@every_game
def test_the_default_is_the_first_value_of_every_house_rule(game: Game) -> None:
    assert {option.name: option.values[0] for option in game.OPTIONS} == msgspec.to_builtins(game.Options())


# Commands


@every_game
def test_random_play_finds_every_wish_of_a_game(game: Game) -> None:
    """Else the tests below would miss some."""
    assert TRAITS[game.ID].wishes == len(wishes(game.ID))


@every_game
def test_legal_is_what_nobody_objects_to(game: Game) -> None:
    """Over all wishes of the game and all seats, also those whose turn it is not."""
    for state in states(game, SAMPLE[::2]):
        acting, legal = game.to_act(state), game.legal(state)
        assert len(set(legal)) == len(legal)
        for seat in range(state.table.seats):
            allowed = {wish for wish in (*wishes(game.ID), *legal) if game.objection(state, seat, wish) is None}
            assert (set(legal) if seat == acting else set()) == allowed, f"seat {seat} in {state}"


@every_game
def test_a_refused_command_changes_nothing_and_throws_nothing(game: Game) -> None:
    for state in states(game, SAMPLE[::6]):
        before = msgspec.json.encode(state)
        for seat in range(state.table.seats):
            for command in (*wishes(game.ID), *ABSENCES, object()):
                if (reason := game.objection(state, seat, command)) is not None:
                    with pytest.raises(Refused) as refused:
                        play(game, state, seat, command, NO_DICE)
                    assert reason == refused.value.reason
                    assert reason in game.REASONS
        assert before == msgspec.json.encode(state)


@every_game
def test_a_command_of_no_game_is_refused(game: Game) -> None:
    for state in states(game, SAMPLE[:6]):
        for seat in range(state.table.seats):
            reason = game.objection(state, seat, object())
            assert reason is not None
            assert "unknown_command" == reason or seat != game.to_act(state)


@every_game
def test_a_command_has_one_text_form_of_its_own(game: Game) -> None:
    commands = (*wishes(game.ID), *ABSENCES)
    texts = [game.write_command(command) for command in commands]
    assert list(commands) == [game.read_command(text) for text in texts]
    assert len(commands) == len(set(texts))


@every_game
def test_no_other_text_is_read_as_a_command(game: Game) -> None:
    """Buttons can be forged, and one command in two forms would be two buttons."""
    texts = {game.write_command(command) for command in (*wishes(game.ID), *ABSENCES)}
    for text in texts:
        for wrong in (
            text.upper(),
            f" {text}",
            f"{text} ",
            text.replace(" ", "  "),
            f"{text} 1",
            f"{text}0",
            text[:-1],
        ):
            if wrong not in texts:
                with pytest.raises(ValueError, match=r"."):
                    game.read_command(wrong)
    for wrong in ("", " ", "keep", "take", "\x00", "кeep 1", "keep ١", "take ２１", "keep -1", "keep 1\n"):
        with pytest.raises(ValueError, match=r"."):
            game.read_command(wrong)


# Turns


@every_game
def test_who_is_to_act_is_present_and_can_do_something(game: Game) -> None:
    for state in states(game, SAMPLE):
        acting = game.to_act(state)
        if acting is not None:
            assert acting not in (*state.table.left, *state.table.benched)
            assert game.legal(state)


@every_game
def test_nobody_is_to_act_only_when_it_is_over_or_everybody_left_is_benched(game: Game) -> None:
    for state in states(game, SAMPLE):
        here = set(range(state.table.seats)) - {*state.table.left, *state.table.benched}
        assert (game.result(state).is_over or not here) == (game.to_act(state) is None)


@every_game
def test_the_turn_goes_round_in_join_order_past_who_is_away(game: Game) -> None:
    """A new deal moves the turn to before the seat that begins it."""
    for number in SAMPLE:
        for move in restless_match(game.ID, number):
            state = move.before
            for event in move.events:
                if isinstance(event, TurnBegan):
                    table, between = state.table, (event.seat - state.table.turn - 1) % state.table.seats
                    skipped = {(table.turn + step) % table.seats for step in range(1, between + 1)}
                    assert skipped <= {*table.left, *table.benched}, f"{skipped} should be to act: {move}"
                state = game.evolve(state, event)
            assert game.to_act(state) in (None, state.table.turn)


# Results


@every_game
def test_the_ranking_names_every_seat_once_and_who_left_last(game: Game) -> None:
    """A1."""
    for state in states(game, SAMPLE):
        ranking = game.result(state).ranking
        assert list(range(state.table.seats)) == sorted(seat for place in ranking for seat in place)
        who_left = [(seat,) for seat in reversed(state.table.left)]
        assert who_left == list(ranking[len(ranking) - len(who_left) :])


@every_game
def test_there_are_winners_when_and_only_when_it_is_over(game: Game) -> None:
    for state in states(game, SAMPLE):
        result = game.result(state)
        assert result.is_over == bool(result.winners)
        assert not {*result.winners} & {*state.table.left}
        assert result.scores is None or len(result.scores) == state.table.seats


# Replays and saves


@every_game
def test_the_events_replay_the_match_without_dice(game: Game) -> None:
    """Each step from the one before, and the whole match from its start, read back from JSON."""
    for number in SAMPLE:
        state, log = start(game, number)[0], list[AnyEvent]()
        first = state
        for move in restless_match(game.ID, number):
            saved = through_json(codec.dump_events(game, move.events))
            events = codec.load_events(game, saved)
            assert move.events == events
            state = replay(game, state, events)
            assert move.after == state
            log += events
        assert state == replay(game, first, log)


@every_game
def test_a_command_played_again_with_the_same_draw_does_the_same(game: Game) -> None:
    """F57: after a failed commit or a restart, from what was saved."""
    for number in SAMPLE[::4]:
        for move in restless_match(game.ID, number):
            saved = load(game, through_json(dump(game, move.before)))
            command: AnyCommand = game.read_command(game.write_command(move.command))
            again = play(game, saved, move.seat, command, dice_of(number, move.drawn))
            assert Step(move.after, move.events) == again


@every_game
def test_saving_and_loading_a_state_is_identity(game: Game) -> None:
    for state in states(game, SAMPLE):
        saved = through_json(dump(game, state))
        assert state == load(game, saved)
        assert saved == through_json(dump(game, load(game, saved)))


@every_game
def test_every_word_of_a_state_is_placed_or_counted(game: Game) -> None:
    said = {fact.word for state in states(game, SAMPLE[::4]) for fact in game.facts(state)}
    assert set() == said - {*game.POSITION, *game.NOTATION.counted}
    assert set() == {*game.NOTATION.counted} & {*game.POSITION}
    assert set() == {*game.NOTATION.ordered, *game.NOTATION.drawn} - {*game.POSITION}


@every_game
def test_every_word_of_a_command_is_named_by_the_notation(game: Game) -> None:
    verbs = {game.write_command(wish).split(" ")[0] for wish in wishes(game.ID)}
    assert set() == verbs - {*game.NOTATION.words}
    assert set() == {*game.NOTATION.spelling} - verbs


@every_game
def test_a_state_written_as_a_position_is_read_back(game: Game) -> None:
    names = ("Ana", "Ben", "Cid", "Dan", "Eva", "Fay", "Gus")
    for state in states(game, SAMPLE[::4]):
        header = record.Header(game, names[: state.table.seats], state.options)
        text = record.write_state(header, state)
        again = record.read(text.encode()).start
        assert text == record.write_state(header, again)
        if game.to_act(state) is not None:
            assert state == again
