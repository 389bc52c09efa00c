"""What pictures of tile games show, and the words below them."""

# ruff: noqa: SIM300  house style: the expected value stands first

import pytest
from msgspec.structs import replace

from bot.matches.match import Match, Scene
from bot.views import deluxe, heckmeck
from bot.views.die import Die
from bot.views.draw import draw
from bot.views.language import ENGLISH
from bot.views.tile_table import TileTable, Tray
from engine.games.deluxe_table import SPECIALISTS
from engine.parts.tray import WORM
from tests.views.tables import LONGEST, at, running
from tests.views.test_limits import check


def shown(*position: str, game: str = "heckmeck", **options: str) -> TileTable:
    match = at(position, game=game, **options)
    return {"heckmeck": heckmeck, "deluxe": deluxe}[game].picture(match, ENGLISH)


def tray(*position: str, game: str = "heckmeck") -> Tray:
    found = shown(*position, game=game).tray
    assert found is not None
    return found


def test_every_tile_lies_open_or_closed_or_is_taken() -> None:
    grill = shown("grill 21 36", "stack 0 22 30").grill
    assert [*range(21, 37)] == [tile.number for tile in grill]
    assert [21, 36] == [tile.number for tile in grill if tile.lies == "open"]
    assert [22, 30] == [tile.number for tile in grill if tile.lies == "taken"]
    assert 4 == grill[-1].worms


def test_what_a_button_takes_is_marked_on_the_grill_and_on_stacks() -> None:
    table = shown("grill 24 36", "stack 1 26", "stack 2 25", "kept W W W W 3 3")
    assert [24] == [tile.number for tile in table.grill if tile.is_takeable]
    assert [26] == [holder.top.number for holder in table.holders if holder.top and holder.top.is_takeable]


def test_nothing_is_marked_while_dice_lie_thrown() -> None:
    table = shown("grill 24 36", "kept W W W W", "thrown 4 4 3 3")
    assert not [tile for tile in table.grill if tile.is_takeable]


def test_a_player_has_a_top_tile_tiles_and_worms() -> None:
    first, second, third = shown("grill 21", "stack 0 22 30", "benched 1", "left 2").holders
    assert (30, 2, 4) == (first.top and first.top.number, first.tiles, first.worms)
    assert (None, 0, 0) == (second.top, second.tiles, second.worms)
    assert [(True, False), (False, True), (False, True)] == [
        (holder.player.is_to_act, holder.player.is_away) for holder in (first, second, third)
    ]


def test_dice_thrown_lie_in_order_and_those_that_count_no_more_say_so() -> None:
    dice = tray("grill 21", "kept 5 5", "thrown W 5 1 1 5 2")
    assert (Die(1), Die(1), Die(2), Die(5, is_spent=True), Die(5, is_spent=True), Die(WORM)) == dice.thrown
    assert ((Die(5), Die(5)), 10, False) == (dice.kept, dice.sum, dice.has_worm)


def test_dice_not_thrown_yet_are_blank() -> None:
    assert (Die(),) * 5 == tray("grill 21", "kept W W 1").thrown
    assert (Die(),) * 8 == tray("grill 21").thrown


def test_between_turns_no_dice_lie_there() -> None:
    assert shown("grill 21", "benched 0", "benched 1", "benched 2").tray is None


# Deluxe


def test_pieces_stand_on_their_tiles_and_before_their_owners() -> None:
    table = shown(
        "grill 21 22", "on 21 hen", "on 21 raven", "holds 1 weasel", "bratworms 0 2", "supply 5", game="deluxe"
    )
    assert [(21, ("hen", "raven"))] == [(tile.number, tile.pieces) for tile in table.grill if tile.pieces]
    assert [(), ("weasel",), ()] == [holder.specialists for holder in table.holders]
    assert ([2, 0, 0], 5) == ([holder.bratworms for holder in table.holders], table.supply)


def test_the_golden_die_is_the_last_of_a_throw() -> None:
    match = at(["grill 21 22", "holds 0 golden_die"], game="deluxe")

    def golden(*thrown: int) -> list[tuple[int, Die]]:
        state = replace(match.state, golden_die="in_play", tray=replace(match.state.tray, dice=9, thrown=thrown))
        dice = deluxe.picture(replace(match, state=state), ENGLISH).tray.thrown
        return [(place, die) for place, die in enumerate(dice) if die.is_golden]

    assert [(2, Die(2, is_golden=True))] == golden(1, 5, 2, 2)
    assert [(3, Die(WORM, is_golden=True))] == golden(1, 5, 2, WORM)
    assert [(8, Die(is_golden=True))] == golden()


@pytest.mark.parametrize(
    ("kept", "expected"), [("5 5", (15, True, True)), ("5 5 W", (15, True, False)), ("", (0, False, False))]
)
def test_the_canned_worm_counts_where_no_other_is_set_aside(kept: str, expected: tuple[int, bool, bool]) -> None:
    dice = tray("grill 21 36", "holds 0 canned_worm", *([f"kept {kept}"] if kept else []), game="deluxe")
    assert expected == (dice.sum, dice.has_worm, dice.is_canned)


# The words below


def caption(match: Match) -> str:
    screen = draw(Scene(match), ENGLISH)
    assert screen.photo is not None
    check(screen)
    return screen.photo.caption


def test_the_longest_caption_still_says_what_to_do_and_the_dice() -> None:
    """F32"""
    stacks = (f"stack {seat} {21 + 2 * seat} {22 + 2 * seat}" for seat in range(7))
    helpers = (f"holds {seat} {piece}" for seat, piece in enumerate(SPECIALISTS))
    position = [
        "grill 35 36",
        *stacks,
        *helpers,
        *(f"benched {seat}" for seat in range(1, 7)),
        "kept 1 5",
        "thrown W 2",
    ]
    words = caption(at(position, [LONGEST] * 7, "deluxe"))
    assert "Thrown: 2 W" in words
    assert "choose a symbol" in words


def test_a_caption_says_who_has_what() -> None:
    words = caption(at(["grill 35 36", "stack 0 21 30", "kept 5"]))
    assert "Set aside: 5, sum 5, no worm yet" in words
    assert "\u2068Ana\u2069: top 30, 2 tiles, 4 worms" in words


def test_where_pictures_are_not_wished_for_there_is_none() -> None:
    assert draw(Scene(running()), ENGLISH, pictures=False).photo is None
    assert draw(Scene(running()), ENGLISH).text == draw(Scene(running()), ENGLISH, pictures=False).text
