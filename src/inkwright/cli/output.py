"""Output that commands share: wrapped lines, errors, findings and the next steps for a quiz."""

import re
import shlex
import shutil
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from inkwright.artifacts.findings import Finding
from inkwright.cli.shell import Shell, printable
from inkwright.cli.terminal.columns import visible_width
from inkwright.cli.terminal.styled_text import wrap_text
from inkwright.errors import InkwrightError
from inkwright.i18n import error_text

if TYPE_CHECKING:
    from inkwright.usecases.preferences import StandingInstructions


def wrap_to_terminal(shell: Shell, line: str, indent: str = "  ") -> str:
    """Wrap the line to the width of the terminal and indent its further rows; elsewhere return it unchanged."""
    if not shell.out.isatty():
        return line
    columns = shutil.get_terminal_size().columns
    return "\n".join(wrap_text(part, columns, indent) if part else "" for part in line.split("\n"))


def print_error(shell: Shell, error: InkwrightError) -> None:
    """Print what went wrong and what to do, on standard error."""
    what, todo = error_text(shell.language, error)
    for line in filter(None, (shell.labelled(shell.text("cli.error"), what), todo)):
        shell.note(line)


def print_findings(shell: Shell, findings: Iterable[Finding], *, is_note: bool = False) -> None:
    """Print findings with their fixes, errors first; notes go to standard error."""
    for finding in sorted(findings, key=lambda each: each.severity != "error"):
        is_error = finding.severity == "error"
        mark = shell.styled("✗" if is_error else "!", "red" if is_error else "yellow")
        (shell.note if is_note else shell.say)(f"{mark} {printable(finding.summary(shell.language))}")


def written_message(shell: Shell, path: Path, size: int | None = None) -> str:
    """Return the line that names a file and its size, by default its size on disk. A long path gets its own line."""
    fields = {"path": path, "size": f"{path.stat().st_size if size is None else size:,}"}
    line = shell.text("write.done", **fields)
    if visible_width(line) <= shell.columns:
        return line
    return f"{shell.text('write.done_at', **fields)}\n  {path if path.is_absolute() else f'./{path}'}"


def local_time(moment: datetime) -> str:
    """Return date and time in the user's time zone."""
    return moment.astimezone().strftime("%Y-%m-%d %H:%M")


QUIZ_FILE_NAME = re.compile(r"\.quiz( \(\d+\))?\.json$")
"""The end of a quiz file's name, which may be numbered because the name was taken."""


def path_argument(path: Path) -> str:
    """Return the path as an argument: only its name if it is in the current folder, and never like a flag."""
    written = path.name if path.parent in (Path(), Path.cwd()) else str(path)
    return f"./{written}" if written.startswith("-") else written


def shell_word(word: str) -> str:
    """Return the word for a command line, quoted if a shell would change it."""
    is_plain = word and all(c.isalnum() or c in "@%+=:,./_-" or (not c.isascii() and not c.isspace()) for c in word)
    return word if is_plain else shlex.quote(word)


def shell_command(*words: str) -> str:
    """Return a command that can be copied into a shell."""
    return " ".join(map(shell_word, words))


def quiz_next_steps(shell: Shell, name: str) -> str:
    """Return how to take or convert a quiz of the library."""
    take = shell_command("inkwright", "quiz", "take", name)
    convert = shell_command("inkwright", "quiz", "convert", name, "-o", QUIZ_FILE_NAME.sub(".pdf", name))
    return shell.text("make.quiz_next", take=take, convert=convert)


def instructions_note(shell: Shell, standing: "StandingInstructions") -> str:
    """Return the line that tells which file of standing instructions is used, or that it is not trusted."""
    if not standing.is_trusted:
        return shell.text("trust.instructions.ignored", name=standing.name)
    return shell.text("chat.instructions_cut" if standing.is_cut else "chat.instructions", name=standing.name)
