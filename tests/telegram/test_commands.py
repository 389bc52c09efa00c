"""What is typed: every command in every situation, and what is no command at all."""

import asyncio

import pytest

from bot.local_telegram import Bot, LocalTelegram, User
from bot.views.toasts import REASONS
from tests.telegram.table import PATIENCE, Clock, Database, Table, data_of, eventually

pytestmark = pytest.mark.usefixtures("bot")

WELCOME, RULES, HELP = "I run dice games here", "House rules", "the rules, with your house rules"
BEGUN, NOT_SEATED, HOST_ONLY = (REASONS[reason] for reason in ("already_running", "not_seated", "host_only"))
NO_MATCH, OUTSIDER = REASONS["no_match"], "You do not play in this game."
GAMES = "These games can be played"
STATS, TOP = "Nothing is counted for you yet", "Nobody has a rating here yet"
NEXT, OPEN = "I call you once, when the next table opens here.", REASONS["lobby_open"]
HISTORY = "No game has been played to its end here yet"
PRIVACY, ALONE = "What I keep about you", "Let us talk about that alone."
SALT, UNPLAYED = "Add a word of your own to the dice", REASONS["nothing_over"]
SETTINGS, LANGUAGE = "Settings of this group", "In which language shall I speak here?"

# What Anna, who is host, and Dora, who does not sit here, are told; None: the board alone says it
EXPECTED: dict[str, dict[str, tuple[str | None, str | None]]] = {
    "none": {
        "/join": (None, None),
        "/start": (WELCOME, WELCOME),
        "/start play": (WELCOME, WELCOME),
        "/leave": (NO_MATCH, NO_MATCH),
        "/play": (GAMES, GAMES),
        "/play heckmeck": (None, None),
        "/play chess": (GAMES, GAMES),
        "/board": (NO_MATCH, NO_MATCH),
        "/rules": (GAMES, GAMES),
        "/rules chess": (GAMES, GAMES),
        "/rules deluxe": (RULES, RULES),
        "/salt": (NO_MATCH, NO_MATCH),
        "/salt rain": (NO_MATCH, NO_MATCH),
        "/verify": (UNPLAYED, UNPLAYED),
        "/export": (UNPLAYED, UNPLAYED),
        "/skip": (NO_MATCH, NO_MATCH),
        "/stop": (NO_MATCH, NO_MATCH),
        "/hint": (NO_MATCH, NO_MATCH),
        "/next": (NEXT, NEXT),
        "/stats": (STATS, STATS),
        "/top": (TOP, TOP),
        "/top chess": (TOP, TOP),
        "/history": (HISTORY, HISTORY),
        "/settings": (SETTINGS, SETTINGS),
        "/language": (LANGUAGE, LANGUAGE),
        "/privacy": (PRIVACY, PRIVACY),
        "/forget": (ALONE, ALONE),
        "/mygames": (ALONE, ALONE),
        "/help": (HELP, HELP),
    },
    "lobby": {
        "/join": (REASONS["already_seated"], "You have a seat."),
        "/start": (None, NOT_SEATED),
        "/start play": (WELCOME, WELCOME),
        "/leave": ("You gave your seat back.", NOT_SEATED),
        "/play": (GAMES, GAMES),
        "/play heckmeck": ("Heckmeck am Bratwurmeck is on the table now.", HOST_ONLY),
        "/board": (None, None),
        "/rules": (RULES, RULES),
        "/salt": (SALT, SALT),
        "/salt rain": ("Your word counts for the dice now.", NOT_SEATED),
        "/verify": (UNPLAYED, UNPLAYED),
        "/export": (UNPLAYED, UNPLAYED),
        "/skip": (REASONS["not_running"], REASONS["not_running"]),
        "/stop": ("Close this table for everybody?", HOST_ONLY),
        "/hint": (REASONS["not_running"], REASONS["not_running"]),
        "/next": (OPEN, OPEN),
        "/stats": (STATS, STATS),
        "/top": (TOP, TOP),
        "/top chess": (TOP, TOP),
        "/history": (HISTORY, HISTORY),
        "/settings": (SETTINGS, SETTINGS),
        "/language": (LANGUAGE, LANGUAGE),
        "/privacy": (PRIVACY, PRIVACY),
        "/forget": (ALONE, ALONE),
        "/mygames": (ALONE, ALONE),
        "/help": (HELP, HELP),
    },
    "running": {
        "/join": (BEGUN, BEGUN),
        "/start": (BEGUN, BEGUN),
        "/start play": (WELCOME, WELCOME),
        "/leave": ("Leave this game for good?", OUTSIDER),
        "/play": (GAMES, GAMES),
        "/play heckmeck": (BEGUN, BEGUN),
        "/board": (None, None),
        "/rules": (RULES, RULES),
        "/salt": (BEGUN, BEGUN),
        "/salt rain": (BEGUN, BEGUN),
        "/verify": (UNPLAYED, UNPLAYED),
        "/export": (UNPLAYED, UNPLAYED),
        "/skip": (REASONS["own_turn"], HOST_ONLY),
        "/stop": ("Stop this game for everybody?", HOST_ONLY),
        "/hint": (REASONS["no_hints"], OUTSIDER),
        "/next": (NEXT, NEXT),
        "/stats": (STATS, STATS),
        "/top": (TOP, TOP),
        "/top chess": (TOP, TOP),
        "/history": (HISTORY, HISTORY),
        "/settings": (SETTINGS, SETTINGS),
        "/language": (LANGUAGE, LANGUAGE),
        "/privacy": (PRIVACY, PRIVACY),
        "/forget": (ALONE, ALONE),
        "/mygames": (ALONE, ALONE),
        "/help": (HELP, HELP),
    },
}
LOOK_FOR_A_MATCH = ("/join", "/start", "/leave", "/play heckmeck", "/board", "/salt", "/skip", "/stop")
EXPECTED["over"] = {command: EXPECTED["none"][command] for command in LOOK_FOR_A_MATCH} | {
    "/verify": ("Proven: ", "Proven: "),
    "/stats": ("Everywhere", STATS),
    "/top": ("1. ", "2. "),
    "/top deluxe": (TOP, TOP),
    "/history": ("won. /export_", "won. /export_"),
    "/export": ("every move, every throw", "every move, every throw"),
}


