"""What stays on this machine after the program is removed, and how to delete it."""

import os
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from inkwright.errors import InvalidOption
from inkwright.i18n import Reason
from inkwright.settings import FILE_NAME, home_folder

_MODELS: Final = "models"
_OWN_FILES: Final = (FILE_NAME, "inkwright.db", f"{_MODELS}/embedded")
"""A folder with none of these is not a home folder of this program."""


@dataclass(frozen=True, slots=True)
class Leftover:
    """A folder that the installer does not remove."""

    kind: Literal["home", "models"]
    path: Path
    size: int
    contains: tuple[str, ...]


def find_leftovers(environ: Mapping[str, str]) -> list[Leftover]:
    """Return what is there: the home folder, and the models in it."""
    home = home_folder(environ)
    models = home / _MODELS
    sizes = {"home": _size(home) - _size(models), "models": _size(models)}
    return [
        Leftover(kind, path, sizes[kind], tuple(sorted(entry.name for entry in path.iterdir())))
        for kind, path in _folders(home)
        if path.is_dir()
    ]


def _folders(home: Path) -> tuple[tuple[Literal["home", "models"], Path], ...]:
    return ("home", home), ("models", home / _MODELS)


def delete_leftovers(environ: Mapping[str, str]) -> Path:
    """Delete the home folder and return its path; refuse a folder that may hold other things."""
    home = home_folder(environ).resolve()
    is_above = any(folder.is_relative_to(home) for folder in (Path.home().resolve(), Path.cwd().resolve()))
    if is_above or not any((home / name).exists() for name in _OWN_FILES):
        raise InvalidOption(option="INKWRIGHT_HOME", value=str(home), allowed=Reason("reason.usecases.not_a_home"))
    shutil.rmtree(home)
    return home


def _size(folder: Path) -> int:
    """Return the bytes in a folder; links are not followed."""
    return sum(
        os.lstat(Path(parent, name)).st_size
        for parent, _, names in os.walk(folder)
        for name in names
        if os.path.lexists(Path(parent, name))
    )
