"""The embedded server's life: one thread holds the folder, starts Postgres, starts it again if it dies, and stops it.

All of it happens in that one thread. So nothing needs a lock, a caller may give up waiting at any moment, and Postgres,
which Linux ends together with the thread that started it, lives exactly as long as somebody watches over it.
"""

import asyncio
import logging
import subprocess
import threading
import time
from collections.abc import AsyncIterator
from concurrent.futures import Future
from contextlib import asynccontextmanager
from pathlib import Path
from types import TracebackType

from bot.postgres.binaries import Binaries, find_binaries, within_reach
from bot.postgres.folder import DataFolder, check_version, held, last_lines, make_cluster, make_socket_folder
from bot.postgres.postmaster import clear_way, end, is_ready
from bot.postgres.unavailable import PostgresUnavailable

logger = logging.getLogger(__name__)

SETTINGS = {
    "listen_addresses": "",
    "port": "5432",
    "shared_buffers": "32MB",
    "max_connections": "100",
    "timezone": "UTC",
    "log_timezone": "UTC",
    "log_checkpoints": "off",
}
CARELESS = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}

FIRST_TRIES = 3  # the backends of a server killed with −9 take a moment to end, and Postgres waits for no one
START_SECONDS = 300.0  # recovery after a crash reads up to 1 GB of log
LONGEST_PAUSE = 5.0
STEADY_SECONDS = 60.0


class EmbeddedPostgres:
    """`with EmbeddedPostgres(folder) as url`: entering may raise PostgresUnavailable; the address then stays."""

    def __init__(self, data_dir: Path, *, durable: bool = True) -> None:
        self._data_dir = data_dir
        self._durable = durable
        self._url: Future[str] = Future()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._live, name="embedded-postgres", daemon=True)

    def __enter__(self) -> str:
        self._thread.start()
        try:
            return self._url.result()
        except BaseException:
            self.stop()
            raise

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.stop()

    def stop(self) -> None:
        self._stop.set()
        if self._thread.ident:
            self._thread.join()

    def _live(self) -> None:
        try:
            with held(self._data_dir) as folder:
                self._supervise(folder)
            self._fail(PostgresUnavailable("Stopped before it was ready."))
        except OSError as error:
            self._fail(
                PostgresUnavailable(f"{error}: set DATA_DIR to a folder on a disk with space that we may write.")
            )
        except Exception as error:  # noqa: BLE001 - whoever waits for the address gets it
            self._fail(error)

    def _fail(self, error: Exception) -> None:
        if not self._url.done():
            self._url.set_exception(error)
        elif not self._stop.is_set():
            logger.critical("Postgres is no longer watched", exc_info=error)

    def _supervise(self, folder: DataFolder) -> None:
        binaries = within_reach(find_binaries(), folder.account, folder.path)
        if not folder.cluster.exists():
            make_cluster(folder, binaries, durable=self._durable)
        check_version(folder, binaries)
        pause, tries = 0.0, 0
        while not self._stop.wait(pause):
            began = time.monotonic()
            tries += 1
            try:
                self._run(folder, binaries)
            except (PostgresUnavailable, OSError) as error:
                if not self._url.done() and tries == FIRST_TRIES:
                    raise
                logger.warning("%s", error)
            is_steady = time.monotonic() - began > STEADY_SECONDS
            pause = 0.1 if is_steady else min(2 * pause or 0.1, LONGEST_PAUSE)

    def _run(self, folder: DataFolder, binaries: Binaries) -> None:
        """One server, from its start to its end."""
        socket = make_socket_folder(folder)
        clear_way(folder, socket)
        with folder.opened_log() as log:
            began_at = log.tell()
            settings = SETTINGS | ({} if self._durable else CARELESS) | {"unix_socket_directories": str(socket)}
            arguments = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
            arguments = ["-D", str(folder.cluster), *arguments]
            server = folder.account.start(binaries.folder / "postgres", *arguments, output=log)
        try:
            self._await_ready(server, folder, began_at)
            if not self._url.done():
                self._url.set_result(f"postgresql+asyncpg://postgres@/postgres?host={socket}&port={SETTINGS['port']}")
            self._watch(server)
        finally:
            end(server.pid, lambda: server.poll() is not None)

    def _await_ready(self, server: subprocess.Popen[bytes], folder: DataFolder, began_at: int) -> None:
        limit = time.monotonic() + START_SECONDS
        while not is_ready(folder, server.pid) and not self._stop.wait(0.005):
            if server.poll() is not None or time.monotonic() > limit:
                said = last_lines(folder.log.read_bytes()[began_at:])
                raise PostgresUnavailable(f"Postgres did not start: mend what the end of {folder.log} says.", said)

    def _watch(self, server: subprocess.Popen[bytes]) -> None:
        while not self._stop.wait(0.1):
            if server.poll() is not None:
                logger.warning("Postgres ended with status %s; it is started again", server.returncode)
                return


@asynccontextmanager
async def embedded_postgres(data_dir: Path, *, durable: bool = True) -> AsyncIterator[str]:
    """Yields the `postgresql+asyncpg://` address; the event loop goes on while Postgres starts and stops."""
    server = EmbeddedPostgres(data_dir, durable=durable)
    try:
        yield await asyncio.to_thread(server.__enter__)
    finally:
        await asyncio.to_thread(server.stop)
