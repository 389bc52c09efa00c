import pytest

from bot.local_telegram import LocalTelegram, Room, User
from tests.local_telegram.api import PNG, Api, keyboard

NOT_MODIFIED = (
    "Bad Request: message is not modified: specified new message content and reply markup are exactly the same"
    " as a current content and reply markup of the message"
)


async def test_a_message_is_sent_formatted_with_buttons(table: Room, api: Api):
    sent = await api.call(
        "sendMessage", chat_id=table.id, text="<b>Hi</b>", parse_mode="HTML", reply_markup=keyboard(["Join", "Leave"])
    )
    assert sent["entities"] == [{"type": "bold", "offset": 0, "length": 2}]
    assert (table.last.id, table.last.text, table.last.buttons) == (sent["message_id"], "Hi", ["Join", "Leave"])


@pytest.mark.parametrize(
    ("parameters", "why"),
    [
        ({"text": ""}, "message text is empty"),
        ({"text": "  \n "}, "message text is empty"),
        ({"text": "<b></b>", "parse_mode": "HTML"}, "message text is empty"),
        ({"text": "🪱" * 2049}, "message is too long"),
        ({"text": "x", "parse_mode": "Word"}, "unsupported parse_mode"),
        ({"text": "x", "reply_markup": "{"}, "can't parse reply markup JSON object"),
        ({"text": "x", "reply_parameters": [1]}, "object expected as reply parameters"),
        ({"text": "x", "entities": "[1]"}, "expected an Array of Objects as entities"),
        ({"text": "x", "reply_markup": keyboard(["x" * 65])}, "BUTTON_DATA_INVALID"),
        ({"text": "x", "reply_markup": keyboard(["ä" * 33])}, "BUTTON_DATA_INVALID"),
        ({"text": "x", "reply_to_message_id": 99}, "message to be replied not found"),
        ({"text": "x", "message_thread_id": 99}, "message thread not found"),
        (
            {"text": "x", "reply_markup": {"inline_keyboard": [[{"text": "x"}]]}},
            "can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard",
        ),
    ],
)
async def test_a_bad_message_is_refused(table: Room, api: Api, parameters: dict, why: str):
    assert await api.refusal("sendMessage", chat_id=table.id, **parameters) == (400, f"Bad Request: {why}")


async def test_text_is_measured_after_parsing(table: Room, api: Api):
    sent = await api.call("sendMessage", chat_id=table.id, text="<b>" + "&lt;" * 4096 + "</b>", parse_mode="HTML")
    assert len(sent["text"]) == 4096


async def test_64_bytes_of_data_are_allowed(table: Room, api: Api):
    await api.call("sendMessage", chat_id=table.id, text="x", reply_markup=keyboard(["ä" * 32]))


async def test_a_photo_is_uploaded_described_and_fetched(tg: LocalTelegram, table: Room, api: Api):
    answer = await api.upload("sendPhoto", chat_id=str(table.id), caption="<i>Board</i>", parse_mode="HTML")
    photo = answer["result"]["photo"][0]
    assert (photo["width"], photo["height"], answer["result"]["caption"]) == (640, 360, "Board")
    file = await api.call("getFile", file_id=photo["file_id"])
    async with api.session.get(api.root.replace("/bot", "/file/bot") + "/" + file["file_path"]) as response:
        assert await response.read() == PNG


async def test_a_known_photo_is_sent_by_its_id(table: Room, api: Api):
    first = await api.upload("sendPhoto", chat_id=str(table.id))
    again = await api.call("sendPhoto", chat_id=table.id, photo=first["result"]["photo"][0]["file_id"])
    assert again["photo"] == first["result"]["photo"]


async def test_a_document_keeps_its_name_and_content(tg: LocalTelegram, table: Room, api: Api):
    answer = await api.upload_document(
        b"roll", "match.game", chat_id=str(table.id), caption="<b>A</b>", parse_mode="HTML"
    )
    sent = answer["result"]
    assert (sent["document"]["file_name"], sent["document"]["file_size"], sent["caption"]) == ("match.game", 4, "A")
    assert [document.content for document in tg.world.documents.values()] == [b"roll"]
    again = await api.call("sendDocument", chat_id=table.id, document=sent["document"]["file_id"])
    assert again["document"] == sent["document"]
    refused = await api.refusal("editMessageText", chat_id=table.id, message_id=sent["message_id"], text="x")
    assert refused == (400, "Bad Request: there is no text in the message to edit")
    await api.call("editMessageCaption", chat_id=table.id, message_id=sent["message_id"], caption="B")


@pytest.mark.parametrize(
    ("document", "why"),
    [(None, "there is no document in the request"), ("BQACAgI", "wrong file identifier/HTTP URL specified")],
)
async def test_a_document_that_is_not_there_is_refused(table: Room, api: Api, document: str | None, why: str):
    assert await api.refusal("sendDocument", chat_id=table.id, document=document) == (400, f"Bad Request: {why}")


async def test_a_caption_holds_1024_units(table: Room, api: Api):
    answer = await api.upload("sendPhoto", chat_id=str(table.id), caption="🪱" * 513)
    assert answer["description"] == "Bad Request: message caption is too long"


async def test_what_is_no_picture_is_refused(table: Room, api: Api):
    answer = await api.upload("sendPhoto", photo=b"GIF?", chat_id=str(table.id))
    assert answer["description"] == "Bad Request: IMAGE_PROCESS_FAILED"


