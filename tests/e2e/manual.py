"""docs/operating.md, whose commands the tests carry out as they stand there."""

import re
import subprocess
from collections.abc import Mapping
from pathlib import Path

from bot.postgres.binaries import find_binaries
from tests.e2e.process import CHECKOUT

BLOCK = re.compile(r"^```\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PAGE = CHECKOUT / "docs" / "operating.md"


def block(section: str, words: str) -> str:
    """The one block of a section with these words in it."""
    _, _, said = PAGE.read_text().partition(f"\n## {section}\n")
    [found] = [block for block in BLOCK.findall(said.partition("\n## ")[0]) if words in block]
    return str(found)


def carry_out(commands: str, folder: Path, environment: Mapping[str, str]) -> None:
    """In a folder that holds what a checkout holds, with the programs of Postgres at hand."""
    for name in (".venv", "bot", "engine", "migrations", "alembic.ini"):
        if not (folder / name).exists():
            (folder / name).symlink_to(CHECKOUT / name)
    path = f"{find_binaries().folder}:/usr/bin:/bin"
    ran = subprocess.run(
        ["/bin/sh", "-ec", commands],
        cwd=folder,
        env={"PATH": path, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, f"{commands}\n{ran.stdout}{ran.stderr}"
