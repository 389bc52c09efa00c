"""Screens of Grave Digger: the map in emoji and words, the ways to walk, what is told, what stays secret."""

# ruff: noqa: SIM300  house style: the expected value stands first

from itertools import combinations, product
from random import Random

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.local_telegram.entities import parse
from bot.matches.match import Match, Move, Outcome, Scene
from bot.telegram.buttons import LIMIT as DATA_LIMIT
from bot.views import grave_digger, grave_digger_ways
from bot.views.draw import draw, draw_past
from bot.views.grave_digger_map import graveyard, grid
from bot.views.grave_digger_words import EMOJI
from bot.views.language import ENGLISH, language_of, translated
from bot.views.parts.captions import LIMIT as CAPTION
from bot.views.replies import rules
from bot.views.screen import Screen
from bot.views.toasts import toast
from bot.views.width import ELLIPSIS, graphemes, utf16
from engine.dice import Scripted
from engine.games import grave_digger as game
from engine.games.grave_digger import State
from engine.games.grave_digger_board import BOARDS, TOOLS
from engine.games.grave_digger_table import TOMBS, Walking
from tests.views import tables
from tests.views.tables import HOSTILE, LONGEST, NAMES, play_by_buttons, pressed, verbs

ANA, BEN = "\u2068Ana\u2069", "\u2068Ben\u2069"
WIDEST_PRESS = f"{2**63}:{2**31}:"
PLACES = ("at 0 d4", "at 1 e7", "at 2 e7")
ALL = "tools 0 pickaxe shovel stake"

SOME = 25  # of so many states one is looked at in other languages
seeds = st.integers(0, 2**32)
names = st.lists(st.one_of(st.text(max_size=60), st.sampled_from(HOSTILE)), min_size=2, max_size=4)
house_rules = st.fixed_dictionaries({option.name: st.sampled_from(option.values) for option in game.OPTIONS})


def at(*position: str, seats: int = 3, **options: str) -> Match:
    return tables.at([*position, "vampire 4"], NAMES[:seats], "grave_digger", **options)


def running(names: list[str], seed: int = 0, **options: str) -> Match:
    return tables.running(names, seed, "grave_digger", **options)


def labels(match: Match) -> dict[str, str]:
    return {button.verb: button.label for row in draw(Scene(match), ENGLISH).rows for button in row}


def text(match: Match) -> str:
    return draw(Scene(match), ENGLISH).text


# The map


def test_the_map_comes_after_all_words_for_who_hears_it_read() -> None:
    match = at(*PLACES, "steps 2")
    words, land = grave_digger.board(match, ENGLISH).split(grid(graveyard(match, ENGLISH)))
    assert "" == land
    assert "pickaxe: d2 g5 a6" in words


def test_the_map_shows_every_square_in_its_place() -> None:
    rows = grid(graveyard(at("at 0 d4", "at 1 d4", "at 2 e7", "gone c4"), ENGLISH)).split("\n")
    assert [
        "\u200e🪦🇦\u200c🇧\u200c🇨\u200c🇩\u200c🇪\u200c🇫\u200c🇬",
        "\u200e1️⃣⬜🥄⬜⬜👻⬜❌",
        "\u200e2️⃣⬜⬛⬛⛏️⬛⬛⬜",
        "\u200e3️⃣👻⬛⬛⬜⬛⬛⬜",
        "\u200e4️⃣⬜🪵⬜👥⬜🥄⬜",
        "\u200e5️⃣⬜⬛⬛⬜⬛⬛⛏️",
        "\u200e6️⃣⛏️⬛⬛🪵⬛⬛👻",
        "\u200e7️⃣⬜⬜🥄⬜🔺🪵⬜",
    ] == rows


def test_where_one_can_go_is_marked_on_the_map() -> None:
    rows = grid(graveyard(at("at 0 g2", "at 1 e7", "at 2 f1", "steps 1"), ENGLISH)).split("\n")
    assert rows[1].endswith("👻🔺👣")
    assert rows[3].endswith("👣")
    assert 2 == sum(row.count("👣") for row in rows)


