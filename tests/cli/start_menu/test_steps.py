"""Commands as a newcomer meets them: how they are written, and what is told of the files they made."""

import io
import os
from pathlib import Path

import pytest

from inkwright.cli.output import path_argument
from inkwright.cli.shell import Shell
from inkwright.cli.start_menu.steps import CommandRun, add_quiz_pages, command_line, report_made_files
from inkwright.settings import load_settings

QUIZ = '{"title": "Rain", "questions": [{"questionType": "TRUE_FALSE", "question": "Wet?", "correctAnswer": "true"}]}'


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    """A shell that writes into a text, in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("INKWRIGHT_HOME", str(tmp_path / "home"))
    settings = load_settings(flags={}, environ=os.environ, folder=tmp_path)
    return Shell(settings, "en", io.StringIO(), io.BytesIO())


def said(shell: Shell) -> str:
    assert isinstance(shell.out, io.StringIO)
    return shell.out.getvalue()


def test_a_command_is_written_as_a_shell_takes_it() -> None:
    assert command_line("make", "doc", "A worksheet", "--from", "my notes.md") == (
        "inkwright make doc 'A worksheet' --from 'my notes.md'"
    )


def test_a_path_is_short_in_this_folder_and_never_passes_for_a_flag() -> None:
    assert path_argument(Path("rain.md")) == "rain.md"
    assert path_argument(Path.cwd() / "rain.md") == "rain.md"
    assert path_argument(Path("/elsewhere/rain.md")) == "/elsewhere/rain.md"
    assert path_argument(Path("-rain.md")) == "./-rain.md"


@pytest.mark.parametrize("name", ["Rain.quiz.json", "Rain.quiz (2).json"])
def test_a_quiz_becomes_a_page_that_opens_beside_what_is_there(shell: Shell, tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text(QUIZ, encoding="utf-8")
    (tmp_path / "Rain.html").write_text("mine", encoding="utf-8")
    done = add_quiz_pages(shell, CommandRun(0, (tmp_path / name,)))
    assert done.made == (tmp_path / name, tmp_path / "Rain (2).html")
    assert (tmp_path / "Rain.html").read_text(encoding="utf-8") == "mine"
    report_made_files(shell, done)
    assert f"\nOpen it:\n  {tmp_path / 'Rain (2).html'}\n" in said(shell)
    assert command_line("quiz", "take", name) in said(shell)


def test_where_nothing_was_made_that_is_said(shell: Shell) -> None:
    report_made_files(shell, CommandRun(1))
    assert said(shell) == "\nNo file was made. See the reason above.\n"
