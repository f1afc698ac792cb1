"""The files beside the call log: logs waiting for import, and lines that the database rejected."""

import contextlib
import json
import os
import re
import uuid
from collections.abc import Sequence
from pathlib import Path
from typing import Final

_PENDING_PREFIX: Final = "calls.taken."
_REJECTED_PREFIX: Final = "calls.unkept."
_MAX_REJECTED: Final = 25
_CONVERSATION_FIELD: Final = re.compile(rb'\{"conversation": (null|"(?:[^"\\]|\\.){0,512}")')


def pending_path(log: Path) -> Path:
    """A name beside the log that nobody writes to."""
    return log.with_name(f"{_PENDING_PREFIX}{uuid.uuid4().hex}.jsonl")


def pending_by_age(log: Path) -> list[Path]:
    """The same, oldest first; one that another program takes over meanwhile is not among them."""
    times: dict[Path, float] = {}
    for path in pending_logs(log):
        with contextlib.suppress(FileNotFoundError):
            times[path] = path.stat().st_mtime
    return sorted(times, key=lambda path: times[path])


def pending_logs(log: Path) -> list[Path]:
    """What lies beside the log to be taken over: full logs, and those of an earlier crash."""
    return sorted(log.parent.glob(f"{_PENDING_PREFIX}*.jsonl"))


def save_rejected_lines(taken: Path, lines: Sequence[bytes]) -> None:
    """Put the lines that no database can keep beside the log that they stood in; so many files are kept, the latest.

    The name is that of the log: whoever does it again after a crash writes the same file.
    """
    if not lines:
        return
    path = taken.with_name(_REJECTED_PREFIX + taken.name.removeprefix(_PENDING_PREFIX))
    _write_lines(path, lines)
    others = {each: each.stat().st_mtime for each in rejected_files(taken) if each != path}
    for each in sorted(others, key=lambda other: others[other])[: 1 - _MAX_REJECTED]:
        each.unlink(missing_ok=True)


def rejected_files(log: Path) -> list[Path]:
    """The files of lines that could not be kept."""
    return sorted(log.parent.glob(f"{_REJECTED_PREFIX}*.jsonl"))


def remove_conversation_lines(log: Path, conversation_id: str) -> None:
    """Remove what may be of this conversation from the lines that could not be kept; also those that name none."""
    for path in rejected_files(log):
        with contextlib.suppress(FileNotFoundError):  # another process was faster
            named = ((line, conversation_of_line(line)) for line in path.read_bytes().split(b"\n"))
            left = [line for line, of in named if of is not None and of != conversation_id]
            if left:
                _write_lines(path, left)
            else:
                path.unlink()


def conversation_of_line(line: bytes) -> str | None:
    """The conversation of a line of the log, which may have lost its end; empty where it is of none, None where it does
    not say.
    """
    found = _CONVERSATION_FIELD.match(line)
    try:
        return None if found is None else json.loads(found[1]) or ""
    except ValueError:
        return None


def _write_lines(path: Path, lines: Sequence[bytes]) -> None:
    beside = path.with_suffix(".part")
    with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.writelines(line + b"\n" for line in lines)
    beside.replace(path)
