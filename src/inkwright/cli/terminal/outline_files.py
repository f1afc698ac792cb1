"""An outline outside the terminal: in an editor of the person's own, or in a file of the workspace for later."""

import shlex
import subprocess
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from inkwright.conversation.asks import Ask
from inkwright.errors import UnreadableInput
from inkwright.usecases.keep_file import keep_file

_ID_LETTERS: Final = 8


@dataclass(frozen=True, slots=True)
class Edited:
    """The text as the editor left it."""

    text: str


@dataclass(frozen=True, slots=True)
class NotEdited:
    """There is no edited text: the key of the reason, and the program it is about."""

    reason: str
    program: str = ""


def editor_of(environ: Mapping[str, str]) -> list[str]:
    """The command of the person's editor; empty where none is set."""
    return shlex.split(environ.get("VISUAL") or environ.get("EDITOR") or "")


def edit_outside(text: str, command: list[str]) -> Edited | NotEdited:
    """Let the person change the text in their editor, and wait until it is closed."""
    if not command:
        return NotEdited("terminal.outline.no_editor")
    with tempfile.TemporaryDirectory(prefix="inkwright-") as folder:
        path = Path(folder, "outline.md")
        _write(path, text)
        try:
            done = subprocess.run([*command, str(path)], check=False)  # noqa: S603 - the person's own editor
        except OSError:
            return NotEdited("terminal.outline.editor_missing", command[0])
        if done.returncode != 0:
            return NotEdited("terminal.outline.editor_failed", command[0])
        return Edited(_read(path))


def outline_path(folder: Path, ask: Ask) -> Path:
    """Where the outline of this ask is saved: always the same place, so that it is found again."""
    return folder / f"outline-{ask.id[-_ID_LETTERS:]}.md"


def saved_outline(path: Path) -> str | None:
    """The text that was saved there; None where nothing was."""
    return _read(path) if path.is_file() else None


def save_outline(path: Path, text: str) -> Path:
    """Save the text there, in place of what was saved before."""
    return keep_file(path.parent, path.name, text + "\n", overwrite=True)


def _write(path: Path, text: str) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        file.write(text + "\n")


def _read(path: Path) -> str:
    """The text without the line end that closes its last line; every other character as it stands."""
    try:
        with path.open(encoding="utf-8", newline="") as file:
            return file.read().removesuffix("\n")
    except OSError as problem:
        raise UnreadableInput(name=str(path), problem=problem.strerror or str(problem)) from problem
    except UnicodeDecodeError as problem:
        raise UnreadableInput(name=str(path), problem=f"it is not UTF-8 (byte {problem.start})") from problem
