"""What Telegram and the rules demand of every screen, whatever is played and whatever people are called."""

# ruff: noqa: SIM300  house style: the expected value stands first

from datetime import UTC, datetime
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.local_telegram.entities import parse
from bot.matches.calls import Board
from bot.matches.chat import LANGUAGES, SETTINGS, Chat, Settings
from bot.matches.match import Match, Outcome, Scene
from bot.matches.statistics import Past, Ranked, Rating
from bot.views import calls, statistics
from bot.views.draw import draw, draw_past
from bot.views.language import ENGLISH, language_of
from bot.views.parts.captions import LIMIT as CAPTION
from bot.views.replies import games, help_text, rules, stop_question, welcome, welcome_group
from bot.views.screen import Screen
from bot.views.settings import languages, own_languages
from bot.views.settings import settings as settings_screen
from bot.views.toasts import toast
from bot.views.width import TOAST, graphemes, utf16
from engine import Refused, play
from engine.dice import Fair
from tests.views.tables import HOSTILE, LONGEST, at, lobby, play_by_buttons, running, verbs

names = st.lists(st.one_of(st.text(max_size=60), st.sampled_from(HOSTILE)), min_size=2, max_size=7)
seeds = st.integers(0, 2**32)
house_rules = st.fixed_dictionaries(
    {option.name: st.sampled_from(option.values) for option in lobby().game.OPTIONS},
)


def length(markup: str) -> int:
    """As Telegram counts it."""
    text, _ = parse(markup, "HTML", [])
    return utf16(text)


def check(screen: Screen, limit: int = 4096) -> None:
    assert 0 < length(screen.text) <= limit
    assert screen.photo is None or 0 < length(screen.photo.caption) <= CAPTION
    assert len([button for row in screen.rows for button in row]) <= 100
    for row in screen.rows:
        assert 1 <= len(row) <= 8
        for button in row:
            assert bool(button.verb) != bool(button.url)
            assert len(f"{2**63}:{2**31}:{button.verb}".encode()) <= 64
            assert 1 <= len(graphemes(button.label)) <= 24


@settings(max_examples=6, deadline=None)
@given(names, seeds, house_rules)
def test_every_screen_of_a_match_fits(names: list[str], seed: int, options: dict[str, str]) -> None:
    """F31, F52, F53"""
    for scene in play_by_buttons(Scene(running(names, seed, **options)), Random(seed)):
        for question in ("", "stop"):
            check(draw(replace(scene, question=question), ENGLISH))
        check(draw_past(replace(scene, this_turn=scene.last_turn), ENGLISH), CAPTION)
        moves = scene.this_turn or scene.last_turn
        assert utf16(toast(Outcome("played", scene.match, moves), ENGLISH)) <= TOAST


@given(names, house_rules)
def test_every_screen_of_a_lobby_fits(names: list[str], options: dict[str, str]) -> None:
    """F31"""
    match = lobby(names, **options)
    for scene in (Scene(match), Scene(match, "rules"), Scene(replace(match, status="closed"))):
        check(draw(scene, ENGLISH))
    check(stop_question(match, ENGLISH))
    check(rules("heckmeck", options, ENGLISH))


@given(st.data())
def test_the_settings_fit_whatever_is_chosen(data: st.DataObject) -> None:
    chosen = {setting.name: data.draw(st.sampled_from(setting.values)) for setting in SETTINGS}
    chat = Chat(1, -1, "group", "", msgspec.convert(chosen, Settings))
    for screen in (settings_screen(chat, ENGLISH), languages(ENGLISH), own_languages(ENGLISH)):
        check(screen)


def test_every_reply_fits() -> None:
    for screen in (
        welcome("w" * 32, ENGLISH),
        welcome_group("WormsBot", ENGLISH),
        help_text("w" * 32, ENGLISH),
        games("w" * 32, ENGLISH),
    ):
        check(screen)


@pytest.mark.parametrize("called", HOSTILE, ids=lambda called: called[:6])
@pytest.mark.parametrize("code", LANGUAGES)
def test_everything_said_of_many_games_fits(called: str, code: str) -> None:
    """F31, F32: ten games that seven people won together, twenty boards elsewhere."""
    language, moment = language_of(code), datetime(2026, 11, 30, tzinfo=UTC)
    board = Board("grave_digger", called, -1_001_234_567_890, 2**31, 2**31, is_awaited=True)
    check(statistics.history([Past(10**9, "deluxe", moment, (called,) * 7)] * 10, language))
    check(statistics.top("deluxe", [Ranked(called, Rating(), 999, 99)] * 10, language))
    check(calls.my_games([board] * 20, language, is_called=True))


@pytest.mark.parametrize("status", ["running", "finished"])
def test_seven_long_names_with_full_stacks_fit(status: str) -> None:
    """F32"""
    stacks = (f"stack {seat} {21 + 2 * seat} {22 + 2 * seat}" for seat in range(7))
    match = at(["grill 35 36", *stacks, *(f"benched {seat}" for seat in range(1, 7))], [LONGEST] * 7)
    check(draw(Scene(replace(match, status=status)), ENGLISH))


# Buttons and rules agree


def refused(match: Match, verb: str) -> str | None:
    """Why the engine refuses what a button says; None when it does not."""
    game, state, dice = match.game, match.state, Fair(b"", "")
    for wish in verb.split("+"):
        command = game.read_command(wish)
        seat = state.table.benched[0] if wish == "back" else game.to_act(state)
        try:
            state = play(game, state, seat, command, dice).state
        except Refused as refusal:
            return f"{verb}: {refusal.reason}"
    return None


@settings(max_examples=6, deadline=None)
@given(seeds, house_rules, st.integers(2, 7))
def test_no_button_of_a_board_is_refused(seed: int, options: dict[str, str], seats: int) -> None:
    for scene in play_by_buttons(Scene(running(["Ana"] * seats, seed, **options)), Random(seed)):
        if scene.match.status == "running":
            for question in ("", "stop"):
                shown = verbs(draw(replace(scene, question=question), ENGLISH))
                plays = [verb for verb in shown if verb.split()[0] != "ask"]
                assert [] == [reason for verb in plays if (reason := refused(scene.match, verb))]


@settings(max_examples=6, deadline=None)
@given(seeds, house_rules, st.integers(2, 7))
def test_every_legal_command_can_be_pressed(seed: int, options: dict[str, str], seats: int) -> None:
    """As the first command of some button, perhaps behind a question."""
    for scene in play_by_buttons(Scene(running(["Ana"] * seats, seed, **options)), Random(seed)):
        screens = [draw(replace(scene, question=question), ENGLISH) for question in ("", "stop")]
        offered = {verb.split("+")[0] for screen in screens for verb in verbs(screen)}
        game, state = scene.match.game, scene.match.state
        assert {game.write_command(command) for command in game.legal(state)} - offered == set()


def test_a_question_is_always_reached_and_left_by_a_button() -> None:
    for scene in play_by_buttons(Scene(running()), Random(1)):
        if "ask stop" in verbs(draw(scene, ENGLISH)):
            assert "ask" in verbs(draw(replace(scene, question="stop"), ENGLISH))
