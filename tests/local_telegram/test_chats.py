from bot.local_telegram import Bot, LocalTelegram, Room, User
from tests.local_telegram.api import Api, Json


async def said(api: Api, room: Room, **more: object) -> tuple[int, str]:
    return await api.refusal("sendMessage", chat_id=room.id, text="x", **more)


def kinds(updates: list[Json]) -> list[str]:
    return [list(update)[1] for update in updates]


async def test_a_bot_learns_that_it_was_added(tg: LocalTelegram, bot: Bot, anna: User, api: Api):
    tg.supergroup("Friday", anna, bot)
    changed, joined = await api.updates()
    assert changed["my_chat_member"]["old_chat_member"]["status"] == "left"
    assert changed["my_chat_member"]["new_chat_member"]["status"] == "member"
    assert [user["id"] for user in joined["message"]["new_chat_members"]] == [bot.user.id]


async def test_a_removed_bot_is_told_so_once_and_refused_ever_after(
    tg: LocalTelegram, table: Room, bot: Bot, anna: User, api: Api
):
    sent = await api.call("sendMessage", chat_id=table.id, text="x")
    tg.remove(table, bot)
    [update] = await api.updates()
    assert update["my_chat_member"]["new_chat_member"]["status"] == "kicked"
    kicked = (403, "Forbidden: bot was kicked from the supergroup chat")
    assert kicked == await said(api, table)
    assert kicked == await api.refusal("editMessageText", chat_id=table.id, message_id=sent["message_id"], text="y")
    tg.add(table, bot)
    assert (await api.call("sendMessage", chat_id=table.id, text="back"))["text"] == "back"


async def test_a_bot_hears_that_it_leaves_a_basic_group_in_the_group_too(
    tg: LocalTelegram, bot: Bot, anna: User, api: Api
):
    small = tg.group("Small", anna, bot)
    await api.confirm_all()
    tg.remove(small, bot)
    parting, changed = await api.updates()
    assert parting["message"]["left_chat_member"]["id"] == bot.user.id
    assert changed["my_chat_member"]["new_chat_member"]["status"] == "kicked"


async def test_words_for_not_being_there_differ(tg: LocalTelegram, table: Room, bot: Bot, anna: User, api: Api):
    small = tg.group("Small", anna, bot)
    tg.remove(small, bot)
    assert await said(api, small) == (403, "Forbidden: bot was kicked from the group chat")
    assert await api.call("leaveChat", chat_id=table.id) is True
    assert await said(api, table) == (403, "Forbidden: bot is not a member of the supergroup chat")
    assert await said(api, tg.supergroup("Others", anna)) == (400, "Bad Request: chat not found")
    assert await api.refusal("sendMessage", chat_id=-4, text="x") == (400, "Bad Request: chat not found")
    assert await api.refusal("sendMessage", text="x") == (400, "Bad Request: chat_id is empty")


async def test_nobody_is_written_to_who_did_not_begin_or_has_blocked(tg: LocalTelegram, bot: Bot, anna: User, api: Api):
    private = tg.private(anna)
    assert await said(api, private) == (403, "Forbidden: bot can't initiate conversation with a user")
    tg.say(anna, private, "/start")
    assert (await api.call("sendMessage", chat_id=anna.id, text="Hello"))["chat"]["id"] == anna.id
    tg.block(anna, bot)
    assert await said(api, private) == (403, "Forbidden: bot was blocked by the user")
    changed = (await api.updates())[-1]["my_chat_member"]
    assert (changed["old_chat_member"]["status"], changed["new_chat_member"]["status"]) == ("member", "kicked")
    tg.unblock(anna, bot)
    await api.call("sendMessage", chat_id=anna.id, text="Hello again")


async def test_rights_decide_what_may_be_sent(tg: LocalTelegram, table: Room, bot: Bot, api: Api):
    tg.restrict(table, bot, text=True)
    [update] = await api.updates()
    assert update["my_chat_member"]["new_chat_member"]["status"] == "restricted"
    await api.call("sendMessage", chat_id=table.id, text="x")
    photo = await api.upload("sendPhoto", chat_id=str(table.id))
    assert photo["description"] == "Bad Request: not enough rights to send photos to the chat"
    document = await api.upload_document(b"x", "x.game", chat_id=str(table.id))
    assert document["description"] == "Bad Request: not enough rights to send documents to the chat"
    tg.restrict(table, bot)
    assert await said(api, table) == (400, "Bad Request: not enough rights to send text messages to the chat")


async def test_a_silenced_chat_silences_all_but_administrators(tg: LocalTelegram, table: Room, bot: Bot, api: Api):
    tg.permit(table, text=False)
    assert await said(api, table) == (400, "Bad Request: not enough rights to send text messages to the chat")
    tg.promote(table, bot)
    await api.call("sendMessage", chat_id=table.id, text="x")


