"""`inkwright project demo`: it says that it is scripted, and leaves a project that can be looked at."""

from pathlib import Path

from tests.cli.commands.test_project import run, run_json


def test_a_demo_says_that_it_is_scripted_and_leaves_its_project(tmp_path: Path) -> None:
    code, said = run(tmp_path, "demo", "article", language="en")
    assert code == 0
    assert "script" in said
    assert "Posts for X, LinkedIn." in said
    assert "overall score of the evaluation is 7.0/10" in " ".join(said.split())
    shown = run_json(tmp_path, "show", "Demo: Night trains")
    assert len(shown["blocks"]) == 11


def test_a_demo_speaks_the_language_that_is_asked_for(tmp_path: Path) -> None:
    value = run_json(tmp_path, "demo", "product", "--language", "zh")
    assert (value["project"], value["score"], value["is_scripted"]) == ("演示：阅读灯", 7.6, True)
