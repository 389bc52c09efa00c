"""Screens of the classic game: the lobby, the board, questions, past turns, the end."""

# ruff: noqa: SIM300  house style: the expected value stands first

import pytest
from msgspec.structs import replace

from bot.matches.match import Move, Scene
from bot.views.draw import draw, draw_past
from bot.views.language import ENGLISH
from bot.views.screen import Button
from engine import GAMES
from engine.games.heckmeck import DiceKept, DiceThrown, TileReturned, TileTaken, TileTurnedDown, TurnFailed
from engine.parts.turns import SeatLeft
from tests.views.tables import at, lobby, pressed, running, verbs

ANA = "\u2068Ana\u2069"
BEN = "\u2068Ben\u2069"
CID = "\u2068Cid\u2069"


def labels(scene: Scene) -> dict[str, str]:
    return {button.verb: button.label for row in draw(scene, ENGLISH).rows for button in row}


# The lobby


def test_the_lobby_shows_who_sits_and_who_is_host() -> None:
    text = draw(Scene(lobby()), ENGLISH).text
    assert f"1. {ANA} (host)\n2. {BEN}\n3. {CID}" in text


def test_a_lobby_of_one_cannot_start_and_says_who_is_missing() -> None:
    screen = draw(Scene(lobby(["Ana"])), ENGLISH)
    assert "start" not in verbs(screen)
    assert "1 more player is needed: /join" in screen.text


@pytest.mark.parametrize(
    ("taken", "said"), [(1, "A computer is missing: press Seats to add one."), (2, "Press Start to begin.")]
)
def test_alone_with_the_bot_nobody_is_asked_to_join(taken: int, said: str) -> None:
    screen = draw(Scene(replace(lobby(["Ana", "Ben"][:taken]), address=7)), ENGLISH)
    assert said in screen.text
    assert "/join" not in screen.text
    assert "join" not in verbs(screen)


def test_a_full_lobby_offers_no_seat() -> None:
    screen = draw(Scene(lobby(["Ana"] * 7)), ENGLISH)
    assert "join" not in verbs(screen)
    assert "start" in verbs(screen)


def test_every_other_game_can_be_chosen() -> None:
    others = {f"game {game_id}" for game_id in GAMES if game_id != "heckmeck"}
    assert others == {verb for verb in verbs(draw(Scene(lobby()), ENGLISH)) if verb.startswith("game")}


def test_a_game_for_fewer_people_is_no_choice() -> None:
    verbs_of_five = verbs(draw(Scene(lobby(["Ana"] * 5)), ENGLISH))
    assert not [game_id for game_id in GAMES if max(GAMES[game_id].SEATS) < 5 and f"game {game_id}" in verbs_of_five]


def test_house_rules_are_opened_by_a_question_and_closed_again() -> None:
    assert "ask rules" in verbs(draw(Scene(lobby()), ENGLISH))
    opened = verbs(draw(Scene(lobby(), "rules"), ENGLISH))
    assert "ask" in opened
    assert "rule snatch forced" in opened


def test_a_house_rules_button_shows_its_value_and_sets_the_next() -> None:
    assert "Lower tile: any" == labels(Scene(lobby(lower_tile="any"), "rules"))["rule lower_tile lowest"]
    assert "Lower tile: lowest" == labels(Scene(lobby(lower_tile="lowest"), "rules"))["rule lower_tile highest"]


def test_the_lobby_names_the_house_rules_that_differ() -> None:
    assert "House rule" not in draw(Scene(lobby()), ENGLISH).text
    text = draw(Scene(lobby(snatch="forced")), ENGLISH).text
    assert "House rule: You must snatch a tile that equals your sum." in text


# The board


def test_the_first_line_calls_who_is_to_act_and_nobody_else_is_called() -> None:
    text = draw(Scene(running()), ENGLISH).text
    first, *rest = text.split("\n")
    assert f'<a href="tg://user?id=7790427779">{ANA}</a>, it is your turn: roll the dice.' == first
    assert "tg://user" not in "".join(rest)


def test_a_turn_begins_with_one_button() -> None:
    assert {"roll": "🎲 Roll 8 dice"} == labels(Scene(running()))


