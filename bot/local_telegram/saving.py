"""The world in a file, so that the demo started again shows the same chats and messages.

Photos and documents lie in folders beside it.
"""

import os
from pathlib import Path
from typing import TypeVar

from msgspec import json
from msgspec.structs import replace

from bot.local_telegram.world import Document, Photo, World

Sent = TypeVar("Sent", Photo, Document)


def save(world: World, path: Path) -> None:
    """All of it or nothing: a crash in the middle leaves what was there."""
    photos, documents = _kept(world.photos, _photos(path)), _kept(world.documents, _documents(path))
    _write(path, json.encode(replace(world, photos=photos, documents=documents)))


def _photos(path: Path) -> Path:
    return path.with_suffix(".photos")


def _documents(path: Path) -> Path:
    return path.with_suffix(".documents")


def _kept(sent: dict[str, Sent], folder: Path) -> dict[str, Sent]:
    """What the world's file says of them. What was sent never changes: its content is written once."""
    folder.mkdir(parents=True, exist_ok=True)
    for one in sent.values():
        if not (folder / one.id).exists():
            _write(folder / one.id, one.content)
    return {one.id: replace(one, content=b"") for one in sent.values()}


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
        photo.content = (_photos(path) / photo.id).read_bytes()
    for document in world.documents.values():
        document.content = (_documents(path) / document.id).read_bytes()
    return world
