"""A file of the person's own to begin with: one of this folder, the sample note, or one whose path they type."""

from importlib.resources import files
from pathlib import Path
from typing import Final

from inkwright.cli.columns import one_line
from inkwright.cli.shell import Shell
from inkwright.cli.starting.menus import Menu, choose
from inkwright.cli.talking.widths import fitted
from inkwright.conversation.asks import AskOption
from inkwright.i18n import reason
from inkwright.usecases.keep_file import keep_file

READ: Final = (".md", ".txt", ".docx", ".pdf", ".pptx")
NOTE: Final = "notes.md"
_MOST_SHOWN: Final = 7
_MOST_LOOKED_AT: Final = 2_000
_SAMPLE: Final = "/sample"
"""Stands for the sample note among the names of files, none of which has a slash."""


def choose_source(shell: Shell) -> Path | None:
    """The file; a path that leads to none is told, and asked for again. None where the person goes back."""
    endings = ", ".join(ending[1:] for ending in READ)
    while True:
        chosen = choose(
            shell,
            Menu(
                title=shell.text("start.file.title"),
                question=shell.text("start.file.question"),
                options=_options(shell),
                preface=shell.text("start.file.about", endings=endings),
                placeholder=shell.text("start.file.placeholder"),
            ),
        )
        if chosen is None:
            return None
        if not chosen.is_written:
            return sample_note(shell) if chosen.value == _SAMPLE else Path(chosen.value)
        path = Path(_unquoted(chosen.value)).expanduser()
        if (problem := _problem(shell, path)) is None:
            return path
        shell.say(shell.styled(fitted(shell, problem), "yellow"))


def sample_note(shell: Shell) -> Path:
    """The sample note in this folder: the one that is there, or a copy under the first free name."""
    if _is_sample(shell, Path(NOTE)):
        return Path(NOTE)
    path = Path(keep_file(Path(), NOTE, _sample(shell)).name)
    shell.say(shell.text("start.file.note_copied", name=path))
    return path


def _options(shell: Shell) -> list[AskOption]:
    found = [path for path in _texts() if not (path.name == NOTE and _is_sample(shell, path))]
    options = [AskOption(label=path.name, value=path.name, description=_size(path)) for path in found]
    label = shell.text("start.file.note_here" if _is_sample(shell, Path(NOTE)) else "start.file.note")
    return [*options, AskOption(label=label, value=_SAMPLE)]


def _texts() -> list[Path]:
    """The files of this folder that can be read, the latest first; in a folder of thousands, some of them."""
    found = []
    for number, path in enumerate(Path().iterdir()):
        if number == _MOST_LOOKED_AT:
            break
        if path.suffix.lower() in READ and not path.name.startswith(".") and path.is_file():
            found.append(path)
    return sorted(found, key=lambda path: (-path.stat().st_mtime, path.name))[:_MOST_SHOWN]


def _size(path: Path) -> str:
    return f"{max(path.stat().st_size / 1024, 0.1):,.1f} KB"


def _sample(shell: Shell) -> str:
    return files("inkwright.usecases").joinpath("samples", f"note.{shell.language}.md").read_text(encoding="utf-8")


def _is_sample(shell: Shell, path: Path) -> bool:
    try:
        return path.read_bytes() == _sample(shell).encode()
    except OSError:
        return False


def _problem(shell: Shell, path: Path) -> str | None:
    """Why this is no file to begin with. Whether it may be read, where it lies elsewhere, is asked by the command."""
    shown = one_line(str(path))
    try:
        if path.is_dir():
            return shell.text("start.file.folder", path=shown)
        return None if path.is_file() else shell.text("start.file.missing", path=shown)
    except (OSError, ValueError) as problem:
        said = getattr(problem, "strerror", None) or str(problem)
        return shell.text("start.file.unreadable", path=shown, problem=reason(shell.language, said))


def _unquoted(written: str) -> str:
    """A path as terminals paste it: with quotes around it, or a backslash before each space."""
    inner = written.strip()
    if len(inner) > 1 and inner[0] == inner[-1] and inner[0] in "'\"":
        return inner[1:-1]
    return inner if Path(inner).expanduser().exists() else inner.replace("\\ ", " ")
