"""The pictures of what was made, kept in the home folder: drawn once, and not for ever."""

import os
import shutil
import time
from pathlib import Path
from typing import Final

NAME: Final = "previews"
_MOST_BYTES: Final = 200_000_000
_MOST_SECONDS: Final = 30 * 24 * 3_600
_FRESH_SECONDS: Final = 3_600
"""What was looked at so lately stays: another talk may just have named its path."""


class Previews:
    """A folder for each file that was made, named by its id."""

    def __init__(self, home: Path) -> None:
        self._root = home / NAME

    def folder(self, artifact_id: str) -> Path:
        """Where the pictures of a file belong."""
        return self._root / artifact_id

    def drawn(self, artifact_id: str) -> list[Path]:
        """The pictures that are there. To look at them keeps them for longer."""
        folder = self.folder(artifact_id)
        pictures = sorted(folder.glob("*.png"))
        if pictures:
            os.utime(folder)
        return pictures

    def tidy(self, now: float | None = None, most_bytes: int = _MOST_BYTES) -> None:
        """Take away what nobody has looked at for a month, and the oldest of what is too much."""
        moment = time.time() if now is None else now
        left = most_bytes
        for used, folder in sorted(self._folders(), reverse=True):
            age = moment - used
            left -= _size(folder)
            if age > _MOST_SECONDS or (left < 0 and age > _FRESH_SECONDS):
                shutil.rmtree(folder, ignore_errors=True)

    def _folders(self) -> list[tuple[float, Path]]:
        """Each folder, with the moment when it was last looked at. Links are left alone."""
        try:
            with os.scandir(self._root) as entries:
                return [
                    (entry.stat(follow_symlinks=False).st_mtime, Path(entry.path))
                    for entry in entries
                    if entry.is_dir(follow_symlinks=False)
                ]
        except OSError:
            return []


def _size(folder: Path) -> int:
    """The bytes in a folder; none where another talk is taking it away."""
    try:
        return sum(path.stat().st_size for path in folder.glob("*.png"))
    except OSError:
        return 0
