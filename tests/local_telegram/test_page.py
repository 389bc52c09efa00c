import asyncio
import re
from pathlib import Path

from aiohttp import ClientSession

from bot.local_telegram import Bot, LocalTelegram, Room, User
from bot.local_telegram.page import FILES, HERE
from tests.local_telegram.api import Api, Json, keyboard


async def get(api: Api, tg: LocalTelegram, path: str, **query: str) -> Json:
    async with api.session.get(tg.url + path, params=query) as response:
        assert response.status == 200
        return await response.json()


async def post(api: Api, tg: LocalTelegram, path: str, **wish: object) -> Json:
    async with api.session.post(tg.url + path, json=wish) as response:
        assert response.status == 200, await response.text()
        return await response.json()


async def test_the_page_and_its_files_are_served_with_a_strict_policy(tg: LocalTelegram, api: Api):
    kinds = {".html": "html", ".css": "css", ".js": "javascript"}
    for path, file in FILES.items():
        async with api.session.get(tg.url + path) as response:
            assert response.status == 200
            assert kinds[Path(file).suffix] in response.content_type
            assert response.headers["Content-Security-Policy"].startswith("default-src 'self'")


async def test_the_page_needs_nothing_from_elsewhere():
    for file in FILES.values():
        assert re.findall(r"https?://", (HERE / file).read_text()) == [], file


async def test_every_chat_is_told_with_who_is_in_it(tg: LocalTelegram, bot: Bot, table: Room, anna: User, api: Api):
    stranger = tg.person("</b><script>")
    world = await get(api, tg, "/local/world")
    seen = {chat["key"]: [member["id"] for member in chat["members"]] for chat in world["chats"]}
    assert set(seen[table.key]) == {*table.chat.members}
    assert seen[f"{bot.user.id}:{stranger.id}"] == [stranger.id, bot.user.id]
    assert world["people"][-1]["name"] == "</b><script>"
    assert world["may_start_over"] is False


async def test_it_is_told_whom_the_newest_messages_call(
    tg: LocalTelegram, table: Room, anna: User, ben: User, api: Api
):
    tg.say(anna, table, "Is @ben_moor here?")
    called = f'<a href="tg://user?id={anna.id}">Anna</a>'
    sent = await api.call("sendMessage", chat_id=table.id, text=called, parse_mode="HTML")
    [chat, *_] = (await get(api, tg, "/local/world"))["chats"]
    assert chat["called"] == {str(ben.id): sent["message_id"] - 1, str(anna.id): sent["message_id"]}
    assert chat["last"]["text"] == "Anna"
    [*_, said, told] = await get(api, tg, "/local/chat", key=table.key)
    assert (said["calls"], told["calls"]) == ([ben.id], [anna.id])


async def test_what_is_said_on_the_page_reaches_the_bot(tg: LocalTelegram, table: Room, anna: User, api: Api):
    await post(api, tg, "/local/say", user=anna.id, chat=table.key, text="/join")
    assert [update["message"]["text"] for update in await api.updates()] == ["/join"]
    [*_, shown] = await get(api, tg, "/local/chat", key=table.key)
    assert (shown["name"], shown["text"]) == ("Anna", "/join")


async def test_a_private_chat_begins_with_the_first_word(tg: LocalTelegram, bot, anna: User, api: Api):
    key = f"{bot.user.id}:{anna.id}"
    assert await get(api, tg, "/local/chat", key=key) == []
    await post(api, tg, "/local/say", user=anna.id, chat=key, text="/start")
    await api.call("sendMessage", chat_id=anna.id, text="Hello")


async def test_a_press_on_the_page_waits_for_its_toast(tg: LocalTelegram, table: Room, anna: User, api: Api):
    sent = await api.call("sendMessage", chat_id=table.id, text="x", reply_markup=keyboard(["Join"]))
    wish = {"user": anna.id, "chat": table.key, "message": sent["message_id"], "data": "Join"}
    pressed = asyncio.create_task(post(api, tg, "/local/press", **wish))
    [update] = await api.updates(timeout=5)
    await api.call("answerCallbackQuery", callback_query_id=update["callback_query"]["id"], text="Seated")
    assert (await pressed)["text"] == "Seated"


async def test_a_group_with_topics_is_made_on_the_page(tg: LocalTelegram, bot: Bot, anna: User, ben: User, api: Api):
    made = await post(api, tg, "/local/groups", title="Club", members=[anna.id], kind="forum", topics=["Dice"])
    room = tg.room(made["key"])
    assert [topic.name for topic in room.chat.topics.values()] == ["Dice"]
    await post(api, tg, "/local/joining", chat=room.key, user=ben.id, by=anna.id)
    assert {anna.id, ben.id, bot.user.id} == set(room.chat.members)
    zoe = await post(api, tg, "/local/people", first_name="Zoë", last_name="")
    assert tg.world.users[zoe["id"]].last_name is None


