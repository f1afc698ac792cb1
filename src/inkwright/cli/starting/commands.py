"""Commands of the program as a newcomer meets them: shown as one would type them, run, and what they made is told."""

import os
import shlex
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from inkwright.cli.columns import aligned, width
from inkwright.cli.main import run_words
from inkwright.cli.next_steps import QUIZ, argument
from inkwright.cli.shell import Shell
from inkwright.cli.talking.widths import fitted
from inkwright.settings import COLOR

_PAGED: Final = frozenset({".pptx", ".docx", ".pdf"})


@dataclass(frozen=True, slots=True)
class Done:
    """How a command ended, and which files are new in the folder since it began."""

    code: int
    made: tuple[Path, ...] = ()


def run_shown(shell: Shell, *words: str) -> Done:
    """Show the command, and run it in this process, in the person's language. It tells its own errors."""
    show(shell, *words)
    before = _files()
    given = ["--language", shell.language, "--color", shell.settings.get(COLOR)]
    code = run_words([*given, *words], shell.language)
    return Done(code, tuple(sorted(_files() - before, key=lambda path: path.stat().st_mtime)))


def show(shell: Shell, *words: str) -> None:
    """The command as one would type it."""
    shell.say("\n" + shell.styled(f"$ {typed(*words)}", "cyan"))
    shell.out.flush()


def typed(*words: str) -> str:
    """A command of this program, as a shell takes it."""
    return shlex.join(["inkwright", *words])


def with_pages(shell: Shell, done: Done) -> Done:
    """A quiz is a file for programs; it becomes a page as well, which anybody can open."""
    pages: list[Path] = []
    for path in done.made:
        if _is_quiz(path):
            page = _free(path.with_name(QUIZ.sub(".html", path.name)))
            pages += run_shown(shell, "quiz", "convert", argument(path), "-o", argument(page)).made
    return Done(done.code, (*done.made, *pages))


def tell_made(shell: Shell, done: Done) -> None:
    """Where the files lie, and what one may do with them."""
    if not done.made:
        shell.say("\n" + fitted(shell, shell.text("start.nothing_made")))
        return
    shell.say("\n" + shell.styled(shell.text("start.made"), "bold"))
    for path in done.made:
        if not (_is_quiz(path) and len(done.made) > 1):
            shell.say(f"  {path.resolve()}")
    tell_next(shell, [*_commands_for(done.made), (typed("chat"), "chat")][:3])


def tell_next(shell: Shell, commands: Sequence[tuple[str, str]]) -> None:
    """A few commands that are worth knowing, each with what it does."""
    shell.say("\n" + shell.styled(shell.text("start.next"), "bold"))
    rows = [(f"  {command}", shell.text(f"start.next.{key}")) for command, key in commands]
    lines = aligned(rows)
    if shell.out.isatty() and max(map(width, lines)) > shutil.get_terminal_size().columns:
        lines = [f"{command}\n      {told}" for command, told in rows]
    for line in lines:
        shell.say(line)


def tell_way_back(shell: Shell) -> None:
    """How the person's own shell finds the program, where it does not yet."""
    home = Path(sys.executable).parent
    if str(home) in os.get_exec_path() or not (home / "inkwright").exists():
        return
    shell.say("\n" + shell.text("start.end.path"))
    shell.say(f'  export PATH="{home}:$PATH"')
    shell.say(f"  cd {shlex.quote(str(Path.cwd()))}")


def _commands_for(made: Sequence[Path]) -> list[tuple[str, str]]:
    """What can be done with the first of them."""
    first = made[0]
    if _is_quiz(first):
        return [(typed("quiz", "take", argument(first)), "take"), (typed("files"), "files")]
    if first.suffix in _PAGED:
        pages = typed("preview", argument(first), "-o", "pages")
        return [(pages, "preview"), (typed("check", argument(first)), "check")]
    return [(typed("check", argument(first)), "check"), (typed("files"), "files")]


def _is_quiz(path: Path) -> bool:
    return QUIZ.search(path.name) is not None


def _files() -> set[Path]:
    """The files of the current folder, without hidden ones."""
    return {path for path in Path.cwd().iterdir() if path.is_file() and not path.name.startswith(".")}


def _free(path: Path) -> Path:
    """This path, or the first like it that no file has."""
    free, number = path, 1
    while free.exists():
        number += 1
        free = path.with_name(f"{path.stem} ({number}){path.suffix}")
    return free