@pytest.mark.parametrize("situation", EXPECTED)
async def test_every_command_has_an_answer_in_every_situation(
    situation: str, tg: LocalTelegram, account: Bot, table: Table, db: Database, anna: User, ben: User
):
    """F16: each command in a group of its own, all groups at once."""
    dora = tg.person("Dora")
    places: list[tuple[str, str | None, User, Table]] = []
    for command, answers in EXPECTED[situation].items():
        for user, answer in zip((anna, dora), answers, strict=True):
            here = Table(tg, tg.supergroup(command, anna, ben, dora, account), table.store)
            places.append((command, answer, user, here))
    if situation != "none":
        await asyncio.gather(*(_bring_about(situation, here, anna, ben) for *_, here in places))
    await table.handled(db)
    await eventually(lambda: _is_shown(table))
    seen = {here.room.id: looks_of(here) for *_, here in places}
    for command, _, user, here in places:
        verb, _, argument = command.partition(" ")
        here.say(user, f"{verb}@WormsAndTombsBot {argument}")
    for command, answer, user, here in places:
        await _until_answered(answer, here, seen[here.room.id], f"{command} by {user.first_name}")
    await table.handled(db)
    assert await db.parked() == 0


async def _is_shown(table: Table) -> bool:
    return not await table.store.behind()


