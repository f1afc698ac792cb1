"""The files beside the log of calls: full logs, set aside until the database takes them over."""

import uuid
from pathlib import Path
from typing import Final

_PREFIX: Final = "calls.taken."


def aside(log: Path) -> Path:
    """A name beside the log that nobody writes to."""
    return log.with_name(f"{_PREFIX}{uuid.uuid4().hex}.jsonl")


def set_aside(log: Path) -> list[Path]:
    """What lies beside the log to be taken over: full logs, and those of an earlier crash."""
    return sorted(log.parent.glob(f"{_PREFIX}*.jsonl"))
