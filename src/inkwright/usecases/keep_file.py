"""Keep something as a file of a folder: whole or not at all, and never in place of another file unasked."""

import contextlib
import os
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

from inkwright.errors import UnwritableOutput
from inkwright.parsing.filenames import MAX_BYTES
from inkwright.store.contents import UNFINISHED, sync_folder

Link = Callable[[Path, Path], None]


def keep_file(folder: Path, name: str, content: str | bytes, *, overwrite: bool = False, link: Link = os.link) -> Path:
    """Write `content` under `name`, which is one safe name; where it is taken, under `name (2)` and so on.

    The file appears under its name when all of it is on the disk. A disk that does not take it is UnwritableOutput.
    """
    ensure_folder(folder)
    with _told(folder / name):
        unfinished = folder / f".{uuid.uuid4().hex}{UNFINISHED}"
        try:
            _write_durably(unfinished, content)
            path = unfinished.replace(folder / name) if overwrite else _publish(unfinished, name, link)
        finally:
            unfinished.unlink(missing_ok=True)
        sync_folder(folder)
    return path


def ensure_folder(folder: Path) -> None:
    """Make the folder and try that it can be written: better before a model is asked than after."""
    with _told(folder):
        folder.mkdir(parents=True, exist_ok=True)
        trial = folder / f".{uuid.uuid4().hex}{UNFINISHED}"
        trial.touch(exist_ok=False)
        trial.unlink()


@contextlib.contextmanager
def _told(path: Path) -> Iterator[None]:
    """Errors of the disk, as ours."""
    try:
        yield
    except OSError as problem:
        raise UnwritableOutput(path=str(path), problem=problem.strerror or str(problem)) from problem


def _write_durably(path: Path, content: str | bytes) -> None:
    with path.open("xb") as file:
        file.write(content if isinstance(content, bytes) else content.encode(errors="replace"))
        file.flush()
        os.fsync(file.fileno())


def _publish(unfinished: Path, name: str, link: Link) -> Path:
    """Give the file the first free name."""
    path, number = unfinished.with_name(name), 1
    while not _has_taken(unfinished, path, link):
        number += 1
        path = unfinished.with_name(_numbered(name, number))
    return path


def _has_taken(unfinished: Path, path: Path, link: Link) -> bool:
    """Whether the file now has this name. A link takes a name only if it is free, also beside other processes."""
    try:
        link(unfinished, path)
    except FileExistsError:
        return False
    except OSError:
        # Memory sticks have no links; there the name is looked at first.
        if path.exists():
            return False
        unfinished.replace(path)
    return True


def _numbered(name: str, number: int) -> str:
    """The name with its number before the extension, still no longer than names may be. `.quiz.json` is one."""
    stem, dot, extension = name.rpartition(".")
    if stem.endswith(".quiz"):
        stem, extension = stem.removesuffix(".quiz"), f"quiz.{extension}"
    if not dot:
        stem, extension = name, ""
    ending = f" ({number}){dot}{extension}"
    # A name that a person gave may be no UTF-8; its bytes are counted all the same.
    room = MAX_BYTES - len(os.fsencode(ending))
    written = os.fsencode(stem)
    return (stem if len(written) <= room else written[:room].decode(errors="ignore")) + ending
