"""The log: one JSON object a line for `run`, readable lines for the demo. Secrets never reach it."""

import logging
import re
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from json import dumps
from typing import Any, TextIO
from urllib.parse import quote

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger


def set_up(*, as_json: bool, secrets: Sequence[str]) -> None:
    """Send the program's log, and that of the libraries, to standard error."""
    shared: list[Processor] = [
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
    ]
    render: Any = structlog.processors.JSONRenderer() if as_json else structlog.dev.ConsoleRenderer(colors=False)
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=False,
    )
    handler = _Handler(sys.stderr)
    last: list[Processor] = [structlog.stdlib.ProcessorFormatter.remove_processors_meta, _without(secrets, render)]
    handler.setFormatter(structlog.stdlib.ProcessorFormatter(processors=last, foreign_pre_chain=shared))
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.INFO)
    logging.getLogger("telegram").setLevel(logging.WARNING)
    logging.getLogger("alembic").setLevel(logging.WARNING)
    _take_over()


def _without(secrets: Sequence[str], render: Any) -> Processor:
    hidden = re.compile("|".join(map(re.escape, _written(secrets))) or "(?!)")

    def render_without_secrets(logger: WrappedLogger, name: str, event: EventDict) -> str:
        return hidden.sub("***", str(render(logger, name, event)))

    return render_without_secrets


def _written(secrets: Sequence[str]) -> Sequence[str]:
    """All ways in which a log may write them, the longest first: as they are, and quoted up to three times."""
    ways = {*secrets}
    for _ in range(3):
        ways |= {written for way in ways for written in (quote(way, ""), repr(way)[1:-1], dumps(way)[1:-1])}
    return sorted(ways, key=len, reverse=True)


class _Handler(logging.StreamHandler[TextIO]):
    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802  logging's name
        """A line that cannot be written is not told: Python itself would print all that is in it."""
        told = {"event": "a line could not be logged", "logger": record.name, "line": record.lineno}
        with suppress(OSError, ValueError):
            self.stream.write(f"{dumps(told)}\n")


def _take_over() -> None:
    """What Python itself would write to standard error goes through the log, too."""
    logging.captureWarnings(capture=True)
    sys.excepthook = partial(_log_bug, "ended by a bug")
    sys.unraisablehook = lambda bug: _log_bug(
        "a bug at the end of something", bug.exc_type, bug.exc_value, bug.exc_traceback
    )
    threading.excepthook = lambda bug: _log_bug(
        "a thread ended by a bug", bug.exc_type, bug.exc_value, bug.exc_traceback
    )


def _log_bug(event: str, *raised: Any) -> None:
    logging.getLogger(__name__).error(event, exc_info=raised)
