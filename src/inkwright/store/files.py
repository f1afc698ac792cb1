"""Files on disk: private to their owner, written durably, and named by the SHA-256 of their content."""

import contextlib
import errno
import hashlib
import os
import stat
import uuid
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from inkwright.errors import FileLost, StoreUnavailable


def make_private_folder(folder: Path) -> None:
    """Have the folder. It and those above it that were missing are their owner's alone; one that is there stays."""
    for above in reversed(folder.parents):
        if not os.path.lexists(above):
            above.mkdir(mode=0o700, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)


def make_private_file(path: Path) -> None:
    """Have an empty file under this name, before another program writes into it."""
    path.unlink(missing_ok=True)
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


def write_private_text(path: Path, written: str) -> None:
    """Have a file with this text, and with the text on the disk."""
    make_private_file(path)
    with path.open("w", encoding="utf-8") as file:
        file.write(written)
        file.flush()
        os.fsync(file.fileno())


PARTIAL_SUFFIX: Final = ".part"
_MISSING_ERRORS: Final = frozenset({errno.ENOENT, errno.ENOTDIR, errno.EISDIR, errno.ENXIO})
_UNREADABLE_ERRORS: Final = frozenset({errno.EACCES, errno.EPERM, errno.ELOOP, errno.ENAMETOOLONG})
"""Troubles of one file. Any other is one of the disk as a whole."""


class ContentFiles:
    """A folder of such files, `ab/cd/abcd…`. All of it blocks: call it in a thread."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def keep(self, contents: Mapping[str, bytes]) -> None:
        """Have each content on the disk under its digest, durably, when this returns.

        A file that is there and still whole is not written again; anything else under its name makes way. A disk that
        does not take one is StoreUnavailable.
        """
        for digest, content in contents.items():
            path = self.path(digest)
            with _disk_errors(path):
                if not _is_intact(path, content):
                    self._ensure_folders(path)
                    _write_durably(path, content)
                # Also where another process has just written it: its name may not be durable yet.
                for folder in (path.parent, path.parent.parent, self.folder):
                    sync_folder(folder)

    def read(self, digest: str) -> bytes:
        """What was kept. If it is gone, cannot be read or is something else by now, FileLost."""
        path = self.path(digest)
        with _disk_errors(path):
            content = _read_content(path)
        if hashlib.sha256(content).hexdigest() != digest:
            raise FileLost(place=str(path), problem="somebody changed it")
        return content

    def path(self, digest: str) -> Path:
        """Where the file of this digest is."""
        return self.folder / digest[:2] / digest[2:4] / digest

    def all(self) -> list[Path]:
        """Every file of the folder, in order; those that a crash left unfinished are among them."""
        with _disk_errors(self.folder):
            return sorted(path for path in self.folder.rglob("*") if not path.is_dir())

    def _ensure_folders(self, path: Path) -> None:
        make_private_folder(self.folder)
        for folder in (path.parent.parent, path.parent):
            if os.path.lexists(folder) and not folder.is_dir():
                folder.rename(_aside_path(folder))
            folder.mkdir(mode=0o700, exist_ok=True)


@contextlib.contextmanager
def _disk_errors(path: Path) -> Iterator[None]:
    """Errors of the disk, as ours."""
    try:
        yield
    except OSError as problem:
        raise StoreUnavailable(place=str(path), problem=problem.strerror or str(problem)) from problem


def _read_content(path: Path) -> bytes:
    """What is in the file. Where a folder or a pipe has its name, it is gone."""
    try:
        # A pipe into which nobody writes is not waited for.
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        try:
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                raise FileLost(place=str(path), problem="it is gone")
            with open(handle, "rb", closefd=False) as file:
                return file.read()
        finally:
            os.close(handle)
    except OSError as problem:
        if problem.errno in _MISSING_ERRORS:
            raise FileLost(place=str(path), problem="it is gone") from problem
        if problem.errno in _UNREADABLE_ERRORS:
            raise FileLost(place=str(path), problem=f"it cannot be read ({problem.strerror})") from problem
        raise


def _is_intact(path: Path, content: bytes) -> bool:
    """Whether the file is there as it should be. A damaged one is not: making the same thing again mends it."""
    try:
        return _read_content(path) == content
    except FileLost:
        return False


def _clear_path(path: Path) -> None:
    """A folder cannot be replaced by a file: an empty one is removed, any other gets another name."""
    if path.is_symlink() or not path.is_dir():
        return
    try:
        path.rmdir()
    except OSError as problem:
        if problem.errno not in (errno.ENOTEMPTY, errno.EEXIST):
            raise
        path.rename(_aside_path(path))


def _aside_path(path: Path) -> Path:
    return path.with_name(f"{path.name}.aside-{uuid.uuid4().hex}")


def _write_durably(path: Path, content: bytes) -> None:
    """The file appears under its name when all of it is on the disk; else nothing is left."""
    unfinished = path.with_name(f".{uuid.uuid4().hex}{PARTIAL_SUFFIX}")
    try:
        handle = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(handle)
        _clear_path(path)
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


def sync_folder(folder: Path) -> None:
    """Make the names in it durable, where the file system can."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        with contextlib.suppress(OSError):
            os.fsync(handle)
    finally:
        os.close(handle)
