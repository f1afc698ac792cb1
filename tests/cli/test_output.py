"""What one can do with a quiz that was made: the commands are told, and they work."""

import io
import shlex
from pathlib import Path

from inkwright.cli.output import quiz_next_steps
from inkwright.cli.shell import Shell
from inkwright.i18n import Language
from inkwright.settings import load_settings
from tests.cli.test_main import inkwright

NOTE = Path(__file__).parents[2] / "docs/guide/rivers.en.md"


def shell(folder: Path, language: Language) -> Shell:
    settings = load_settings(flags={}, environ={}, folder=folder, home=folder / "home")
    return Shell(settings, language, io.StringIO(), io.BytesIO())


def test_the_steps_are_told_in_both_languages_with_names_that_a_shell_takes(tmp_path: Path) -> None:
    assert quiz_next_steps(shell(tmp_path, "en"), "my rain.quiz.json") == (
        "Take it here: inkwright quiz take 'my rain.quiz.json'\n"
        "Other formats: inkwright quiz convert 'my rain.quiz.json' -o 'my rain.pdf'"
    )
    assert quiz_next_steps(shell(tmp_path, "zh"), "rain.quiz.json") == (
        "在终端里做题：inkwright quiz take rain.quiz.json\n其他格式：inkwright quiz convert rain.quiz.json -o rain.pdf"
    )


def test_a_quiz_is_delivered_as_a_page_and_a_sheet_and_the_library_makes_other_formats(tmp_path: Path) -> None:
    home = {"INKWRIGHT_HOME": str(tmp_path / "home")}
    (tmp_path / "rivers.md").write_bytes(NOTE.read_bytes())
    made = inkwright("make", "quiz", "rivers.md", "--model", "rule", "--yes", cwd=tmp_path, **home)
    command = made.stdout.splitlines()[-1].partition(": ")[2]
    done = inkwright(*shlex.split(command)[1:], cwd=tmp_path, **home)
    assert (made.returncode, done.returncode) == (0, 0)
    assert {path.suffix for path in tmp_path.iterdir() if path.is_file()} == {".md", ".html", ".docx", ".pdf"}
