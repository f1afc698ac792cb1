"""An outline at the terminal: adopted, changed here or in an editor, saved for later, abandoned, cancelled."""

import asyncio
import os
import stat
from collections.abc import Callable
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from inkwright.cli.terminal.outline_editor import OutlineSaved, review_outline
from inkwright.conversation.asks import Answer
from tests.cli.terminal.real_terminals import Typed, in_tmux, needs_tmux, widest
from tests.cli.terminal.sample_asks import OUTLINE_LINES, outline

ENTER, DOWN, UP, ESCAPE, CTRL_C, CTRL_S = "\r", "\x1b[B", "\x1b[A", "\x1b", "\x03", "\x13"
ADOPTED = Answer(status="adopted", outline_lines=OUTLINE_LINES)
FILE = "outline-23456789.md"


def typed(folder: Path, keys: str) -> Answer | OutlineSaved:
    async def review() -> Answer | OutlineSaved:
        with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
            pipe.send_text(keys)
            return await asyncio.wait_for(review_outline(outline(), "en", folder=folder, environ={}), 20)

    return asyncio.run(review())


def editor(folder: Path, script: str) -> str:
    path = folder / "my editor"
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return f"'{path}' --wait"


@pytest.mark.parametrize("keys", [ENTER, "a", "1", DOWN + UP + ENTER, "\x1b[6~\x1b[5~jjka"])
def test_an_outline_is_adopted_as_it_is(tmp_path: Path, keys: str) -> None:
    assert typed(tmp_path, keys) == ADOPTED


@pytest.mark.parametrize("keys", ["x", "5", UP + ENTER])
def test_an_outline_is_abandoned(tmp_path: Path, keys: str) -> None:
    assert typed(tmp_path, keys) == Answer(status="abandoned")


@pytest.mark.parametrize("keys", [CTRL_C, "jj" + CTRL_C, "ewords" + CTRL_C])
def test_ctrl_c_cancels_and_loses_the_changes_alone(tmp_path: Path, keys: str) -> None:
    assert typed(tmp_path, keys) == Answer(status="cancelled")
    assert list(tmp_path.iterdir()) == []


def test_what_is_edited_here_comes_back_letter_by_letter(tmp_path: Path) -> None:
    changed = ("  序 “x” \\n", "", *OUTLINE_LINES)
    keys = "e" + "  序 “x” \\n" + ENTER + ENTER + CTRL_S + "a"
    assert typed(tmp_path, keys) == Answer(status="edited", outline_lines=changed)


def test_several_lines_can_be_pasted(tmp_path: Path) -> None:
    keys = "e" + "\x1b[200~one\r\ntwo\n\n\x1b[201~" + CTRL_S + "a"
    assert typed(tmp_path, keys) == Answer(status="edited", outline_lines=("one", "two", "", *OUTLINE_LINES))


def test_what_is_changed_back_is_adopted(tmp_path: Path) -> None:
    assert typed(tmp_path, "ex\x7f" + CTRL_S + "a") == ADOPTED


def test_an_outline_is_saved_and_found_again_with_what_was_done_to_the_file(tmp_path: Path) -> None:
    path = tmp_path / FILE
    assert typed(tmp_path, "enew " + CTRL_S + "s") == OutlineSaved(path)
    assert path.read_text() == "new " + "\n".join(OUTLINE_LINES) + "\n"
    path.write_text("mine\n\n- alone  \n")
    assert typed(tmp_path, "a") == Answer(status="edited", outline_lines=("mine", "", "- alone  "))
    assert typed(tmp_path, "s") == OutlineSaved(path)
    assert path.read_text() == "mine\n\n- alone  \n"


def test_an_outline_is_reviewed_edited_and_adopted_on_a_real_terminal(tmp_path: Path) -> None:
    room = Typed(tmp_path, "outline", outline().model_dump_json())
    room.see("The outline", "# Outline", "1. 引言 Introduction", "❯ 1. Accept it (a)", "line 1 of 7").type(DOWN)
    room.see("❯ 2. Edit it here (e)").type(ENTER).see("Esc or Ctrl+S done").type("前言\r").see("前言").type(ESCAPE)
    room.see("line 1 of 8").type("a").see("Accepted with your changes: The outline")
    assert room.result()["outline_lines"] == ["前言", *OUTLINE_LINES]


def test_an_editor_of_ones_own_gets_the_outline_and_gives_it_back_exactly(tmp_path: Path) -> None:
    command = editor(tmp_path, 'printf "第一\\n\\n  two \\n" >> "$2"')
    room = Typed(tmp_path, "outline", outline().model_dump_json(), EDITOR=command)
    room.see("❯ 1. Accept it").type("v").see("line 1 of 10").type("a")
    assert room.result() == Answer(status="edited", outline_lines=(*OUTLINE_LINES, "第一", "", "  two ")).model_dump(
        mode="json"
    )


