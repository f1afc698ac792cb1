"""Steps of the start menu: choose from a menu, choose a source file, show and run a command."""

import asyncio
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Final

from inkwright.artifacts.source_formats.catalogue import READABLE_SUFFIXES
from inkwright.cli.main import run_command_line
from inkwright.cli.output import path_argument, shell_command, wrap_to_terminal
from inkwright.cli.shell import Shell
from inkwright.cli.terminal.columns import align_columns, single_line, width
from inkwright.cli.terminal.forms import fill_form
from inkwright.conversation.asks import Ask, AskOption, AskQuestion
from inkwright.i18n import Reason, system_reason
from inkwright.settings import COLOR
from inkwright.usecases.output_files import save_file

_PAGED_SUFFIXES: Final = frozenset({".pptx", ".docx", ".pdf"})


@dataclass(frozen=True, slots=True)
class CommandRun:
    """The exit code of a command, and the files that it added to the current folder."""

    code: int
    made: tuple[Path, ...] = ()


def show_and_run(shell: Shell, *words: str) -> CommandRun:
    """Show the command and run it in this process, in the user's language. It reports its own errors."""
    show_command(shell, *words)
    before = _visible_files()
    flags = ["--language", shell.language, "--color", shell.settings.get(COLOR)]
    code = run_command_line([*flags, *words], shell.language)
    return CommandRun(code, tuple(sorted(_visible_files() - before, key=lambda path: path.stat().st_mtime)))


def show_command(shell: Shell, *words: str) -> None:
    """Print the command as the user would type it."""
    shell.say("\n" + shell.styled(f"$ {command_line(*words)}", "cyan"), is_whole=True)
    shell.out.flush()


def command_line(*words: str) -> str:
    """Return a command line of this program, quoted for a shell."""
    return shell_command("inkwright", *words)


def report_made_files(shell: Shell, result: CommandRun) -> None:
    """Print the paths of the new files, and commands that use them."""
    if not result.made:
        shell.say("\n" + wrap_to_terminal(shell, shell.text("start.nothing_made")))
        return
    shell.say("\n" + shell.styled(shell.text("start.made"), "bold"))
    for path in result.made:
        shell.say(f"  {path.resolve()}", is_whole=True)
    suggest_commands(shell, [*_commands_for_files(result.made), (command_line("chat"), "chat")][:3])


def suggest_commands(shell: Shell, commands: Sequence[tuple[str, str]]) -> None:
    """Print commands to try next, each with what it does."""
    shell.say("\n" + shell.styled(shell.text("start.next"), "bold"))
    rows = [(f"  {command}", shell.text(f"start.next.{key}")) for command, key in commands]
    lines = align_columns(rows)
    if shell.out.isatty() and max(map(width, lines)) > shutil.get_terminal_size().columns:
        lines = [f"{command}\n      {about}" for command, about in rows]
    for line in lines:
        shell.say(line)


def show_path_setup(shell: Shell) -> None:
    """Print how to add the program to PATH, if it is not there yet."""
    home = Path(sys.executable).parent
    program, found = home / "inkwright", shutil.which("inkwright")
    if not program.exists() or (found and Path(found).resolve() == program.resolve()):
        return
    shell.say("\n" + shell.text("start.end.path"))
    shell.say(f'  export PATH="{home}:$PATH"', is_whole=True)


def _commands_for_files(made: Sequence[Path]) -> list[tuple[str, str]]:
    """Return commands that use the first of the files."""
    first = made[0]
    if _is_quiz(made):
        quiz = first.with_suffix(".quiz.json").name
        return [(command_line("quiz", "take", quiz), "take"), (command_line("files"), "files")]
    if first.suffix in _PAGED_SUFFIXES:
        pages = command_line("preview", path_argument(first), "-o", "pages")
        return [(pages, "preview"), (command_line("check", path_argument(first)), "check")]
    return [(command_line("check", path_argument(first)), "check"), (command_line("files"), "files")]


