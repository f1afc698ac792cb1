"""Commands as a newcomer meets them: how they are written, and what is told of the files they made."""

import io
import os
from pathlib import Path

import pytest

from inkwright.cli.output import path_argument
from inkwright.cli.shell import Shell
from inkwright.cli.start_menu.steps import CommandRun, command_line, report_made_files, show_path_setup
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


def test_the_files_of_a_quiz_are_named_and_how_to_take_it(shell: Shell, tmp_path: Path) -> None:
    made = (tmp_path / "Rain.html", tmp_path / "Rain.docx")
    report_made_files(shell, CommandRun(0, made))
    assert f"\nOpen it:\n  {made[0]}\n  {made[1]}\n" in said(shell)
    assert command_line("quiz", "take", "Rain.quiz.json") in said(shell)


def test_where_nothing_was_made_that_is_said(shell: Shell) -> None:
    report_made_files(shell, CommandRun(1))
    assert said(shell) == "\nNo file was made. See the reason above.\n"


def test_the_path_is_shown_only_where_the_program_cannot_be_called_by_its_name(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    venv, links = tmp_path / "venv", tmp_path / "links"
    for folder in (venv, links):
        folder.mkdir()
    (venv / "inkwright").touch(mode=0o755)
    monkeypatch.setattr("sys.executable", str(venv / "python"))
    monkeypatch.setenv("PATH", str(links))
    show_path_setup(shell)
    assert f'export PATH="{venv}:$PATH"' in said(shell)
    (links / "inkwright").symlink_to(venv / "inkwright")  # as pipx and uv install it
    before = said(shell)
    show_path_setup(shell)
    assert said(shell) == before
