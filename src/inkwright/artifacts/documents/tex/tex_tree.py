"""Files that come with TeX: pictures of installed packages, which a document may show without bringing them."""

import re
import shutil
import subprocess
from collections.abc import Sequence
from functools import lru_cache
from pathlib import PurePosixPath
from typing import Final

_PROGRAM: Final = "kpsewhich"
_SECONDS: Final = 10.0
_ENDINGS: Final = ("", ".pdf", ".png", ".jpg", ".eps")
_PLAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,80}")


def installed_pictures(names: Sequence[str]) -> frozenset[str]:
    """Return the names that are pictures of installed TeX packages; none if TeX is not installed."""
    plain = tuple(sorted({name for name in names if _PLAIN.fullmatch(name)}))
    return _installed(plain) if plain else frozenset()


@lru_cache(maxsize=64)
def _installed(names: tuple[str, ...]) -> frozenset[str]:
    program = shutil.which(_PROGRAM)
    if program is None:
        return frozenset()
    wanted = [f"{name}{ending}" for name in names for ending in _ENDINGS]
    try:
        found = subprocess.run(  # noqa: S603 - a program of TeX, with plain names
            [program, *wanted], capture_output=True, text=True, timeout=_SECONDS, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return frozenset()
    files = {PurePosixPath(line).name for line in found.stdout.splitlines()}
    return frozenset(name for name in names if any(f"{name}{ending}" in files for ending in _ENDINGS))