async def test_members_and_administrators_are_known(tg: LocalTelegram, table: Room, anna: User, ben: User, api: Api):
    [bot] = tg.world.bots.values()
    tg.promote(table, bot)
    administrators = await api.call("getChatAdministrators", chat_id=table.id)
    assert [(m["user"]["id"], m["status"]) for m in administrators] == [
        (anna.id, "creator"),
        (bot.user.id, "administrator"),
    ]
    assert (await api.call("getChatMember", chat_id=table.id, user_id=ben.id))["status"] == "member"
    tg.leave(table, ben)
    assert (await api.call("getChatMember", chat_id=table.id, user_id=ben.id))["status"] == "left"
    assert await api.call("getChatMemberCount", chat_id=table.id) == 2


async def test_changes_of_others_are_told_to_administrators_who_asked(
    tg: LocalTelegram, table: Room, bot: Bot, ben: User, api: Api
):
    await api.updates(allowed_updates=["chat_member"])
    tg.leave(table, ben)
    assert await api.updates() == []
    tg.promote(table, bot)
    tg.add(table, ben)
    assert kinds(await api.updates()) == ["chat_member"]


async def test_a_group_becomes_a_supergroup(tg: LocalTelegram, bot: Bot, anna: User, api: Api):
    old = tg.group("Small", anna, bot)
    await api.confirm_all()
    new = tg.migrate(old)
    joined, to, came_from = await api.updates()
    assert joined["my_chat_member"]["chat"]["id"] == new.id
    assert joined["my_chat_member"]["old_chat_member"]["status"] == "left"
    assert joined["my_chat_member"]["new_chat_member"]["status"] == "member"
    assert (to["message"]["chat"]["id"], to["message"]["migrate_to_chat_id"]) == (old.id, new.id)
    assert (came_from["message"]["chat"]["id"], came_from["message"]["migrate_from_chat_id"]) == (new.id, old.id)
    refused = await api.answer("sendMessage", chat_id=old.id, text="x")
    assert refused == {
        "ok": False,
        "error_code": 400,
        "description": "Bad Request: group chat was upgraded to a supergroup chat",
        "parameters": {"migrate_to_chat_id": new.id},
    }
    await api.call("sendMessage", chat_id=new.id, text="x")


async def test_a_migration_may_be_learnt_from_the_refusal_first(tg: LocalTelegram, bot: Bot, anna: User, api: Api):
    old = tg.group("Small", anna, bot)
    await api.confirm_all()
    tg.migrate(old, to=-1002471352452, tell=False)
    assert await api.updates() == []
    tg.tell_migration(old)
    tg.tell_migration(old)
    assert len(await api.updates()) == 4


async def test_topics_are_addressed_by_their_number_and_general_without_one(
    tg: LocalTelegram, bot: Bot, anna: User, api: Api
):
    forum = tg.forum("Club", anna, bot)
    dice = tg.topic(forum, "Dice")
    await api.confirm_all()
    tg.say(anna, forum, "/start", topic=dice)
    tg.say(anna, forum, "/start")
    inside, general = [update["message"] for update in await api.updates()]
    assert (inside["message_thread_id"], inside["is_topic_message"]) == (dice.id, True)
    assert inside["reply_to_message"]["forum_topic_created"]["name"] == "Dice"
    assert "message_thread_id" not in general
    assert general["chat"]["is_forum"] is True

    sent = await api.call("sendMessage", chat_id=forum.id, message_thread_id=dice.id, text="x")
    assert (sent["message_thread_id"], sent["is_topic_message"]) == (dice.id, True)
    assert [message.text for message in forum.of_bots(topic=dice.id)] == ["x"]
    assert await said(api, forum, message_thread_id=1) == (400, "Bad Request: message thread not found")


async def test_closed_and_deleted_topics_refuse(tg: LocalTelegram, bot: Bot, anna: User, api: Api):
    forum = tg.forum("Club", anna, bot)
    dice = tg.topic(forum, "Dice")
    await api.confirm_all()
    tg.close_topic(forum, dice)
    assert await said(api, forum, message_thread_id=dice.id) == (400, "Bad Request: TOPIC_CLOSED")
    tg.reopen_topic(forum, dice)
    await api.call("sendMessage", chat_id=forum.id, message_thread_id=dice.id, text="x")
    services = [update["message"] for update in await api.updates()]
    assert ["forum_topic_closed" in services[0], "forum_topic_reopened" in services[1]] == [True, True]
    tg.delete_topic(forum, dice)
    assert await said(api, forum, message_thread_id=dice.id) == (400, "Bad Request: message thread not found")


async def test_general_closes_like_any_topic_but_has_no_number(tg: LocalTelegram, bot: Bot, anna: User, api: Api):
    forum = tg.forum("Club", anna, bot)
    dice = tg.topic(forum, "Dice")
    await api.confirm_all()
    tg.close_topic(forum, None)
    [update] = await api.updates()
    assert ("forum_topic_closed" in update["message"], "message_thread_id" in update["message"]) == (True, False)
    assert await said(api, forum) == (400, "Bad Request: TOPIC_CLOSED")
    await api.call("sendMessage", chat_id=forum.id, message_thread_id=dice.id, text="x")
    tg.reopen_topic(forum, None)
    await api.call("sendMessage", chat_id=forum.id, text="x")
