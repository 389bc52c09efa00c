"""Every golden record holds, and the command line says so; a wrong one is reported with its line."""

# ruff: noqa: SIM300  house style: the expected value stands first

import subprocess
import sys
from pathlib import Path

import pytest

from engine import GAMES, record

ROOT = Path(__file__).parents[2]
GOLDENS = sorted((ROOT / "seeds/golden").glob("*/*.game"))
HEAD = "game heckmeck\nseats Ana Ben\n"


def engine(*arguments: str | Path) -> tuple[int, str, str]:
    """Exit status, output and complaints of the real command line."""
    done = subprocess.run(
        [sys.executable, "-m", "engine", *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("golden", GOLDENS, ids=lambda golden: f"{golden.parent.name}/{golden.stem}")
def test_golden(golden: Path) -> None:
    assert () == record.check(golden.read_bytes())
    assert golden.parent.name == record.read(golden.read_bytes()).header.game.ID


def test_every_game_has_goldens() -> None:
    assert set(GAMES) == {golden.parent.name for golden in GOLDENS}


def test_the_command_line_finds_every_golden_ok() -> None:
    assert (0, "".join(f"{golden}: ok\n" for golden in GOLDENS), "") == engine("check", *GOLDENS)


def test_a_wrong_expectation_is_reported_with_its_line(tmp_path: Path) -> None:
    good, wrong = tmp_path / "good.game", tmp_path / "wrong.game"
    good.write_text(f"{HEAD}= going\n")
    wrong.write_text(f"{HEAD}= going\n= to_act Ben\n= dice 8\n= over\n")
    report = f"{wrong}:4: expected to_act Ben, found to_act Ana\n{wrong}:6: expected over, found going\n{good}: ok\n"
    assert (1, report, "") == engine("check", wrong, good)


def test_a_record_at_fault_is_reported_without_a_traceback(tmp_path: Path) -> None:
    bytes_only, missing = tmp_path / "bytes.game", tmp_path / "missing.game"
    bytes_only.write_bytes(b"game heckmeck\n\xff\x00")
    report = f"{bytes_only}:2: these bytes are not UTF-8\n{missing}: No such file or directory\n"
    assert (1, report, "") == engine("check", bytes_only, missing)
    assert (1, "", f"{bytes_only}:2: these bytes are not UTF-8\n") == engine("show", bytes_only)


def test_a_file_without_an_end_is_reported_as_too_long() -> None:
    assert (1, "/dev/zero:1: a record has 1000000 bytes at most\n", "") == engine("check", "/dev/zero")


def test_the_last_position_is_shown(tmp_path: Path) -> None:
    file = tmp_path / "turn.game"
    file.write_text(f"{HEAD}grill 22 30\nkept W W W W\nAna roll > 2 3 4 5\nAna keep 2\nAna take 22\n")
    assert (0, f"{HEAD}\ngrill 30\nstack Ana 22\nto_act Ben\n\n= going\n", "") == engine("show", file)


@pytest.mark.parametrize("arguments", [[], ["check"], ["show"], ["show", "a", "b"], ["play", "a"]])
def test_a_wrong_command_line_has_status_2(arguments: list[str]) -> None:
    status, output, complaint = engine(*arguments)
    assert (2, "") == (status, output)
    assert complaint.startswith("usage: python -m engine")
