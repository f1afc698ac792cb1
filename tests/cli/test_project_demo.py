"""`inkwright project demo`: it says that it is scripted, shows what each step has done, and leaves a project."""

from pathlib import Path

from tests.cli.commands.test_project import run, run_json


def test_a_demo_shows_what_each_step_has_done_and_leaves_its_project(tmp_path: Path) -> None:
    code, said = run(tmp_path, "demo", "article", language="en")
    assert code == 0
    assert "script" in said
    for line in (
        "▸ Posts for X, LinkedIn.",
        "> Adopt it.",
        "  ✓ Remembered: ",
        "(at most 280 characters, at most 2 hashtags)",
        "(side by side)",
        "Dialogue with ",
        "  inkwright project show 'Demo: Night trains'",
    ):
        assert line in said, line
    assert "\n    -" in said.split("Nothing is changed until you accept it.")[1].split("▸")[0]
    assert "overall score of the evaluation is 7.0/10" in " ".join(said.split())
    shown = run_json(tmp_path, "show", "Demo: Night trains")
    assert len(shown["blocks"]) == 11
    evaluations = run(tmp_path, "evaluations", "Demo: Night trains")[1]
    assert "(+1)" in evaluations


def test_a_demo_speaks_the_language_that_is_asked_for(tmp_path: Path) -> None:
    value = run_json(tmp_path, "demo", "product", "--language", "zh")
    assert (value["project"], value["score"], value["is_scripted"]) == ("演示：阅读灯", 7.6, True)
