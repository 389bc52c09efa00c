"""Whether another process of this machine is known to have ended."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest

from bot.processes import is_gone, own_name

TELLS_ITS_NAME = "from bot.processes import own_name; print(own_name(), flush=True); input()"

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux says enough of its processes")


@pytest.fixture
def child() -> Iterator[tuple["subprocess.Popen[str]", str]]:
    """A process, and what it is called."""
    program = (sys.executable, "-c", TELLS_ITS_NAME)
    with subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield process, process.stdout.readline().strip()
        process.kill()


def test_a_process_that_lives_is_not_gone_also_when_it_is_stopped(child: tuple["subprocess.Popen[str]", str]):
    process, name = child
    assert not is_gone(name)
    process.send_signal(signal.SIGSTOP)
    os.waitid(os.P_PID, process.pid, os.WSTOPPED)
    assert not is_gone(name)


def test_a_killed_process_is_gone_also_before_its_parent_has_noticed(child: tuple["subprocess.Popen[str]", str]):
    process, name = child
    process.kill()
    os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
    assert is_gone(name)
    process.wait()
    assert is_gone(name)


def test_another_process_under_the_same_number_is_another():
    machine, pid, began, word = own_name().split(" ")
    assert is_gone(f"{machine} {pid} {int(began) - 1} {word}")
    assert not is_gone(f"{machine} {pid} {began} another")


@pytest.mark.parametrize("name", ["", "nonsense", "another-machine 1 1 word", "? 999999999 1 word"])
def test_of_what_is_not_seen_from_here_nothing_is_known(name: str):
    assert not is_gone(name)


def test_no_two_names_are_alike():
    assert own_name() != own_name()
