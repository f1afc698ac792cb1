"""Temporary folders and unfinished files of this process; what a process that died has left, the next one removes.

Each process has one folder, with a lock that the system releases when the process ends, however it ends.
"""

import atexit
import contextlib
import fcntl
import os
import shutil
import tempfile
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from inkwright.artifacts.processes import stop_processes_naming

PARTIAL_SUFFIX: Final = ".part"
_PREFIX: Final = "inkwright-"
_NEW_PREFIX: Final = ".inkwright-"
_LOCK: Final = "lock"
_UNFINISHED: Final = "unfinished"

_FOLDERS: dict[int, Path] = {}
"""The folder of this process. A copy of the process, which has another number, gets another one."""


def process_folder() -> Path:
    """Return the folder for the temporary files of this process. It is removed when the process ends."""
    folder = _FOLDERS.get(os.getpid())
    if folder is None:
        remove_leftovers()
        folder = _FOLDERS[os.getpid()] = _new_folder()
        atexit.register(_remove_own, os.getpid(), folder)
    return folder


@contextlib.contextmanager
def unfinished_file(path: Path) -> Iterator[None]:
    """Write a file under a temporary name. It is removed at the end, if it still has that name, and also if the process
    dies meanwhile.
    """
    note = _noted(path)
    try:
        yield
    finally:
        path.unlink(missing_ok=True)
        if note is not None:
            note.unlink(missing_ok=True)


def _noted(path: Path) -> Path | None:
    """Note an unfinished file; None if the disk for temporary files is full: the file itself may be on another one."""
    with contextlib.suppress(OSError):
        note = process_folder() / _UNFINISHED / uuid.uuid4().hex
        note.write_bytes(os.fsencode(path.absolute()))
        return note
    return None


def remove_leftovers() -> None:
    """Remove what processes that died have left: their folders, the programs that still use them, unfinished files."""
    root = Path(tempfile.gettempdir())
    for folder in root.glob(f"{_PREFIX}*"):
        # Another process may remove it at the same time, and folders of other people are theirs.
        with contextlib.suppress(OSError), _locked(folder):
            for note in (folder / _UNFINISHED).iterdir():
                _remove_unfinished(Path(os.fsdecode(note.read_bytes())))
            stop_processes_naming(folder)
            _remove(folder)
    for folder in root.glob(f"{_NEW_PREFIX}*"):
        with contextlib.suppress(OSError, ValueError):
            if folder.stat().st_uid == os.getuid() and not _is_running(int(folder.name.split("-")[1])):
                shutil.rmtree(folder, ignore_errors=True)


def _new_folder() -> Path:
    """Create a folder. It gets its final name when it is locked, so that no other process takes it for a leftover."""
    new = Path(tempfile.mkdtemp(prefix=f"{_NEW_PREFIX}{os.getpid()}-"))
    # A program that runs as another user must reach its own folder in it.
    new.chmod(0o711)
    (new / _UNFINISHED).mkdir(mode=0o700)
    fcntl.flock(os.open(new / _LOCK, os.O_RDWR | os.O_CREAT, 0o600), fcntl.LOCK_EX)  # open until the process ends
    folder = new.with_name(f"{_PREFIX}{uuid.uuid4().hex[:12]}")
    new.rename(folder)
    return folder


@contextlib.contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Lock the folder of a dead process. OSError if its process lives, or it is a link or belongs to somebody else."""
    if folder.is_symlink() or folder.stat().st_uid != os.getuid():
        raise PermissionError
    handle = os.open(folder / _LOCK, os.O_RDWR | os.O_NOFOLLOW)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    finally:
        os.close(handle)


def _remove_unfinished(path: Path) -> None:
    if path.name.endswith(PARTIAL_SUFFIX):
        with contextlib.suppress(OSError):
            path.unlink()


def _is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def _remove_own(process: int, folder: Path) -> None:
    """Remove the folder, unless this is a copy of the process that it belongs to."""
    if process == os.getpid():
        _FOLDERS.pop(process, None)
        with contextlib.suppress(OSError):
            _remove(folder)


def _remove(folder: Path) -> None:
    """Remove a folder under the name of one that is not in use: if this process died meanwhile, the folder without its
    lock would look like somebody else's.
    """
    removed = folder.with_name(f"{_NEW_PREFIX}{os.getpid()}-{uuid.uuid4().hex}")
    folder.rename(removed)
    shutil.rmtree(removed, ignore_errors=True)