@pytest.mark.parametrize(
    ("script", "notice"),
    [
        (None, "No editor is set."),
        ("exit 3", "exited with an error. The outline is unchanged."),
        ("MISSING", "could not be started. The outline is unchanged."),
        ('printf "\\377" > "$2"', "it is not UTF-8"),
    ],
)
def test_an_editor_that_fails_changes_nothing(tmp_path: Path, script: str | None, notice: str) -> None:
    environ = {"EDITOR": "/no/such/editor" if script == "MISSING" else editor(tmp_path, script)} if script else {}
    room = Typed(tmp_path, "outline", outline().model_dump_json(), **environ)
    room.see("❯ 1. Accept it").type("v").see("❯ 3. Edit it in your own editor")
    room.see(notice).type("a")
    assert room.result()["status"] == "adopted"


def test_ctrl_c_inside_the_editor_is_for_the_editor(tmp_path: Path) -> None:
    command = editor(tmp_path, "echo waiting; exec sleep 60")
    room = Typed(tmp_path, "outline", outline().model_dump_json(), VISUAL=command)
    room.see("❯ 1. Accept it").type("v").see("waiting").type(CTRL_C).see("with an error.").type("a")
    assert room.result()["status"] == "adopted"


class AtOnce(Executor):
    """Runs what it is given before it returns, so that the loop hears of a signal and of the end in the same round."""

    def __init__(self, then: Callable[[], object]) -> None:
        self._then = then

    def submit(self, function: Callable[..., Any], /, *given: Any, **named: Any) -> "Future[Any]":
        done: Future[Any] = Future()
        done.set_result(function(*given, **named))
        self._then()
        return done


def test_a_ctrl_c_that_ends_the_editor_is_never_taken_for_the_outlines_own(tmp_path: Path) -> None:
    environ = {"EDITOR": editor(tmp_path, "kill -INT $PPID; exit 3")}

    async def review() -> Answer | OutlineSaved:
        with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
            asyncio.get_running_loop()._default_executor = AtOnce(then=lambda: pipe.send_text("a"))  # type: ignore[attr-defined]
            pipe.send_text("v")
            return await asyncio.wait_for(review_outline(outline(), "en", folder=tmp_path, environ=environ), 20)

    assert asyncio.run(review()) == ADOPTED


def test_a_file_that_changed_meanwhile_is_overwritten_only_when_asked_twice(tmp_path: Path) -> None:
    room = Typed(tmp_path, "outline", outline().model_dump_json()).see("❯ 1. Accept it")
    (tmp_path / FILE).write_text("of somebody else\n")
    room.type("s").see("has changed in the meantime")
    assert (tmp_path / FILE).read_text() == "of somebody else\n"
    room.type("s").see("Saved:")
    assert room.result() == {"saved": FILE}
    assert (tmp_path / FILE).read_text() == "\n".join(OUTLINE_LINES) + "\n"


def test_a_folder_that_cannot_be_written_is_told_and_the_outline_stays(tmp_path: Path) -> None:
    if os.geteuid() == 0:
        (tmp_path / FILE).mkdir()
    else:
        tmp_path.chmod(0o500)
    room = Typed(tmp_path, "outline", outline().model_dump_json()).see("❯ 1. Accept it")
    room.type("s").see(FILE, "❯ 4.").type("a")
    assert room.result()["status"] == "adopted"


@pytest.mark.parametrize("keys", ["", "e"])
def test_ctrl_c_leaves_the_terminal_sane(tmp_path: Path, keys: str) -> None:
    room = Typed(tmp_path, "outline", outline().model_dump_json()).see("❯ 1. Accept it")
    room.type(keys).see("Esc or" if keys else "PgUp").type(CTRL_C).see("Cancelled. No answer was given.")
    assert room.result()["status"] == "cancelled"


@needs_tmux
@pytest.mark.parametrize("columns", [40, 80, 120])
def test_a_long_outline_scrolls_above_its_choices(tmp_path: Path, columns: int) -> None:
    ask = outline(tuple(f"{number}. 第 {number} 节：{'内容 ' * 10}" for number in range(1, 61)))
    with in_tmux(tmp_path, "outline", ask.model_dump_json(), "zh", columns=columns) as tmux:
        shown = tmux.see("Ctrl+C 取消")
        assert "The outline\n1. 第 1 节：" in shown
        assert "❯ 1. 采用 (a)\n  2. 就地编辑 (e)\n  3. 用你自己的编辑器编辑 (v)\n" in shown
        assert "第 1 行，共 60 行" in shown
        assert widest(shown) <= columns
        assert len(shown.split("\n")) <= 24
        tmux.type("PPage", "NPage").see("The outline\n11. 第 11 节")
        tmux.resize(60).type("j").see("The outline\n12. 第 12 节")
        tmux.type("C-c").see("已取消，没有作答。")
