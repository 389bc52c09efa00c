"""The warning of whoever is to act, and what is told of a turn that ended without them: in all four games."""

# ruff: noqa: SIM300  house style: the expected value stands first

from datetime import timedelta

import pytest
from msgspec.structs import replace

from bot.local_telegram.entities import parse
from bot.matches.chat import Chat
from bot.matches.match import Match, Scene
from bot.matches.ports import TurnWarning
from bot.views.draw import draw, draw_past
from bot.views.language import ENGLISH
from bot.views.warning import warning
from bot.views.width import graphemes, utf16
from engine import GAMES
from tests.views.tables import HOSTILE, at, lobby, pressed, running, verbs

ANA = "\u2068Ana\u2069"
SKIPPED = "After that your turn goes by."
SETTLED = "After that I finish your turn for you, with as little risk as I can."
BENCHED = "After that the game goes on without you, until you press “I am back”."


def words(match: Match, *, was_late: bool = False, left: timedelta = timedelta(minutes=1)) -> str:
    seat = match.game.to_act(match.state)
    assert seat is not None
    screen = warning(TurnWarning(Chat(1, -1, "group", "en"), match, seat, 5, left, was_late), ENGLISH)
    assert ("skip",) == verbs(screen)
    assert all(1 <= len(graphemes(button.label)) <= 24 for row in screen.rows for button in row)
    return screen.text


@pytest.mark.parametrize(
    ("left", "expected"), [(20, "20 seconds"), (60, "1 minute"), (8 * 3600, "8 hours")], ids=["fast", "normal", "slow"]
)
def test_a_warning_says_how_long_is_left(left: int, expected: str) -> None:
    assert f"You have {expected} left." in words(running(), left=timedelta(seconds=left))


@pytest.mark.parametrize("game", GAMES)
def test_a_warning_says_what_will_happen(game: str) -> None:
    scene = Scene(running(seed=1, game=game))
    assert SKIPPED in words(scene.match)
    assert BENCHED in words(scene.match, was_late=True)
    assert SETTLED in words(pressed(scene, "roll").match)


@pytest.mark.parametrize("game", GAMES)
def test_a_warning_calls_whoever_is_to_act_and_nobody_else(game: str) -> None:
    names = HOSTILE[: max(GAMES[game].SEATS)]
    match = running(names, game=game)
    text, entities = parse(words(match), "HTML", [])
    called = [entity["url"] for entity in entities if entity["type"] == "text_link"]
    called += [f"tg://user?id={entity['user']['id']}" for entity in entities if entity["type"] == "text_mention"]
    assert [f"tg://user?id={match.seats[match.game.to_act(match.state) or 0].id}"] == called
    assert 0 < utf16(text) <= 4096


# What is told of it afterwards


@pytest.mark.parametrize("game", GAMES)
def test_a_turn_that_went_by_is_told(game: str) -> None:
    scene = Scene(running(seed=1, game=game))
    assert f"<i>{ANA} was not there, so the turn went by.</i>" in draw(pressed(scene, "timeout"), ENGLISH).text


@pytest.mark.parametrize("game", GAMES)
def test_a_turn_that_was_finished_for_somebody_is_told_with_its_end(game: str) -> None:
    after = pressed(pressed(Scene(running(seed=1, game=game)), "roll"), "timeout")
    told = draw_past(replace(after, this_turn=after.last_turn), ENGLISH).text
    assert told in draw(after, ENGLISH).text
    assert ("did not go on, so I finished the turn" in told) != ("took too long: the turn failed" in told)
    assert told.startswith(ANA)


@pytest.mark.parametrize("wish", ["timeout", "bench"])
def test_a_tile_taken_for_somebody_is_told_as_such(wish: str) -> None:
    after = pressed(Scene(at(["grill 22 36", "kept W W W 5 2"])), wish)
    assert f"{ANA} did not go on, so I finished the turn. {ANA} took 22 with" in draw(after, ENGLISH).text
    assert (f"{ANA} is away." in draw(after, ENGLISH).text) == (wish == "bench")


def test_what_somebody_did_alone_is_not_told_as_done_for_them() -> None:
    after = pressed(Scene(at(["grill 22 36", "kept W W W 5 2"])), "take 22")
    assert "did not go on" not in draw(after, ENGLISH).text


@pytest.mark.parametrize("game", GAMES)
def test_whoever_is_benched_finds_the_way_back_on_the_board(game: str) -> None:
    """F17"""
    after = pressed(Scene(running(seed=1, game=game)), "bench")
    assert f"{ANA} is away." in draw(after, ENGLISH).text
    assert "back" in verbs(draw(after, ENGLISH))


@pytest.mark.parametrize("game", GAMES)
def test_a_game_everybody_is_away_from_says_how_it_goes_on(game: str) -> None:
    scene = Scene(running(seed=1, game=game))
    while scene.match.game.to_act(scene.match.state) is not None:
        scene = pressed(scene, "bench")
    assert draw(scene, ENGLISH).text.startswith("Everybody is away. Whoever comes back goes on.")
    assert ("back",) == verbs(draw(scene, ENGLISH))


def test_what_ended_by_itself_says_why_in_one_line() -> None:
    """F20"""
    for match, why in ((lobby(), "for an hour"), (running(), "for a week")):
        screen = draw(Scene(replace(match, status="expired")), ENGLISH)
        assert why in screen.text
        assert "/join opens a new one" in screen.text
        line, _, dice = screen.text.partition("\n\n")
        assert "\n" not in line
        assert (match.state is not None) == ("To check the dice" in dice)
