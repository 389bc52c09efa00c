import asyncio

from bot.local_telegram import LocalTelegram, Room, User
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
    for path, kind in (
        ("/", "text/html"),
        ("/page.js", "javascript"),
        ("/text.js", "javascript"),
        ("/page.css", "css"),
    ):
        async with api.session.get(tg.url + path) as response:
            assert kind in response.headers["Content-Type"]
            assert response.headers["Content-Security-Policy"].startswith("default-src 'self'")


async def test_everybody_sees_their_own_chats(tg: LocalTelegram, table: Room, anna: User, api: Api):
    stranger = tg.person("</b><script>")
    hers = await get(api, tg, "/local/world", me=str(anna.id))
    assert [chat["title"] for chat in hers["chats"]] == ["Friday", "WormsAndTombsBot (private)"]
    theirs = await get(api, tg, "/local/world", me=str(stranger.id))
    assert [chat["title"] for chat in theirs["chats"]] == ["WormsAndTombsBot (private)"]
    assert theirs["people"][-1]["name"] == "</b><script>"


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


async def test_a_group_with_topics_is_made_on_the_page(tg: LocalTelegram, bot, anna: User, ben: User, api: Api):
    made = await post(api, tg, "/local/groups", title="Club", members=[anna.id], kind="forum", topics=["Dice"])
    room = tg.room(made["key"])
    assert [topic.name for topic in room.chat.topics.values()] == ["Dice"]
    await post(api, tg, "/local/members", chat=room.key, user=ben.id)
    assert {anna.id, ben.id, bot.user.id} == set(room.chat.members)
    zoe = await post(api, tg, "/local/people", first_name="Zoë", last_name="")
    assert tg.world.users[zoe["id"]].last_name is None


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
