"""The program in a copy of a process that has all its modules: what is quick to end should not be slow to begin."""

import os
import sys
from collections.abc import Mapping

from bot.__main__ import main


def run(command: str, environment: Mapping[str, str], log: str) -> None:
    """Be `python -m bot …` in this environment; the log gets what it writes to standard error."""
    os.environ.clear()
    os.environ.update(environment)
    with open(log, "wb") as file:  # noqa: PTH123  its descriptor is all we want
        os.dup2(file.fileno(), 2)
    sys.argv = ["bot", command]
    sys.exit(main())
