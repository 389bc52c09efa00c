"""What a process is called, so that others on its machine can tell whether it still lives.

Whoever takes its place after a kill need not wait for its lease to run out. Only Linux says enough for that; and from
within another container, or on another machine, a process is never known to be gone.
"""

import os
import secrets
from pathlib import Path

_PROC = Path("/proc")


def own_name() -> str:
    """Where this process runs, its number and when it began: no other has all of that, and a random word."""
    pid = os.getpid()
    return " ".join((_machine(), str(pid), _began(pid) or "?", secrets.token_hex(4)))


def is_gone(name: str) -> bool:
    """Whether the process of this name has ended for certain."""
    match name.split(" "):
        case [machine, pid, began, _] if machine == _machine() != "?":
            return not _exists(int(pid)) or _began(int(pid)) not in (began, None)
        case _:
            return False


def _exists(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except OSError as error:
        return not isinstance(error, ProcessLookupError)  # else it is somebody else's
    return True


def _machine() -> str:
    """One boot of one machine, and the list of processes seen from here; `?` where nobody says."""
    try:
        boot = (_PROC / "sys/kernel/random/boot_id").read_text().strip()
        return f"{boot}/{(_PROC / 'self/ns/pid').readlink()}"
    except OSError:
        return "?"


def _began(pid: int) -> str | None:
    """When a process began, in ticks since the boot; `ended` where only its parent has not noticed yet."""
    try:
        fields = (_PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return "ended" if fields[0] in "ZX" else fields[19]