@pytest.mark.parametrize("board", BOARDS)
def test_every_cell_of_the_map_is_one_emoji(board: str) -> None:
    """So all are equally wide: an emoji by itself, or by its selector."""
    wide = regex.compile(r"\u200c?(?:\p{Emoji_Presentation}|\p{Emoji}\uFE0F\u20E3?)")
    for steps in (3, 6):
        described = graveyard(at("at 0 d4", "at 1 e7", "at 2 e7", f"steps {steps}", board=board), ENGLISH)
        rows = grid(described).split("\n")
        assert {1 + described.files} == {len(wide.findall(row)) for row in rows}
        assert [""] * len(rows) == [wide.sub("", row.removeprefix("\u200e")) for row in rows]


def test_the_map_is_said_in_words() -> None:
    shown = text(at(*PLACES, "tools 0 shovel stake", "opened 2 5", "gone c4", "left 2"))
    assert f"1. 🔵 {ANA}: d4, 🥄 shovel, 🪵 stake\n2. 🟧 {BEN}: e7, no tool\n" in shown
    assert "(left): e7, no tool" in shown
    assert "Closed tombs: 1 3 4 6\nEmpty tombs: 2 5" in shown
    assert "⛏️ pickaxe: d2 g5 a6\n🥄 shovel: b1 f4 c7\n🪵 stake: b4 d6 f7\n👻 ghost: e1 a3 g6\n" in shown
    assert "❌ red X: g1\n❎ green X: d4" in shown


def test_the_description_says_all_a_picture_needs() -> None:
    described = graveyard(at(*PLACES, "tools 0 shovel", "opened 2", "benched 1", "steps 2"), ENGLISH)
    squares = {square.name: square for square in described.squares}
    assert (7, 7, 33) == (described.files, described.ranks, len(squares))
    assert ("green_x", (0,), False) == (squares["d4"].kind, squares["d4"].figures, squares["d4"].is_reachable)
    assert ("plain", True) == (squares["e1"].kind, squares["e1"].has_ghost)
    assert {"d2", "b4", "f4", "d6"} == {name for name, square in squares.items() if square.is_reachable}
    players = [figure.player for figure in described.figures]
    assert [(True, False), (False, True), (False, False)] == [(player.is_to_act, player.is_away) for player in players]
    assert (("shovel",), (), ()) == tuple(figure.tools for figure in described.figures)
    assert ("closed", "empty", "closed") == described.tombs[:3]
    assert 2 == described.thrown


# The ways


def test_a_button_says_what_happens_on_the_way() -> None:
    assert {
        "walk c4b4": "b4: 🪵 stake, 👻 1 ghost",
        "walk d3d2": "d2: ⛏️ pickaxe",
        "walk d5d6": "d6: 🪵 stake",
        "walk e4f4": "f4",
    } == labels(at(*PLACES, "tools 0 shovel", "steps 2"))


def test_the_screen_says_it_in_more_words() -> None:
    shown = text(at(*PLACES, "tools 0 shovel", "steps 2"))
    assert "Where you can go</b>\nd2: ⛏️ pickaxe\nb4: 🪵 stake, 👻 ghost at c4\nd6: 🪵 stake\n" in shown
    assert "Nothing happens on the way to: f4" in shown


def test_ghosts_that_are_not_fought_are_not_spoken_of() -> None:
    assert {"c4", "d3", "e4", "d5"} == {*labels(at(*PLACES, "steps 1")).values()}


def test_the_red_x_says_whether_its_ghost_waits() -> None:
    assert "g1: red X" == labels(at("at 0 g2", *PLACES[1:], "tools 0 stake", "steps 1"))["walk g1"]
    assert "g1: red ghost" == labels(at("at 0 g2", *PLACES[1:], ALL, "steps 6"))["walk g1"]


def test_two_ways_that_differ_are_both_offered_and_told_apart() -> None:
    """From d4 over the ghost on c4, or past it."""
    match = at("at 0 f4", "at 1 f4", "at 2 f4", "tools 0 stake pickaxe", "steps 12", board="large", move_dice="two")
    shown = [label for label in labels(match).values() if "(" in label]
    assert shown
    assert len(shown) == len({label.split(":")[0] for label in shown})


