"""Scenes of matches that have between them all there is to say: of matches played at random, and rare positions."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from gettext import NullTranslations
from random import Random

from msgspec.structs import replace

from bot.matches.match import Move, Outcome, Scene
from bot.views.draw import draw, draw_past
from bot.views.language import Language
from bot.views.screen import Screen
from bot.views.toasts import refusal, toast
from engine import GAMES
from tests.views.tables import NAMES, at, people, play_by_buttons, pressed, running

MATCHES: Mapping[str, Sequence[int]] = {  # the seeds of matches that come to much in few moves
    "heckmeck": (7, 5),
    "deluxe": (4, 9, 10, 0),
    "junior": (5, 6, 12),
    "grave_digger": (4, 9),
}
RARE: Mapping[str, Sequence[tuple[tuple[str, ...], str]]] = {  # positions, and what is pressed there
    "heckmeck": (
        (("grill 22 36", "benched 0", "benched 1", "benched 2"), ""),
        (("grill 22 36", "kept W W W 5 2"), ""),
        (("grill 22 36",), "timeout"),
        (("grill 22 36", "kept W 5"), "timeout"),
        (("grill 22 36", "stack 1 25", "kept W W W 5 5"), ""),
        (("grill 22 36", "kept W W W 1 2 3 4 5"), ""),
    ),
    "deluxe": (
        (("grill 22 36", "holds 0 weasel", "kept 1 W", "thrown 1 1 W"), ""),
        (("grill 22 36", "holds 0 weasel", "kept 1 W", "thrown 1 1 W"), "reroll"),
        (("grill 22 36", "holds 0 golden_die"), ""),
        (("grill 22 36", "holds 0 canned_worm", "kept 5 5"), ""),
        (("grill 22 36", "holds 0 weasel canned_worm", "due return"), ""),
        (("grill 25 36", "on 25 weasel", "holds 0 canned_worm", "kept W W W W W"), "take 25"),
        (("grill 22 36", "bratworms 1 1", "due bratworm", "kept 1 1"), "decline"),
        (("grill 24 36", "stack 1 26", "holds 1 hen", "kept W W W W W 1"), ""),
        (("grill 24 36", "stack 1 26", "holds 1 hen", "kept W W W W W 1"), "take 26"),
    ),
    "junior": (),
    "grave_digger": (
        (("at 0 g1", "at 1 d4", "at 2 d4", "vampire 4", "opened 1 2", "tools 0 pickaxe shovel stake", "due dig"), ""),
        (("at 0 g1", "at 1 d4", "at 2 d4", "vampire 4", "tools 0 pickaxe shovel stake", "due dig"), "dig 4"),
        (("at 0 g1", "at 1 d4", "at 2 d4", "vampire 4", "tools 0 pickaxe shovel stake", "due lose_two"), ""),
        (("at 0 f1", "at 1 d4", "at 2 d4", "vampire 4", "tools 0 pickaxe shovel stake", "steps 1"), "walk g1"),
    ),
}
MOST_AT_ONCE = 2  # moves in one press


class Heard(NullTranslations):
    """English that remembers what was said."""

    def __init__(self) -> None:
        super().__init__()
        self.said: set[str] = set()

    def gettext(self, message: str) -> str:
        self.said.add(message)
        return message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        self.said.add(msgid1)
        return super().ngettext(msgid1, msgid2, n)


def telling(game: str, names: Sequence[str] = NAMES) -> Iterator[Scene]:
    """Scenes each of which says something that those before it do not, by people of these names."""
    for scene in _telling(game):
        yield replace(scene, match=replace(scene.match, seats=people(names[: len(scene.match.seats)])))


@cache
def _telling(game: str) -> tuple[Scene, ...]:
    return (*_of_matches(game), *(_rare(game, number) for number in range(len(RARE[game]))))


def _of_matches(game: str) -> Iterator[Scene]:
    heard = Heard()
    for scene in (scene for seed in MATCHES[game] for scene in _played(game, seed)):
        known = len(heard.said)
        for _ in (*shown(scene, Language("en", heard)), *told(scene, Language("en", heard))):
            pass
        if len(heard.said) > known:
            yield scene


def _played(game: str, seed: int) -> Iterator[Scene]:
    """A match by house rules of its own; the last scene has its record."""
    chosen = {option.name: Random(f"{seed} {option.name}").choice(option.values) for option in GAMES[game].OPTIONS}
    begun = running(NAMES[: max(GAMES[game].SEATS)], seed, game, **chosen)
    record: tuple[Move, ...] = ()
    for scene in play_by_buttons(Scene(begun), Random(seed)):
        known = record[-1].revision if record else 0
        record += tuple(move for move in (*scene.last_turn, *scene.this_turn) if move.revision > known)
        yield scene if scene.match.status == "running" else replace(scene, record=record)


def _rare(game: str, number: int) -> Scene:
    """Each has dice of its own."""
    position, verb = RARE[game][number]
    match = at(position, game=game)
    scene = Scene(replace(match, fairness=replace(match.fairness, drawn=number)))
    return pressed(scene, verb) if verb else scene


def shown(scene: Scene, language: Language) -> Iterator[Screen]:
    """What its chat is shown."""
    yield draw(replace(scene, gives_hints=True), language)
    if scene.match.status == "running":
        yield draw(replace(scene, question="stop"), language)
    if scene.last_turn:
        yield draw_past(replace(scene, this_turn=scene.last_turn), language)


def told(scene: Scene, language: Language) -> Iterator[str]:
    """What whoever pressed is told."""
    match, moves = scene.match, scene.this_turn or scene.last_turn
    yield refusal("not_your_turn", match, language)
    yield toast(Outcome("began", match), language)
    yield toast(Outcome("played", match, moves[-MOST_AT_ONCE:]), language)
