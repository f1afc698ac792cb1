"""The pictures in a folder, for the texts that name them."""

import errno
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import Final

from inkwright.artifacts.slides.fields import is_picture_source
from inkwright.errors import UnreadableFile
from inkwright.file_reading import read_limited
from inkwright.i18n import system_reason

PICTURE_SUFFIXES: Final = frozenset({".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp", ".tif", ".tiff", ".svg"})
MAX_PICTURE_BYTES: Final = 20 * 1024 * 1024
_MOST_TOLD: Final = 60


def pictures_in(folder: Path) -> "FolderPictures":
    """Return the pictures in a folder that the person named; an UnreadableFile if it is none."""
    if not folder.is_dir():
        code = errno.ENOTDIR if folder.exists() else errno.ENOENT
        raise UnreadableFile(name=str(folder), problem=system_reason(OSError(code, "")))
    return FolderPictures(folder)


def first_names(pictures: Mapping[str, bytes]) -> tuple[str, ...]:
    """Return the names of the first pictures that slides can show, as many as a model is told."""
    return tuple(islice((name for name in pictures if is_picture_source(name)), _MOST_TOLD))


class FolderPictures(Mapping[str, bytes]):
    """The image files in a folder and below it, by the names used in a text. Files outside the folder, also through
    links, do not exist.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder.resolve()

    @property
    def folder(self) -> Path:
        """The folder that is searched."""
        return self._folder

    def __getitem__(self, name: str) -> bytes:
        path = self._path(name)
        if path is None:
            raise KeyError(name)
        content = read_limited(path, MAX_PICTURE_BYTES)
        if not isinstance(content, bytes):
            raise UnreadableFile(name=name, problem=content)
        return content

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self._path(name) is not None

    def __iter__(self) -> Iterator[str]:
        for path in sorted(self._folder.rglob("*")):
            name = path.relative_to(self._folder).as_posix()
            if name in self:
                yield name

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _path(self, name: str) -> Path | None:
        if PurePosixPath(name).suffix.lower() not in PICTURE_SUFFIXES or "\0" in name:
            return None
        try:
            path = (self._folder / name).resolve()
            return path if path.is_relative_to(self._folder) and path.is_file() else None
        except (OSError, ValueError):
            return None  # not a valid file name
