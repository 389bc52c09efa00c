from bot.local_telegram import LocalTelegram
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
