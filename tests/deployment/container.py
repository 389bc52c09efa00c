"""A container without Docker: the image's command as process 1, its root read-only, no rights, only what is mounted."""

import asyncio
import os
import signal
from asyncio.subprocess import DEVNULL, Process
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.deployment.image import Image
from tests.e2e.process import CHECKOUT, PATIENCE


class Container:
    """Use `async with`: it ends when the block does. The network is this machine's."""

    def __init__(
        self,
        image: Image,
        folder: Path,
        command: Sequence[str] = (),
        *,
        environment: Mapping[str, str],
        tmpfs: Sequence[str] = (),
        volumes: Mapping[str, Path] | None = None,
    ) -> None:
        self._image, self.log = image, folder / "log"
        self._root, self._work, self._laid = folder / "root", folder / "work", folder / "laid"
        self._environment = {**image.environment, **environment}
        self._command = [*image.entry, *(command or image.command)]
        self._tmpfs, self._volumes = tmpfs, volumes or {}
        self._keeper: Process | None = None  # makes its world, and waits for it

    async def __aenter__(self) -> Self:
        for place in (self._root, self._work):
            place.mkdir(parents=True)
        with self.log.open("ab") as log:
            self._keeper = await asyncio.create_subprocess_exec(
                *("unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-ec", self._script),
                *("sh", *self._unprivileged(self._command)),
                stdin=DEVNULL,
                stdout=log,
                stderr=log,
                env={"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"},
            )
        async with asyncio.timeout(PATIENCE):
            while not self._laid.exists() and self.keeper.returncode is None:  # noqa: ASYNC110  a file that comes is no event
                await asyncio.sleep(0.01)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        if self.keeper.returncode is None:
            with suppress(ProcessLookupError, FileNotFoundError, IndexError):  # it has ended, or not begun
                self.send(signal.SIGKILL)  # having changed its user, it does not end with its keeper
            self.keeper.kill()
        await self.keeper.wait()

    @property
    def _script(self) -> str:
        """Its root over the machine's, the checkout hidden, what may be written mounted; then the arguments."""
        layers = f"ro,lowerdir=/,upperdir={self._image.layer},workdir={self._work}"
        lines = [
            f"mount -t overlay overlay -o {layers} {self._root}",
            *(f"mount -t tmpfs tmpfs {self._root}{folder}" for folder in (CHECKOUT, *self._tmpfs)),
            *(f"mount --bind {source} {self._root}{folder}" for folder, source in self._volumes.items()),
            f"mount --rbind /dev {self._root}/dev",
            f"mount -t proc proc {self._root}/proc",
            f"touch {self._laid}",
            f'exec chroot {self._root} "$@"',
        ]
        return "\n".join(lines)

    def _unprivileged(self, command: Sequence[str]) -> list[str]:
        """As the image's user, with the image's environment, and no way to more."""
        user = self._image.user
        rights = ("--clear-groups", "--no-new-privs", "--bounding-set=-all", "--inh-caps=-all")
        settings = [f"{name}={value}" for name, value in self._environment.items()]
        inside = ("env", f"--chdir={self._image.folder}", "-i", *settings)
        return ["setpriv", f"--reuid={user}", f"--regid={user}", *rights, *inside, *command]

    @property
    def keeper(self) -> Process:
        assert self._keeper is not None
        return self._keeper

    @property
    def said(self) -> str:
        return self.log.read_text()

    async def status(self, within: float = PATIENCE) -> int:
        """How its command ended."""
        async with asyncio.timeout(within):
            return await self.keeper.wait()

    async def says(self, words: str) -> None:
        """Wait until it has logged this; a file tells nobody when it grows, so we look."""
        async with asyncio.timeout(PATIENCE):
            while words not in self.said:
                assert self.keeper.returncode is None, self.said
                await asyncio.sleep(0.02)

    async def run(self, *command: str) -> tuple[int, str]:
        """Another program in there, as `docker exec` does it."""
        ran = await asyncio.create_subprocess_exec(
            *("nsenter", f"--target={self._first}", "--mount", "--pid", "chroot", str(self._root)),
            *self._unprivileged(command),
            stdin=DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        said, _ = await ran.communicate()
        return ran.returncode or 0, said.decode()

    def send(self, number: signal.Signals) -> None:
        os.kill(self._first, number)

    @property
    def _first(self) -> int:
        """The number that this machine gives to its process 1."""
        children = Path(f"/proc/{self.keeper.pid}/task/{self.keeper.pid}/children").read_text().split()
        return int(children[0])
