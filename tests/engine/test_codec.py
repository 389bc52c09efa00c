"""Saves: of this shape, of every shape before it, of a newer one, and damaged ones."""

# ruff: noqa: SIM300  house style: the expected value stands first

import json
import random
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypeAlias, cast

import pytest
from msgspec import Struct

from engine import GAMES, Game, dump, load, record
from engine.codec import Unreadable, dump_events, load_events
from engine.game import Tree
from engine.games import heckmeck
from engine.games.heckmeck import DiceThrown, TileTaken, TurnFailed
from tests.engine.games.random_play import ABSENCES, TRAITS, dice_of, played_on, wishes
from tests.engine.shapes import SAVES, path_of, shape_of
from tests.engine.table import placed

FIRST_SAVE = """\
game heckmeck
seats Ana Ben Cid Dan Eva
option lower_tile any
option empty_bust_closes on

grill 21 24 27 30 33
stack Ana 22 36
stack Cid 28
stack Dan 25 29 31
stack Eva 34
kept W W 3
thrown 1 1 4 W 5
left Dan
benched Eva
to_act Cid

= going
"""

PATHS = sorted(SAVES.glob("*/v*.json"))
every_save = pytest.mark.parametrize("path", PATHS, ids=[f"{path.parent.name}-{path.stem}" for path in PATHS])
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


def saved(path: Path) -> tuple[Game, Tree]:
    return GAMES[path.parent.name], json.loads(path.read_text())


# Saves of earlier releases


def test_every_schema_of_every_game_has_a_save() -> None:
    """F58: whoever raises SCHEMA adds one."""
    expected = {(game.ID, f"v{schema}") for game in GAMES.values() for schema in range(1, game.SCHEMA + 1)}
    assert expected == {(path.parent.name, path.stem) for path in PATHS}


@every_save
def test_a_save_of_any_schema_loads_and_can_be_played_to_the_end(path: Path) -> None:
    """F58."""
    game, tree = saved(path)
    state = load(game, tree)
    pieces = TRAITS[game.ID].pieces(state)
    assert game.to_act(state) is not None
    for number, move in enumerate(played_on(game, state, dice_of(1), random.Random(1))):
        pieces.subtract(TRAITS[game.ID].removed(move.events))
        state = move.after
        assert number < TRAITS[game.ID].longest
    assert game.result(state).is_over
    assert pieces == TRAITS[game.ID].pieces(state)


@every_save
def test_a_save_of_any_schema_is_saved_again_in_the_newest(path: Path) -> None:
    """F58. What this release saves is saved again as it was."""
    game, tree = saved(path)
    again = json.loads(json.dumps({**dump_events(game, load_events(game, tree)), **dump(game, load(game, tree))}))
    assert game.SCHEMA == again["schema"]
    assert load(game, tree) == load(game, again)
    assert load_events(game, tree) == load_events(game, again)
    if tree["schema"] == game.SCHEMA:
        assert {name: part for name, part in tree.items() if name != "commands"} == again


@every_save
def test_commands_that_were_ever_saved_are_read(path: Path) -> None:
    """F58: a match of any release can be told, exported and verified."""
    game, tree = saved(path)
    assert tree["commands"] == [game.write_command(game.read_command(text)) for text in tree["commands"]]


@every_game
def test_the_newest_save_has_every_event_and_every_command(game: Game) -> None:
    _, tree = saved(SAVES / game.ID / f"v{game.SCHEMA}.json")
    assert {shape["type"] for shape in shape_of(game)["events"]} == {event["type"] for event in tree["events"]}
    verbs = {game.write_command(wish).split(" ")[0] for wish in (*wishes(game.ID), *ABSENCES)}
    assert verbs == {text.split(" ")[0] for text in tree["commands"]}


@every_game
def test_a_shape_does_not_change_under_its_number(game: Game) -> None:
    """F58: a changed shape has a new SCHEMA, an upcast from the old one, a save, and is then written by `shapes`."""
    assert json.loads(path_of(game).read_text()) == shape_of(game)


def test_the_first_save_means_what_it_meant() -> None:
    game, tree = saved(SAVES / "heckmeck" / "v1.json")
    state = load(game, tree)
    header = record.Header(game, ("Ana", "Ben", "Cid", "Dan", "Eva"), state.options)
    assert FIRST_SAVE == record.write_state(header, state)


# Saves of this release


def test_a_save_names_its_schema() -> None:
    assert heckmeck.SCHEMA == dump(heckmeck, placed(""))["schema"] == dump_events(heckmeck, ())["schema"]


def test_events_are_saved_under_their_tags() -> None:
    """The tags are stored names and never change."""
    events = (DiceThrown(0, (1, 6)), TurnFailed(1, "too_slow"), TileTaken(2, 30))
    expected = {
        "schema": 1,
        "events": [
            {"type": "dice_thrown", "seat": 0, "faces": [1, 6]},
            {"type": "turn_failed", "seat": 1, "cause": "too_slow"},
            {"type": "tile_taken", "seat": 2, "tile": 30},
        ],
    }
    assert expected == json.loads(json.dumps(dump_events(heckmeck, events)))
    assert events == load_events(heckmeck, expected)