async def _bring_about(situation: str, here: Table, anna: User, ben: User) -> None:
    for user in (anna, ben):
        here.say(user, "/join@WormsAndTombsBot")
    await here.until_said("Ben\u2069: You have a seat.")
    if situation != "lobby":
        here.say(anna, "/start@WormsAndTombsBot")
        await here.until_button("Roll")
    if situation == "over":
        board = await here.until_button("Roll")
        await here.left(await here.match(board), anna, board)
        await here.until_said("wins the game")


def looks_of(here: Table) -> set[tuple[int, str]]:
    return {(message.id, message.text) for message in here.room.of_bots()}


async def _until_answered(answer: str | None, here: Table, seen: set[tuple[int, str]], what: str) -> None:
    """A new or changed message, with these words where words are expected."""

    def is_answered() -> bool:
        return any(answer is None or answer in text for _, text in looks_of(here) - seen)

    try:
        await here.tg.until(is_answered, PATIENCE)
    except TimeoutError:
        raise AssertionError(f"{what}: no {answer!r} among {here.room._last_looks()}") from None


async def test_stopping_is_asked_first_and_then_the_match_is_over(table: Table, anna: User, ben: User, cleo: User):
    board = await table.begun(anna, ben)
    table.say(anna, "/stop")
    question = await table.until_button("Yes, stop")
    assert await table.toast(ben, question, "Yes, stop") == HOST_ONLY
    assert not await table.toast(anna, question, "No, go on")
    await table.until(lambda message: message.id == question.id and not message.buttons)
    assert (await table.match(board)).is_open
    table.say(cleo, "/stop@WormsAndTombsBot")
    question = await table.until_button("Yes, stop")
    data = data_of(question)
    assert await table.toast(cleo, question, "Yes, stop") == "The game is stopped."
    await table.until_said("The game was stopped")
    await table.until(lambda message: message.id == question.id and not message.buttons)
    assert REASONS["match_gone"] == await table.toast(anna, question, data=data)


async def test_the_board_is_sent_anew_and_the_old_message_loses_its_buttons(table: Table, anna: User, ben: User):
    board = await table.begun(anna, ben)
    table.say(ben, "/board")
    new = await table.until(lambda message: message.id > board.id and "Roll" in str(message.buttons))
    await table.until(lambda message: message.id == board.id and not message.buttons)
    assert "You threw" in await table.toast(anna, new, "Roll")


async def test_in_private_the_bot_explains_itself_and_can_be_added_to_a_group(
    table: Table, tg: LocalTelegram, anna: User
):
    private = tg.private(anna)
    for words in ("/start", "/start play", "/nonsense"):
        tg.say(anna, private, words)
        said = await private.until(lambda message: "Add me to a group" in message.buttons, PATIENCE)
        assert said.button("Add me to a group")["url"] == "https://t.me/WormsAndTombsBot?startgroup=play"
    tg.say(anna, private, "/help")
    said = await private.until(lambda message: "the rules, with your house rules" in message.text, PATIENCE)
    assert "/mygames: where it is your turn" in said.text
    assert "/join" not in said.text
    tg.say(anna, private, "/next")
    await private.until(lambda message: "/next belongs to groups." in message.text, PATIENCE)
    tg.say(anna, private, "/play")
    said = await private.until(lambda message: "/play_deluxe" in message.text, PATIENCE)
    assert "@" not in said.text
    tg.say(anna, private, "/start mygames")
    await private.until(lambda message: "You play in no game now." in message.text, PATIENCE)
    tg.say(anna, private, "/export")
    await private.until(lambda message: UNPLAYED in message.text, PATIENCE)


async def test_only_the_admin_and_the_host_may_stop(
    table: Table, tg: LocalTelegram, clock: Clock, anna: User, ben: User
):
    await table.begun(anna, ben)
    table.say(ben, "/stop")
    await table.until_said(HOST_ONLY)
    tg.promote(table.room, ben)
    await clock.forward(30)  # who is an admin is not asked at every command
    table.say(ben, "/stop")
    await table.until_button("Yes, stop")


