"""Steps of the start menu: choose from a menu, choose a source file, show and run a command."""

import asyncio
import os
import shlex
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Final

from inkwright.cli.main import run_command_line
from inkwright.cli.output import QUIZ_FILE_NAME, path_argument, wrap_to_terminal
from inkwright.cli.shell import Shell
from inkwright.cli.terminal.columns import align_columns, single_line, width
from inkwright.cli.terminal.forms import fill_form
from inkwright.conversation.asks import Ask, AskOption, AskQuestion
from inkwright.i18n import translate_reason
from inkwright.settings import COLOR
from inkwright.usecases.files import save_file

_PAGED_SUFFIXES: Final = frozenset({".pptx", ".docx", ".pdf"})


@dataclass(frozen=True, slots=True)
class CommandRun:
    """How a command ended, and which files are new in the folder since it began."""

    code: int
    made: tuple[Path, ...] = ()


def show_and_run(shell: Shell, *words: str) -> CommandRun:
    """Show the command, and run it in this process, in the person's language. It tells its own errors."""
    show_command(shell, *words)
    before = _visible_files()
    given = ["--language", shell.language, "--color", shell.settings.get(COLOR)]
    code = run_command_line([*given, *words], shell.language)
    return CommandRun(code, tuple(sorted(_visible_files() - before, key=lambda path: path.stat().st_mtime)))


def show_command(shell: Shell, *words: str) -> None:
    """The command as one would type it."""
    shell.say("\n" + shell.styled(f"$ {command_line(*words)}", "cyan"))
    shell.out.flush()


def command_line(*words: str) -> str:
    """A command of this program, as a shell takes it."""
    return shlex.join(["inkwright", *words])


def add_quiz_pages(shell: Shell, done: CommandRun) -> CommandRun:
    """A quiz is a file for programs; it becomes a page as well, which anybody can open."""
    pages: list[Path] = []
    for path in done.made:
        if _is_quiz(path):
            page = _free_path(path.with_name(QUIZ_FILE_NAME.sub(".html", path.name)))
            pages += show_and_run(shell, "quiz", "convert", path_argument(path), "-o", path_argument(page)).made
    return CommandRun(done.code, (*done.made, *pages))


def report_made_files(shell: Shell, done: CommandRun) -> None:
    """Where the files lie, and what one may do with them."""
    if not done.made:
        shell.say("\n" + wrap_to_terminal(shell, shell.text("start.nothing_made")))
        return
    shell.say("\n" + shell.styled(shell.text("start.made"), "bold"))
    for path in done.made:
        if not (_is_quiz(path) and len(done.made) > 1):
            shell.say(f"  {path.resolve()}")
    suggest_commands(shell, [*_commands_for_files(done.made), (command_line("chat"), "chat")][:3])


def suggest_commands(shell: Shell, commands: Sequence[tuple[str, str]]) -> None:
    """A few commands that are worth knowing, each with what it does."""
    shell.say("\n" + shell.styled(shell.text("start.next"), "bold"))
    rows = [(f"  {command}", shell.text(f"start.next.{key}")) for command, key in commands]
    lines = align_columns(rows)
    if shell.out.isatty() and max(map(width, lines)) > shutil.get_terminal_size().columns:
        lines = [f"{command}\n      {told}" for command, told in rows]
    for line in lines:
        shell.say(line)


def show_path_setup(shell: Shell) -> None:
    """How the person's own shell finds the program, where it does not yet."""
    home = Path(sys.executable).parent
    if str(home) in os.get_exec_path() or not (home / "inkwright").exists():
        return
    shell.say("\n" + shell.text("start.end.path"))
    shell.say(f'  export PATH="{home}:$PATH"')
    shell.say(f"  cd {shlex.quote(str(Path.cwd()))}")


def _commands_for_files(made: Sequence[Path]) -> list[tuple[str, str]]:
    """What can be done with the first of them."""
    first = made[0]
    if _is_quiz(first):
        return [(command_line("quiz", "take", path_argument(first)), "take"), (command_line("files"), "files")]
    if first.suffix in _PAGED_SUFFIXES:
        pages = command_line("preview", path_argument(first), "-o", "pages")
        return [(pages, "preview"), (command_line("check", path_argument(first)), "check")]
    return [(command_line("check", path_argument(first)), "check"), (command_line("files"), "files")]


def _is_quiz(path: Path) -> bool:
    return QUIZ_FILE_NAME.search(path.name) is not None


def _visible_files() -> set[Path]:
    """The files of the current folder, without hidden ones."""
    return {path for path in Path.cwd().iterdir() if path.is_file() and not path.name.startswith(".")}


def _free_path(path: Path) -> Path:
    """This path, or the first like it that no file has."""
    free, number = path, 1
    while free.exists():
        number += 1
        free = path.with_name(f"{path.stem} ({number}){path.suffix}")
    return free


@dataclass(frozen=True, slots=True)
class Menu:
    """What is asked. With a `placeholder` own words may be written instead of choosing."""

    title: str
    question: str
    options: Sequence[AskOption]
    preface: str = ""
    placeholder: str = ""