def test_the_board_shows_dice_grill_and_stacks() -> None:
    match = at(["grill 22 27 28 36", "stack 0 21 30", "left 2", "kept 5 5 W", "thrown 1 1 W 4 2"])
    text = draw(Scene(match), ENGLISH).text
    assert "🎲 Thrown: 1 1 2 4 W\nSet aside: 5 5 W, sum 15, with a worm" in text
    assert "🪱 1 worm: 22\n🪱 2 worms: 27 28\n🪱 4 worms: 36\nFace down: 23 24" in text
    assert f"1. {ANA}: top 30, 2 tiles, 4 worms\n2. {BEN}: no tile\n3. {CID} (left): no tile" in text


def test_keeping_comes_with_what_can_follow() -> None:
    match = at(["grill 22 36", "stack 1 23", "kept W 4 4 4", "thrown 1 3 3 5"])
    assert {
        "keep 1+roll": "Keep 1, roll",
        "keep 3+roll": "Keep 3 ×2, roll",
        "keep 3+take 23": "Keep 3 ×2, snatch 23",
        "keep 3+take 22": "Keep 3 ×2, take 22",
        "keep 5+roll": "Keep 5, roll",
        "keep 5+take 22": "Keep 5, take 22",
        "ask stop": "Give up",
    } == labels(Scene(match))


def test_a_keep_that_ends_the_turn_stands_alone() -> None:
    match = at(["grill 36", "kept 1 1 1 2 2 2", "thrown 3 3"])
    assert {"keep 3": "Keep 3 ×2"} == labels(Scene(match))


def test_too_many_tiles_to_choose_from_are_shown_after_the_keeping() -> None:
    match = at(["grill 21 22 23", "kept W W W", "thrown 5 5 1 1 1"], lower_tile="any")
    assert {"keep 5+roll", "keep 5", "keep 1+roll", "ask stop"} == set(labels(Scene(match)))
    after = pressed(Scene(match), "keep 5")
    assert {"roll": "🎲 Roll 3 dice", "take 21": "Take 21", "take 22": "Take 22", "take 23": "Take 23"} == labels(after)


def test_a_snatch_names_its_victim() -> None:
    match = at(["grill 24 36", "stack 1 25", "kept W W W 5 5"])
    assert {
        "roll": "🎲 Roll 3 dice",
        "take 25": f"Snatch 25 from {BEN}",
        "take 24": "Take 24",
    } == labels(Scene(match))


def test_rows_hold_two_buttons_and_keep_a_symbol_together() -> None:
    match = at(["grill 22 36", "stack 1 23", "kept W 4 4 4", "thrown 1 3 3 5"])
    rows = [[button.verb.split("+")[0] for button in row] for row in draw(Scene(match), ENGLISH).rows]
    assert [["keep 1"], *[["keep 3"]] * 3, ["keep 5"] * 2, ["ask stop"]] == rows


# Giving up


def test_giving_up_is_asked_about_and_says_what_it_costs() -> None:
    match = at(["grill 22 36", "stack 0 30", "kept 5 5"])
    screen = draw(Scene(match, "stop"), ENGLISH)
    asked = "</a>, give the turn up? Then it fails. 30 goes back to the grill. 36 is turned down.\n"
    assert asked in screen.text
    assert ((Button("Yes, give up", "stop"), Button("No, go on", "ask")),) == screen.rows


def test_giving_up_a_throw_keeps_some_of_it_first() -> None:
    match = at(["grill 22 36", "kept 5 5", "thrown 1 2 3 3 3 3"])
    assert ("keep 1+stop", "ask") == verbs(draw(Scene(match, "stop"), ENGLISH))
    assert pressed(Scene(match), "keep 1+stop").match.turn == match.turn + 1


def test_a_question_without_sense_is_not_asked() -> None:
    match = at(["grill 24 36", "kept W W W 5 5"])
    assert draw(Scene(match), ENGLISH) == draw(Scene(match, "stop"), ENGLISH)


# Away


