"""The pictures in a folder, for the texts that name them."""

from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Final

from inkwright.errors import UnreadableFile
from inkwright.file_reading import read_limited

PICTURE_SUFFIXES: Final = frozenset({".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp", ".tif", ".tiff", ".svg"})
MAX_PICTURE_BYTES: Final = 20 * 1024 * 1024


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
