"""The pictures of a folder, for a text that names them: read when they are asked for, and none from elsewhere."""

from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Final

from inkwright.errors import UnreadableFile

ENDINGS: Final = frozenset({".png", ".jpg", ".jpeg", ".gif", ".webp"})
MAX_BYTES: Final = 20 * 1024 * 1024


class FolderPictures(Mapping[str, bytes]):
    """The picture files in a folder and below it, by their names as a text writes them. What leads out of the folder,
    also through a link, is not there.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder.resolve()

    @property
    def folder(self) -> Path:
        """Where they are looked for."""
        return self._folder

    def __getitem__(self, name: str) -> bytes:
        path = self._path(name)
        if path is None:
            raise KeyError(name)
        try:
            with path.open("rb") as file:
                content = file.read(MAX_BYTES + 1)
        except OSError as problem:
            raise UnreadableFile(name=name, problem=problem.strerror or str(problem)) from problem
        if len(content) > MAX_BYTES:
            raise UnreadableFile(name=name, problem=f"it is larger than {MAX_BYTES:,} bytes")
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
        if PurePosixPath(name).suffix.lower() not in ENDINGS or "\0" in name:
            return None
        try:
            path = (self._folder / name).resolve()
            return path if path.is_relative_to(self._folder) and path.is_file() else None
        except (OSError, ValueError):
            return None  # a name that no file system takes
