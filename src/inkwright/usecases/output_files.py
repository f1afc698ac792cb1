"""Write a finished file into the user's folder, whole or not at all, without overwriting unasked."""

import contextlib
import os
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

from inkwright.errors import UnwritableOutput
from inkwright.i18n import system_reason
from inkwright.parsing.filenames import MAX_BYTES
from inkwright.store.files import PARTIAL_SUFFIX, sync_folder

LinkFile = Callable[[Path, Path], None]


def save_file(
    folder: Path, name: str, content: str | bytes, *, overwrite: bool = False, link: LinkFile = os.link
) -> Path:
    """Write `content` under a safe file name; if it is taken, under `name (2)` and so on.

    The file appears under its name when it is completely written. A failing disk raises UnwritableOutput.
    """
    ensure_folder(folder)
    with _disk_errors(folder / name):
        unfinished = folder / f".{uuid.uuid4().hex}{PARTIAL_SUFFIX}"
        try:
            _write_durably(unfinished, content)
            path = unfinished.replace(folder / name) if overwrite else _publish_file(unfinished, name, link)
        finally:
            unfinished.unlink(missing_ok=True)
        sync_folder(folder)
    return path


def ensure_folder(folder: Path) -> None:
    """Create the folder and check that it is writable: better before a model is asked than after."""
    with _disk_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
        trial = folder / f".{uuid.uuid4().hex}{PARTIAL_SUFFIX}"
        trial.touch(exist_ok=False)
        trial.unlink()


@contextlib.contextmanager
def _disk_errors(path: Path) -> Iterator[None]:
    """Raise errors of the disk as UnwritableOutput."""
    try:
        yield
    except OSError as problem:
        raise UnwritableOutput(path=str(path), problem=system_reason(problem)) from problem


def _write_durably(path: Path, content: str | bytes) -> None:
    with path.open("xb") as file:
        file.write(content if isinstance(content, bytes) else content.encode(errors="replace"))
        file.flush()
        os.fsync(file.fileno())


def _publish_file(unfinished: Path, name: str, link: LinkFile) -> Path:
    """Give the file the first free name."""
    path, number = unfinished.with_name(name), 1
    while not _took_name(unfinished, path, link):
        number += 1
        path = unfinished.with_name(_numbered_name(name, number))
    return path


def _took_name(unfinished: Path, path: Path, link: LinkFile) -> bool:
    """Whether the file now has this name. A link takes a name only if it is free, also among several processes."""
    try:
        link(unfinished, path)
    except FileExistsError:
        return False
    except OSError:
        # Some file systems have no links; there the name is checked first.
        if path.exists():
            return False
        unfinished.replace(path)
    return True


def _numbered_name(name: str, number: int) -> str:
    """Return the name with a number before the extension, within the length limit. `.quiz.json` is one extension."""
    stem, dot, extension = name.rpartition(".")
    if stem.endswith(".quiz"):
        stem, extension = stem.removesuffix(".quiz"), f"quiz.{extension}"
    if not dot:
        stem, extension = name, ""
    ending = f" ({number}){dot}{extension}"
    # A name on the command line need not be UTF-8; its bytes are counted anyway.
    room = MAX_BYTES - len(os.fsencode(ending))
    written = os.fsencode(stem)
    return (stem if len(written) <= room else written[:room].decode(errors="ignore")) + ending
