"""`inkwright project persona`: list, save, select and delete personas; without a capable model none is generated."""

import json
from pathlib import Path

import pytest

from inkwright.errors import InvalidOption, NotFound
from tests.cli.commands.test_project import kept, run, run_json
from tests.each import each


def test_personas_are_saved_listed_selected_and_deleted(tmp_path: Path) -> None:
    kept(tmp_path, "Rain", A="Sea.")
    assert "No personas yet" in run(tmp_path, "persona", "Rain")[1]
    person = json.dumps({"background": "护士", "pain_points": ["没时间"]})
    assert run(tmp_path, "persona", "Rain", "李娜", "--from", "-", lines=person)[1] == "Saved the persona 李娜.\n"
    run(tmp_path, "persona", "Rain", "李娜", "--from", "-", lines='{"basic_info": {"age": 34}}')
    shown = run_json(tmp_path, "persona", "Rain")["personas"]
    assert [(one["name"], one["basic_info"], one["background"], one["selected"]) for one in shown] == [
        ("李娜", "age: 34", "护士", True)
    ]
    assert "- 没时间" in run(tmp_path, "persona", "Rain", "李娜")[1]
    assert run_json(tmp_path, "persona", "Rain", "李娜", "--deselect")["personas"][0]["selected"] is False
    assert "Deleted" in run(tmp_path, "persona", "Rain", "李娜", "--delete")[1]
    with pytest.raises(NotFound):
        run(tmp_path, "persona", "Rain", "李娜", "--select")


@each("lines", ["", "[]", "{", '{"name": 5}', '{"wings": 2}', "[" * 100_000])
def test_what_is_not_a_persona_is_refused(tmp_path: Path, lines: str) -> None:
    kept(tmp_path, "Rain")
    with pytest.raises(InvalidOption):
        run(tmp_path, "persona", "Rain", "A", "--from", "-", lines=lines)


def test_a_weak_model_is_refused_and_nothing_is_added(tmp_path: Path) -> None:
    kept(tmp_path, "Rain", A="For nurses.")
    with pytest.raises(InvalidOption, match="capable model"):
        run(tmp_path, "persona", "Rain", "--generate", "2", "--model", "rule")
    assert run_json(tmp_path, "persona", "Rain")["personas"] == []
