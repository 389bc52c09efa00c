"""The last steps before a program of Postgres: end with our parent, stop being root, become that program.

A script of its own, because code between fork and exec is unsafe in a program with threads:
`launch.py UID GID PARENT PROGRAM ARGUMENT…`. The order matters: a change of user clears the parent-death signal.
"""

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1  # linux/prctl.h


def become(uid: int, gid: int) -> None:
    if os.geteuid() == 0:
        os.setgroups([])
        os.setgid(gid)
        os.setuid(uid)


def end_with(parent: int) -> None:
    """When the parent's thread ends, Postgres gets its "fast shutdown"; where there is no prctl, nothing happens."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, int(signal.SIGINT), 0, 0, 0)
    if os.getppid() != parent:
        sys.exit("our parent ended before Postgres began")


if __name__ == "__main__":
    _, uid, gid, parent, program, *arguments = sys.argv
    os.umask(0o077)
    become(int(uid), int(gid))
    end_with(int(parent))
    os.execv(program, [program, *arguments])  # noqa: S606 - without a shell is the point
