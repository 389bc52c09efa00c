from pathlib import Path

from bot.local_telegram import LocalTelegram
from bot.local_telegram.saving import load
from tests.local_telegram.api import Api, keyboard


async def test_a_world_goes_on_where_it_was(tmp_path: Path, session):
    path = tmp_path / "world.json"
    async with LocalTelegram(path=path) as tg:
        bot, anna = tg.bot(), tg.person("Anna", last_name="</b>")
        forum = tg.forum("Club", anna, bot)
        topic = tg.topic(forum, "Dice")
        api = Api(tg, bot, session)
        await api.call("sendMessage", chat_id=forum.id, text="Join?", reply_markup=keyboard(["Join"]))
        await api.upload("sendPhoto", chat_id=str(forum.id), message_thread_id=str(topic.id))
        await api.upload_document(b"roll", "match.game", chat_id=str(forum.id))
        await api.confirm_all()
        tg.say(anna, forum, "/join", topic=topic)
        tg.press(anna, forum.of_bots()[0], "Join")
        told = await api.updates()
        before = tg.world

    async with LocalTelegram(path=path) as tg:
        assert before == tg.world
        assert told == await Api(tg, tg.bot(token=bot.token), session).updates()
        tg.say(anna, tg.room(forum.key), "/start")
        assert tg.room(forum.key).last.id == forum.last.id + 1


async def test_a_changed_world_is_saved_while_it_runs(tmp_path: Path):
    path = tmp_path / "world.json"
    async with LocalTelegram(path=path) as tg:
        tg.person("Anna")
        await tg.until(path.exists)
        assert [user.first_name for user in load(path).users.values()] == ["Anna"]


def test_no_file_is_an_empty_world(tmp_path: Path):
    assert load(tmp_path / "none.json").users == {}
