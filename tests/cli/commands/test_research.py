"""`inkwright research`: a report or a dossier in a folder, and a clear word where nothing can be searched."""

import io
from dataclasses import replace
from pathlib import Path

import pytest

from inkwright.cli.arguments import CommandParser
from inkwright.cli.commands import library, research
from inkwright.cli.exit_codes import FAILED, OK, OUTLINE
from inkwright.cli.shell import Shell
from inkwright.errors import InvalidOption
from inkwright.settings import load_settings


def shell_of(home: Path) -> Shell:
    settings = load_settings(flags={}, environ={}, folder=home, home=home / "home")
    return Shell(settings, "en", io.StringIO(), io.BytesIO())


def test_without_a_model_the_library_gives_a_dossier_that_says_what_it_is(tmp_path: Path) -> None:
    (tmp_path / "velda.md").write_text(
        "The flood of 1998 reached Tarrow Bridge. " * 3 + "Nobody was hurt in the flood."
    )
    assert library.run(library.LibraryAddOptions([tmp_path / "velda.md"]), shell_of(tmp_path)) == OK
    shell = shell_of(tmp_path)
    options = research.ResearchOptions("The flood of 1998", sources="library", output=tmp_path / "out", model="rule")

    assert research.run(options, shell) == OK

    report = (tmp_path / "out" / "report.md").read_text()
    assert "> The flood of 1998 reached Tarrow Bridge. [1]" in report
    assert {file.name for file in (tmp_path / "out").iterdir()} == {"report.md", "report.docx", "report.pdf", "sources"}
    assert "velda.md" in (tmp_path / "out" / "sources" / "01.txt").read_text()


@pytest.mark.parametrize("sources", ["web", "library", "web,library"])
def test_with_nothing_to_search_nothing_is_begun(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], sources: str
) -> None:
    with pytest.raises(InvalidOption, match="search service"):
        research.run(research.ResearchOptions("The flood", sources=sources, model="rule"), shell_of(tmp_path))
    assert capsys.readouterr().err == ""


def test_a_topic_that_the_library_does_not_have_is_said_in_the_language_of_the_person(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "velda.md").write_text("The flood of 1998 reached Tarrow Bridge.")
    assert library.run(library.LibraryAddOptions([tmp_path / "velda.md"]), shell_of(tmp_path)) == OK
    shell = replace(shell_of(tmp_path), language="zh")
    assert research.run(research.ResearchOptions("Zebras", sources="library", model="rule"), shell) == FAILED
    assert "没有与这个主题匹配的段落" in capsys.readouterr().err


@pytest.mark.parametrize("depth", ["0", "4", "99"])
def test_a_depth_outside_of_1_to_3_is_refused(depth: str) -> None:
    parser = CommandParser("en")
    research.add_arguments(parser)
    with pytest.raises(SystemExit):
        parser.parse_options(["The flood", "--depth", depth])


def test_an_unknown_source_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidOption, match="web,library"):
        research.run(research.ResearchOptions("The flood", sources="books"), shell_of(tmp_path))


def test_an_outline_of_a_file_is_used_and_one_without_chapters_is_refused(tmp_path: Path) -> None:
    (tmp_path / "velda.md").write_text("The flood of 1998 reached Tarrow Bridge. " * 4)
    assert library.run(library.LibraryAddOptions([tmp_path / "velda.md"]), shell_of(tmp_path)) == OK
    outline = tmp_path / "outline.md"
    outline.write_text("1. The flood of 1998 | flood 1998\n")
    options = research.ResearchOptions("The flood", sources="library", output=tmp_path / "out", model="rule")
    assert research.run(replace(options, outline=outline), shell_of(tmp_path)) == OK
    assert "Tarrow Bridge" in (tmp_path / "out" / "report.md").read_text()
    outline.write_text("Nothing here.")
    with pytest.raises(InvalidOption, match="one chapter a line"):
        research.run(replace(options, outline=outline), shell_of(tmp_path))


def test_without_anybody_to_ask_the_outline_is_saved_to_go_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "velda.md").write_text("The flood of 1998 reached Tarrow Bridge. " * 4)
    assert library.run(library.LibraryAddOptions([tmp_path / "velda.md"]), shell_of(tmp_path)) == OK
    parser = CommandParser("en")
    research.add_arguments(parser)
    _, options = parser.parse_options(["The flood", "--sources", "library", "--model", "rule", "--outline"])
    assert isinstance(options, research.ResearchOptions)

    assert research.run(options, shell_of(tmp_path)) == OUTLINE

    (saved,) = tmp_path.glob("outline-*.md")
    assert saved.read_text() == "1. The flood | The flood\n"
    assert saved.name in capsys.readouterr().err
