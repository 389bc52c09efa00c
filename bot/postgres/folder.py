"""The data folder: Postgres' own cluster, the server's log, its socket; held by one process at a time.

lock · server.log · socket/ · cluster/ · binaries-…/ (only where the wheel's are out of reach)
"""

import fcntl
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import IO, NamedTuple

from bot.postgres.account import Account, account_for
from bot.postgres.binaries import Binaries
from bot.postgres.unavailable import PostgresUnavailable

KEPT_LOG = 8 * 2**20  # bytes; a longer log is put aside at the next start
SHOWN_LINES = 12
PLAIN_PATH = re.compile(r"[\w./-]{1,88}", re.ASCII)  # with the socket's name below the kernel's limit of 107 bytes


class DataFolder(NamedTuple):
    path: Path
    account: Account

    @property
    def cluster(self) -> Path:
        return self.path / "cluster"

    @property
    def log(self) -> Path:
        return self.path / "server.log"

    @property
    def pid_file(self) -> Path:
        return self.cluster / "postmaster.pid"

    @contextmanager
    def opened_log(self) -> Iterator[IO[bytes]]:
        if self.log.exists() and self.log.stat().st_size > KEPT_LOG:
            self.log.replace(self.log.with_suffix(".log.old"))
        with open(self.log, "ab", opener=_private) as log:
            self.account.own(self.log)
            yield log


def _private(path: str, flags: int) -> int:
    """Never through a link: where root opens it, the folder may be another user's."""
    return os.open(path, flags | os.O_NOFOLLOW, 0o600)


@contextmanager
def held(path: Path) -> Iterator[DataFolder]:
    """The folder, made if need be, and ours alone until we leave or die."""
    path = path.absolute()
    _make(path)
    path = path.resolve()
    with open(path / "lock", "a+", opener=_private) as lock:
        _lock(lock, path)
        account = account_for(path / "cluster")
        account.own(path / "lock")
        if barrier := account.barrier(path):
            raise PostgresUnavailable(
                f"Postgres runs as {account}, who cannot enter {barrier}: set DATA_DIR to a folder {account} can enter."
            )
        yield DataFolder(path, account)


def _make(path: Path) -> None:
    """Root's new folders can be entered by the user Postgres runs as; those that were there stay as they are."""
    missing = [part for part in (path, *path.parents) if not part.exists()]
    path.mkdir(parents=True, exist_ok=True)
    if os.geteuid() == 0:
        for part in missing:
            part.chmod(0o755)


def _lock(lock: IO[str], path: Path) -> None:
    """The kernel's lock: it is gone when its process is."""
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.seek(0)
        holder = lock.read().strip() or "unknown"
        raise PostgresUnavailable(
            f"{path} is in use by another process (pid {holder}): stop it, or set DATA_DIR to another folder."
        ) from None
    lock.truncate(0)
    lock.write(str(os.getpid()))
    lock.flush()


def make_cluster(folder: DataFolder, binaries: Binaries, *, durable: bool) -> None:
    """In a side folder, then renamed, so that a cluster is either whole or not there."""
    for left in folder.path.glob("cluster-new-*"):
        shutil.rmtree(left, ignore_errors=True)
    side = Path(tempfile.mkdtemp(prefix="cluster-new-", dir=folder.path))
    folder.account.own(side)
    options = ["--username=postgres", "--auth-local=trust", "--auth-host=reject", "--encoding=UTF8", "--locale=C"]
    if int(binaries.major) >= 17:
        options += ["--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
    if not durable:
        options += ["--no-sync"]
    initdb = folder.account.start(binaries.folder / "initdb", "-D", str(side), *options, output=subprocess.PIPE)
    said, _ = initdb.communicate()
    if initdb.returncode:
        shutil.rmtree(side, ignore_errors=True)
        raise PostgresUnavailable(
            f"No database could be made in {folder.path}: mend what initdb says, or set DATA_DIR to another folder.",
            last_lines(said),
        )
    side.rename(folder.cluster)


def check_version(folder: DataFolder, binaries: Binaries) -> None:
    made_by = (folder.cluster / "PG_VERSION").read_text().strip()
    if made_by != binaries.major:
        raise PostgresUnavailable(
            f"{folder.cluster} is of Postgres {made_by}, but {binaries.folder} is Postgres {binaries.version}: "
            f"set PGBIN to the bin folder of a Postgres {made_by}; "
            f"or dump with that one (pg_dumpall) and restore into an empty DATA_DIR."
        )


def make_socket_folder(folder: DataFolder) -> Path:
    """Only the server's user (and root) can enter: that is all the access control there is.

    Beside the data, or under /tmp if that path is too long for a socket or would need quoting.
    """
    socket = folder.path / "socket"
    if not PLAIN_PATH.fullmatch(str(socket)):
        socket = Path("/tmp") / f"postgres-{sha256(os.fsencode(folder.path)).hexdigest()[:16]}"  # noqa: S108 - refused below if not ours
    socket.mkdir(mode=0o700, exist_ok=True)
    if socket.is_symlink() or socket.stat().st_uid not in (os.geteuid(), folder.account.uid):
        raise PostgresUnavailable(f"{socket} belongs to somebody else: remove it, or set DATA_DIR to a shorter path.")
    folder.account.own(socket)
    socket.chmod(0o700)
    return socket


def last_lines(said: bytes) -> str:
    return "\n".join(said.decode(errors="replace").strip().splitlines()[-SHOWN_LINES:])
