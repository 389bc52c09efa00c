from bot.local_telegram import Bot, LocalTelegram, Room, User
from bot.local_telegram.menus import shown
from tests.local_telegram.api import Api

JOIN = [{"command": "join", "description": "Take a seat"}]


async def test_a_bot_knows_itself_and_that_privacy_mode_is_on(api: Api):
    me = await api.call("getMe")
    assert (me["is_bot"], me["username"], me["can_read_all_group_messages"]) == (True, "WormsAndTombsBot", False)


async def test_menus_differ_by_scope_and_language(api: Api):
    groups = {"type": "all_group_chats"}
    await api.call("setMyCommands", commands=JOIN, scope=groups, language_code="de")
    assert await api.call("getMyCommands", scope=groups, language_code="de") == JOIN
    assert await api.call("getMyCommands", scope=groups) == []
    assert await api.call("getMyCommands") == []
    await api.call("deleteMyCommands", scope=groups, language_code="de")
    assert await api.call("getMyCommands", scope=groups, language_code="de") == []


async def test_the_nearest_menu_is_shown_in_the_persons_own_language(
    tg: LocalTelegram, bot: Bot, table: Room, anna: User, ben: User, api: Api
):
    async def offer(name: str, language: str = "", **scope: object) -> None:
        commands = [{"command": name, "description": name}]
        await api.call("setMyCommands", commands=commands, scope=scope or None, language_code=language)

    def seen(user: User, room: Room) -> list[str]:
        return [command["command"] for command in shown(bot, room.chat, user)]

    assert seen(anna, table) == []
    await offer("anywhere")
    await offer("irgendwo", "de")
    assert (seen(anna, table), seen(ben, table)) == (["anywhere"], ["irgendwo"])
    await offer("group", type="all_group_chats")
    await offer("alone", type="all_private_chats")
    assert (seen(ben, table), seen(ben, tg.private(ben))) == (["group"], ["alone"])
    await offer("here", type="chat", chat_id=table.id)
    await offer("admin", type="all_chat_administrators")
    assert (seen(anna, table), seen(ben, table)) == (["here"], ["here"])
    await offer("boss", type="chat_administrators", chat_id=table.id)
    await offer("ben", type="chat_member", chat_id=str(table.id), user_id=ben.id)
    assert (seen(anna, table), seen(ben, table)) == (["boss"], ["ben"])
    await api.call("deleteMyCommands", scope={"type": "chat", "chat_id": table.id})
    await api.call("deleteMyCommands", scope={"type": "chat_administrators", "chat_id": table.id})
    assert seen(anna, table) == ["admin"]


async def test_commands_are_checked(api: Api):
    refused = await api.refusal("setMyCommands", commands=[{"command": "Join!", "description": "x"}])
    assert refused == (400, "Bad Request: BOT_COMMAND_INVALID")


async def test_descriptions_fall_back_to_the_one_without_language(api: Api):
    await api.call("setMyDescription", description="Dice games")
    await api.call("setMyShortDescription", short_description="Dice", language_code="")
    assert await api.call("getMyDescription", language_code="de") == {"description": "Dice games"}
    assert await api.call("getMyShortDescription") == {"short_description": "Dice"}


async def test_a_token_from_before_is_the_same_bot(tg: LocalTelegram):
    assert tg.bot("X", "42:abc") is tg.bot("Y", "42:abc")