async def test_people_leave_and_are_removed(tg: LocalTelegram, bot: Bot, anna: User, ben: User, table: Room, api: Api):
    await post(api, tg, "/local/parting", chat=table.key, user=ben.id, by=ben.id)
    await post(api, tg, "/local/parting", chat=table.key, user=bot.user.id, by=anna.id)
    assert (table.chat.members[ben.id].status, table.chat.members[bot.user.id].status) == ("left", "kicked")
    told = [message["service"] for message in await get(api, tg, "/local/chat", key=table.key)]
    assert told[-2:] == ["\u2068Ben Moor\u2069 left", "\u2068Anna\u2069 removed \u2068WormsAndTombsBot\u2069"]


async def test_a_small_group_becomes_a_supergroup(tg: LocalTelegram, bot: Bot, anna: User, api: Api):
    small = tg.group("Small", anna, bot)
    made = await post(api, tg, "/local/upgrading", chat=small.key)
    [chat, *_] = (await get(api, tg, "/local/world"))["chats"]
    assert (chat["key"], chat["was"], chat["last"]["text"]) == (
        made["key"],
        small.key,
        "The group has become a supergroup",
    )


async def test_a_lone_die_is_thrown(tg: LocalTelegram, table: Room, anna: User, api: Api):
    await post(api, tg, "/local/say", user=anna.id, chat=table.key, text="🎰")
    assert table.last.dice is not None
    assert (table.last.dice["emoji"], table.last.text) == ("🎰", "")


async def test_the_menu_names_the_bot_where_several_are(tg: LocalTelegram, table: Room, anna: User, api: Api):
    join = {"command": "join", "description": "Sit down"}
    await api.call("setMyCommands", commands=[join])
    assert await get(api, tg, "/local/menu", key=table.key, me=str(anna.id)) == [join | {"command": "/join"}]
    tg.add(table, tg.bot("OtherBot"))
    assert await get(api, tg, "/local/menu", key=table.key, me=str(anna.id)) == [
        join | {"command": "/join@WormsAndTombsBot"}
    ]


async def test_a_language_is_chosen(tg: LocalTelegram, bot: Bot, anna: User, api: Api):
    await api.call("setMyDescription", description="Würfel", language_code="de")
    await post(api, tg, "/local/languages", user=anna.id, language_code="de")
    world = await get(api, tg, "/local/world")
    assert (anna.language_code, world["chats"][0]["description"]) == ("de", "Würfel")


async def test_a_document_is_handed_out_to_be_kept_only(tg: LocalTelegram, table: Room, api: Api):
    await api.upload_document(b"<script>", "x.html", chat_id=str(table.id))
    [*_, shown] = await get(api, tg, "/local/chat", key=table.key)
    assert (shown["document"]["name"], shown["document"]["bytes"]) == ("x.html", 8)
    async with api.session.get(tg.url + shown["document"]["address"]) as response:
        assert (response.content_type, await response.read()) == ("application/octet-stream", b"<script>")
        assert response.headers["Content-Disposition"] == "attachment"


async def test_starting_over_leaves_the_old_groups_for_new_ones(session: ClientSession):
    def found(tg: LocalTelegram) -> None:
        tg.supergroup("Friday", *tg.world.users.values())

    async with LocalTelegram() as tg:
        bot = tg.bot()
        assert await refusal(tg, session) == 404
    async with LocalTelegram(founding=found) as tg:
        bot = tg.bot()
        api = Api(tg, bot, session)
        anna = tg.person("Anna")
        old = tg.supergroup("Old", anna, bot)
        tg.say(anna, tg.private(anna), "/start")
        assert await post(api, tg, "/local/starting-over") == {}
        chats = (await get(api, tg, "/local/world"))["chats"]
        assert [chat["title"] for chat in chats] == ["Friday", "WormsAndTombsBot"]
        assert (chats[1]["is_started"], chats[1]["last"]) == (False, None)
        assert await api.refusal("sendMessage", chat_id=old.id, text="x") == (
            403,
            "Forbidden: bot is not a member of the supergroup chat",
        )


async def refusal(tg: LocalTelegram, session: ClientSession) -> int:
    async with session.post(tg.url + "/local/starting-over", json={}) as response:
        return response.status


async def test_the_stream_says_that_something_changed(tg: LocalTelegram, table: Room, anna: User, api: Api):
    async with api.session.get(tg.url + "/local/events") as response:
        first = await response.content.readuntil(b"\n\n")
        tg.say(anna, table, "hello")
        assert first != await response.content.readuntil(b"\n\n")


async def test_pages_from_elsewhere_are_kept_out(tg: LocalTelegram, table: Room, anna: User, api: Api):
    async with api.session.get(tg.url + "/local/world", headers={"Host": "evil.example"}) as response:
        assert response.status == 403
    async with api.session.post(tg.url + "/local/say", data=b"{}", headers={"Content-Type": "text/plain"}) as response:
        assert response.status == 415
    for wish in ({"user": 1}, {"user": 1, "chat": table.key, "text": "x"}, {"user": anna.id, "chat": "0", "text": "x"}):
        async with api.session.post(tg.url + "/local/say", json=wish) as response:
            assert response.status == 400
