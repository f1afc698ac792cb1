"""`inkwright example`: what is listed, what is seen, and that the screen says what is scripted."""

import json
from pathlib import Path

import pytest

from inkwright.examples.script import EXAMPLE_NAMES, load_example
from inkwright.i18n import Language
from tests.cli.chat.chat_program import on_a_pipe
from tests.cli.test_main import inkwright


@pytest.mark.parametrize(
    ("language", "free"), [("en", "They need no key and no network."), ("zh", "都不需要密钥和网络。")]
)
def test_without_a_name_every_example_is_listed(tmp_path: Path, language: Language, free: str) -> None:
    done = on_a_pipe(tmp_path, "--language", language, "example")
    lines = done.stdout.splitlines()
    assert done.returncode == 0
    assert free in lines[0]
    listed = [line.split(maxsplit=1) for line in lines[2 : 2 + len(EXAMPLE_NAMES)]]
    assert listed == [[name, load_example(name, language).about] for name in EXAMPLE_NAMES]


def test_the_list_is_there_for_programs_too(tmp_path: Path) -> None:
    told = json.loads(on_a_pipe(tmp_path, "example", "--json").stdout)
    assert [each["name"] for each in told] == [*EXAMPLE_NAMES]


def test_a_wrong_name_is_wrong_usage_and_the_near_one_is_named(tmp_path: Path) -> None:
    done = on_a_pipe(tmp_path, "example", "slide")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"Unknown example 'slide'. Available: {', '.join(EXAMPLE_NAMES)}. Did you mean 'slides'?\n"


def test_a_folder_outside_of_the_workspace_needs_a_permission(tmp_path: Path) -> None:
    (tmp_path / "work").mkdir()
    done = on_a_pipe(tmp_path / "work", "example", "liar", "-o", str(tmp_path / "elsewhere"))
    assert done.returncode == 10
    assert not (tmp_path / "elsewhere").exists()


def test_an_example_leaves_its_file_and_nothing_in_the_history(tmp_path: Path) -> None:
    home = {"INKWRIGHT_HOME": str(tmp_path / "home")}
    done = inkwright("example", "liar", "--fast", "--yes", cwd=tmp_path, **home)
    assert done.returncode == 0
    assert [path.name for path in tmp_path.glob("*.pptx")] == ["A good hypothesis.pptx"]
    assert not (tmp_path / "home" / "inkwright.db").exists()
    assert json.loads(inkwright("history", "--json", cwd=tmp_path, **home).stdout)["total"] == 0