@dataclass(frozen=True, slots=True)
class MenuChoice:
    """What the person chose, or wrote."""

    value: str
    is_written: bool = False


def choose_from_menu(shell: Shell, menu: Menu) -> MenuChoice | None:
    """What the person chooses; None where they go back, with Esc or Ctrl+C."""
    question = AskQuestion(
        id="menu",
        question=menu.question,
        options=tuple(menu.options),
        allow_freeform=bool(menu.placeholder),
        placeholder=menu.placeholder or None,
    )
    ask = Ask(
        kind="clarification",
        title=menu.title,
        preface=menu.preface or None,
        questions=(question,),
        id="menu",
        turn_id="",
        owner="",
    )
    answer = asyncio.run(fill_form(ask, shell.language, at_once=True))
    if answer.status != "answered":
        return None
    said = answer.answers[0]
    return MenuChoice(said.value or "", is_written=said.label is None)


SOURCE_SUFFIXES: Final = (".md", ".txt", ".docx", ".pdf", ".pptx")
SAMPLE_NOTE_NAME: Final = "notes.md"
_MAX_SHOWN: Final = 7
_MAX_ENTRIES: Final = 2_000
_SAMPLE: Final = "/sample"
"""Stands for the sample note among the names of files, none of which has a slash."""


def choose_source(shell: Shell) -> Path | None:
    """The file; a path that leads to none is told, and asked for again. None where the person goes back."""
    endings = ", ".join(ending[1:] for ending in SOURCE_SUFFIXES)
    while True:
        chosen = choose_from_menu(
            shell,
            Menu(
                title=shell.text("start.file.title"),
                question=shell.text("start.file.question"),
                options=_source_options(shell),
                preface=shell.text("start.file.about", endings=endings),
                placeholder=shell.text("start.file.placeholder"),
            ),
        )
        if chosen is None:
            return None
        if not chosen.is_written:
            return sample_note(shell) if chosen.value == _SAMPLE else Path(chosen.value)
        path = Path(_unquote_path(chosen.value)).expanduser()
        if (problem := _path_problem(shell, path)) is None:
            return path
        shell.say(shell.styled(wrap_to_terminal(shell, problem), "yellow"))


def sample_note(shell: Shell) -> Path:
    """The sample note in this folder: the one that is there, or a copy under the first free name."""
    if _is_sample(shell, Path(SAMPLE_NOTE_NAME)):
        return Path(SAMPLE_NOTE_NAME)
    path = Path(save_file(Path(), SAMPLE_NOTE_NAME, _sample_text(shell)).name)
    shell.say(shell.text("start.file.note_copied", name=path))
    return path


def _source_options(shell: Shell) -> list[AskOption]:
    found = [path for path in _readable_files() if not (path.name == SAMPLE_NOTE_NAME and _is_sample(shell, path))]
    options = [AskOption(label=path.name, value=path.name, description=_size_text(path)) for path in found]
    label = shell.text("start.file.note_here" if _is_sample(shell, Path(SAMPLE_NOTE_NAME)) else "start.file.note")
    return [*options, AskOption(label=label, value=_SAMPLE)]


def _readable_files() -> list[Path]:
    """The files of this folder that can be read, the latest first; in a folder of thousands, some of them."""
    found = []
    for number, path in enumerate(Path().iterdir()):
        if number == _MAX_ENTRIES:
            break
        if path.suffix.lower() in SOURCE_SUFFIXES and not path.name.startswith(".") and path.is_file():
            found.append(path)
    return sorted(found, key=lambda path: (-path.stat().st_mtime, path.name))[:_MAX_SHOWN]


def _size_text(path: Path) -> str:
    return f"{max(path.stat().st_size / 1024, 0.1):,.1f} KB"


def _sample_text(shell: Shell) -> str:
    return files("inkwright.usecases").joinpath("samples", f"note.{shell.language}.md").read_text(encoding="utf-8")


def _is_sample(shell: Shell, path: Path) -> bool:
    try:
        return path.read_bytes() == _sample_text(shell).encode()
    except OSError:
        return False


def _path_problem(shell: Shell, path: Path) -> str | None:
    """Why this is no file to begin with. Whether it may be read, where it lies elsewhere, is asked by the command."""
    shown = single_line(str(path))
    try:
        if path.is_dir():
            return shell.text("start.file.folder", path=shown)
        return None if path.is_file() else shell.text("start.file.missing", path=shown)
    except (OSError, ValueError) as problem:
        said = getattr(problem, "strerror", None) or str(problem)
        return shell.text("start.file.unreadable", path=shown, problem=translate_reason(shell.language, said))


def _unquote_path(written: str) -> str:
    """A path as terminals paste it: with quotes around it, or a backslash before each space."""
    inner = written.strip()
    if len(inner) > 1 and inner[0] == inner[-1] and inner[0] in "'\"":
        return inner[1:-1]
    return inner if Path(inner).expanduser().exists() else inner.replace("\\ ", " ")
