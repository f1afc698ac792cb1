"""The files beside the log of calls: full logs, set aside until the database takes them over, and lines that it cannot
keep.
"""

import contextlib
import json
import os
import re
import uuid
from collections.abc import Sequence
from pathlib import Path
from typing import Final

_PREFIX: Final = "calls.taken."
_UNKEPT: Final = "calls.unkept."
_MOST_UNKEPT: Final = 25
_NAMED: Final = re.compile(rb'\{"conversation": (null|"(?:[^"\\]|\\.){0,512}")')


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


def keep_unkept(taken: Path, lines: Sequence[bytes]) -> None:
    """Put the lines that no database can keep beside the log that they stood in; so many files are kept, the latest.

    The name is that of the log: whoever does it again after a crash writes the same file.
    """
    if not lines:
        return
    path = taken.with_name(_UNKEPT + taken.name.removeprefix(_PREFIX))
    _write(path, lines)
    others = {each: each.stat().st_mtime for each in unkept(taken) if each != path}
    for each in sorted(others, key=lambda other: others[other])[: 1 - _MOST_UNKEPT]:
        each.unlink(missing_ok=True)


def unkept(log: Path) -> list[Path]:
    """The files of lines that could not be kept."""
    return sorted(log.parent.glob(f"{_UNKEPT}*.jsonl"))


def forget_lines(log: Path, conversation_id: str) -> None:
    """Remove what may be of this conversation from the lines that could not be kept; also those that name none."""
    for path in unkept(log):
        with contextlib.suppress(FileNotFoundError):  # another process was faster
            named = ((line, conversation_of(line)) for line in path.read_bytes().split(b"\n"))
            left = [line for line, of in named if of is not None and of != conversation_id]
            if left:
                _write(path, left)
            else:
                path.unlink()


def conversation_of(line: bytes) -> str | None:
    """The conversation of a line of the log, which may have lost its end; empty where it is of none, None where it does
    not say.
    """
    found = _NAMED.match(line)
    try:
        return None if found is None else json.loads(found[1]) or ""
    except ValueError:
        return None


def _write(path: Path, lines: Sequence[bytes]) -> None:
    beside = path.with_suffix(".part")
    with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.writelines(line + b"\n" for line in lines)
    beside.replace(path)
