"""The parameters of one Bot API call, however they were sent: query, form, multipart or JSON."""

from dataclasses import dataclass, field
from typing import Any

import msgspec
from aiohttp import BodyPartReader, web

from bot.local_telegram.refusals import bad_request
from bot.local_telegram.world import Json


@dataclass
class Parameters:
    values: Json
    files: dict[str, bytes] = field(default_factory=dict)
    file_names: dict[str, str] = field(default_factory=dict)

    def text(self, name: str) -> str:
        value = self.values.get(name)
        return "" if value is None else str(value)

    def number(self, name: str, otherwise: int = 0) -> int:
        try:
            return int(self.values.get(name) or otherwise)
        except (TypeError, ValueError):
            return otherwise

    def flag(self, name: str) -> bool:
        return str(self.values.get(name)).lower() in ("true", "1", "yes")

    def structure(self, name: str) -> Any:
        """Anything that is not plain text, which forms carry as JSON."""
        value = self.values.get(name)
        if not isinstance(value, str):
            return value
        try:
            return msgspec.json.decode(value) if value else None
        except msgspec.DecodeError:
            raise bad_request(f"can't parse {name.replace('_', ' ')} JSON object") from None

    def object(self, name: str) -> Json:
        """A JSON object; one that was not given is empty."""
        value = self.structure(name) or {}
        if not isinstance(value, dict):
            raise bad_request(f"object expected as {name.replace('_', ' ')}")
        return value

    def objects(self, name: str) -> list[Json]:
        """A JSON list of objects; one that was not given is empty."""
        value = self.structure(name) or []
        if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
            raise bad_request(f"expected an Array of Objects as {name.replace('_', ' ')}")
        return value

    def file(self, name: str) -> bytes | str | None:
        """An uploaded file's content, or the name of a known one."""
        value = self.values.get(name)
        return self.attached(str(value)) if value else self.files.get(name)

    def file_name(self, name: str) -> str:
        """What an uploaded file is called."""
        reference = self.text(name).removeprefix("attach://")
        return self.file_names.get(reference or name, name)

    def attached(self, reference: str) -> bytes | str | None:
        if reference.startswith("attach://"):
            return self.files.get(reference.removeprefix("attach://"))
        return reference


async def read(request: web.Request) -> Parameters:
    given = Parameters(dict(request.query))
    if request.content_type == "application/json":
        body = await request.read()
        given.values |= _json_object(body) if body else {}
    elif request.content_type == "multipart/form-data":
        await _read_parts(request, given)
    elif request.can_read_body:
        given.values |= {name: str(value) for name, value in (await request.post()).items()}
    return given


def _json_object(body: bytes) -> Json:
    try:
        return msgspec.json.decode(body, type=Json)
    except msgspec.DecodeError:
        raise bad_request("can't parse JSON object") from None


async def _read_parts(request: web.Request, given: Parameters) -> None:
    async for part in await request.multipart():
        if isinstance(part, BodyPartReader) and part.name:
            content = bytes(await part.read(decode=True))
            if part.filename:
                given.files[part.name] = content
                given.file_names[part.name] = part.filename
            else:
                given.values[part.name] = content.decode()
