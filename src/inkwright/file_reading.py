"""Read a file, or a part of a zip file, up to a size limit, and say why where that is not possible."""

import io
import os
import stat
import struct
import zipfile
import zlib
from pathlib import Path
from typing import BinaryIO, Final

from inkwright.i18n import Reason, system_reason

_PLAIN_PACKINGS: Final = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})
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


def open_zip(content: bytes) -> zipfile.ZipFile:
    """Return the zip file of these bytes; BadZipFile, whatever is wrong with its directory."""
    try:
        return zipfile.ZipFile(io.BytesIO(content))
    except (OSError, ValueError, EOFError, NotImplementedError, struct.error) as problem:
        raise zipfile.BadZipFile("damaged directory") from problem


def read_zip_part(package: zipfile.ZipFile, part: zipfile.ZipInfo, limit: int) -> bytes | None:
    """Return a part of a zip file; None if it is larger than `limit`. BadZipFile if it is damaged or locked.

    The size that the part states is not believed. Packings other than the usual one are refused: a few of their bytes
    unpack to gigabytes at once.
    """
    if part.compress_type not in _PLAIN_PACKINGS:
        raise zipfile.BadZipFile("unusual packing")
    try:
        with package.open(part) as file:
            content = file.read(limit + 1)
    except (OSError, ValueError, EOFError, RuntimeError, NotImplementedError, zlib.error, struct.error) as problem:
        raise zipfile.BadZipFile("damaged part") from problem
    return content if len(content) <= limit else None
