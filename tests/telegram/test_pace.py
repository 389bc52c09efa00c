from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from bot.telegram.pace import Budget, Pace

STEPS = st.lists(st.tuples(st.integers(1, 3), st.booleans(), st.floats(0, 20)), max_size=300)


@given(STEPS, st.integers(1, 20), st.integers(1, 5))
def test_whatever_is_asked_for_the_budgets_hold(steps: list[tuple[int, bool, float]], minute: int, second: int):
    """F24: each step waits as long as it is told to, and sometimes longer."""
    budget = Budget(minute, second)
    pace, now, written = Pace(budget), 0.0, list[tuple[float, int]]()
    for chat, is_spare, longer in steps:
        now = max(now, pace.ready_at(chat, spare=is_spare)) + longer
        pace.forget_idle(now)
        pace.wrote(chat, now)
        written.append((now, chat))
    for chat in (1, 2, 3):
        times = [at for at, written_to in written if written_to == chat]
        assert all(later - at >= 60 - 1e-6 for at, later in zip(times, times[minute:], strict=False))
        assert all(later - at >= budget.seconds_between - 1e-6 for at, later in pairwise(times))
    times = [at for at, _ in written]
    assert all(later - at >= 1 - 1e-6 for at, later in zip(times, times[second:], strict=False))


def test_what_can_wait_leaves_half_of_the_budget():
    pace = Pace(Budget())
    for n in range(9):
        pace.wrote(1, float(n))
    assert (pace.ready_at(1), pace.ready_at(1, spare=True)) == (9.0, 60.0)


def test_eighteen_writes_at_once_are_paid_for_with_the_rest_of_the_minute():
    pace = Pace(Budget())
    for n in range(18):
        assert n == pace.ready_at(1)
        pace.wrote(1, float(n))
    assert pace.ready_at(1) == 60.0


def test_a_halt_is_its_chats_own():
    """F25"""
    pace = Pace(Budget())
    pace.halt(1, 300.0)
    assert (pace.ready_at(1), pace.ready_at(2)) == (300.0, 0.0)


def test_when_several_chats_are_refused_in_a_row_one_is_tried_a_second_until_a_write_is_taken():
    """F25: Telegram never says whether it means a chat or us."""
    pace = Pace(Budget())
    for chat in (1, 2):
        pace.refused(chat, 10.0)
        pace.refused(chat, 10.0)  # no matter how often
    assert pace.ready_at(4) == 0.0
    pace.refused(3, 10.0)
    assert pace.ready_at(4) == 11.0
    pace.wrote(4, 11.0)
    assert pace.ready_at(5) == 12.0
    pace.taken()
    assert pace.ready_at(5) == 0.0
    pace.refused(4, 12.0)
    assert pace.ready_at(5) == 0.0


def test_a_thousand_chats_used_once_are_forgotten_after_a_minute():
    """F66"""
    pace = Pace(Budget())
    for chat in range(1000):
        pace.wrote(chat, chat / 28)
        pace.halt(chat, 50.0)
    pace.forget_idle(1000 / 28 + 61)
    assert (len(pace._in_chat), len(pace._halted)) == (0, 0)