def _is_quiz(made: Sequence[Path]) -> bool:
    """Whether the files are those of a quiz: a page and a sheet of one name."""
    names = {path.name for path in made}
    return made[0].suffix == ".html" and made[0].with_suffix(".docx").name in names


def _visible_files() -> set[Path]:
    """Return the files of the current folder, without hidden ones."""
    return {path for path in Path.cwd().iterdir() if path.is_file() and not path.name.startswith(".")}


@dataclass(frozen=True, slots=True)
class Menu:
    """A question with options. With a `placeholder` the user may also write an answer, such as a path.

    The option with the `recommended` value is highlighted first.
    """

    title: str
    question: str
    options: Sequence[AskOption]
    preface: str = ""
    placeholder: str = ""
    takes_path: bool = False
    recommended: str = ""


@dataclass(frozen=True, slots=True)
class MenuChoice:
    """The option that the user chose, or the text that they wrote."""

    value: str
    is_written: bool = False


def choose_from_menu(shell: Shell, menu: Menu) -> MenuChoice | None:
    """Return the user's choice; None if they go back with Esc or Ctrl+C."""
    question = AskQuestion(
        id="menu",
        question=menu.question,
        options=tuple(menu.options),
        allow_freeform=bool(menu.placeholder),
        placeholder=menu.placeholder or None,
        recommended=menu.recommended or None,
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
    answer = asyncio.run(fill_form(ask, shell.language, at_once=True, completes_paths=menu.takes_path))
    if answer.status != "answered":
        return None
    chosen = answer.answers[0]
    return MenuChoice(chosen.value or "", is_written=chosen.label is None)


SOURCE_SUFFIXES: Final = READABLE_SUFFIXES
SAMPLE_NOTE_NAME: Final = "notes.md"
_MAX_SHOWN: Final = 7
_MAX_ENTRIES: Final = 2_000
_SAMPLE: Final = "/sample"
"""The value of the sample note among file names, which contain no slash."""


def choose_source(shell: Shell) -> Path | None:
    """Ask for a file until it can be read; return None if the user goes back."""
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
                takes_path=True,
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
    """Return the sample note in this folder; copy it here, without overwriting a file, if it is missing."""
    if _is_sample(shell, Path(SAMPLE_NOTE_NAME)):
        return Path(SAMPLE_NOTE_NAME)
    path = Path(save_file(Path(), SAMPLE_NOTE_NAME, _sample_text(shell)).name)
    shell.say(shell.text("start.file.note_copied", name=path))
    return path


def _source_options(shell: Shell) -> list[AskOption]:
    found = [path for path in _readable_files() if not (path.name == SAMPLE_NOTE_NAME and _is_sample(shell, path))]
    options = [AskOption(label=path.name, value=path.name, description=_size_text(path)) for path in found]
    key = "start.file.note_here" if _is_sample(shell, Path(SAMPLE_NOTE_NAME)) else "start.file.note"
    title = _sample_text(shell).partition("\n")[0].lstrip("# ")
    return [*options, AskOption(label=shell.text(key, title=title), value=_SAMPLE)]


def _readable_files() -> list[Path]:
    """Return the newest supported files of this folder; of a folder with thousands of entries, only some are seen."""
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
    """Return why this path is not a file. The command itself asks for access outside the workspace."""
    shown = single_line(str(path))
    try:
        if path.is_dir():
            return shell.text("start.file.folder", path=shown)
        return None if path.is_file() else shell.text("start.file.missing", path=shown)
    except OSError as problem:
        return shell.text("start.file.unreadable", path=shown, problem=system_reason(problem))
    except ValueError:
        return shell.text("start.file.unreadable", path=shown, problem=Reason("reason.name_character"))


def _unquote_path(written: str) -> str:
    """Return a path without the quotes or backslashes that terminals add when pasting."""
    inner = written.strip()
    if len(inner) > 1 and inner[0] == inner[-1] and inner[0] in "'\"":
        return inner[1:-1]
    return inner if Path(inner).expanduser().exists() else inner.replace("\\ ", " ")