@pytest.mark.parametrize(("emoji", "sides"), [("🎲", 6), ("🎰", 64), ("🏀", 5), ("🎳", 6)])
async def test_dice_show_every_side(table: Room, api: Api, emoji: str, sides: int):
    thrown = {(await api.call("sendDice", chat_id=table.id, emoji=emoji))["dice"]["value"] for _ in range(sides * 9)}
    assert max(thrown) == sides or sides == 64
    assert thrown <= set(range(1, sides + 1))


async def test_an_edit_replaces_text_and_keyboard_and_is_remembered(tg: LocalTelegram, table: Room, api: Api):
    sent = await api.call("sendMessage", chat_id=table.id, text="old", reply_markup=keyboard(["Join"]))
    tg.clock.advance(5)
    edited = await api.call("editMessageText", chat_id=table.id, message_id=sent["message_id"], text="new")
    assert "reply_markup" not in edited
    assert edited["edit_date"] >= edited["date"] + 5
    assert [version.text for version in table.last.history] == ["old", "new"]
    assert len(table.writes()) == 2


async def test_an_edit_that_changes_nothing_is_refused(table: Room, api: Api):
    sent = await api.call("sendMessage", chat_id=table.id, text="x", reply_markup=keyboard(["Join"]))
    same = {"chat_id": table.id, "message_id": sent["message_id"], "reply_markup": keyboard(["Join"])}
    assert await api.refusal("editMessageText", **same, text="x") == (400, NOT_MODIFIED)
    assert await api.refusal("editMessageReplyMarkup", **same) == (400, NOT_MODIFIED)
    assert len(table.last.history) == 1


async def test_what_cannot_be_edited_is_refused(tg: LocalTelegram, table: Room, anna: User, api: Api):
    hers = tg.say(anna, table, "mine")
    dice = await api.call("sendDice", chat_id=table.id)
    for message, why in ((9999, "message to edit not found"), (hers.id, "message can't be edited")):
        refused = await api.refusal("editMessageText", chat_id=table.id, message_id=message, text="x")
        assert refused == (400, f"Bad Request: {why}")
    refused = await api.refusal("editMessageText", chat_id=table.id, message_id=dice["message_id"], text="x")
    assert refused == (400, "Bad Request: message can't be edited")


async def test_text_may_become_a_photo_and_a_photo_never_text(table: Room, api: Api):
    photo = (await api.upload("sendPhoto", chat_id=str(table.id)))["result"]
    where = {"chat_id": table.id, "message_id": photo["message_id"]}
    refused = await api.refusal("editMessageText", **where, text="x")
    assert refused == (400, "Bad Request: there is no text in the message to edit")
    assert (await api.call("editMessageCaption", **where, caption="Hm"))["caption"] == "Hm"

    text = await api.call("sendMessage", chat_id=table.id, text="x")
    where = {"chat_id": table.id, "message_id": text["message_id"]}
    refused = await api.refusal("editMessageCaption", **where, caption="x")
    assert refused == (400, "Bad Request: there is no caption in the message to edit")
    media = {"type": "photo", "media": photo["photo"][0]["file_id"], "caption": "<b>C</b>", "parse_mode": "HTML"}
    assert (await api.call("editMessageMedia", **where, media=media))["caption"] == "C"


async def test_a_deleted_message_is_gone(tg: LocalTelegram, table: Room, anna: User, api: Api):
    sent = await api.call("sendMessage", chat_id=table.id, text="x")
    where = {"chat_id": table.id, "message_id": sent["message_id"]}
    assert await api.call("deleteMessage", **where) is True
    assert await api.refusal("deleteMessage", **where) == (400, "Bad Request: message to delete not found")
    assert await api.refusal("editMessageText", **where, text="y") == (400, "Bad Request: message to edit not found")
    hers = tg.say(anna, table, "mine")
    refused = await api.refusal("deleteMessage", chat_id=table.id, message_id=hers.id)
    assert refused == (400, "Bad Request: message can't be deleted for everyone")


async def test_private_chats_and_groups_number_their_messages_together(
    tg: LocalTelegram, bot, anna: User, ben: User, table: Room
):
    group, private = tg.group("Small", anna, bot), tg.private(anna)
    first, second = tg.say(anna, private, "a"), tg.say(anna, group, "b")
    assert second.id == first.id + 1
    assert tg.say(anna, table, "c").id == table.messages[-2].id + 1


async def test_the_same_seed_throws_the_same_dice(bot, api: Api, table: Room):
    values = [(await api.call("sendDice", chat_id=table.id))["dice"]["value"] for _ in range(5)]
    async with LocalTelegram(seed=7) as again:
        assert values == [again.here.dice_value("🎲") for _ in range(5)]


async def test_who_is_not_there_cannot_write(tg: LocalTelegram, table: Room, anna: User):
    with pytest.raises(ValueError, match="Zoë cannot write in Friday"):
        tg.say(tg.person("Zoë"), table, "/join")


async def test_a_mention_of_nobody_is_plain_text(table: Room, anna: User, api: Api):
    links = f'<a href="tg://user?id={anna.id}">A</a> <a href="tg://user?id=5">B</a>'
    sent = await api.call("sendMessage", chat_id=table.id, text=links, parse_mode="HTML")
    assert [(entity["type"], entity["user"]["first_name"]) for entity in sent["entities"]] == [("text_mention", "Anna")]


async def test_waiting_in_vain_says_what_was_there(table: Room, api: Api):
    await api.call("sendMessage", chat_id=table.id, text="Who plays?", reply_markup=keyboard(["Join"]))
    with pytest.raises(TimeoutError, match=r"Who plays.*Join"):
        await table.until_button("Roll", timeout=0.01)
