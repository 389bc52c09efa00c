"""A bot as thin as can be: calls over HTTP, answers as JSON, every answer read by aiogram's strict types as well."""

import json
from typing import Any

import aiohttp
from aiogram import types

from bot.local_telegram import Bot, LocalTelegram

Json = dict[str, Any]

MESSAGES = (
    "sendMessage",
    "sendPhoto",
    "sendDocument",
    "sendDice",
    "editMessageText",
    "editMessageCaption",
    "editMessageMedia",
)
TYPES: dict[str, Any] = {
    "getMe": types.User,
    "getChat": types.ChatFullInfo,
    "getWebhookInfo": types.WebhookInfo,
    "getFile": types.File,
    "editMessageReplyMarkup": types.Message,
    **dict.fromkeys(MESSAGES, types.Message),
}
LISTS: dict[str, Any] = {"getUpdates": types.Update, "getMyCommands": types.BotCommand}

PNG = bytes.fromhex("89504e470d0a1a0a0000000d4948445200000280000001680802000000")


class Api:
    def __init__(self, tg: LocalTelegram, bot: Bot, session: aiohttp.ClientSession) -> None:
        self.root = f"{tg.url}/bot{bot.token}"
        self.session = session

    async def answer(self, method: str, **parameters: Any) -> Json:
        """The whole answer, refused or not."""
        given = {name: value for name, value in parameters.items() if value is not None}
        async with self.session.post(f"{self.root}/{method}", json=given) as response:
            body: Json = await response.json()
        assert body.get("error_code", 200) == response.status
        return body

    async def call(self, method: str, **parameters: Any) -> Any:
        """The result of a call that is not refused."""
        body = await self.answer(method, **parameters)
        assert body["ok"], body
        if method in TYPES:
            TYPES[method].model_validate(body["result"])
        for one in body["result"] if method in LISTS else []:
            LISTS[method].model_validate(one)
        return body["result"]

    async def refusal(self, method: str, **parameters: Any) -> tuple[int, str]:
        body = await self.answer(method, **parameters)
        assert not body["ok"], body
        return body["error_code"], body["description"]

    async def updates(self, **parameters: Any) -> list[Json]:
        """What is waiting, at once."""
        return await self.call("getUpdates", **parameters)

    @staticmethod
    def written(value: Json) -> str:
        """As forms carry what is not plain text."""
        return json.dumps(value)

    async def upload(self, method: str, photo: bytes = PNG, **fields: str) -> Json:
        return await self._upload(method, "photo", photo, "board.png", fields)

    async def upload_document(self, content: bytes, name: str, **fields: str) -> Json:
        return await self._upload("sendDocument", "document", content, name, fields)

    async def _upload(self, method: str, kind: str, content: bytes, name: str, fields: dict[str, str]) -> Json:
        form = aiohttp.FormData(fields)
        form.add_field(kind, content, filename=name)
        async with self.session.post(f"{self.root}/{method}", data=form) as response:
            body: Json = await response.json()
        return body

    async def confirm_all(self) -> None:
        updates = await self.updates()
        if updates:
            await self.updates(offset=updates[-1]["update_id"] + 1)


def keyboard(*rows: list[str]) -> Json:
    """Buttons whose data is their label."""
    return {"inline_keyboard": [[{"text": label, "callback_data": label} for label in row] for row in rows]}