def test_ways_that_differ_in_nothing_are_one() -> None:
    """Round the block of twelve squares without a ghost or tool that counts, to the left or to the right."""
    match = at("at 0 g7", *PLACES[1:], "gone c4 e1 a3 g6", "steps 6", ALL, beaten_ghosts="leave")
    assert len(labels(match)) < len(game.legal(match.state))


def every_state(board: str) -> list[State]:
    """All squares, dice and sets of tools."""
    start: State = at(*PLACES, board=board, move_dice="two").state
    sets = [held for count in range(4) for held in combinations(TOOLS, count)]
    return [
        replace(start, squares=(square, *start.squares[1:]), tools=(held, (), ()), turn=Walking(steps))
        for square, steps, held in product(BOARDS[board].signs, range(1, 13), sets)
    ]


@pytest.mark.parametrize("board", BOARDS)
def test_never_more_buttons_than_fit_and_every_square_is_offered(board: str) -> None:
    """The best way to each square stays; labels fit, differ, and their data fit behind the longest ids."""
    most = 0
    for state in every_state(board):
        choices = grave_digger_ways.choices(state)
        most = max(most, len(choices))
        shown = [grave_digger_ways.label(choice, state, ENGLISH) for choice in choices]
        assert {walk.squares[-1] for walk in game.legal(state)} == {choice.square for choice in choices}
        assert len(shown) == len(set(shown)) <= grave_digger_ways.MOST
        assert max(len(graphemes(label)) for label in shown) <= 24
        assert max(len(f"{WIDEST_PRESS}{choice.verb}") for choice in choices) <= DATA_LIMIT
    assert {"small": 19, "large": grave_digger_ways.MOST}[board] == most


@pytest.mark.parametrize("code", translated())
def test_a_button_is_never_cut_and_says_where_the_red_ghost_waits(code: str) -> None:
    language = language_of(code)
    red = {language.say("red ghost"), language.say("red X")}
    for state in every_state("large")[::SOME]:
        for choice in grave_digger_ways.choices(state):
            shown = grave_digger_ways.label(choice, state, language)
            assert not shown.endswith(ELLIPSIS)
            assert any(words in shown for words in red) == (choice.square == BOARDS["large"].red_x), shown


def test_of_too_many_ways_the_best_stay() -> None:
    """Most tools, then fewest fights."""
    dropped = 0
    for state in every_state("large"):
        ways = {game.way_of(state, walk.squares) for walk in game.legal(state)}
        offered = [choice.way for choice in grave_digger_ways.choices(state)]
        for way in ways:
            same = [other for other in offered if other.squares[-1] == way.squares[-1]]
            kept = any({*other.tools} == {*way.tools} and other.ghosts == way.ghosts for other in same)
            dropped += not kept
            assert kept or min((-len(other.tools), other.fights) for other in same) <= (-len(way.tools), way.fights)
            assert kept or len(offered) == grave_digger_ways.MOST
    assert dropped


# The other buttons


def test_a_turn_begins_with_one_button() -> None:
    assert {"roll": "🎲 Roll 1 die"} == labels(at(*PLACES))
    assert {"roll": "🎲 Roll 2 dice"} == labels(at(*PLACES, move_dice="two"))


def test_what_is_lost_is_chosen() -> None:
    assert {"lose shovel": "Lose 🥄 shovel", "lose stake": "Lose 🪵 stake"} == labels(
        at(*PLACES, "tools 0 shovel stake", "due lose")
    )
    assert {
        "lose pickaxe shovel": "Keep only 🪵 stake",
        "lose pickaxe stake": "Keep only 🥄 shovel",
        "lose shovel stake": "Keep only ⛏️ pickaxe",
    } == labels(at("at 0 g1", *PLACES[1:], ALL, "due lose_two"))


def test_closed_tombs_are_offered() -> None:
    match = at("at 0 g1", *PLACES[1:], ALL, "due dig", "opened 1 2 6")
    assert {"dig 3": "Dig up tomb 3", "dig 4": "Dig up tomb 4", "dig 5": "Dig up tomb 5"} == labels(match)


