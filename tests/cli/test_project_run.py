"""`inkwright project run` and `status`: what is generated is listed, and the board says what waits."""

import json
from pathlib import Path

import pytest

from inkwright.cli.exit_codes import FAILED
from inkwright.errors import NotFound
from tests.cli.chat.chat_program import Mind, on_a_pipe, says
from tests.cli.commands.test_project import MODEL, kept, run, run_json


def test_a_project_is_generated_in_the_terminal_and_the_board_shows_it(tmp_path: Path) -> None:
    with Mind([says("Rivers carry water."), says("First, look at a map.")]) as mind:
        on_a_pipe(tmp_path, "project", "new", "Rivers", mind=mind)
        for name in ("Goals", "Plan"):
            on_a_pipe(tmp_path, "project", "block", "Rivers", name, "--from", "-", lines="\n", mind=mind)
        auto = ("--from", "-")
        on_a_pipe(tmp_path, "project", "settings", "Rivers", "Goals", *auto, lines='{"auto_generate": true}', mind=mind)
        settings = '{"auto_generate": true, "depends_on": ["Goals"]}'
        on_a_pipe(tmp_path, "project", "settings", "Rivers", "Plan", *auto, lines=settings, mind=mind)
        done = on_a_pipe(tmp_path, "project", "run", "Rivers", *MODEL, "--at-once", "2", mind=mind)
        assert (done.returncode, done.stdout.split()) == (
            0,
            ["generated", "Goals", "version", "2", "generated", "Plan", "version", "2"],
        )
        assert on_a_pipe(tmp_path, "project", "block", "Rivers", "Plan", mind=mind).stdout == "First, look at a map.\n"
        board = on_a_pipe(tmp_path, "project", "status", "Rivers", mind=mind).stdout
        assert board.splitlines()[1].split() == ["Goals", "done"]
        assert "finished" in board


def test_without_a_model_the_run_says_so_and_the_board_is_unchanged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept(tmp_path, "Rain", A="")
    run(tmp_path, "settings", "Rain", "A", "--from", "-", lines='{"auto_generate": true}')
    code, said = run(tmp_path, "run", "Rain", "--model", "rule", language="zh")
    assert (code, said) == (FAILED, "")
    assert "模型" in capsys.readouterr().err
    shown = run_json(tmp_path, "status", "Rain")
    assert [(each["path"], each["state"]) for each in shown["blocks"]] == [("A", "ready")]
    assert shown["run"]["status"] == "failed"


def test_the_board_names_the_questions_that_a_block_waits_for(tmp_path: Path) -> None:
    kept(tmp_path, "Rain", A="")
    asked = json.dumps({"auto_generate": True, "pre_questions": ["给谁看？"]}, ensure_ascii=False)
    run(tmp_path, "settings", "Rain", "A", "--from", "-", lines=asked)
    assert "给谁看？" in run(tmp_path, "status", "Rain", language="zh")[1]


def test_an_unknown_project_or_block_is_refused_before_anything_begins(tmp_path: Path) -> None:
    kept(tmp_path, "Rain", A="x")
    with pytest.raises(NotFound):
        run(tmp_path, "run", "Snow", "--model", "rule")
    with pytest.raises(NotFound):
        run(tmp_path, "run", "Rain", "--only", "B", "--model", "rule")
    assert run_json(tmp_path, "status", "Rain")["run"] is None
