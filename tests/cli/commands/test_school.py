"""`inkwright school`: what a person and a program see of an import, of classes, and of reports."""

import json
from pathlib import Path
from typing import Any

import pytest

from inkwright.cli.arguments import CommandParser
from inkwright.cli.commands import school
from inkwright.errors import InvalidOption
from inkwright.i18n import Language
from tests.cli.commands.test_project import shell_of

GOOD = "学号,姓名,班级,测验1\n满分,,,60\n1001,甲乙,一班,55\n1002,丙丁,一班,5\n"
BAD = GOOD + "1003,戊己,一班,61\n"
RUBRIC = {"name": "Mine", "criteria": [{"name": "All", "levels": [{"name": "Good", "points": 3}]}]}


def run(folder: Path, *words: str, language: Language = "en") -> tuple[int, str]:
    """What `inkwright school` says in this process, and its exit code."""
    parser, shell = CommandParser(language), shell_of(folder, "", language)
    school.add_arguments(parser)
    code = school.run(parser.parse_options(words)[1], shell)
    return code, shell.out.getvalue()  # type: ignore[attr-defined]


def run_json(folder: Path, *words: str) -> Any:
    return json.loads(run(folder, *words, "--json")[1])


def test_an_import_is_previewed_refused_row_by_row_made_and_undone(tmp_path: Path) -> None:
    file = tmp_path / "a.csv"
    file.write_text(BAD, "utf-8")
    code, said = run(tmp_path, "import", str(file))
    assert code == 1
    assert "row 5, 测验1: 61 is more than the maximum" in said
    assert "Use --leave-out to import 2 pupils and 2 results" in said
    assert run(tmp_path, "show")[1].startswith("No classes have been imported")
    assert "测验1 → 测验" in run(tmp_path, "import", str(file), "--dry-run", language="zh")[1]
    done = run_json(tmp_path, "import", str(file), "--leave-out")
    assert (done["pupils"], done["problems"][0]["row"]) == (2, 5)
    assert ["一班", "2"] in [line.split() for line in run(tmp_path, "show")[1].splitlines()]
    shown = [line.split() for line in run(tmp_path, "show", "一班")[1].splitlines()]
    assert shown[-1] == ["测验1", "60", "2", "30", "30", "35.36", "50%"]
    assert "no class called 9Z" in run(tmp_path, "show", "9Z")[1]
    assert run_json(tmp_path, "show")["imports"][0]["id"] == done["imported"]
    assert "a.csv" in run(tmp_path, "undo")[1]
    assert run_json(tmp_path, "show")["classes"] == []


def test_an_import_names_its_file_and_the_rows_that_were_left_out(tmp_path: Path) -> None:
    file = tmp_path / "marks.csv"
    file.write_text(BAD, "utf-8")
    assert run(tmp_path, "import", str(file))[1].startswith("marks.csv: 学号")
    assert "Left out, rows: 5." in run(tmp_path, "import", str(file), "--leave-out")[1]
    assert "已略过的行：5。" in run(tmp_path, "import", str(file), "--leave-out", language="zh")[1]


def test_without_data_the_person_is_told_how_to_begin_and_which_rubrics_there_are(tmp_path: Path) -> None:
    assert "school sample" in run(tmp_path)[1]
    assert "answered" not in run(tmp_path)[1]
    assert "come with the program: " in run(tmp_path, "rubric")[1]
    assert run_json(tmp_path, "rubric")["built_in"]


def test_a_clean_dry_run_says_what_the_file_has_and_imports_nothing(tmp_path: Path) -> None:
    file = tmp_path / "a.csv"
    file.write_text(GOOD, "utf-8")
    code, said = run(tmp_path, "import", str(file), "--dry-run")
    assert (code, "Nothing was imported yet" in said) == (0, True)
    assert run_json(tmp_path, "show")["classes"] == []


def test_what_the_person_says_about_a_file_is_used(tmp_path: Path) -> None:
    file = tmp_path / "a.csv"
    file.write_text("Code,Name,Quiz\n1001,Ann Bee,5\n", "utf-8")
    words = ("--column", "Code=number", "--maximum", "Quiz=10", "--class", "1A")
    assert run_json(tmp_path, "import", str(file), *words)["pupils"] == 1
    with pytest.raises(InvalidOption):
        run(tmp_path, "import", str(file), "--column", "Code=nonsense")


def test_the_sample_says_that_it_is_invented_and_all_is_removed_only_with_a_yes(tmp_path: Path) -> None:
    assert "invented" in run(tmp_path, "sample")[1]
    assert "invented sample school" in run(tmp_path, "show")[1]
    report = tmp_path / "1A.docx"
    assert run(tmp_path, "report", "Sample 1A", str(report))[0] == 0
    assert report.read_bytes().startswith(b"PK")
    assert run(tmp_path, "remove")[0] == 1
    assert run_json(tmp_path, "remove", "--yes") == {"removed": 1}


def test_the_permission_and_rubrics_are_kept(tmp_path: Path) -> None:
    assert run_json(tmp_path, "allow", "yes") == {"allowed": True}
    assert "asked" in run(tmp_path, "allow", "no")[1]
    file = tmp_path / "r.json"
    file.write_text(json.dumps(RUBRIC), "utf-8")
    assert run_json(tmp_path, "rubric", str(file)) == {"rubric": "Mine"}
    assert "Mine" in run(tmp_path, "rubric")[1]
    assert run_json(tmp_path, "rubric", "--remove", "Mine") == {"removed": "Mine"}
    file.write_text("{}", "utf-8")
    with pytest.raises(InvalidOption):
        run(tmp_path, "rubric", str(file))
