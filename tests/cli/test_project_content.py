"""`inkwright project` on content: phases, settings, edits, proposals, search, export and import, presets."""

import json
from pathlib import Path

import pytest

from inkwright.errors import InvalidOption, NotFound, UnreadableFile
from inkwright.i18n import error_text
from tests.cli.commands.test_project import kept, run, run_json


def test_phases_settings_plan_and_feed(tmp_path: Path) -> None:
    kept(tmp_path, "Rain", A="Sea.", B="")
    assert run_json(tmp_path, "phase", "Rain", "next")["current"] == "research"
    assert "* Outer design (design_outer): in progress" in run(tmp_path, "phase", "Rain", "外延设计")[1]
    changed = run_json(
        tmp_path, "settings", "Rain", "B", "--from", "-", "--depends-on", "A", lines='{"auto_generate": true}'
    )
    assert (changed["auto_generate"], len(changed["depends_on"])) == (True, 1)
    shown = json.loads(run(tmp_path, "settings", "Rain", "B")[1])
    assert shown["depends_on"] == ["A"]
    run(tmp_path, "settings", "Rain", "B", "--from", "-", lines='{"depends_on": ["A"]}')
    with pytest.raises(InvalidOption, match="wait for each other"):
        run(tmp_path, "settings", "Rain", "A", "--depends-on", "B")
    assert run_json(tmp_path, "plan", "Rain") == {"stages": [["B"]], "missing": {}}
    assert run(tmp_path, "plan", "Rain")[1] == "1. B\n"
    run(tmp_path, "move", "Rain", "B", "--place", "0")
    assert [each["path"] for each in run_json(tmp_path, "show", "Rain")["blocks"]] == ["B", "A"]
    kinds = [each["kind"] for each in run_json(tmp_path, "feed", "Rain", "--after", "2")["entries"]]
    assert kinds == ["phase_changed", "phase_changed", "block_updated", "block_updated", "block_moved"]
    assert "外延设计" in run(tmp_path, "feed", "Rain", language="zh")[1]


def test_a_quoted_place_is_edited_or_proposed_and_decided(tmp_path: Path) -> None:
    kept(tmp_path, "Rain", A="One sea. Two seas.")
    assert "now version 2" in run(tmp_path, "edit", "Rain", "A", "--replace", "One", "--with", "1")[1]
    made = run_json(tmp_path, "edit", "Rain", "A", "--delete", " Two seas.", "--propose", "--reason", "Shorter")
    listed = run_json(tmp_path, "proposals", "Rain")["proposals"]
    assert listed == [{"id": made["proposal"], "state": "open", "block": "A", "summary": "Shorter"}]
    end = made["proposal"][-8:]
    assert run(tmp_path, "proposals", "Rain")[1].split() == [end, "open", "A", "Shorter"]
    assert "-1 sea. Two seas." in run(tmp_path, "proposals", "Rain", end)[1]
    assert "-1 sea. Two seas." in run(tmp_path, "proposals", "Rain", made["proposal"])[1]
    assert run_json(tmp_path, "proposals", "Rain", made["proposal"], "--accept")["state"] == "accepted"
    assert run(tmp_path, "block", "Rain", "A")[1] == "1 sea.\n"
    run(tmp_path, "proposals", "Rain", made["proposal"], "--undo", "--changes", "0")
    assert run(tmp_path, "block", "Rain", "A")[1] == "1 sea. Two seas.\n"
    with pytest.raises(InvalidOption, match="several places"):
        run(tmp_path, "edit", "Rain", "A", "--after", "sea", "--with", "!")
    versions = run_json(tmp_path, "block", "Rain", "A", "--versions")["versions"]
    assert [each["reason"] for each in versions] == ["", "", "Shorter", "Shorter"]


def test_a_rejected_proposal_is_rejected_and_no_more_is_said(tmp_path: Path) -> None:
    kept(tmp_path, "Rain", A="One sea. Two seas.")
    made = run_json(tmp_path, "edit", "Rain", "A", "--delete", " Two seas.", "--propose")["proposal"]
    run(tmp_path, "edit", "Rain", "A", "--replace", "Two seas", "--with", "Two lakes")
    assert "cannot be accepted any more" in run(tmp_path, "proposals", "Rain", made)[1]
    assert run(tmp_path, "proposals", "Rain", made, "--reject")[1] == "rejected\n"
    with pytest.raises(NotFound) as unknown:
        run(tmp_path, "proposals", "Rain", "nosuch")
    assert error_text("zh", unknown.value)[0] == "没有修改建议 'nosuch'。"


