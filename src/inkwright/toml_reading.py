"""Read a TOML file that a stranger may have written: not endless, not too large, not nested without end."""

import errno
import tomllib
from pathlib import Path
from typing import Any, Final

_MAX_BYTES: Final = 100_000
_MAX_SQUARED_DOTS: Final = 1_000_000


def read_toml(path: Path) -> dict[str, Any]:
    """Return the values of the file. OSError for a pipe, a device or a large file; ValueError if it is not TOML;
    RecursionError for names and values with too many parts.
    """
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "not a regular file")
    with path.open("rb") as file:
        content = file.read(_MAX_BYTES + 1)
    if len(content) > _MAX_BYTES:
        raise OSError(errno.EFBIG, "too large for a file of settings")
    written = content.decode("utf-8")
    # The parser keeps each beginning of a name: a short line of dots takes gigabytes.
    if sum(line.count(".") ** 2 for line in written.splitlines()) > _MAX_SQUARED_DOTS:
        raise RecursionError
    return tomllib.loads(written)
