"""A board is a photo, edited in place; where photos may not be sent, or cannot be drawn, the text alone serves."""

import pytest

from bot.config import Config
from bot.local_telegram import LocalTelegram, Message, User, refuse
from bot.telegram import album, messages
from bot.views.games import VIEWS
from bot.views.screen import Picture
from tests.telegram.table import Database, Log, Table

pytestmark = pytest.mark.usefixtures("bot")


@pytest.fixture
def config(config: Config) -> Config:
    return config.model_copy(update={"pictures": True})


async def _begun(table: Table, *people: User, game: str = "grave_digger") -> Message:
    """The first board of a match."""
    table.say(people[0], f"/play@WormsAndTombsBot {game}")
    await table.until_button("Leave")
    return await table.begun(*people)


async def _whose_turn(table: Table, board: Message) -> User:
    return table.user(await table.actor(board))


def _is_photo(message: Message) -> bool:
    return message.photo is not None


@pytest.mark.parametrize("game", VIEWS)
async def test_a_board_is_a_photo_that_is_edited_in_place(
    tg: LocalTelegram, table: Table, anna: User, ben: User, game: str
) -> None:
    board = await _begun(table, anna, ben, game=game)
    assert _is_photo(board)
    before = board.photo
    assert "You threw" in await table.toast(await _whose_turn(table, board), board, "Roll")
    walking = await table.until(lambda message: message.id == board.id and len(message.buttons) > 1)
    assert before != walking.photo
    assert len([message for message in table.room.of_bots() if _is_photo(message)]) == 1
    assert [
        call for call in tg.calls_of("editMessageText", table.room) if call.parameters["message_id"] == board.id
    ] == []


async def test_the_next_turn_is_a_new_photo_and_the_last_one_keeps_its_picture(
    table: Table, anna: User, ben: User
) -> None:
    board = await _begun(table, anna, ben)
    await table.toast(anna, board, "Roll")
    walking = await table.until(lambda message: message.id == board.id and len(message.buttons) > 1)
    shown = walking.photo
    await table.toast(anna, walking, walking.buttons[0])
    following = await table.until(lambda message: message.id > board.id and "Roll" in str(message.buttons))
    past = await table.until(lambda message: message.id == board.id and not message.buttons)
    assert _is_photo(following)
    assert shown == past.photo
    assert "Anna" in past.text


async def test_without_the_right_to_send_photos_the_text_serves(
    tg: LocalTelegram, table: Table, anna: User, ben: User
) -> None:
    tg.permit(table.room, photos=False)
    board = await _begun(table, anna, ben)
    assert not _is_photo(board)
    assert "You threw" in await table.toast(anna, board, "Roll")
    walking = await table.until(lambda message: message.id == board.id and len(message.buttons) > 1)
    assert not _is_photo(walking)
    await table.toast(anna, walking, walking.buttons[0])
    await table.until(lambda message: message.id > board.id and "Roll" in str(message.buttons))
    assert len(tg.calls_of("sendPhoto", table.room)) == 1  # refused once, and not tried at every turn
    await table.settled()


async def test_a_picture_that_telegram_has_already_is_not_sent_again(
    tg: LocalTelegram, table: Table, anna: User, ben: User
) -> None:
    board = await _begun(table, anna, ben)
    table.say(anna, "/board")
    again = await table.until(lambda message: message.id > board.id and message.buttons)
    assert board.photo == again.photo
    await table.settled()


async def test_a_picture_that_telegram_has_forgotten_is_sent_again(
    tg: LocalTelegram, table: Table, anna: User, ben: User
) -> None:
    board = await _begun(table, anna, ben)
    tg.faults.next("sendPhoto", do=refuse(400, "Bad Request: wrong file identifier/HTTP URL specified"))
    table.say(anna, "/board")
    again = await table.until(lambda message: message.id > board.id and message.buttons)
    assert _is_photo(again)
    assert board.photo != again.photo
    await table.settled()


async def test_a_picture_that_cannot_be_drawn_takes_nobodys_board_away(
    table: Table, log: Log, anna: User, ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await _begun(table, anna, ben)

    def broken(picture: Picture) -> bytes:
        raise ZeroDivisionError(picture)

    monkeypatch.setattr(album, "drawn", broken)
    assert "You threw" in await table.toast(anna, board, "Roll")
    walking = await table.until(lambda message: message.id > board.id and len(message.buttons) > 1)
    assert not _is_photo(walking)
    assert "a picture cannot be drawn" in [entry["event"] for entry in log]
    await table.until(lambda message: message.id == board.id and not message.buttons)
    await table.settled()


async def test_a_question_on_the_board_leaves_its_picture(table: Table, anna: User, ben: User) -> None:
    board = await _begun(table, anna, ben, game="heckmeck")
    await table.toast(anna, board, "Roll")
    thrown = await table.until(lambda message: message.id == board.id and "Give up" in message.buttons)
    before = thrown.photo
    await table.toast(anna, thrown, "Give up")
    asked = await table.until(lambda message: message.id == board.id and "No, go on" in message.buttons)
    assert before == asked.photo
    assert "give the turn up?" in asked.text


async def test_quiet_mode_calls_nobody_below_a_picture(table: Table, anna: User, ben: User, db: Database) -> None:
    board = await _begun(table, anna, ben)
    assert "text_mention" in [entity["type"] for entity in board.entities]
    await db('UPDATE chats SET settings = settings || \'{"quiet": "on"}\'')
    await table.toast(anna, board, "Roll")
    walking = await table.until(lambda message: message.id == board.id and len(message.buttons) > 1)
    assert "text_mention" not in [entity["type"] for entity in walking.entities]


async def test_the_end_is_a_photo_of_the_scoreboard(table: Table, anna: User, ben: User) -> None:
    board = await _begun(table, anna, ben)
    await table.left(await table.match(board), ben, board)
    end = await table.until_said("wins the game")
    assert _is_photo(end)
    assert ("Play again" in end.buttons, "1. \u2068Anna\u2069" in end.text) == (True, True)
    await table.settled()


async def test_where_nothing_can_be_drawn_the_log_says_why(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(messages, "is_available", lambda: False)
    messages.Messages(None, lambda: 0.0)
    events = [entry["event"] for entry in log]
    assert "no pictures: the system has no libfribidi, or a font is missing" in events