@pytest.mark.parametrize(
    ("said", "more"),
    [
        ("it is your turn: roll the dice.", ()),
        ("walk 1 square. Where to?", ("steps 1",)),
        ("walk 5 squares. Where to?", ("steps 5",)),
        ("the ghost has won. Choose the tool that you lose.", ("due lose",)),
        ("the red ghost has won. Choose the two tools that you lose.", ("due lose_two",)),
        ("the red ghost is beaten! Choose the tomb that you dig up.", ("due dig",)),
    ],
)
def test_the_first_line_says_what_is_to_be_done(said: str, more: tuple[str, ...]) -> None:
    assert text(at("at 0 g1", *PLACES[1:], ALL, *more)).split("\n")[0].endswith(f"{ANA}</a>, {said}")


# What is told


def told(scene: Scene) -> tuple[str, str]:
    """The story for all, and the toast."""
    moves = (*scene.last_turn, *scene.this_turn)
    over = replace(scene, this_turn=moves)
    return draw_past(over, ENGLISH).text, toast(Outcome("played", scene.match, moves), ENGLISH)


def carried_out(match: Match, wish: str, *faces: int) -> Scene:
    """What a command does with these dice, as the story of its turn."""
    events = game.decide(match.state, 0, game.read_command(wish), Scripted(faces))
    return Scene(match, this_turn=(Move(1, 1, 0, wish, tuple(events)),))


def test_a_walk_is_told() -> None:
    match = at(*PLACES, "tools 0 shovel", "steps 2")
    beaten, lost = (carried_out(match, "walk c4b4", face) for face in (4, 1))
    assert f"{ANA} walked to b4. Picked up: 🪵 stake. A 4 beats the ghost at c4." == told(beaten)[0]
    assert "You walked to b4. Picked up: 🪵 stake. With a 1, the ghost at c4 wins." == told(lost)[1]


def test_the_red_ghost_is_told() -> None:
    match = at("at 0 g2", *PLACES[1:], ALL, "steps 1")
    assert f"{ANA} walked to g1. A 6 beats the red ghost!" == told(carried_out(match, "walk g1", 6))[0]
    assert "You walked to g1. With a 2, the red ghost wins." == told(carried_out(match, "walk g1", 2))[1]


def test_a_throw_is_told() -> None:
    assert "You threw 2 6." == told(carried_out(at(*PLACES, move_dice="two"), "roll", 2, 6))[1]


def test_losing_and_digging_are_told() -> None:
    lost = pressed(Scene(at("at 0 c4", *PLACES[1:], "tools 0 shovel stake", "due lose")), "lose stake")
    assert "Lost: 🪵 stake." == told(lost)[0] == told(lost)[1]
    empty = pressed(Scene(at("at 0 g1", *PLACES[1:], ALL, "due dig")), "dig 2")
    assert "Tomb 2 is empty." == told(empty)[0]
    found = pressed(Scene(at("at 0 g1", *PLACES[1:], ALL, "due dig")), "dig 4")
    assert (f"{ANA} dug up tomb 4 and found the vampire!", "You found the vampire!") == told(found)
    assert f"1. {ANA}: found the vampire in tomb 4\n2. {BEN}: no tool" in draw(found, ENGLISH).text
    assert "vampire" == graveyard(found.match, ENGLISH).tombs[3]


# Telegram's limits


def check(screen: Screen, limit: int = 4096) -> None:
    shown, _ = parse(screen.text, "HTML", [])
    assert 0 < utf16(shown) <= limit
    buttons = [button for row in screen.rows for button in row]
    assert len(buttons) <= 24
    assert all(len(f"{WIDEST_PRESS}{button.verb}".encode()) <= DATA_LIMIT for button in buttons)
    assert all(1 <= len(graphemes(button.label)) <= 24 for button in buttons)


def caption_of(scene: Scene) -> str:
    match = scene.match
    seat = match.game.to_act(match.state)
    prompt = "" if seat is None else grave_digger.prompt(match, seat, ENGLISH)
    return grave_digger.caption(match, prompt, grave_digger.story(match, scene.last_turn, ENGLISH), ENGLISH)


