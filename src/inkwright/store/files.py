"""Files on disk: private to their owner, written durably, and named by the SHA-256 of their content."""

import contextlib
import errno
import hashlib
import os
import stat
import uuid
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, Protocol

from inkwright.artifacts.temporary_files import PARTIAL_SUFFIX, unfinished_file
from inkwright.errors import FileLost, StoreUnavailable
from inkwright.i18n import Reason, system_reason


def make_private_folder(folder: Path) -> None:
    """Create the folder and its missing parents, accessible only to the owner. Existing folders do not change."""
    for parent in reversed(folder.parents):
        if not os.path.lexists(parent):
            parent.mkdir(mode=0o700, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)


def restrict_to_owner(path: Path) -> None:
    """Take the access of other people to a file or folder away, if there is one and it is ours."""
    with contextlib.suppress(OSError):
        found = path.lstat()
        if found.st_uid == os.getuid() and found.st_mode & 0o077 and not stat.S_ISLNK(found.st_mode):
            path.chmod(stat.S_IMODE(found.st_mode) & 0o700)


def make_private_file(path: Path) -> None:
    """Create an empty file for the owner only, before another program writes to it."""
    path.unlink(missing_ok=True)
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


def write_private_text(path: Path, written: str) -> None:
    """Write a text to a new private file, durably."""
    make_private_file(path)
    with path.open("w", encoding="utf-8") as file:
        file.write(written)
        file.flush()
        os.fsync(file.fileno())


_MISSING_ERRORS: Final = frozenset({errno.ENOENT, errno.ENOTDIR, errno.EISDIR, errno.ENXIO})
_UNREADABLE_ERRORS: Final = frozenset({errno.EACCES, errno.EPERM, errno.ELOOP, errno.ENAMETOOLONG})
"""Errors of a single file. All others concern the whole disk."""


class ArtifactContents(Protocol):
    """Where the contents of artifacts are kept, each under its digest. All methods block: call them in a thread."""

    def keep(self, contents: Mapping[str, bytes]) -> None:
        """Store each content under its digest, durably. StoreUnavailable if that fails."""

    def read(self, digest: str) -> bytes:
        """Return a content. FileLost if it is missing, unreadable or changed."""

    def names(self) -> list[str]:
        """Return the name of every file, sorted: digests, and whatever else is there."""


class ContentFiles:
    """A folder of files with paths such as `ab/cd/abcd…`. All methods block: call them in a thread."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def keep(self, contents: Mapping[str, bytes]) -> None:
        """Write each content under its digest, durably.

        An intact file is not written again; anything else at its path is replaced. If the disk fails, StoreUnavailable
        is raised.
        """
        for digest, content in contents.items():
            path = self.path(digest)
            with _disk_errors(path):
                if not _is_intact(path, content):
                    self._ensure_folders(path)
                    _write_durably(path, content)
                # Also if another process has just written it: its name may not be durable yet.
                for folder in (path.parent, path.parent.parent, self.folder):
                    sync_folder(folder)

    def read(self, digest: str) -> bytes:
        """Return the content of a file. If it is missing, unreadable or changed, FileLost is raised."""
        path = self.path(digest)
        with _disk_errors(path):
            content = _read_content(path)
        if hashlib.sha256(content).hexdigest() != digest:
            raise FileLost(place=str(path), problem=Reason("reason.store.file_changed"))
        return content

    def path(self, digest: str) -> Path:
        """Return the path for a digest."""
        return self.folder / digest[:2] / digest[2:4] / digest

    def names(self) -> list[str]:
        """Return the name of every file in the folder, sorted, including partial files left by a crash."""
        with _disk_errors(self.folder):
            return sorted(path.name for path in self.folder.rglob("*") if not path.is_dir())

    def _ensure_folders(self, path: Path) -> None:
        make_private_folder(self.folder)
        for folder in (path.parent.parent, path.parent):
            if os.path.lexists(folder) and not folder.is_dir():
                folder.rename(_aside_path(folder))
            folder.mkdir(mode=0o700, exist_ok=True)


@contextlib.contextmanager
def _disk_errors(path: Path) -> Iterator[None]:
    """Raise errors of the disk as StoreUnavailable."""
    try:
        yield
    except OSError as problem:
        raise StoreUnavailable(place=str(path), problem=system_reason(problem)) from problem


def _read_content(path: Path) -> bytes:
    """Read a file. A folder or a pipe at its path counts as missing."""
    try:
        # Do not wait for a pipe without a writer.
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        try:
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                raise FileLost(place=str(path), problem=Reason("reason.store.file_missing"))
            with open(handle, "rb", closefd=False) as file:
                return file.read()
        finally:
            os.close(handle)
    except OSError as problem:
        if problem.errno in _MISSING_ERRORS:
            raise FileLost(place=str(path), problem=Reason("reason.store.file_missing")) from problem
        if problem.errno in _UNREADABLE_ERRORS:
            reason = Reason("reason.store.file_unreadable", problem=system_reason(problem))
            raise FileLost(place=str(path), problem=reason) from problem
        raise


def _is_intact(path: Path, content: bytes) -> bool:
    """Whether the file exists with this content. A damaged file is repaired by writing the same content again."""
    try:
        return _read_content(path) == content
    except FileLost:
        return False


def _clear_path(path: Path) -> None:
    """Remove an empty folder at the path, or rename any other: a file cannot replace a folder."""
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
    """Write the file so that it appears completely or not at all."""
    partial = path.with_name(f".{uuid.uuid4().hex}{PARTIAL_SUFFIX}")
    with unfinished_file(partial):
        handle = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(handle)
        _clear_path(path)
        partial.replace(path)


def sync_folder(folder: Path) -> None:
    """Make the names in a folder durable, where the file system supports it."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        with contextlib.suppress(OSError):
            os.fsync(handle)
    finally:
        os.close(handle)