async def test_an_edited_message_does_nothing(table: Table, tg: LocalTelegram, db: Database, anna: User, ben: User):
    """F49"""
    tg.edit_own(table.say(anna, "/help"), "/join")
    await table.until_said(HELP)
    table.say(ben, "/join")
    lobby = await table.until_button("Leave")
    assert [ben.id] == [person.id for person in (await table.match(lobby)).seats]


async def test_a_command_for_another_bot_is_ignored_and_letters_are_alike(
    table: Table, tg: LocalTelegram, account: Bot, db: Database, anna: User, ben: User
):
    """F50"""
    tg.promote(table.room, account)  # an admin hears everything
    for words in ("/start@OtherBot", "/join@OtherBot", "hello", "I /join", "/", "/@"):
        table.say(anna, words)
    table.say(ben, "/JOIN@wormsANDtombsBOT")
    lobby = await table.until_button("Leave")
    await table.handled(db)
    assert [ben.id] == [person.id for person in (await table.match(lobby)).seats]
    assert await db.parked() == 0


async def test_who_writes_as_the_group_or_a_channel_takes_no_seat_and_is_told_why(
    table: Table, tg: LocalTelegram, db: Database, anna: User, ben: User
):
    """F48"""
    tg.say_anonymously(table.room, "/join")
    await table.until_said("You write as the group or as a channel")
    tg.say_as_channel(tg.channel("News"), table.room, "/join@WormsAndTombsBot")
    await table.until(lambda message: len([m for m in table.room.of_bots() if "as a channel" in m.text]) == 2)
    assert await db.count("matches") == 0
    lobby = await table.lobby(anna, ben)
    tg.promote(table.room, ben)
    dora = tg.person("Dora")
    assert await table.toast(dora, lobby, "Start") == NOT_SEATED


async def test_among_other_bots_with_privacy_mode_on_what_the_bot_shows_leads_to_a_match(
    table: Table, tg: LocalTelegram, anna: User, ben: User
):
    """F51: a bare command goes to whichever bot wrote last."""
    other = tg.bot("OtherBot")
    tg.add(table.room, other)
    table.room.chat.last_bot = other.user.id
    table.say(anna, "/help@WormsAndTombsBot")
    help_text = await table.until_said(HELP)
    [join] = [line.split(":")[0] for line in help_text.text.splitlines() if line.startswith("/join")]
    table.room.chat.last_bot = other.user.id
    table.say(anna, "/join")
    table.say(anna, join)
    lobby = await table.until_button("Join")
    table.room.chat.last_bot = other.user.id
    assert "You have a seat" in await table.toast(ben, lobby, "Join")
    await table.until_button("Start")
    assert "the game begins!" in await table.toast(anna, lobby, "Start")
    await table.until_button("Roll")


async def test_a_post_of_the_linked_channel_is_no_command(table: Table, tg: LocalTelegram, db: Database, anna: User):
    """F48: nobody wrote it here, so nobody is told anything."""
    tg.post_in_linked(tg.channel("News"), table.room, "/join@WormsAndTombsBot")
    table.say(anna, "/help@WormsAndTombsBot")
    await table.until_said(HELP)
    await table.handled(db)
    assert await db.count("matches") == 0
    assert not [message for message in table.room.of_bots() if "as a channel" in message.text]


async def test_a_die_thrown_by_a_person_is_no_roll(
    table: Table, tg: LocalTelegram, db: Database, anna: User, ben: User
):
    """F55"""
    board = await table.begun(anna, ben)
    before = await table.match(board)
    tg.roll(anna, table.room, reply_to=board)
    await table.handled(db)
    assert before == await table.match(board)


async def test_updates_that_are_nothing_to_us_are_done(table: Table, tg: LocalTelegram, db: Database, anna: User):
    tg.leave(table.room, anna)
    tg.add(table.room, anna)
    await table.handled(db)
    assert await db.count("updates WHERE done IS NOT NULL") >= 2
    assert await db.parked() == 0
