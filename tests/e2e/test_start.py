"""The bot dies while a match starts: the match begins all the same, and its lot is thrown once at most."""

from bot.local_telegram import Message, hold_after
from engine.dice import seal
from tests.e2e.evening import Evening, lost
from tests.e2e.process import PATIENCE
from tests.e2e.retold import check_replay

NO_LOT = "gave no number that counts"


def lots(evening: Evening) -> list[Message]:
    return [message for message in evening.table.room.of_bots() if message.dice]


async def has_begun(evening: Evening) -> None:
    await evening.tg.until(lambda: any("Roll" in label for label in evening.table.look[2]), PATIENCE)
    match, moves = await evening.record()
    check_replay(match, moves)
    sealed = [board for board in evening.table.boards if "are sealed" in board.text]
    assert {(1, True)} == {(len(board.history), seal(match.fairness.seed) in board.text) for board in sealed}


async def test_the_bot_dies_at_every_step_before_the_lot_falls(evening: Evening) -> None:
    """The seal comes twice at most, with the same sum; a 🎰 that never left is not thrown again either."""
    table, faults = evening.table, evening.tg.faults
    await table.seat_all()
    unsent = faults.every("sendMessage", do=lost)
    table.say(table.people[0], "/start")
    await unsent.arrived(PATIENCE)
    await evening.kill()
    unheard = faults.next("sendMessage", do=hold_after)
    await evening.bot.start()
    await unheard.arrived(PATIENCE)
    await evening.kill()
    unthrown = faults.every("sendDice", do=lost)
    await evening.bot.start()
    await unthrown.arrived(PATIENCE)
    await evening.kill()
    await evening.bot.start()
    await has_begun(evening)
    assert lots(evening) == []
    assert NO_LOT in table.board.text


async def test_the_bot_dies_with_its_lot_fallen_and_not_known(evening: Evening) -> None:
    """Nobody throws until it pleases: that 🎰 does not count, nor is there another."""
    thrown = evening.tg.faults.next("sendDice", do=hold_after)
    await evening.table.seat_all()
    evening.table.say(evening.table.people[0], "/start")
    await thrown.arrived(PATIENCE)
    await evening.kill()
    await evening.bot.start()
    await has_begun(evening)
    assert len(lots(evening)) == 1
    assert NO_LOT in evening.table.board.text


async def test_the_bot_dies_with_its_lot_kept_and_its_board_not_shown(evening: Evening) -> None:
    """F57"""
    table = evening.table
    await table.seat_all()
    thrown = evening.tg.faults.next("sendDice", do=hold_after)
    table.say(table.people[0], "/start")
    await thrown.arrived(PATIENCE)
    board = evening.tg.faults.every("sendMessage", do=lost)
    thrown.release()
    await board.arrived(PATIENCE)
    before, _ = await evening.record()
    await evening.kill()
    await evening.bot.start()
    await has_begun(evening)
    assert (await evening.record())[0] == before
    [lot] = lots(evening)
    assert before.fairness.lot == lot.dice["value"]
    assert f"🎰 The slot machine shows {before.fairness.lot}:" in table.board.text
