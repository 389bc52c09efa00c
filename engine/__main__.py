"""Records at the command line: `python -m engine check FILE…`, `verify FILE…` and `show FILE`."""

import argparse
import re
import sys
from collections.abc import Sequence
from pathlib import Path

from engine import record
from engine.record import Faulty
from engine.verify import Proof, verify

SHA256 = re.compile(r"[0-9a-fA-F]{64}")


def main() -> int:
    """Exit status 0 when all is well, 1 when a record is not, 2 when the command line is not."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]  # text streams here
    wish = _arguments().parse_args()
    match wish.command:
        case "show":
            return _show(wish.file)
        case "verify":
            return max([_verify(file, wish.shown) for file in wish.files])
        case _:
            return max([_check(file) for file in wish.files])


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m engine", description="Reads game records (docs/notation.md).")
    commands = parser.add_subparsers(dest="command", required=True)
    check = commands.add_parser("check", help="replay records and judge every expectation")
    check.add_argument("files", nargs="+", metavar="FILE")
    proof = commands.add_parser("verify", help="make every throw and shuffle again from the seed (docs/fairness.md)")
    proof.add_argument("files", nargs="+", metavar="FILE")
    told = "what the chat showed: the seed's before the match, or the record's after it; can be given twice"
    proof.add_argument("--shown", type=_sha256, action="append", default=[], metavar="SHA256", help=told)
    show = commands.add_parser("show", help="print the last position of a record")
    show.add_argument("file", metavar="FILE")
    return parser


def _sha256(text: str) -> str:
    if not SHA256.fullmatch(text):
        raise argparse.ArgumentTypeError("a SHA-256 has 64 hexadecimal digits")
    return text.lower()


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


def _verify(file: str, shown: Sequence[str]) -> int:
    try:
        proof = verify(_read(file))
    except OSError as problem:
        return _say(f"{file}: {problem.strerror}", status=1)
    except Faulty as fault:
        return _say(f"{file}:{fault.problem}", status=1)
    if others := sorted({*shown} - {proof.seal, proof.sha256}):
        return _say(f"{file}: {others[0]} was shown, but {_sums(proof)}", status=1)
    return _say(f"{file}: {_proven(proof)}; {_sums(proof)}", status=0)


def _say(line: str, status: int) -> int:
    sys.stdout.write(f"{line}\n")
    return status


def _proven(proof: Proof) -> str:
    lot = f"lot {proof.lot}" if proof.lot else "no lot"
    origin = f"the seed, {lot} and {proof.salts} salt{'' if proof.salts == 1 else 's'}"
    return f"proven: {proof.draws} throws and shuffles in {proof.commands} commands follow from {origin}"


def _sums(proof: Proof) -> str:
    return f"the seed's SHA-256 is {proof.seal}, the record's {proof.sha256}"


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
