"""Compiles a .tex with XeLaTeX where it is installed: no shell, only the files passed along, a time limit."""

import os
import re
import shutil
import tempfile
from pathlib import Path, PurePosixPath
from typing import Final

from inkwright.artifacts.documents.tex.tex_checks import check_tex
from inkwright.artifacts.documents.tex.tex_references import picture_names
from inkwright.artifacts.documents.tex.tex_security import input_names
from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.programs import run_program, typesetting_problem
from inkwright.artifacts.temporary_files import process_folder
from inkwright.artifacts.workers import MEGABYTE, WorkLimits
from inkwright.errors import LimitExceeded, TypesettingFailed
from inkwright.i18n import Language, language_of, text

XELATEX_SECONDS: Final = 20.0
_MEMORY: Final = 512 * MEGABYTE
_RUNS: Final = 3
_PROGRAM: Final = "xelatex"
_STOP = re.compile(r"^! [^\n]{1,300}", re.MULTILINE)
_LINE = re.compile(r"^l\.(\d{1,7}) ?([^\n]{0,200})", re.MULTILINE)
_MAX_CONTEXT: Final = 2_000
_PROBLEM = re.compile(
    r"^(Missing character: [^\n]{1,200}|LaTeX Warning: (?:Reference|Citation) [^\n]{1,200} undefined)",
    re.MULTILINE,
)
_RERUN = re.compile(r"Rerun to get|Label\(s\) may have changed|No file \S+\.toc")


def xelatex_path() -> str | None:
    """Return the path of the program, or None if it is not installed."""
    return shutil.which(_PROGRAM)


def compile_tex(draft: Draft, *, seconds: float = XELATEX_SECONDS) -> Draft:
    """Compile to a draft of the kind `pdf`. A source with errors is not compiled and raises TypesettingFailed.

    LuaLaTeX is not supported: it does not respect the limits set here.
    """
    language = language_of(draft.title)
    path = xelatex_path()
    if path is None:
        raise TypesettingFailed(program=_PROGRAM, problem=text(language, "document.no_xelatex"))
    if errors := [each for each in check_tex(draft) if each.severity == "error"]:
        raise TypesettingFailed(program=_PROGRAM, problem=errors[0].message(language).rstrip("."))
    with tempfile.TemporaryDirectory(dir=process_folder()) as folder:
        for name, content in draft.files.items():
            (Path(folder) / name).write_bytes(content)
        _place_files(draft, Path(folder))
        pdf = _compile(path, Path(folder), draft.name, seconds, language)
    name = f"{draft.name.removesuffix('.tex')}.pdf"
    return Draft("pdf", name, draft.title, {name: pdf})


def _place_files(draft: Draft, folder: Path) -> None:
    """Put pictures and parts of the text also where the source looks for them: in folders below its own."""
    written = [content.decode("utf-8", "replace") for name, content in draft.files.items() if name.endswith(".tex")]
    for name in (name for each in written for name in (*picture_names(each), *input_names(each))):
        place = PurePosixPath(name)
        inside = not place.is_absolute() and ".." not in place.parts and len(place.parts) > 1
        if inside and place.name in draft.files:
            (folder / place.parent).mkdir(parents=True, exist_ok=True)
            (folder / place).write_bytes(draft.files[place.name])


def _compile(path: str, folder: Path, name: str, seconds: float, language: Language) -> bytes:
    command = [path, "-no-shell-escape", "-interaction=nonstopmode", "-halt-on-error", f"./{name}"]
    log = ""
    for number in range(_RUNS):
        code = _run(command, folder, seconds)
        has_books = number == 0 and any(folder.glob("*.bib")) and (bibtex := shutil.which("bibtex"))
        if has_books and code == 0:
            _run([str(bibtex), Path(name).stem], folder, seconds)
        written = (folder / name).with_suffix(".log")
        log = written.read_text("utf-8", "replace") if written.is_file() else ""
        if code != 0 or not (has_books or _RERUN.search(log)):
            break
    made = (folder / name).with_suffix(".pdf")
    problem = _problem_in(log)
    if problem or not made.is_file():
        raise TypesettingFailed(
            program=_PROGRAM, problem=" ".join((problem or text(language, "document.no_pdf")).split())
        )
    return made.read_bytes()


def _problem_in(log: str) -> str:
    """Return where TeX stopped, with the line of the source; else its first warning that counts, or nothing.

    A first run that stops has also warned of every reference: only its error says what to correct.
    """
    if stop := _STOP.search(log):
        line = _LINE.search(log, stop.end(), stop.end() + _MAX_CONTEXT)
        return f"{stop[0]} (l.{line[1]}: {line[2].strip()})" if line else stop[0]
    warning = _PROBLEM.search(log)
    return warning[1] if warning else ""


def _run(command: list[str], folder: Path, seconds: float) -> int:
    environment = {
        # `p` (paranoid): TeX reads and writes nothing outside the folder and its own trees.
        "openin_any": "p",
        "openout_any": "p",
        "shell_escape": "f",
        "HOME": str(folder),
        "TEXMFHOME": str(folder),
        "PATH": os.environ.get("PATH", ""),
        "LANG": "C.UTF-8",
        # Lines of the log are searched: they must not be broken.
        "max_print_line": "10000",
    }
    try:
        return run_program(command, WorkLimits(_PROGRAM, seconds, _MEMORY), folder=folder, environment=environment).code
    except LimitExceeded as problem:
        raise typesetting_problem(_PROGRAM, problem, seconds) from problem
