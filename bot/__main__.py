"""python -m bot run | demo | migrate | seed"""

import argparse
import asyncio
import contextlib
import signal
import sys
from collections.abc import Awaitable, Callable, Mapping

import structlog

from bot import app, logs
from bot.config import CannotRun, read_config
from bot.demo import TOKEN, demo
from bot.seed import seed

COMMANDS: Mapping[str, tuple[Callable[..., Awaitable[None]], str]] = {
    "run": (app.run, "serve Telegram with TELEGRAM_TOKEN"),
    "demo": (demo, "play on this machine, without Telegram"),
    "migrate": (app.run_migrations, "bring the database of DATABASE_URL to this version's shape"),
    "seed": (seed, "put the golden records into the demo, to look at"),
}


def main() -> int:
    command, wishes = _wish()
    try:
        config = read_config()
        logs.set_up(as_json=command == "run", secrets=[*config.secrets, TOKEN])
        asyncio.run(_until_terminated(COMMANDS[command][0](config, **wishes)))
    except CannotRun as reason:
        *before, last = str(reason).splitlines()
        print(*before, f"worms-and-tombs: {last}", sep="\n", file=sys.stderr)  # noqa: T201  for whoever started it
        return reason.status
    except Exception:  # noqa: BLE001  the last chance to log it without secrets
        structlog.get_logger().exception("ended by a bug")
        return 1
    except KeyboardInterrupt:
        return 0
    return 0


def _wish() -> tuple[str, dict[str, bool]]:
    """The command, and what was said with it."""
    parser = argparse.ArgumentParser(prog="python -m bot", description="Worms & Tombs: dice games for Telegram groups.")
    choices = parser.add_subparsers(dest="command", required=True, metavar="command")
    commands = {name: choices.add_parser(name, help=what) for name, (_, what) in COMMANDS.items()}
    commands["seed"].add_argument("--again", action="store_true", help="although there are matches already")
    wishes = vars(parser.parse_args())
    return wishes.pop("command"), wishes


async def _until_terminated(work: Awaitable[None]) -> None:
    """SIGTERM and Ctrl-C end the work: what has begun is finished."""
    task = asyncio.ensure_future(work)
    with contextlib.suppress(NotImplementedError):  # no signal handlers on Windows
        for signum in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(signum, task.cancel)
    with contextlib.suppress(asyncio.CancelledError):
        await task


if __name__ == "__main__":
    sys.exit(main())
