"""Three people play a whole match by pressing buttons while the bot is killed again and again."""

import re
from collections.abc import Awaitable, Callable

from bot.local_telegram import hold_after
from tests.e2e.evening import REACTIONS, Evening, lost
from tests.e2e.process import crowd
from tests.e2e.retold import check_replay, check_screens, look_at
from tests.e2e.table import Table, ends_turn, look

MOVES_BETWEEN_KILLS = 3
FIRST_REACTION = 5.0  # seconds


# The moments to kill it: each presses a button, and kills the bot at an event


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
    edit = evening.tg.faults.every("editMessageText", do=lost)
    evening.table.press()
    await edit.arrived()
    await evening.kill()


async def after_the_edit(evening: Evening) -> None:
    """The screen is there, the bot does not know."""
    edit = evening.tg.faults.next("editMessageText", do=hold_after)
    evening.table.press()
    await edit.arrived()
    await evening.kill()


async def before_the_next_board(evening: Evening) -> None:
    board = evening.tg.faults.every("sendMessage", do=lost)
    evening.table.press()
    await board.arrived()
    await evening.kill()


async def while_nothing_happens(evening: Evening) -> None:
    """The press comes while the bot is down."""
    await evening.kill()
    evening.table.press()


def _edits(label: str) -> bool:
    """The first throw of a turn cannot fail: its screen is an edit."""
    return "Roll 8 dice" in label


def _any(_label: str) -> bool:
    return True


KILLS: tuple[tuple[Callable[[Evening], Awaitable[None]], Callable[[str], bool]], ...] = (
    (before_the_edit, _edits),
    (on_the_way_to_the_bot, _any),
    (after_the_edit, _edits),
    (stored_and_not_committed, _any),
    (before_the_next_board, ends_turn),
    (committed_and_not_told, _edits),
    (while_nothing_happens, _any),
)


async def test_a_match_survives_every_kill(evening: Evening, figures: list[str]) -> None:
    """F57 at every moment: what was thrown before the kill is what is shown after it."""
    table, kills, calm, waits = evening.table, list(KILLS), 0, []
    await table.begin()
    while not table.is_over:
        calm += 1
        if kills and calm > MOVES_BETWEEN_KILLS and kills[0][1](table.best):
            kill, calm = kills.pop(0)[0], 0
            waits.append(await _killed_in_a_move(evening, kill))
        else:
            await table.move()
    assert kills == []
    figures.append("first reaction after a kill, seconds: " + " ".join(f"{wait:.1f}" for wait in waits))
    assert max(waits) <= FIRST_REACTION * crowd()

    match, moves = await evening.record()
    figures.append(f"the match had {match.turn - 1} turns and {len(moves)} moves")
    check_replay(match, moves)
    check_screens(table.boards, match, moves)
    assert match.status == "finished"
    assert look_at(match, moves)[0] == table.board.text
    assert _places(table) == [
        match.seats[seat].name for place in match.game.result(match.state).ranking for seat in place
    ]


def _places(table: Table) -> list[str]:
    """Who is named in the final ranking, best first."""
    return re.findall(r"^\d\. \u2068(\w+)\u2069", table.board.text, re.MULTILINE)


async def _killed_in_a_move(evening: Evening, kill: Callable[[Evening], Awaitable[None]]) -> float:
    """One move, in the middle of which the bot dies; seconds until it reacts again."""
    seen, (_, before) = evening.table.look, await evening.record()
    await kill(evening)
    _, at_the_kill = await evening.record()
    waited = await evening.restart()
    await evening.table.changed(seen)
    match, after = await evening.record()
    assert after[: len(at_the_kill)] == at_the_kill
    assert look_at(match, after)[0] == evening.table.board.text
    assert 1 <= len(after) - len(before) <= 3
    return waited


async def test_a_board_sent_just_before_a_kill_may_come_twice_and_is_harmless(evening: Evening) -> None:
    table = evening.table
    await table.begin()
    while not ends_turn(table.best):
        await table.move()
    sent = evening.tg.faults.next("sendMessage", do=hold_after)
    table.press()
    await sent.arrived()
    await evening.kill()
    extra = table.board
    await evening.restart()
    await table.changed(look(extra))
    assert [(message.text, message.keyboard) for message in table.boards[-2:]] == [(extra.text, extra.keyboard)] * 2
    _, before = await evening.record()
    player, label = table.whose_turn, table.best
    seen = table.look
    await evening.tg.press(player, extra, label).answer()
    await table.changed(seen)  # the press counts, and the newest board shows it
    stale = await evening.tg.press(player, extra, label).answer()
    assert "old" in stale.text
    _, after = await evening.record()
    assert len(after) == len(before) + 1
