"""Records at the command line: `python -m engine check FILE…` and `python -m engine show FILE`."""

import argparse
import sys
from pathlib import Path

from engine import record
from engine.record import Faulty


def main() -> int:
    """Exit status 0 when all is well, 1 when a record is not, 2 when the command line is not."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]  # text streams here
    wish = _arguments().parse_args()
    if wish.command == "show":
        return _show(wish.file)
    return max([_check(file) for file in wish.files])


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m engine", description="Reads game records (docs/notation.md).")
    commands = parser.add_subparsers(dest="command", required=True)
    check = commands.add_parser("check", help="replay records and judge every expectation")
    check.add_argument("files", nargs="+", metavar="FILE")
    show = commands.add_parser("show", help="print the last position of a record")
    show.add_argument("file", metavar="FILE")
    return parser


def _check(file: str) -> int:
    complaints = _complaints(file)
    sys.stdout.write("\n".join(complaints or [f"{file}: ok"]) + "\n")
    return 1 if complaints else 0


def _complaints(file: str) -> list[str]:
    try:
        return [f"{file}:{problem}" for problem in record.check(_read(file))]
    except OSError as problem:
        return [f"{file}: {problem.strerror}"]


def _read(file: str) -> bytes:
    """No more than shows that it is too long."""
    with Path(file).open("rb") as stream:
        return stream.read(record.LONGEST + 1)


def _show(file: str) -> int:
    try:
        sys.stdout.write(record.show(_read(file)))
    except OSError as problem:
        return _failed(f"{file}: {problem.strerror}")
    except Faulty as fault:
        return _failed(f"{file}:{fault.problem}")
    return 0


def _failed(complaint: str) -> int:
    sys.stderr.write(f"{complaint}\n")
    return 1


if __name__ == "__main__":
    sys.exit(main())
