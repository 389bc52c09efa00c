"""Three people play a whole match by pressing buttons while the bot is killed again and again."""

from collections.abc import Callable

from bot.local_telegram import hold_after
from bot.matches.match import FIRST_TURN
from tests.e2e.evening import Evening
from tests.e2e.kills import (
    Kill,
    after_the_edit,
    before_the_edit,
    before_the_next_board,
    committed_and_not_told,
    killed_in_a_move,
    on_the_way_to_the_bot,
    stored_and_not_committed,
    while_nothing_happens,
)
from tests.e2e.process import crowd
from tests.e2e.retold import check_replay, check_screens, look_at
from tests.e2e.table import ends_turn, look

MOVES_BETWEEN_KILLS = 3
FIRST_REACTION = 5.0  # seconds


def _edits(label: str) -> bool:
    """The first throw of a turn cannot fail: its screen is an edit."""
    return "Roll 8 dice" in label


def _any(_label: str) -> bool:
    return True


KILLS: tuple[tuple[Kill, Callable[[str], bool]], ...] = (
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
            waits.append(await killed_in_a_move(evening, kill))
        else:
            await table.move()
    assert kills == []
    figures.append("first reaction after a kill, seconds: " + " ".join(f"{wait:.1f}" for wait in waits))
    assert max(waits) <= FIRST_REACTION * crowd()

    match, moves = await evening.record()
    figures.append(f"the match had {match.turn - FIRST_TURN} turns and {len(moves)} moves")
    check_replay(match, moves)
    check_screens(table.boards, match, moves)
    assert match.status == "finished"
    assert look_at(match, moves)[0] == table.board.text
    assert table.places == [
        match.seats[seat].name for place in match.game.result(match.state).ranking for seat in place
    ]


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
