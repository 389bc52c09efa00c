"""A match looked at afterwards: what was given away, and what luck there was."""

# ruff: noqa: SIM300  house style: the expected value stands first

from collections.abc import Iterator

import pytest

from engine import GAMES, Game, advice, play
from engine.advice import Level
from engine.advice.advisers import ADVISERS
from engine.dice import Scripted
from engine.game import AnyState
from engine.games.heckmeck import Keep
from engine.parts.turns import TimeOut
from engine.play import Move
from tests.engine.advice.oracle import outcomes
from tests.engine.games.random_play import restless_match, start
from tests.engine.table import placed

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
HECKMECK = GAMES["heckmeck"]
FULL = "grill 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36"


def played(game: Game, number: int, level: Level) -> Iterator[Move]:
    state, dice = start(game, number)
    while (seat := game.to_act(state)) is not None:
        command = advice.choose(game, state, seat, level)
        step = play(game, state, seat, command, dice)
        yield Move(seat, command, step.events)
        state = step.state


def made(state: AnyState, *moves: str) -> list[Move]:
    """Of Ana: `keep 1`, `roll > 1 2 3`."""
    done = []
    for move in moves:
        text, _, faces = move.partition(" > ")
        command = HECKMECK.read_command(text)
        dice = Scripted([HECKMECK.NOTATION.faces.index(face) + 1 for face in faces.split()])
        step = play(HECKMECK, state, 0, command, dice)
        done.append(Move(0, command, step.events))
        state = step.state
    return done


@every_game
def test_who_plays_as_advised_gives_nothing_away(game: Game) -> None:
    review = advice.review(game, start(game, 1)[0], played(game, 1, "normal"))
    assert all((0, None) == (tally.given_away, tally.worst) for tally in review.seats)
    assert all(tally.decisions for tally in review.seats)


@every_game
def test_who_plays_simply_gives_something_away(game: Game) -> None:
    review = advice.review(game, start(game, 1)[0], played(game, 1, "easy"))
    assert sum(tally.given_away for tally in review.seats) > 0


@every_game
def test_a_match_in_which_people_come_and_go_can_be_reviewed(game: Game) -> None:
    for number in range(0, 24, 8):
        moves = [Move(move.seat, move.command, move.events) for move in restless_match(game.ID, number)]
        review = advice.review(game, start(game, number)[0], moves)
        assert start(game, number)[0].table.seats == len(review.seats)


def test_a_decision_costs_what_the_best_is_worth_more() -> None:
    state = placed(f"{FULL}\nthrown 1 1 2 4 4 4 5 W")
    tally = advice.review(HECKMECK, state, made(state, "keep 1")).seats[0]
    cost = pytest.approx(1.503507512690 - 0.737978006398)
    assert tally.worst is not None
    assert (1, cost, 0) == (tally.decisions, tally.given_away, tally.worst.number)
    assert (Keep(1), Keep(4), cost) == (tally.worst.command, tally.worst.best, tally.worst.cost)


def test_what_leaves_no_choice_is_no_decision() -> None:
    state = placed("")
    tally = advice.review(HECKMECK, state, made(state, "roll > 1 1 1 1 1 1 1 1", "keep 1")).seats[0]
    assert (0, 0) == (tally.decisions, tally.given_away)


def test_running_out_of_time_is_no_decision() -> None:
    state = placed(f"{FULL}\nkept W W W 5 3")
    step = play(HECKMECK, state, 0, TimeOut(), Scripted())
    assert 0 == advice.review(HECKMECK, state, [Move(0, TimeOut(), step.events)]).seats[0].decisions


@pytest.mark.parametrize(
    ("game", "position", "command"),
    [
        ("heckmeck", "grill 21 23 26\nstack Ana 33\nkept W W 5 5 4 3", "roll"),
        ("deluxe", "grill 21 25\nstack Ana 33\nholds Ana weasel\nkept W W 5 5 3 3", "roll"),
        ("deluxe", "grill 21 25\nstack Ana 33\nholds Ana weasel\nkept W W 5 5 3 3\nthrown 5 1", "reroll"),
        ("junior", "display 1 3\npile 2 2\ncards Ana 1 5\nclaimed 4 5 5", "roll"),
        ("grave_digger", "at Ana d4\nat Ben d4", "roll"),
        ("grave_digger", "at Ana a5\nat Ben d4\ntools Ana pickaxe shovel stake\nsteps 2", "walk a4a3"),
        ("grave_digger", "at Ana f1\nat Ben d4\ntools Ana pickaxe shovel stake\nsteps 1", "walk g1"),
    ],
)
def test_luck_and_bad_luck_weigh_the_same(game: str, position: str, command: str) -> None:
    """Over all dice that can fall: a choice is worth what they come to on average."""
    state, wish = placed(position, game=game), GAMES[game].read_command(command)
    adviser = ADVISERS[game]
    value = dict(adviser.worths(state))[wish]
    after = outcomes(GAMES[game], state, wish)
    assert len(after) > 1
    assert pytest.approx(value) == sum(chance * adviser.standing(state, reached) for reached, chance in after.items())


def test_the_luckiest_and_the_unluckiest_throw_are_named() -> None:
    state = placed(f"{FULL}\nkept W W W 5 3")  # 23, worth 1.7257 with a throw to come
    lucky = advice.review(HECKMECK, state, made(state, "roll > 4 4 4"))
    assert lucky.luckiest is not None
    assert (0, 0, (4, 4, 4)) == (lucky.luckiest.number, lucky.luckiest.seat, lucky.luckiest.faces)
    assert pytest.approx(4 - 1.725694444444) == lucky.luckiest.luck  # 35
    unlucky = advice.review(HECKMECK, state, made(state, "roll > 5 3 W"))
    assert unlucky.unluckiest is not None
    assert pytest.approx(-1.725694444444) == unlucky.unluckiest.luck
