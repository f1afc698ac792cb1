"""Read a file up to a size limit, and say why where that is not possible."""

import os
import stat
from pathlib import Path
from typing import BinaryIO, Final

from inkwright.i18n import Reason, system_reason

_OPEN_FILES: Final = ("/dev/fd/", "/dev/stdin", "/proc/self/fd/")


class _NamedPipe(Exception):
    """The file is a pipe that perhaps no program writes to."""


def read_limited(source: Path | BinaryIO, limit: int, *, too_large: Reason | None = None) -> bytes | Reason | str:
    """Return the content of a file, or the reason why it cannot be read.

    Never reads more than `limit` bytes and one: a file may be endless. `too_large` replaces the usual reason for a
    larger file.
    """
    try:
        if isinstance(source, Path):
            with open(_opened(source), "rb") as file:
                content = file.read(limit + 1)
        else:
            content = source.read(limit + 1)
    except _NamedPipe:
        return Reason("reason.named_pipe")
    except OSError as problem:
        return system_reason(problem)
    except ValueError as problem:  # the name contains a NUL, or the stream is closed
        return Reason("reason.name_character") if isinstance(source, Path) else str(problem)
    if len(content) > limit:
        return too_large or Reason("reason.usecases.too_large", limit=f"{limit:,}")
    return content


def _opened(path: Path) -> int:
    """Return the open file. A named pipe is refused instead of waiting for a writer; the pipe of a shell is open."""
    if str(path).startswith(_OPEN_FILES):
        return os.open(path, os.O_RDONLY)
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    if stat.S_ISFIFO(os.fstat(handle).st_mode):
        os.close(handle)
        raise _NamedPipe
    os.set_blocking(handle, True)
    return handle
