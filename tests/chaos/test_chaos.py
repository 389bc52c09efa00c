"""The chaos test itself: a small run, and its traces. Its verdict is tried in `tests/telegram/test_verdict.py`."""

# ruff: noqa: SIM300  house style: the expected value stands first

from pathlib import Path

import pytest

from tests.chaos.__main__ import main
from tests.chaos.deeds import Migrate, Press, UpsetTelegram
from tests.chaos.trace import Run, Trace, read

RUN = Run(seed=1, presses=40, kills=1, groups=3, longest=8.0, webhook=False)


@pytest.mark.timeout(300)
def test_a_small_run_keeps_all_promises(capsys: pytest.CaptureFixture[str]):
    arguments = ["--seed", "1", "--presses", "100", "--kills", "1", "--groups", "5", "--longest", "10"]
    status = main(arguments)
    assert 0 == status, capsys.readouterr().out


def test_a_trace_is_read_as_it_was_kept(tmp_path: Path):
    trace = Trace(RUN)
    deeds = (Press(0, 1, "forged", 0, 0, 2, "{m}:{r}:bench"), Migrate(2, None), UpsetTelegram("getUpdates", "502"))
    for deed in deeds:
        trace.tell(deed)
    trace.keep(tmp_path / "trace.jsonl")
    run, lines = read(tmp_path / "trace.jsonl")
    assert RUN == run
    assert deeds == tuple(line.deed for line in lines)
