"""Output that commands share: wrapped lines, findings and the next steps for a quiz."""

import re
import shlex
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import TextIO

from inkwright.artifacts.findings import Finding
from inkwright.cli.shell import Shell, printable
from inkwright.cli.terminal.live_region import wrap_text


def wrap_to_terminal(shell: Shell, line: str, indent: str = "  ") -> str:
    """The line as it fits into the terminal, each further row of it behind `indent`; elsewhere it stays whole."""
    if not shell.out.isatty():
        return line
    columns = shutil.get_terminal_size().columns
    return "\n".join(wrap_text(part, columns, indent) if part else "" for part in line.split("\n"))


def print_findings(shell: Shell, findings: Iterable[Finding], *, out: TextIO | None = None) -> None:
    """The errors first, each with what to do about it; on the output, or where else is said."""
    for found in sorted(findings, key=lambda each: each.severity != "error"):
        is_error = found.severity == "error"
        mark = shell.styled("✗" if is_error else "!", "red" if is_error else "yellow")
        print(f"{mark} {printable(found.summary(shell.language))}", file=out or shell.out)


QUIZ_FILE_NAME = re.compile(r"\.quiz( \(\d+\))?\.json$")
"""The name of a quiz, also of one that was numbered because its name was taken."""


def path_argument(path: Path) -> str:
    """The path as an argument: by its name alone where it lies in the current folder, and never like a flag."""
    written = path.name if path.parent in (Path(), Path.cwd()) else str(path)
    return f"./{written}" if written.startswith("-") else written


def quiz_next_steps(shell: Shell, path: Path) -> str | None:
    """How the quiz is taken, and how it becomes a page or something to print; None where the file is no quiz."""
    if QUIZ_FILE_NAME.search(path.name) is None:
        return None
    quiz, page = path_argument(path), path_argument(path.with_name(QUIZ_FILE_NAME.sub(".html", path.name)))
    take = shlex.join(["inkwright", "quiz", "take", quiz])
    convert = shlex.join(["inkwright", "quiz", "convert", quiz, "-o", page])
    return shell.text("make.quiz_next", take=take, convert=convert)
