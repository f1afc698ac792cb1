"""Pandoc, run as a process of its own: in its sandbox, with limits of time and memory, in an empty home."""

import subprocess
import tempfile
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Final, NamedTuple

from inkwright.errors import InvalidOption, TypesettingFailed, TypesettingTimedOut
from inkwright.i18n import text

SECONDS: Final = 20.0
_MEMORY: Final = "512M"
_NURSERY: Final = "-A64M"
"""Room for what is soon thrown away: a quarter of the time goes into collecting it otherwise."""


class Converted(NamedTuple):
    """What pandoc wrote, and its warnings, line by line."""

    content: bytes
    warnings: tuple[str, ...]


def pandoc_path() -> Path | None:
    """The program that comes with pypandoc_binary, or None where that is not installed."""
    spec = find_spec("pypandoc")
    if spec is None or not spec.submodule_search_locations:
        return None
    path = Path(spec.submodule_search_locations[0]) / "files" / "pandoc"
    return path if path.is_file() else None


def convert(content: bytes, arguments: Sequence[str], *, seconds: float = SECONDS) -> Converted:
    """What pandoc makes of the content.

    The sandbox reads no file but those that the arguments name, and no address.
    """
    path = pandoc_path()
    if path is None:
        raise InvalidOption(option="format", value="pandoc", allowed=text("en", "document.not_installed"))
    command = [str(path), "--sandbox", *arguments, "-o", "-", "+RTS", f"-M{_MEMORY}", _NURSERY, "-RTS"]
    with tempfile.TemporaryDirectory(prefix="inkwright-") as home:
        # A user's own defaults and templates would change what is made.
        environment = {"HOME": home, "XDG_DATA_HOME": home, "LANG": "C.UTF-8", "PATH": ""}
        try:
            ran = subprocess.run(  # noqa: S603 - our own program, and no argument is a user's
                command, input=content, capture_output=True, timeout=seconds, cwd=home, env=environment, check=False
            )
        except subprocess.TimeoutExpired as problem:
            raise TypesettingTimedOut(program="pandoc", seconds=round(seconds)) from problem
        except OSError as problem:
            raise TypesettingFailed(program="pandoc", problem=str(problem)) from problem
    told = ran.stderr.decode("utf-8", "replace").strip()
    if ran.returncode != 0:
        raise TypesettingFailed(program="pandoc", problem=(told or f"code {ran.returncode}")[-300:])
    return Converted(ran.stdout, tuple(told.splitlines()))
