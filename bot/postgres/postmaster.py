"""The server process and the file in which it says how it is, `postmaster.pid`: read, trusted only if true, ended."""

import os
import signal
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from bot.postgres.folder import DataFolder

# Fast shutdown, immediate shutdown, and the end; each with the seconds it is given.
ENDINGS = ((signal.SIGINT, 15.0), (signal.SIGQUIT, 5.0), (signal.SIGKILL, 5.0))
STATUS_LINE = 7


def is_ready(folder: DataFolder, pid: int) -> bool:
    with suppress(OSError):
        lines = folder.pid_file.read_text(errors="replace").splitlines()
        return len(lines) > STATUS_LINE and lines[0] == str(pid) and lines[STATUS_LINE].strip() == "ready"
    return False


def clear_way(folder: DataFolder, socket: Path) -> None:
    """End a server that outlived its parent, and remove files that name a dead or foreign process.

    Backends that outlived their server are Postgres' own concern: it sees their shared memory and refuses to start.
    """
    pid = _named_pid(folder)
    if pid and _is_server(pid, folder.cluster):
        end(pid, lambda: not _is_server(pid, folder.cluster))
    for left in (folder.pid_file, *socket.iterdir()):
        left.unlink(missing_ok=True)


def _named_pid(folder: DataFolder) -> int | None:
    with suppress(FileNotFoundError, ValueError):  # the file may also be empty or garbage
        return int(folder.pid_file.read_text(errors="replace").partition("\n")[0])
    return None


def _is_server(pid: int, cluster: Path) -> bool:
    """Whether that process is a server on this cluster; a zombie and a namesake of the pid are not."""
    return f"/postgres -D {cluster} " in f"{_command_line(pid)} "


def _command_line(pid: int) -> str:
    if Path("/proc/self/cmdline").exists():
        with suppress(OSError):
            return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="surrogateescape")
        return ""
    asked = ["ps", "-ww", "-o", "args=", "-p", str(pid)]
    return subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()  # noqa: S603 - macOS


def end(pid: int, has_ended: Callable[[], bool]) -> None:
    for signal_, seconds in ENDINGS:
        if has_ended():
            return
        with suppress(ProcessLookupError):
            os.kill(pid, signal_)
        limit = time.monotonic() + seconds
        while not has_ended() and time.monotonic() < limit:
            time.sleep(0.005)