def test_words_are_replaced_and_a_project_goes_to_a_file_and_back(tmp_path: Path) -> None:
    kept(tmp_path, "Rain", A="Sea.", B="The sea.")
    assert [each["path"] for each in run_json(tmp_path, "search", "Rain", "sea", "--ignore-case")["matches"]] == [
        "A",
        "B",
    ]
    assert "Replaced 1 place in 1 block." in run(tmp_path, "search", "Rain", "sea", "--replace", "lake")[1]
    for name in ("rain.zip", "rain.md"):
        run(tmp_path, "export", "Rain", "--output", str(tmp_path / name))
    assert (tmp_path / "rain.md").read_text() == "# Rain\n\n## A\n\nSea.\n\n## B\n\nThe lake.\n"
    made = run_json(tmp_path, "import", str(tmp_path / "rain.zip"), "--name", "Copy")
    assert (made["name"], made["blocks"]) == ("Copy", 2)
    assert len(run_json(tmp_path, "block", "Copy", "B", "--versions")["versions"]) == 2
    with pytest.raises(UnreadableFile):
        run(tmp_path, "import", str(tmp_path / "nothing.zip"))
    with pytest.raises(InvalidOption) as refused:
        run(tmp_path, "import", str(tmp_path / "rain.md"))
    assert error_text("zh", refused.value)[0] == "file='rain.md' 不可用。"


def test_an_export_has_a_known_ending_and_never_replaces_a_file(tmp_path: Path) -> None:
    kept(tmp_path, "Rain", A="Sea.")
    for name in ("rain.pdf", "rain"):
        with pytest.raises(InvalidOption, match=r"\.zip.*\.md"):
            run(tmp_path, "export", "Rain", "--output", str(tmp_path / name))
        assert not (tmp_path / name).exists()
    (tmp_path / "rain.zip").write_text("mine")
    made = run_json(tmp_path, "export", "Rain", "--output", str(tmp_path / "rain.zip"))
    assert made["file"] == str(tmp_path / "rain (2).zip")
    assert (tmp_path / "rain.zip").read_text() == "mine"


def test_presets_are_saved_shown_used_and_deleted(tmp_path: Path) -> None:
    kept(tmp_path, "Rain", A="Sea.")
    template = json.dumps({"blocks": [{"name": "B", "prompt": "Write."}]})
    run(tmp_path, "presets", "template", "Course", "--from", "-", lines=template)
    run(tmp_path, "presets", "profile", "Ann", "--from", "-", lines='{"description": "Plain."}')
    assert run_json(tmp_path, "presets", "template") == {"presets": ["Course"]}
    assert run_json(tmp_path, "presets", "profile", "ann")["content"]["description"] == "Plain."
    used = run_json(tmp_path, "use", "Rain", "--template", "course", "--profile", "Ann", "--below", "A")
    assert used == {"added": 1}
    assert run_json(tmp_path, "settings", "Rain", "A/B")["prompt"] == "Write."
    run(tmp_path, "presets", "channel", "Blog", "--from", "-", lines='{"prompt_template": "Post it."}')
    run(tmp_path, "use", "Rain", "--channel", "Blog", "--block", "A/B")
    assert run_json(tmp_path, "settings", "Rain", "A/B")["prompt"] == "Post it."
    run(tmp_path, "presets", "template", "Course", "--delete")
    with pytest.raises(NotFound):
        run(tmp_path, "use", "Rain", "--template", "Course")


def test_a_block_is_written_for_a_shipped_channel(tmp_path: Path) -> None:
    kept(tmp_path, "Rain", Post="")
    run(tmp_path, "use", "Rain", "--channel", "linkedin", "--block", "Post")
    settings = json.loads(run(tmp_path, "settings", "Rain", "Post")[1])
    assert (settings["constraints"]["max_length"], settings["constraints"]["max_hashtags"]) == (3000, 5)
