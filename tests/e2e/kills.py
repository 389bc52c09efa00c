"""The moments to kill the bot: each presses a button, and kills it at an event."""

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from bot.local_telegram import hold_after
from tests.e2e.evening import REACTIONS, Evening, lost
from tests.e2e.retold import look_at

Kill: TypeAlias = Callable[[Evening], Awaitable[None]]


async def killed_in_a_move(evening: Evening, kill: Kill) -> float:
    """One move, in the middle of which the bot dies; seconds until it reacts again."""
    await evening.settled()
    seen, (_, before) = evening.table.look, await evening.record()
    await kill(evening)
    _, at_the_kill = await evening.record()
    waited = await evening.restart()
    await evening.table.changed(seen)
    match, after = await evening.record()
    assert after[: len(at_the_kill)] == at_the_kill
    assert look_at(match, after, on=evening.table.board)[0] == evening.table.board.text
    assert 1 <= len(after) - len(before) <= 3
    return waited


async def on_the_way_to_the_bot(evening: Evening) -> None:
    """Telegram has handed the press out, the bot has not got it yet."""
    on_the_way = evening.tg.faults.next("getUpdates", do=hold_after)
    await evening.tg.press(evening.table.bystander, evening.table.board).answer()  # ends the poll that waits already
    evening.table.press()
    await on_the_way.arrived()
    await evening.kill()


async def stored_and_not_committed(evening: Evening) -> None:
    """The press is in the inbox and acknowledged; its transaction is under way."""
    async with evening.store.transaction() as tx:
        await tx.match(evening.table.match)
        press = evening.table.press()
        await evening.stored(press)
        await evening.kill()
    assert press.answers == []


async def committed_and_not_told(evening: Evening) -> None:
    """Neither toast nor screen is out."""
    held = [evening.tg.faults.every(method, do=lost) for method in REACTIONS]
    evening.table.press()
    await held[0].arrived()
    await evening.kill()


async def before_the_edit(evening: Evening) -> None:
    edit = evening.tg.faults.every(_edit(evening), do=lost)
    evening.table.press()
    await edit.arrived()
    await evening.kill()


def _edit(evening: Evening) -> str:
    return "editMessageMedia" if evening.table.board.photo else "editMessageText"


async def after_the_edit(evening: Evening) -> None:
    """The screen is there, the bot does not know."""
    edit = evening.tg.faults.next(_edit(evening), do=hold_after)
    evening.table.press()
    await edit.arrived()
    await evening.kill()


async def before_the_next_board(evening: Evening) -> None:
    board = evening.tg.faults.every(_send(evening), do=lost)
    evening.table.press()
    await board.arrived()
    await evening.kill()


def _send(evening: Evening) -> str:
    return "sendPhoto" if evening.table.board.photo else "sendMessage"


async def while_nothing_happens(evening: Evening) -> None:
    """The press comes while the bot is down."""
    await evening.kill()
    evening.table.press()
