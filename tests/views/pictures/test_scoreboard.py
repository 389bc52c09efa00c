"""The end as a picture: who came where, with what, for every game; and everything told is shown."""

# ruff: noqa: SIM300  house style: the expected value stands first

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from PIL import Image

from bench.positions import positions
from bot.matches.chat import LANGUAGES
from bot.matches.match import Scene
from bot.views.draw import draw
from bot.views.games import VIEWS
from bot.views.language import ENGLISH, language_of
from bot.views.pictures import scoreboard as drawn
from bot.views.pictures.canvas import WIDTH
from bot.views.pictures.lettering import name_that_fits
from bot.views.pictures.scoreboard import EMBLEMS, height_of, picture
from bot.views.player import Player
from bot.views.scoreboard import Scoreboard, Spoil, Standing
from engine import GAMES
from tests.views.tables import HOSTILE, LONGEST, NAMES, at
from tests.views.test_limits import check

KEPT = positions()
names = st.one_of(st.text(max_size=80), st.sampled_from([*HOSTILE, "علی‌رضا", "山田", "﷽" * 9]))


def board(**changes: Any) -> Scoreboard:
    standings = tuple(
        Standing(place, Player(seat, NAMES[seat]), 9 - seat, (Spoil("tile", 30 - seat), Spoil("bratworm")))
        for place, seat in ((1, 2), (2, 0), (3, 1))
    )
    return replace(Scoreboard("heckmeck", "Heckmeck am Bratwurmeck", standings), **changes)


def with_second(**changes: Any) -> Scoreboard:
    first, second, third = board().standings
    return board(standings=(first, replace(second, **changes), third))


def image(board: Scoreboard) -> Image.Image:
    """What `picture` packs, without the time that packing takes."""
    return drawn._laid(board).convert("RGB")


