"""What one can do with a quiz that was made: the commands are told, and they work."""

import io
import shlex
from pathlib import Path

import pytest

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
    assert quiz_next_steps(shell(tmp_path, "en"), Path("my rain.quiz (2).json")) == (
        "Take it here: inkwright quiz take 'my rain.quiz (2).json'\n"
        "Convert it to a page (or .docx, .pdf, …): inkwright quiz convert 'my rain.quiz (2).json' -o 'my rain.html'"
    )
    assert quiz_next_steps(shell(tmp_path, "zh"), Path("out/雨.quiz.json")) == (
        "在终端里做题：inkwright quiz take out/雨.quiz.json\n"
        "转成网页（或 .docx、.pdf 等）：inkwright quiz convert out/雨.quiz.json -o out/雨.html"
    ).replace("out/雨.quiz.json", "'out/雨.quiz.json'").replace("out/雨.html", "'out/雨.html'")


@pytest.mark.parametrize("name", ["rain.pptx", "rain.json", "quiz.json.txt"])
def test_what_is_no_quiz_has_no_steps(tmp_path: Path, name: str) -> None:
    assert quiz_next_steps(shell(tmp_path, "en"), Path(name)) is None


def test_who_makes_a_quiz_is_told_a_command_that_makes_a_page_of_it(tmp_path: Path) -> None:
    home = {"INKWRIGHT_HOME": str(tmp_path / "home")}
    (tmp_path / "rivers.md").write_bytes(NOTE.read_bytes())
    made = inkwright("make", "quiz", "rivers.md", "--model", "rule", "--yes", cwd=tmp_path, **home)
    command = made.stdout.splitlines()[-1].partition(": ")[2]
    done = inkwright(*shlex.split(command)[1:], cwd=tmp_path, **home)
    assert (made.returncode, done.returncode, [path.suffix for path in tmp_path.glob("*.html")]) == (0, 0, [".html"])