def test_where_somebody_is_away_the_way_back_is_shown() -> None:
    screen = draw(Scene(at(["grill 24", "benched 1"])), ENGLISH)
    assert f"2. {BEN} (away): no tile" in screen.text
    assert ("roll", "back") == verbs(screen)


def test_a_table_that_everybody_left_for_a_while_waits() -> None:
    scene = Scene(at(["grill 24", "benched 0", "benched 1", "benched 2"]))
    screen = draw(scene, ENGLISH)
    assert screen.text.startswith("Everybody is away.")
    assert ("back",) == verbs(screen)


# Turns that are over


def told(*events: object) -> str:
    moves = (Move(1, 1, 0, "roll", events),)
    return draw_past(Scene(running(), "", moves), ENGLISH).text


def test_a_turn_is_told_in_one_line() -> None:
    match = at(["grill 24 36", "stack 1 25", "kept W W W 5 5"])
    snatched = pressed(Scene(match), "take 25")
    assert f"{ANA} snatched 25 from {BEN}!" == draw_past(replace(snatched, this_turn=snatched.last_turn), ENGLISH).text
    assert f"<i>{ANA} snatched 25 from {BEN}!</i>" == draw(snatched, ENGLISH).text.split("\n\n")[1]


def test_a_tile_taken_is_told_with_its_dice() -> None:
    assert f"{ANA} took 25 with 5 5 W W W." == told(DiceKept(0, 6, 3), DiceKept(0, 5, 2), TileTaken(0, 25))


def test_a_failed_turn_is_told_with_its_last_throw_and_its_cost() -> None:
    expected = f"{ANA} threw 1 1 W, nothing new: the turn failed. 30 goes back to the grill. 36 is turned down."
    events = (DiceThrown(0, (1, 6, 1)), TurnFailed(0, "nothing_new"), TileReturned(0, 30, is_open=True))
    assert expected == told(*events, TileTurnedDown(36))


def test_coming_and_going_is_part_of_the_story() -> None:
    assert f"{BEN} left the game. {ANA} took 25 with W." == told(SeatLeft(1), DiceKept(0, 6, 1), TileTaken(0, 25))


def test_a_past_message_has_no_buttons() -> None:
    assert () == draw_past(Scene(running()), ENGLISH).rows


def test_a_lobbys_message_becomes_who_plays() -> None:
    assert f"Heckmeck am Bratwurmeck with {ANA}, {BEN}, and {CID}" == draw_past(Scene(running()), ENGLISH).text


# The end


def finished(*position: str) -> Scene:
    return Scene(replace(at(position), status="finished"))


def test_the_end_has_no_buttons_of_the_game() -> None:
    """F30"""
    assert ("again", "verify") == verbs(draw(finished("stack 0 21"), ENGLISH))


def test_the_end_shows_places_and_worms() -> None:
    text = draw(finished("stack 0 21 30", "stack 1 29 22", "stack 2 36"), ENGLISH).text
    assert f"<b>🏆 {CID} wins the game.</b>" == text.split("\n")[0]
    assert f"1. {CID}: 4 worms on 36\n2. {ANA}: 4 worms on 21 30\n3. {BEN}: 4 worms on 22 29" in text


def test_who_shares_a_place_takes_the_next_one_away() -> None:
    """F23"""
    text = draw(finished("stack 2 36", "left 2"), ENGLISH).text
    assert f"<b>🏆 {ANA} and {BEN} share the win.</b>" in text
    assert f"1. {ANA}: no tile\n1. {BEN}: no tile\n3. {CID} (left): 4 worms on 36" in text


def test_a_closed_lobby_says_so_in_one_line() -> None:
    screen = draw(Scene(replace(lobby(), seats=(), status="closed")), ENGLISH)
    assert "/join opens a new one" in screen.text
    assert "\n" not in screen.text
    assert () == screen.rows


def test_a_stopped_game_says_so_and_lays_its_dice_open() -> None:
    match = replace(running(seed=7), status="stopped")
    screen = draw(Scene(match), ENGLISH)
    assert "/join opens a new one" in screen.text.split("\n")[0]
    assert f"<code>{match.fairness.seed.hex()}</code>" in screen.text
    assert ("verify",) == verbs(screen)