def grey(board: Scoreboard) -> bytes:
    """Without its colours, and of the shades only those that differ much."""
    return image(board).convert("L").point([light // 64 for light in range(256)]).tobytes()


# What it shows


def shown(name: str) -> Scoreboard:
    photo = draw(Scene(KEPT[name]), ENGLISH).photo
    assert photo is not None
    assert isinstance(photo.picture, Scoreboard)
    return photo.picture


@pytest.mark.parametrize("game", VIEWS)
def test_every_game_ends_with_a_picture(game: str) -> None:
    end = shown(f"{game}_ends")
    result = GAMES[game].result(KEPT[f"{game}_ends"].state)
    assert (game, ENGLISH.say(VIEWS[game].NAME)) == (end.game_id, end.game)
    assert [seat for place in result.ranking for seat in place] == [standing.player.seat for standing in end.standings]
    assert not [standing for standing in end.standings if standing.player.is_to_act]


def test_places_are_shared_and_worms_told() -> None:
    end = shown("heckmeck_ends_tied")
    assert [(1, 0)] * 7 == [(standing.place, standing.score) for standing in end.standings]
    assert [1, 2, 2] == [standing.place for standing in shown("grave_digger_ends").standings]


def test_everybody_shows_what_it_was_won_on() -> None:
    first, second, *_ = shown("deluxe_ends").standings
    tiles = [Spoil("tile", tile) for tile in (11, 22, 25, 30, 33, 36)]
    assert (17, (*tiles, Spoil("bratworm"), Spoil("bratworm"))) == (first.score, first.spoils)
    assert Spoil("apple") == second.spoils[-1]
    cards = [1, 1, 3, 4, 5, 5]
    assert cards == [spoil.number for spoil in shown("junior_ends").standings[0].spoils]


def test_in_grave_digger_the_vampire_and_tools_stand_for_worms() -> None:
    winner, *others = shown("grave_digger_ends").standings
    assert (None, Spoil("vampire", 4)) == (winner.score, winner.spoils[-1])
    assert [(Spoil("stake"),), (Spoil("pickaxe"), Spoil("shovel"))] == [standing.spoils for standing in others]


def test_the_words_below_fit_with_the_longest_names() -> None:
    """F31, F32"""
    stacks = [f"stack {seat} {21 + 2 * seat} {22 + 2 * seat}" for seat in range(7)]
    match = at(stacks, [LONGEST] * 7)
    screen = draw(Scene(replace(match, status="finished")), ENGLISH)
    check(screen)
    assert screen.photo is not None
    assert "wins the game" in screen.photo.caption


def test_without_pictures_the_end_is_a_text() -> None:
    assert draw(Scene(KEPT["heckmeck_ends"]), ENGLISH, pictures=False).photo is None


# How it is drawn

DIFFERENT = {
    "as it is": board(),
    "another game": board(game_id="deluxe"),
    "another name of the game": board(game="Heckmeck"),
    "a shared place": with_second(place=1),
    "more worms": with_second(score=10),
    "no worms": with_second(score=None),
    "another tile": with_second(spoils=(Spoil("tile", 31), Spoil("bratworm"))),
    "nothing": with_second(spoils=()),
    **{kind: with_second(spoils=(Spoil(kind),)) for kind in ("bratworm", "apple", "pickaxe", "shovel", "stake")},
    "tomb 2": with_second(spoils=(Spoil("vampire", 2),)),
    "tomb 4": with_second(spoils=(Spoil("vampire", 4),)),
    "a card": with_second(spoils=(Spoil("card", 3),)),
    "another name": with_second(player=Player(0, "Eva")),
    "another seat": with_second(player=Player(4, NAMES[0])),
    "away": with_second(player=Player(0, NAMES[0], is_away=True)),
    "fewer players": board(standings=board().standings[:2]),
    "Persian digits": board(digits="۰۱۲۳۴۵۶۷۸۹"),
}


def test_everything_told_is_shown_also_without_colours() -> None:
    pictures = {name: grey(described) for name, described in DIFFERENT.items()}
    assert [] == [(a, b) for a in pictures for b in pictures if a < b and pictures[a] == pictures[b]]


def test_a_picture_is_the_same_for_the_same_end() -> None:
    before = picture(board())
    for cached in (drawn._ground, drawn._title, drawn._row, drawn._rank, drawn._figure, drawn._score, drawn._name):
        cached.cache_clear()
    assert before == picture(board())


@pytest.mark.parametrize("winners", range(1, 8))
@pytest.mark.parametrize("seats", range(2, 8))
def test_any_number_of_players_and_winners_has_room(seats: int, winners: int) -> None:
    places = [1 if seat < winners else winners + 1 for seat in range(seats)]
    end = board(standings=tuple(Standing(place, Player(seat, "Ana"), 9) for seat, place in enumerate(places)))
    assert WIDTH * 4 // 3 >= height_of(end)


def test_a_heap_of_spoils_runs_into_nothing() -> None:
    """Neither into the worms nor out of the row."""
    tiles = tuple(Spoil("tile", 21 + tile % 16) for tile in range(40))
    few, many = image(with_second(spoils=tiles[:1])), image(with_second(spoils=tiles))
    box = (drawn.RIGHT - drawn.SCORE, 0, WIDTH, few.height)
    assert few.crop(box).tobytes() == many.crop(box).tobytes()


def test_every_game_has_its_emblem_and_room_for_its_name() -> None:
    assert set(VIEWS) == set(EMBLEMS)
    for code in LANGUAGES:
        for view in VIEWS.values():
            title = language_of(code).say(view.NAME)
            shown = name_that_fits(title, "", drawn._size_of(title), drawn.ROW_WIDTH - 300).text
            assert title == shown


@settings(max_examples=15)
@given(st.lists(names, min_size=3, max_size=3))
def test_no_name_breaks_the_picture(hostile: list[str]) -> None:
    """F53: outside the names everything looks as ever."""

    def without_names(names: list[str]) -> bytes:
        standings = zip(names, board().standings, strict=True)
        end = board(standings=tuple(replace(s, player=replace(s.player, name=name)) for name, s in standings))
        shown = image(end)
        left = drawn.LEFT + drawn.PLACE + drawn.SMALL.figure
        shown.paste(0, (left + 16, drawn.EDGE + drawn.HEAD, drawn.RIGHT - drawn.SCORE, shown.height - drawn.EDGE))
        return shown.tobytes()

    assert without_names(["Ana", "Ben", "Cid"]) == without_names(hostile)
