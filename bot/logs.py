"""The log: one JSON object a line for `run`, readable lines for the demo. Secrets never reach it."""

import logging
import sys
from collections.abc import Sequence
from typing import Any

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger


def set_up(*, as_json: bool, secrets: Sequence[str], level: int = logging.INFO) -> None:
    """Send the program's log, and that of the libraries, to standard error."""
    shared: list[Processor] = [
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
    ]
    render: Any = structlog.processors.JSONRenderer() if as_json else structlog.dev.ConsoleRenderer(colors=False)

    def render_without_secrets(logger: WrappedLogger, name: str, event: EventDict) -> str:
        line = str(render(logger, name, event))
        for secret in secrets:
            line = line.replace(secret, "***")
        return line

    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(sys.stderr)
    last: list[Processor] = [structlog.stdlib.ProcessorFormatter.remove_processors_meta, render_without_secrets]
    handler.setFormatter(structlog.stdlib.ProcessorFormatter(processors=last, foreign_pre_chain=shared))
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level)
    logging.getLogger("telegram").setLevel(logging.WARNING)
    logging.getLogger("alembic").setLevel(logging.WARNING)
