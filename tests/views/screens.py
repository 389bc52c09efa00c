"""Every screen of the bot by name, to be looked at: one of each kind, where `everything` has all there can be."""

from collections.abc import Iterable, Iterator
from functools import cache
from random import Random
from typing import TypeAlias

from msgspec.structs import replace

from bench.positions import positions
from bot.matches.match import Scene
from bot.views import advice, replies
from bot.views.draw import draw, draw_past
from bot.views.games import view_of
from bot.views.language import ENGLISH, Language
from bot.views.screen import Screen
from engine import GAMES
from tests.views.everything import (
    names_for,
    of_a_clock,
    of_computers,
    of_fairness,
    of_lobbies,
    of_replies,
    of_settings,
    of_statistics,
)
from tests.views.tables import play_by_buttons, running, verbs

NAMES = ("Ana", "بهرام", "Charlotte-Marie Habsburg", "Dora", "Евгения", "Finn", "Gül")
SEATED = NAMES[:3]
BOT = "WormsAndTombsBot"
SEEDS = 3  # matches of each game: enough for every kind of board to come up

Named: TypeAlias = tuple[str, Screen]


def every_screen(language: Language) -> dict[str, Screen]:
    """Names are the same in every language. A board with a picture is there as a text, too."""
    return dict(_every_screen(language))


def is_board(name: str) -> bool:
    """Whether somebody is to act on this screen."""
    return name.startswith("board")


def _every_screen(language: Language) -> Iterator[Named]:
    for game in GAMES:
        yield from _numbered(f"lobby {game}", of_lobbies(language, game, names_for(game, NAMES)))
        yield from _boards(game, language)
        yield from _ends(game, language)
        yield f"rules {game}", replies.rules(game, {}, language)
        yield from _numbered(f"computers {game}", of_computers(language, game, SEATED))
    yield from _kept(language)
    yield from _numbered("dice", of_fairness(language, "heckmeck", SEATED))
    yield from _numbered("settings", of_settings(language))
    yield from _numbered("statistics", of_statistics(language, NAMES))
    yield from _numbered("reply", of_replies(language, NAMES, BOT))


def _numbered(name: str, screens: Iterable[Screen]) -> Iterator[Named]:
    """Each only once."""
    return ((f"{name} {number}", screen) for number, screen in enumerate(dict.fromkeys(screens), start=1))


# Boards


def _boards(game: str, language: Language) -> Iterator[Named]:
    for kind, scene in _kinds(game).items():
        yield from _with_text(f"board {game} {kind}", draw(scene, language))
        yield from _questions(f"board {game} {kind}", scene, language)
        yield f"hints {game} {kind}", advice.at_length(scene.match, language)
    yield f"board {game} with a hint", draw(replace(scene, gives_hints=True), language)
    yield from _numbered(f"warning {game}", of_a_clock(language, scene.match))


def _with_text(name: str, screen: Screen) -> Iterator[Named]:
    yield name, screen
    if screen.photo:
        yield f"{name} as text", replace(screen, photo=None)


@cache
def _kinds(game: str) -> dict[str, Scene]:
    """For each set of things that can be done the scene with most to see."""
    kinds: dict[str, list[Scene]] = {}
    for seed in range(SEEDS):
        for scene in play_by_buttons(Scene(running(SEATED, seed, game)), Random(seed)):
            if scene.match.status == "running" and scene.match.game.to_act(scene.match.state) is not None:
                kinds.setdefault(_kind(scene), []).append(scene)
    return {kind: max(scenes, key=_length) for kind, scenes in kinds.items()}


def _length(scene: Scene) -> int:
    return len(draw(scene, ENGLISH, pictures=False).text)


def _kind(scene: Scene) -> str:
    match = scene.match
    rows = view_of(match).buttons(match, match.game.to_act(match.state) or 0, ENGLISH)
    words = {"+".join(wish.split()[0] for wish in verb.split("+")) for verb in verbs(Screen("", rows))}
    return " ".join(sorted(words - {"ask"}))


def _questions(name: str, scene: Scene, language: Language) -> Iterator[Named]:
    asked = [verb.split()[1] for verb in verbs(draw(scene, ENGLISH)) if verb.startswith("ask ")]
    for question in asked:
        yield f"{name} asks {question}", draw(replace(scene, question=question), language)


def _kept(language: Language) -> Iterator[Named]:
    """The positions that pictures are judged by, full of everything."""
    for name, match in positions().items():
        kind = "board" if match.status == "running" else "end"
        yield from _with_text(f"{kind} {match.game_id} kept {name}", draw(Scene(match), language))


# What is left of a match


def _ends(game: str, language: Language) -> Iterator[Named]:
    scenes = list(play_by_buttons(Scene(running(SEATED, 0, game)), Random(0)))
    moves = {move.revision: move for scene in scenes for move in (*scene.last_turn, *scene.this_turn)}
    last, match = scenes[-1], scenes[0].match
    yield f"end {game}", draw(replace(last, record=tuple(moves.values())), language)
    yield f"end {game} past turn", draw_past(replace(last, this_turn=last.last_turn), language)
    yield f"end {game} past lobby", draw_past(Scene(match), language)
    for status in ("stopped", "merged", "expired"):
        yield f"end {game} {status}", draw(Scene(replace(match, status=status)), language)
    yield f"end {game} offered", draw(Scene(replace(match, suspended="offered")), language)
