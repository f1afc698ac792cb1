"""What a person can do next with a file that no program opens by a click: a quiz."""

import re
import shlex
from pathlib import Path

from inkwright.cli.shell import Shell

QUIZ = re.compile(r"\.quiz( \(\d+\))?\.json$")
"""The name of a quiz, also of one that was numbered because its name was taken."""


def argument(path: Path) -> str:
    """The path as an argument: by its name alone where it lies in the current folder, and never like a flag."""
    written = path.name if path.parent in (Path(), Path.cwd()) else str(path)
    return f"./{written}" if written.startswith("-") else written


def quiz_steps(shell: Shell, path: Path) -> str | None:
    """How the quiz is taken, and how it becomes a page or something to print; None where the file is no quiz."""
    if QUIZ.search(path.name) is None:
        return None
    quiz, page = argument(path), argument(path.with_name(QUIZ.sub(".html", path.name)))
    take = shlex.join(["inkwright", "quiz", "take", quiz])
    convert = shlex.join(["inkwright", "quiz", "convert", quiz, "-o", page])
    return shell.text("make.quiz_next", take=take, convert=convert)
