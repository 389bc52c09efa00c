"""States and events as JSON trees, each with the number of its saved shape (schema).

A game that changes a saved shape raises its SCHEMA and gives `UPCASTS` the step from the old one; a save of any past
shape is stepped up when it is loaded. Commands are saved in their text form (`keep 5`).
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from engine.game import AnyEvent, AnyState, Game, Tree


class Unreadable(Exception):  # noqa: N818  names what the save is, like Refused and Misplaced
    """A save that this version cannot read: of a newer shape, or damaged."""


def dump(game: Game, state: AnyState) -> Tree:
    """A state as a JSON tree."""
    return {"schema": game.SCHEMA, "state": msgspec.to_builtins(state)}


def load(game: Game, saved: Tree) -> AnyState:
    """The state of a tree that `dump` made, now or in any earlier release. Raises Unreadable."""
    return _convert(game, _stepped_up(game, saved).get("state"), game.State)


def dump_events(game: Game, events: Sequence[AnyEvent]) -> Tree:
    return {"schema": game.SCHEMA, "events": msgspec.to_builtins(events)}


def load_events(game: Game, saved: Tree) -> tuple[AnyEvent, ...]:
    """Raises Unreadable."""
    events: tuple[AnyEvent, ...] = _convert(game, _stepped_up(game, saved).get("events"), tuple[game.Event, ...])  # type: ignore[name-defined]  # a type known at run time only
    return events


def _stepped_up(game: Game, saved: Tree) -> Tree:
    while (schema := saved.get("schema")) != game.SCHEMA:
        if not isinstance(schema, int) or schema not in game.UPCASTS:
            raise Unreadable(f"{game.ID}: schema {schema} is not known here (newest: {game.SCHEMA})")
        saved = {**game.UPCASTS[schema](saved), "schema": schema + 1}
    return saved


def _convert(game: Game, tree: Any, shape: Any) -> Any:
    try:
        return msgspec.convert(tree, shape)
    except msgspec.ValidationError as problem:
        raise Unreadable(f"{game.ID}: {problem}") from None
