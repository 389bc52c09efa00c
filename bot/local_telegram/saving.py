"""The world in a file, so that the demo started again shows the same chats and messages; its photos lie beside it."""

import os
from pathlib import Path

from msgspec import json
from msgspec.structs import replace

from bot.local_telegram.world import World


def save(world: World, path: Path) -> None:
    """All of it or nothing: a crash in the middle leaves what was there. A photo never changes and is written once."""
    photos = _folder(path)
    photos.mkdir(parents=True, exist_ok=True)
    for photo in world.photos.values():
        if not (photos / photo.id).exists():
            _write(photos / photo.id, photo.content)
    without_content = {photo.id: replace(photo, content=b"") for photo in world.photos.values()}
    _write(path, json.encode(replace(world, photos=without_content)))


def _folder(path: Path) -> Path:
    return path.with_suffix(".photos")


def _write(path: Path, content: bytes) -> None:
    fresh = path.with_name(f".{path.name}.new")
    with fresh.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)


def load(path: Path) -> World:
    """A file that is not there is an empty world."""
    if not path.exists():
        return World()
    world = json.decode(path.read_bytes(), type=World)
    for photo in world.photos.values():
        photo.content = (_folder(path) / photo.id).read_bytes()
    return world
