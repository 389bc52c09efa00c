"""What was learnt a moment ago."""

# ruff: noqa: SIM300  house style: the expected value stands first

from bot.telegram.recent import Recent


def test_a_value_is_known_for_so_many_seconds() -> None:
    now = [0.0]
    recent: Recent[str, bool] = Recent(30.0, lambda: now[0])
    recent.put("Ana", value=False)
    now[0] = 29.9
    assert recent.get("Ana") is False
    now[0] = 30.0
    assert recent.get("Ana") is None


def test_old_values_are_dropped_when_new_ones_come() -> None:
    """F66"""
    now = [0.0]
    recent: Recent[int, bool] = Recent(30.0, lambda: now[0])
    for number in range(1000):
        now[0] = float(number)
        recent.put(number, value=True)
    assert 30 == len(recent)
