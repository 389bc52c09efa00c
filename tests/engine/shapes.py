"""The shape of a game's saves: every part, its stored name, and what it may hold.

Beside its save in `seeds/saves/` a release keeps what it was shaped like. Whoever changes a shape is told so by a test,
raises SCHEMA, and has the new one written by `python -m tests.engine.shapes`.
"""

import json
from pathlib import Path
from typing import Any

from msgspec import NODEFAULT, inspect

from engine import GAMES, Game

SAVES = Path(__file__).parents[2] / "seeds" / "saves"


def shape_of(game: Game) -> dict[str, Any]:
    """The state by its fields, and the events by their tags."""
    state, events = inspect.multi_type_info((game.State, game.Event))
    shapes = [_shape(event) for event in getattr(events, "types", (events,))]
    return {"state": _shape(state), "events": sorted(shapes, key=lambda shape: shape["type"])}


def _shape(kind: inspect.Type) -> Any:
    match kind:
        case inspect.StructType(tag_field=field, tag=tag, fields=fields):
            named = {} if field is None else {field: tag}
            return named | {_name(part): _shape(part.type) for part in fields}
        case inspect.VarTupleType(item_type=item):
            return [_shape(item)]
        case inspect.TupleType(item_types=items):
            return [_shape(item) for item in items]
        case inspect.UnionType(types=kinds):
            return {"any of": [_shape(one) for one in kinds]}
        case inspect.LiteralType(values=values):
            return " | ".join(map(str, values))
        case inspect.IntType() | inspect.StrType() | inspect.BoolType() | inspect.NoneType():
            return type(kind).__name__.removesuffix("Type").lower()
        case _:
            raise TypeError(f"a save holds no {kind}")


def _name(part: inspect.Field) -> str:
    """A question mark where the save may leave it out."""
    is_needed = part.default is NODEFAULT and part.default_factory is NODEFAULT
    return part.encode_name if is_needed else f"{part.encode_name}?"


def path_of(game: Game) -> Path:
    return SAVES / game.ID / f"shape{game.SCHEMA}.json"


def _write_new() -> None:
    """What was written once stays as it is."""
    for game in GAMES.values():
        if not path_of(game).exists():
            path_of(game).write_text(f"{json.dumps(shape_of(game), indent=1)}\n")


if __name__ == "__main__":
    _write_new()
