"""The image, made by the Dockerfile's own lines without Docker: each RUN in a root of its own, laid over the machine's.

The machine stands in for the base image, so nothing is proven about that, nor about the system's packages that are
fetched for it. Needs root, and a kernel that lays file systems over each other.
"""

import fnmatch
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from tests.deployment.dockerfile import Instruction, Stage
from tests.e2e.process import CHECKOUT

SYSTEM_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
FROM_OUTSIDE = ("PIP_", "UV_", "SSL_", "HTTP_PROXY", "HTTPS_PROXY")  # how this machine reaches the registry
SYSTEM_PACKAGES = "apt-get"  # what begins so is left out


@dataclass(frozen=True)
class Image:
    """`layer` is what lies over this machine's own files."""

    layer: Path
    environment: Mapping[str, str]
    folder: str = "/"
    user: str = "0"
    command: tuple[str, ...] = ()
    entry: tuple[str, ...] = ()
    health: tuple[str, ...] = ()
    left_out: tuple[str, ...] = field(default=())


def build(stages: list[Stage], context: Path, folder: Path) -> Image:
    """The last stage's image."""
    made: dict[str, Image] = {}
    for number, stage in enumerate(stages):
        image = _base(folder / str(number))
        for instruction in stage.instructions:
            image = _carried_out(image, instruction, context, made)
        made[stage.name] = image
    return image


def _base(layer: Path) -> Image:
    """As the base image has it: a `python` that anybody can run, and whose packages pip may change."""
    _link(layer / "usr/local/bin/python", Path(os.path.realpath(sys._base_executable)))  # type: ignore[attr-defined]
    for part in Path(sys.base_prefix).parents:
        within = layer / part.relative_to("/")
        within.mkdir(parents=True, exist_ok=True)
        within.chmod(part.stat().st_mode | 0o011)
    (layer / "tmp").mkdir(exist_ok=True)
    (layer / "tmp").chmod(0o1777)
    return Image(layer, {"PATH": f"{sys.base_prefix}/bin:{SYSTEM_PATH}"})


def _link(path: Path, target: Path) -> None:
    path.parent.mkdir(parents=True)
    path.symlink_to(target)


def _carried_out(image: Image, instruction: Instruction, context: Path, made: Mapping[str, Image]) -> Image:
    match instruction:
        case ("RUN", line) if line.startswith(SYSTEM_PACKAGES):
            return replace(image, left_out=(*image.left_out, line))
        case ("RUN", line):
            _run(image, line)
            return image
        case ("COPY", said):
            _copy(image, said, context, made)
            return image
        case ("WORKDIR", folder):
            _within(image, folder).mkdir(parents=True, exist_ok=True)
            return replace(image, folder=folder)
        case ("ENV", said):
            new = dict(pair.split("=", 1) for pair in said.split())
            path = {"PATH": new["PATH"].replace("$PATH", image.environment["PATH"])} if "PATH" in new else {}
            return replace(image, environment={**image.environment, **new, **path})
        case ("USER", user):
            return replace(image, user=user)
        case ("ENTRYPOINT", _):
            return replace(image, entry=tuple(instruction.listed))
        case ("CMD", _):
            return replace(image, command=tuple(instruction.listed))
        case ("HEALTHCHECK", said):
            return replace(image, health=tuple(Instruction("CMD", said.partition("CMD ")[2]).listed))
        case ("EXPOSE", _):
            return image
        case _:
            raise AssertionError(f"the tests cannot carry out {instruction}")


def _within(image: Image, path: str) -> Path:
    return image.layer / Path("/", image.folder, path).relative_to("/")


def _run(image: Image, line: str) -> None:
    """As root, with the registry within reach."""
    outside = {name: value for name, value in os.environ.items() if name.startswith(FROM_OUTSIDE)}
    environment = {**outside, "HOME": "/root", "PIP_BREAK_SYSTEM_PACKAGES": "1", **image.environment}
    root, work = image.layer.with_suffix(".root"), image.layer.with_suffix(".work")
    for folder in (root, work):
        folder.mkdir(exist_ok=True)
    laid = f"mount -t overlay overlay -o lowerdir=/,upperdir={image.layer},workdir={work} {root}"
    inside = f"mount --rbind /dev {root}/dev && mount -t proc proc {root}/proc"
    line = f"cd {image.folder} && {line}"
    ran = subprocess.run(
        [
            "/usr/bin/env",
            "unshare",
            "--mount",
            "sh",
            "-ec",
            f'{laid} && {inside} && exec chroot {root} sh -ec "$0"',
            line,
        ],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, f"{line}\n{ran.stdout}{ran.stderr}"


def _copy(image: Image, said: str, context: Path, made: Mapping[str, Image]) -> None:
    """Out of another stage's layer, or out of the context, where .dockerignore says what is not there."""
    *sources, target = said.split()
    to = _within(image, target)
    if sources[0].startswith("--from="):
        source = _within(made[sources[0].removeprefix("--from=")], sources[1])
        shutil.copytree(source, to, symlinks=True, copy_function=os.link, dirs_exist_ok=True)
        return
    for source in sources:
        files = [file for file in _files(context / source) if not is_ignored(file.relative_to(context), context)]
        assert files, f"COPY finds no {source}"
        for file in files:
            within = to / (file.relative_to(context / source) if (context / source).is_dir() else file.name)
            within.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, within)


def _files(path: Path) -> Iterator[Path]:
    return (file for file in path.rglob("*") if file.is_file()) if path.is_dir() else iter([path])


def is_ignored(file: Path, context: Path = CHECKOUT) -> bool:
    """The last line that fits counts; a line fits what it names and all below."""
    names = ("/".join(file.parts[:count]) for count in range(1, len(file.parts) + 1))
    paths, ignored = list(names), False
    for line in (context / ".dockerignore").read_text().splitlines():
        pattern = line.removeprefix("!").removeprefix("**/")
        fitting = [path.rsplit("/", 1)[-1] for path in paths] if "**/" in line else paths
        if line and not line.startswith("#") and fnmatch.filter(fitting, pattern):
            ignored = not line.startswith("!")
    return ignored
