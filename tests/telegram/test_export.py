"""/export: the record of a match that is over, as a file that proves itself."""

# ruff: noqa: SIM300  house style: the expected value stands first

import pytest

from bot.local_telegram import Bot, LocalTelegram, Message, User, refuse
from bot.matches.match import Match
from bot.views.toasts import REASONS
from engine import record
from engine.verify import verify
from tests.telegram.table import Database, Table

pytestmark = pytest.mark.usefixtures("bot")


async def stopped(table: Table, anna: User, ben: User) -> Match:
    """A match with some moves in it, ended by its host."""
    match = await table.match(await table.begun(anna, ben))
    for _ in range(3):
        actor = table.user(await table.actor(await table.until(lambda message: message.buttons)))
        seen = await table.until(lambda message: message.buttons)
        label = next((label for label in seen.buttons if "Roll" in label or "Keep" in label), seen.buttons[0])
        await table.toast(actor, seen, label)
        await table.settled()
    table.say(anna, "/stop@WormsAndTombsBot")
    question = await table.until_button("Yes, stop")
    await table.toast(anna, question, "Yes, stop")
    await table.until_said("The game was stopped")
    record = await table.store.record(match.id)
    assert record is not None
    return record[0]


async def exported(table: Table, tg: LocalTelegram, user: User, words: str) -> tuple[Message, bytes]:
    table.say(user, words)
    message = await table.until(lambda message: message.document)
    return message, tg.world.documents[message.document].content


async def test_the_last_match_is_exported_as_a_file_that_proves_its_dice(
    tg: LocalTelegram, table: Table, anna: User, ben: User, cleo: User
):
    match = await stopped(table, anna, ben)
    message, content = await exported(table, tg, cleo, "/export@WormsAndTombsBot")
    assert () == record.check(content)
    assert match.fairness.drawn == verify(content).draws
    assert f"heckmeck-{match.id}.game" == tg.world.documents[message.document].name
    assert 'name P1 "Anna"' in content.decode().splitlines()


async def test_a_match_is_exported_by_its_number_in_its_own_group_alone(
    tg: LocalTelegram, table: Table, annex: Table, db: Database, anna: User, ben: User
):
    first = await stopped(table, anna, ben)
    await stopped(table, anna, ben)
    _, content = await exported(table, tg, anna, f"/export_{first.id}@WormsAndTombsBot")
    assert f"match {first.id}" in content.decode().splitlines()
    annex.say(anna, f"/export {first.id}")
    await annex.until_said(REASONS["nothing_over"])
    assert not [message for message in annex.room.of_bots() if message.document]


async def test_a_match_that_is_played_is_not_exported(table: Table, anna: User, ben: User):
    """Its seed is a secret."""
    match = await table.match(await table.begun(anna, ben))
    table.say(anna, f"/export {match.id}")
    await table.until_said(REASONS["not_over"])
    table.say(anna, "/export")
    await table.until_said(REASONS["nothing_over"])


async def test_where_files_may_not_be_sent_it_is_said_and_all_else_goes_on(
    tg: LocalTelegram, account: Bot, table: Table, anna: User, ben: User
):
    """F43"""
    await stopped(table, anna, ben)
    fault = tg.faults.every(
        "sendDocument", do=refuse(400, "Bad Request: not enough rights to send documents to the chat")
    )
    table.say(anna, "/export@WormsAndTombsBot")
    await table.until_said("I may not send files here")
    assert 1 == len(fault.calls)
    assert await table.begun(anna, ben)


async def test_who_is_forgotten_is_not_named(tg: LocalTelegram, table: Table, anna: User, ben: User):
    await stopped(table, anna, ben)
    private = tg.private(ben)
    tg.say(ben, private, "/forget")
    question = await private.until(lambda message: "Yes, forget me" in message.buttons)
    await table.toast(ben, question, "Yes, forget me")
    _, content = await exported(table, tg, anna, "/export")
    assert ['name P1 "Anna"'] == [line for line in content.decode().splitlines() if line.startswith("name")]
