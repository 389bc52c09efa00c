"""The bot ends and comes back, and so does Telegram: what was sent meanwhile counts, once; nothing is half done."""

import signal

import pytest

from bot.config import TOKEN_REFUSED
from bot.local_telegram import Bot, drop_after, drop_before, refuse
from bot.local_telegram.faults import Do
from tests.e2e.evening import Evening, unheard
from tests.e2e.process import PATIENCE
from tests.e2e.retold import check_replay, look_at

EXIT_SECONDS = 10.0


async def test_updates_fed_again_after_a_restart_count_once(evening: Evening, account: Bot) -> None:
    """F03: no second roll, and no second message from a command."""
    tg, table = evening.tg, evening.table
    await table.begin()
    seen, press = table.look, table.press()
    await table.changed(seen)
    seen, boards = table.look, len(table.boards)
    table.say(table.bystander, "/board")
    wish = account.next_update_id - 1
    await tg.until(lambda: len(table.boards) > boards, PATIENCE)
    await tg.press(table.bystander, table.board).answer()
    _, before = await evening.record()
    await evening.kill()

    assert press.update_id is not None
    tg.tell_again(press.update_id)
    tg.tell_again(wish)
    last = tg.press(table.bystander, table.board)  # refused; when it is answered, they are handled
    await evening.restart()
    await last.answer(PATIENCE)
    _, after = await evening.record()
    assert before == after
    await table.move()
    match, _ = await evening.record()
    assert match.turn + 2 == len(table.boards)  # the lobby's, the seal's, one a turn, and the one that was asked for


async def test_what_was_sent_while_the_bot_was_down_counts_whatever_its_number(evening: Evening, account: Bot) -> None:
    """F35."""
    table = evening.table
    await evening.kill()
    for person in table.people:
        table.say(person, "/join")
    table.say(table.people[0], "/start")
    await evening.restart()
    await evening.tg.until(lambda: "🎲 Roll 8 dice" in table.look[2], PATIENCE)
    assert "Cleo" in table.board.text

    await evening.kill()
    account.next_update_id = 1000  # smaller than ever before
    seen = table.look
    table.press()
    await evening.restart()
    await table.changed(seen)
    account.next_update_id = 10  # and once more, under a poller that waits
    await table.move()
    check_replay(*await evening.record())


async def test_a_move_that_cannot_end_before_sigterm_is_undone_and_made_after_the_restart(
    evening: Evening, figures: list[str]
) -> None:
    """F36: nothing of it is saved, and it is not lost."""
    table = evening.table
    await table.begin()
    before, seen = await evening.record(), table.look
    async with evening.store.transaction() as tx:
        await tx.match(table.match)
        await evening.stored(table.press())
        evening.bot.send(signal.SIGTERM)
        asked = evening.tg.clock.now()
        assert await evening.bot.status() == 0
        took = evening.tg.clock.now() - asked
    figures.append(f"SIGTERM in a move that cannot end: exit after {took:.1f} s")
    assert took <= EXIT_SECONDS
    assert await evening.record() == before
    await evening.away()
    await evening.restart()
    await table.changed(seen)
    match, moves = await evening.record()
    assert len(before[1]) + 1 == len(moves)
    check_replay(match, moves)


async def test_a_move_under_way_at_sigterm_is_finished(evening: Evening, figures: list[str]) -> None:
    """F36: all of it is saved."""
    table = evening.table
    await table.begin()
    _, before = await evening.record()
    async with evening.store.transaction() as tx:
        await tx.match(table.match)
        await evening.stored(table.press())
        evening.bot.send(signal.SIGTERM)
        asked = evening.tg.clock.now()
        await evening.away()  # it fetches no more: it has understood
    assert await evening.bot.status() == 0
    took = evening.tg.clock.now() - asked
    figures.append(f"SIGTERM in a move: exit after {took:.1f} s")
    assert took <= EXIT_SECONDS
    match, moves = await evening.record()
    assert len(before) + 1 == len(moves)
    check_replay(match, moves)
    assert await evening.store.undone() == ()
    await evening.bot.start()
    await evening.tg.until(lambda: table.board.text == look_at(match, moves)[0], PATIENCE)


async def test_ctrl_c_ends_it_at_once_and_quietly(evening: Evening) -> None:
    evening.bot.send(signal.SIGINT)
    assert await evening.bot.status(EXIT_SECONDS) == 0
    assert "Traceback" not in evening.bot.said


async def test_a_question_that_was_shown_unnoticed_and_taken_back_is_gone(evening: Evening) -> None:
    """The bot knows of two states that look the same, and not that the chat shows the one between them."""
    tg, table = evening.tg, evening.table
    await table.seat_all()
    lobby = table.look
    shown = tg.faults.next("editMessageText", do=unheard)
    tg.press(table.people[0], table.board, "House rules")
    await shown.arrived()
    await tg.press(table.people[0], table.board, "Done").answer(PATIENCE)
    shown.release()
    await tg.until(lambda: table.look == lobby, PATIENCE)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_it_can_be_ended_while_it_waits_for_telegram(evening: Evening, number: signal.Signals) -> None:
    await evening.kill()
    await evening.tg.go_down()
    await evening.bot.start()
    await evening.bot.says("waiting for Telegram")
    evening.bot.send(number)
    assert await evening.bot.status(EXIT_SECONDS) == 0
    assert "Traceback" not in evening.bot.said


TROUBLE: tuple[Do, ...] = (refuse(502, "Bad Gateway"), drop_before, drop_after)


async def test_trouble_with_telegram_is_logged_without_the_token_and_passes(evening: Evening) -> None:
    """F34, F38: errors of Telegram's, connections that end without an answer, nobody there."""
    tg, table, bot = evening.tg, evening.table, evening.bot
    await table.seat_all()
    for trouble, label in zip(TROUBLE, ("House rules", "Done", "House rules"), strict=True):
        fault, seen = tg.faults.every("*", do=trouble), table.look
        tg.press(table.people[0], table.board, label)
        await tg.until(lambda: {"getUpdates", "editMessageText"} <= {call.method for call in fault.calls}, PATIENCE)  # noqa: B023  called at once
        fault.stop()
        await table.changed(seen)
    await tg.go_down()
    await bot.says("ClientConnectorError")
    await tg.come_up()
    await bot.at_work(tg)
    seen = table.look
    tg.press(table.people[0], table.board, "Done")
    await table.changed(seen)
    assert '"failures": 1' in bot.said


async def test_it_waits_at_the_start_until_telegram_is_there(evening: Evening) -> None:
    """F34."""
    await evening.kill()
    await evening.tg.go_down()
    evening.table.say(evening.table.people[0], "/join")
    await evening.bot.start()
    await evening.bot.says("waiting for Telegram")
    await evening.tg.come_up()
    await evening.bot.at_work(evening.tg)
    await evening.tg.until(lambda: evening.table.boards, PATIENCE)


async def test_a_token_that_is_no_longer_valid_ends_it(evening: Evening) -> None:
    await evening.kill()
    evening.tg.faults.every("getUpdates", do=refuse(401, "Unauthorized"))
    await evening.bot.start()
    assert await evening.bot.status() == TOKEN_REFUSED