@settings(max_examples=6, deadline=None)
@given(names, seeds, house_rules)
def test_every_screen_of_a_match_fits(names: list[str], seed: int, options: dict[str, str]) -> None:
    """F31: also as the caption of a photo. No button is refused, and everything legal can be pressed."""
    for scene in scenes(names, seed, options):
        check(draw(scene, ENGLISH))
        check(draw_past(replace(scene, this_turn=scene.last_turn), ENGLISH), CAPTION)
        assert utf16(parse(caption_of(scene), "HTML", [])[0]) <= CAPTION
        assert utf16(toast(Outcome("played", scene.match, scene.this_turn or scene.last_turn), ENGLISH)) <= 200
        offered = {game.read_command(verb) for verb in verbs(draw(scene, ENGLISH)) if scene.match.status == "running"}
        if scene.match.status == "running" and not isinstance(scene.match.state.turn, Walking):
            assert {*game.legal(scene.match.state)} <= offered


def scenes(names: list[str], seed: int, options: dict[str, str]) -> list[Scene]:
    """Presses at random may wander long."""
    every = play_by_buttons(Scene(running(names, seed, **options)), Random(seed))
    return [scene for scene, _ in zip(every, range(250), strict=False)]


def test_the_fullest_board_fits() -> None:
    """F32."""
    held = [f"tools {seat} pickaxe shovel" for seat in range(4)]
    places = [f"at {seat} f4" for seat in range(4)]
    away = [f"benched {seat}" for seat in (1, 2, 3)]
    match = tables.at(
        [*places, *held, *away, "vampire 1", "steps 12"], [LONGEST] * 4, "grave_digger", board="large", move_dice="two"
    )
    check(draw(Scene(match), ENGLISH))
    assert 24 == len(verbs(draw(Scene(match), ENGLISH)))
    assert utf16(parse(caption_of(Scene(match)), "HTML", [])[0]) <= CAPTION


@given(house_rules)
def test_the_rules_fit(options: dict[str, str]) -> None:
    check(rules("grave_digger", options, ENGLISH))


# Secrets


def elsewhere(match: Match) -> Match:
    """The same match with the vampire in another tomb."""
    state: State = match.state
    other = next(tomb for tomb in TOMBS if tomb not in (state.vampire, *state.opened))
    return replace(match, state=replace(state, vampire=other))


@settings(max_examples=8, deadline=None)
@given(seeds, house_rules, st.integers(2, 4))
def test_where_the_vampire_lies_is_seen_nowhere_before_it_is_found(
    seed: int, options: dict[str, str], seats: int
) -> None:
    for scene in scenes(list(NAMES[:seats]), seed, options):
        state: State = scene.match.state
        if state.winner is None and len(state.opened) < len(TOMBS) - 1:
            other = replace(scene, match=elsewhere(scene.match))
            assert draw(scene, ENGLISH) == draw(other, ENGLISH)
            assert draw_past(scene, ENGLISH) == draw_past(other, ENGLISH)
            assert caption_of(scene) == caption_of(other)
            assert graveyard(scene.match, ENGLISH) == graveyard(other.match, ENGLISH)
            assert told(scene) == told(other)


def test_new_tombs_are_told_without_the_vampire() -> None:
    """House rule `tombs`: the event holds the secret, the words do not."""
    match = at("at 0 g1", *PLACES[1:], ALL, "due dig", tombs="reshuffled")
    said = "Tomb 2 is empty. All tombs are closed and mixed again."
    assert {(said, said)} == {told(carried_out(match, "dig 2", tomb)) for tomb in range(1, 7)}


def test_emoji_never_stand_alone_for_a_tool() -> None:
    """Every label or line with a tool's emoji has its word, save the map's."""
    match = at(*PLACES, "tools 0 shovel", "steps 5")
    lines = [*labels(match).values(), *(line for line in text(match).split("\n") if not line.startswith("\u200e"))]
    for line in lines:
        for tool, emoji in EMOJI.items():
            assert emoji not in line or tool in line
