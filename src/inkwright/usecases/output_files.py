"""Write a finished file into the user's folder, whole or not at all, without overwriting unasked."""

import contextlib
import os
import re
import stat
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from inkwright.artifacts.temporary_files import PARTIAL_SUFFIX, unfinished_file
from inkwright.errors import UnwritableOutput
from inkwright.i18n import Reason, system_reason
from inkwright.parsing.filenames import MAX_BYTES
from inkwright.store.files import sync_folder

LinkFile = Callable[[Path, Path], None]
_UNUSUAL: Final = re.compile(r"[^\w.-]+")


def save_file(
    folder: Path,
    name: str,
    content: str | bytes,
    *,
    overwrite: bool = False,
    is_private: bool = False,
    link: LinkFile = os.link,
) -> Path:
    """Write `content` under a safe file name; if it is taken, under `name (2)` and so on. A longer name is shortened.
    A private file is for its owner alone.

    The file appears under its name when it is completely written. A failing disk raises UnwritableOutput.
    """
    name = _numbered_name(name, 1)
    refuse_device(folder / name)
    ensure_folder(folder)
    with _disk_errors(folder / name):
        unfinished = folder / f".{uuid.uuid4().hex}{PARTIAL_SUFFIX}"
        with unfinished_file(unfinished):
            _write_durably(unfinished, content, 0o600 if is_private else 0o666)
            path = unfinished.replace(folder / name) if overwrite else _publish_file(unfinished, name, link)
        sync_folder(folder)
    return path


def save_artifact(
    folder: Path, name: str, main: str, files: Mapping[str, bytes], *, overwrite: bool = False
) -> list[Path]:
    """Write `files[main]` as `name`, and the files that belong to it next to it; return the paths, the main one first.

    Each of the others gets the name of the main one in front (`rivers-picture-1.png`), and is called so where the main
    one names it in braces, as LaTeX does. If one of the names is taken, all of them get a number.
    """
    others = [each for each in files if each != main]
    number = 1
    while not overwrite and others and any(os.path.lexists(folder / each) for each in _own_names(name, others, number)):
        number += 1
    saved: list[Path] = []
    content = files[main]
    try:
        for other, own in zip(others, _own_names(name, others, number)[1:], strict=True):
            saved.append(save_file(folder, own, files[other], overwrite=overwrite))
            content = content.replace(f"{{{other}}}".encode(), f"{{{saved[-1].name}}}".encode())
        return [save_file(folder, _numbered_name(name, number), content, overwrite=overwrite), *saved]
    except UnwritableOutput:
        for path in () if overwrite else saved:
            path.unlink(missing_ok=True)
        raise


def save_numbered(folder: Path, stem: str, contents: Mapping[str, bytes], *, overwrite: bool = False) -> list[Path]:
    """Write files that belong together, each under the stem and its own ending (`deck-01.png`); return their paths.

    If one of the names is taken, the stem gets a number.
    """
    number = 1
    names = [_shortened(stem, ending) for ending in contents]
    while not overwrite and any(os.path.lexists(folder / name) for name in names):
        number += 1
        names = [_shortened(stem, f" ({number}){ending}") for ending in contents]
    return [
        save_file(folder, name, content, overwrite=overwrite)
        for name, content in zip(names, contents.values(), strict=True)
    ]


def _own_names(name: str, others: Sequence[str], number: int) -> list[str]:
    """Return the name of a file, and names of the ones that belong to it, which any program can take."""
    main = _numbered_name(name, number)
    stem = _UNUSUAL.sub("-", main.rpartition(".")[0] or main).strip("-")
    return [main, *(_shortened(stem, f"-{other}") for other in others)]


def ensure_folder(folder: Path) -> None:
    """Create the folder and check that it is writable: better before a model is asked than after."""
    with _disk_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
        trial = folder / f".{uuid.uuid4().hex}{PARTIAL_SUFFIX}"
        with unfinished_file(trial):
            trial.touch(exist_ok=False)


def refuse_device(path: Path) -> None:
    """Refuse a pipe, a socket or a device: replacing it with a file would surprise whoever uses it."""
    path = path.with_name(_numbered_name(path.name, 1))
    with _disk_errors(path), contextlib.suppress(FileNotFoundError):
        mode = path.stat().st_mode
        if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
            raise UnwritableOutput(path=str(path), problem=Reason("reason.not_a_file"))


@contextlib.contextmanager
def _disk_errors(path: Path) -> Iterator[None]:
    """Raise errors of the disk as UnwritableOutput."""
    try:
        yield
    except OSError as problem:
        raise UnwritableOutput(path=str(path), problem=system_reason(problem)) from problem


def _write_durably(path: Path, content: str | bytes, mode: int) -> None:
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
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


def _numbered_name(name: str, number: int, mark: str = "") -> str:
    """Return the name with a number, except 1, before the extension, within the length limit. `.quiz.json` is one
    extension.
    """
    stem, dot, extension = name.rpartition(".")
    if stem.endswith(".quiz"):
        stem, extension = stem.removesuffix(".quiz"), f"quiz.{extension}"
    if not dot:
        stem, extension = name, ""
    return _shortened(stem, f" ({mark}{number}){dot}{extension}" if number > 1 else f"{dot}{extension}")


def version_name(name: str, version: int) -> str:
    """Return the name of the file of a version: `Rivers (v2).pptx` is a new version of `Rivers.pptx`, and
    `Rivers (2).pptx` another file of this name.
    """
    return _numbered_name(name, version, "v")


def _shortened(stem: str, ending: str) -> str:
    """Return a name within the length limit; the ending is kept."""
    # A name on the command line need not be UTF-8; its bytes are counted anyway.
    room = MAX_BYTES - len(os.fsencode(ending))
    written = os.fsencode(stem)
    return (stem if len(written) <= room else written[:room].decode(errors="ignore")) + ending
