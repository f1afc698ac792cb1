"""The files next to the call log: logs waiting for import, and lines that the database rejected."""

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
    """Return a new path next to the log, to which no program writes."""
    return log.with_name(f"{_PENDING_PREFIX}{uuid.uuid4().hex}.jsonl")


def pending_by_age(log: Path) -> list[Path]:
    """Return the pending logs, oldest first, except logs that another program has just imported."""
    times: dict[Path, float] = {}
    for path in pending_logs(log):
        with contextlib.suppress(FileNotFoundError):
            times[path] = path.stat().st_mtime
    return sorted(times, key=lambda path: times[path])


def pending_logs(log: Path) -> list[Path]:
    """Return the logs that wait for import: full logs, and those left by a crash."""
    return sorted(log.parent.glob(f"{_PENDING_PREFIX}*.jsonl"))


def save_rejected_lines(log: Path, lines: Sequence[bytes]) -> None:
    """Save the lines that the database rejected in a file next to the log. Only the latest files are kept.

    The file is named after the log, so that a repetition after a crash writes the same file.
    """
    if not lines:
        return
    path = log.with_name(_REJECTED_PREFIX + log.name.removeprefix(_PENDING_PREFIX))
    _write_lines(path, lines)
    others = {each: each.stat().st_mtime for each in rejected_files(log) if each != path}
    for each in sorted(others, key=lambda other: others[other])[: 1 - _MAX_REJECTED]:
        each.unlink(missing_ok=True)


def rejected_files(log: Path) -> list[Path]:
    """Return the files with rejected lines."""
    return sorted(log.parent.glob(f"{_REJECTED_PREFIX}*.jsonl"))


def remove_conversation_lines(log: Path, conversation_id: str) -> None:
    """Remove the rejected lines of a conversation, and those whose conversation is unknown."""
    for path in rejected_files(log):
        with contextlib.suppress(FileNotFoundError):  # another process was faster
            with_conversation = ((line, conversation_of_line(line)) for line in path.read_bytes().split(b"\n"))
            remaining = [
                line
                for line, conversation in with_conversation
                if conversation is not None and conversation != conversation_id
            ]
            if remaining:
                _write_lines(path, remaining)
            else:
                path.unlink()


def conversation_of_line(line: bytes) -> str | None:
    """Return the conversation of a line, which may be cut off.

    Empty if the call belongs to no conversation, None if the line does not say.
    """
    found = _CONVERSATION_FIELD.match(line)
    try:
        return None if found is None else json.loads(found[1]) or ""
    except ValueError:
        return None


def _write_lines(path: Path, lines: Sequence[bytes]) -> None:
    partial = path.with_suffix(".part")
    with os.fdopen(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.writelines(line + b"\n" for line in lines)
    partial.replace(path)
