"""`inkwright skill`: list, import, create, update, delete; without a capable model nothing is applied."""

import io
import json
from pathlib import Path
from typing import Any

import pytest

from inkwright.cli.arguments import CommandParser
from inkwright.cli.commands import skill
from inkwright.errors import InvalidOption, NotFound, UnreadableFile
from tests.cli.commands.test_project import kept, shell_of
from tests.skills.test_folders import SKILL, zipped


def run(folder: Path, *words: str, lines: str = "") -> str:
    parser, shell = CommandParser("en"), shell_of(folder, lines)
    skill.add_arguments(parser)
    assert skill.run(parser.parse_options(words)[1], shell) == 0
    assert isinstance(shell.out, io.StringIO)
    return shell.out.getvalue()


def run_json(folder: Path, *words: str, lines: str = "") -> Any:
    return json.loads(run(folder, *words, "--json", lines=lines))


def test_skills_are_listed_created_updated_and_deleted(tmp_path: Path) -> None:
    assert "storytelling – Storytelling (shipped): Retells" in run(tmp_path)
    run(tmp_path, "create", "短句", "--description", "写短句。", "--from", "-", lines="每句不超过十个字。")
    run(tmp_path, "update", "短句", "--from", "-", lines="更短。")
    assert run_json(tmp_path, "show", "短句")["instructions"] == "更短。"
    with pytest.raises(InvalidOption):
        run(tmp_path, "create", "短句", "--description", "x", "--from", "-", lines="y")
    assert run(tmp_path, "delete", "短句") == "Deleted the skill 短句.\n"
    with pytest.raises(NotFound):
        run(tmp_path, "show", "短句")


def test_a_folder_and_a_zip_file_are_imported_and_say_what_was_left_out(tmp_path: Path) -> None:
    folder = tmp_path / "plain-words"
    (folder / "scripts").mkdir(parents=True)
    (folder / "SKILL.md").write_text(SKILL, encoding="utf-8")
    (folder / "scripts" / "run.sh").write_text("exit 1", encoding="utf-8")
    (folder / "a.png").write_bytes(b"\0")
    said = run(tmp_path, "import", str(folder))
    assert said.splitlines()[0] == "Imported the skill plain-words."
    assert "never run" in said
    assert "a.png" in said
    archive = tmp_path / "skill.zip"
    archive.write_bytes(zipped(**{"SKILL.md": SKILL}))
    assert run_json(tmp_path, "import", str(archive))["scripts"] is False
    with pytest.raises(UnreadableFile):
        run(tmp_path, "import", str(tmp_path / "nothing"))


def test_a_weak_model_changes_nothing(tmp_path: Path) -> None:
    kept(tmp_path, "Rain", A="The rain falls.")
    with pytest.raises(InvalidOption, match="capable model"):
        run(tmp_path, "apply", "storytelling", "Rain", "A", "--model", "rule")
