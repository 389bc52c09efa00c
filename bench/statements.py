"""Which SQL statements a program makes: counted on demand (BENCH_STATEMENTS names the file), never while measuring."""

import atexit
import os
from collections import Counter
from pathlib import Path
from typing import Any

from msgspec import json
from sqlalchemy import event
from sqlalchemy.ext.asyncio import AsyncEngine


def count_when_asked(engine: AsyncEngine) -> None:
    path = os.environ.get("BENCH_STATEMENTS")
    if not path:
        return
    counts: Counter[str] = Counter()

    def executed(_connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        counts[" ".join(statement.split())[:60]] += 1

    def ended(_connection: Any) -> None:
        counts["(transactions)"] += 1

    event.listen(engine.sync_engine, "before_cursor_execute", executed)
    event.listen(engine.sync_engine, "commit", ended)
    atexit.register(lambda: Path(path).write_bytes(json.encode(counts)))
