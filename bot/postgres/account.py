"""Who runs Postgres: we ourselves, or, since Postgres refuses to be root, an unprivileged user in root's place."""

import os
import pwd
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import IO, NamedTuple

from bot.postgres import launch
from bot.postgres.unavailable import PostgresUnavailable

INHERITED = ("PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")  # no tokens, no PG… variables that would change the server


class Account(NamedTuple):
    uid: int
    gid: int

    def __str__(self) -> str:
        with suppress(KeyError):
            return pwd.getpwuid(self.uid).pw_name
        return f"uid {self.uid}"

    def barrier(self, path: Path) -> Path | None:
        """The outermost part of a path this user may not enter (or run), if there is one."""
        return next((part for part in (*reversed(path.parents), path) if not self._may_enter(part)), None)

    def _may_enter(self, part: Path) -> bool:
        if os.geteuid() != 0:
            return os.access(part, os.X_OK)
        found = part.stat()
        bit = 0o100 if found.st_uid == self.uid else 0o010 if found.st_gid == self.gid else 0o001
        return bool(found.st_mode & bit)

    def own(self, path: Path) -> None:
        os.chown(path, self.uid, self.gid, follow_symlinks=False)

    def start(self, program: Path, *arguments: str, output: IO[bytes] | int) -> subprocess.Popen[bytes]:
        """A child that ends with the calling thread; in its own session, so that Ctrl-C reaches only us."""
        who = (str(self.uid), str(self.gid), str(os.getpid()))
        return subprocess.Popen(  # noqa: S603 - our own script and a program we looked up
            [sys.executable, "-I", "-S", launch.__file__, *who, str(program), *arguments],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            cwd="/",
            env={name: os.environ[name] for name in INHERITED if name in os.environ} | {"LC_ALL": "C"},
        )


def account_for(cluster: Path) -> Account:
    """Ourselves; in root's place the owner of the data there is, else `postgres`, else `nobody`."""
    if os.geteuid() != 0:
        return Account(os.geteuid(), os.getegid())
    if cluster.exists() and cluster.stat().st_uid != 0:
        return Account(cluster.stat().st_uid, cluster.stat().st_gid)
    for name in ("postgres", "nobody"):
        with suppress(KeyError):
            return Account(pwd.getpwnam(name).pw_uid, pwd.getpwnam(name).pw_gid)
    raise PostgresUnavailable("Postgres does not run as root, and there is no user postgres or nobody: add one.")
