"""The bytes of a file that somebody names, of a bounded size."""

from pathlib import Path
from typing import Final

from inkwright.errors import UnreadableFile

_MOST: Final = 64 * 1024 * 1024


def read_bytes(name: str) -> bytes:
    """The content of a file; one that cannot be read, or is too large, is an UnreadableFile."""
    try:
        with Path(name).open("rb") as file:
            content = file.read(_MOST + 1)
    except OSError as problem:
        raise UnreadableFile(name=name, problem=problem.strerror or str(problem)) from problem
    if len(content) > _MOST:
        raise UnreadableFile(name=name, problem=f"it is larger than {_MOST:,} bytes")
    return content
