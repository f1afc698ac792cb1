"""Read a file up to a size limit, and say why where that is not possible."""

from pathlib import Path
from typing import BinaryIO

from inkwright.i18n import Reason, system_reason


def read_limited(source: Path | BinaryIO, limit: int, *, too_large: Reason | None = None) -> bytes | Reason | str:
    """Return the content of a file, or the reason why it cannot be read.

    Never reads more than `limit` bytes and one: a file may be endless. `too_large` replaces the usual reason for a
    larger file.
    """
    try:
        if isinstance(source, Path):
            with source.open("rb") as file:
                content = file.read(limit + 1)
        else:
            content = source.read(limit + 1)
    except OSError as problem:
        return system_reason(problem)
    except ValueError as problem:  # the name contains a NUL, or the stream is closed
        return Reason("reason.name_character") if isinstance(source, Path) else str(problem)
    if len(content) > limit:
        return too_large or Reason("reason.usecases.too_large", limit=f"{limit:,}")
    return content
