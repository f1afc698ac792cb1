"""The files beside the log of calls: full logs, set aside until the database takes them over."""

import contextlib
import uuid
from pathlib import Path
from typing import Final

_PREFIX: Final = "calls.taken."


def aside(log: Path) -> Path:
    """A name beside the log that nobody writes to."""
    return log.with_name(f"{_PREFIX}{uuid.uuid4().hex}.jsonl")


def in_order(log: Path) -> list[Path]:
    """The same, oldest first; one that another program takes over meanwhile is not among them."""
    times: dict[Path, float] = {}
    for path in set_aside(log):
        with contextlib.suppress(FileNotFoundError):
            times[path] = path.stat().st_mtime
    return sorted(times, key=lambda path: times[path])


def set_aside(log: Path) -> list[Path]:
    """What lies beside the log to be taken over: full logs, and those of an earlier crash."""
    return sorted(log.parent.glob(f"{_PREFIX}*.jsonl"))