@pytest.mark.parametrize("schema", [heckmeck.SCHEMA + 1, 0, -1, None, "1", "newest", 1.5, [1]])
def test_a_save_of_an_unknown_schema_is_unreadable(schema: object) -> None:
    """A newer release saved it, or it is damaged: it is never guessed at."""
    for kind in (load, load_events):
        with pytest.raises(Unreadable, match=r"^heckmeck: schema .+ is not known here \(newest: 1\)$"):
            kind(heckmeck, {**dump(heckmeck, placed("")), **dump_events(heckmeck, ()), "schema": schema})


Keys: TypeAlias = Sequence[str | int]


@pytest.mark.parametrize(
    ("where", "keys", "value"),
    [
        ("$.grill[0]", ("grill", 0), "21"),
        ("$.grill", ("grill",), None),
        ("$.stacks[0]", ("stacks", 0), 22),
        ("$.tray.dice", ("tray", "dice"), 1.5),
        ("$.table.left", ("table", "left"), {}),
        ("$.options.snatch", ("options", "snatch"), "never"),
        ("$.options", ("options", "raven"), "on"),
        ("$.type", ("type",), "deluxe"),
    ],
)
def test_a_damaged_state_is_unreadable_and_says_where(where: str, keys: Keys, value: object) -> None:
    _, tree = saved(SAVES / "heckmeck" / "v1.json")
    spot = tree["state"]
    for key in keys[:-1]:
        spot = spot[key]
    spot[keys[-1]] = value
    with pytest.raises(Unreadable) as unreadable:
        load(heckmeck, tree)
    assert str(unreadable.value).startswith("heckmeck: ")
    assert where in str(unreadable.value)


@pytest.mark.parametrize("gone", ["grill", "stacks", "table", "options", "tray"])
def test_a_state_with_a_part_missing_is_unreadable(gone: str) -> None:
    _, tree = saved(SAVES / "heckmeck" / "v1.json")
    del tree["state"][gone]
    with pytest.raises(Unreadable, match=r"heckmeck: .*missing"):
        load(heckmeck, tree)


def test_a_save_of_one_kind_is_not_read_as_the_other() -> None:
    with pytest.raises(Unreadable, match=r"heckmeck: Expected `object`, got `null`"):
        load(heckmeck, dump_events(heckmeck, ()))
    with pytest.raises(Unreadable, match=r"heckmeck: Expected `array`, got `null`"):
        load_events(heckmeck, dump(heckmeck, placed("")))


@pytest.mark.parametrize("event", [{"type": "meteor", "seat": 0}, {"seat": 0}, {"type": "tile_taken", "seat": 0}, 7])
def test_an_unknown_or_damaged_event_is_unreadable(event: object) -> None:
    with pytest.raises(Unreadable, match=r"heckmeck: .+\$\[1\]"):
        load_events(heckmeck, {"schema": 1, "events": [{"type": "turn_passed", "seat": 0}, event]})


# Shapes that changed: a stand-in game in its third


class Grown(Struct, frozen=True, tag="stand_in"):
    heaps: tuple[int, ...]
    first: str


class Happened(Struct, frozen=True, tag="happened"):
    heaps: tuple[int, ...]
    first: str


def _with_heaps(tree: Tree) -> Tree:
    """1 → 2: one `heap` became many."""
    return _mapped(tree, lambda part: {**{k: v for k, v in part.items() if k != "heap"}, "heaps": [part["heap"]]})


def _with_first(tree: Tree) -> Tree:
    """2 → 3: `first` came; it reads what the step before has made."""
    return _mapped(tree, lambda part: {**part, "first": f"of {len(part['heaps'])}"})


def _mapped(tree: Tree, step: Any) -> Tree:
    if "state" in tree:
        return {**tree, "state": step(tree["state"])}
    return {**tree, "events": [step(event) for event in tree["events"]]}


def stand_in(**changed: object) -> Game:
    shape = {"ID": "stand_in", "SCHEMA": 3, "UPCASTS": {1: _with_heaps, 2: _with_first}, "State": Grown}
    return cast("Game", SimpleNamespace(**{**shape, "Event": Happened, **changed}))


@pytest.mark.parametrize(
    ("schema", "part"), [(1, {"heap": 7}), (2, {"heaps": [7]}), (3, {"heaps": [7], "first": "of 1"})]
)
def test_a_save_is_stepped_up_through_every_schema_since(schema: int, part: Tree) -> None:
    state = {"schema": schema, "state": {"type": "stand_in", **part}}
    events = {"schema": schema, "events": [{"type": "happened", **part}] * 2}
    assert Grown((7,), "of 1") == load(stand_in(), state)
    assert (Happened((7,), "of 1"),) * 2 == load_events(stand_in(), events)


def test_stepping_up_leaves_the_save_as_it_was() -> None:
    tree = {"schema": 1, "state": {"type": "stand_in", "heap": 7}}
    load(stand_in(), tree)
    assert {"schema": 1, "state": {"type": "stand_in", "heap": 7}} == tree


def test_a_schema_from_which_no_step_leads_on_is_unreadable() -> None:
    game = stand_in(UPCASTS={1: _with_heaps})
    with pytest.raises(Unreadable, match=r"stand_in: schema 2 is not known here \(newest: 3\)"):
        load(game, {"schema": 1, "state": {"type": "stand_in", "heap": 7}})
