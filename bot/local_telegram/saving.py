"""The world in a file, so that the demo started again shows the same chats and messages."""

import os
from pathlib import Path

from msgspec import json

from bot.local_telegram.world import World


def save(world: World, path: Path) -> None:
    """All of it or nothing: a crash in the middle leaves the file as it was."""
    fresh = path.with_name(f".{path.name}.new")
    with fresh.open("wb") as file:
        file.write(json.encode(world))
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)


def load(path: Path) -> World:
    """A file that is not there is an empty world."""
    return json.decode(path.read_bytes(), type=World) if path.exists() else World()
