"""A quiz in the chat asks its questions line by line, and Ctrl+C keeps what was answered."""

import asyncio
import io
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import BinaryIO, cast

from inkwright.artifacts.quizzes.load import read_quiz
from inkwright.cli.chat.quiz_taking import _StoppableLines, take_quiz
from inkwright.cli.commands.quiz import QuizRun
from inkwright.cli.exit_codes import INTERRUPTED
from inkwright.cli.shell import Shell
from inkwright.settings import load_settings

QUIZ = b"::Sea:: Rain comes from the sea. {T}\n"


def test_a_quiz_is_taken_on_a_pipe_until_its_end(tmp_path: Path) -> None:
    out = io.StringIO()
    settings = load_settings(flags={"color": "never"}, environ={}, folder=tmp_path, home=tmp_path)
    asyncio.run(take_quiz(QUIZ, "rain.gift", Shell(settings, "en", out, io.BytesIO(b"true\n"))))
    assert "Rain comes from the sea." in out.getvalue()


def test_ctrl_c_takes_no_half_typed_line_for_an_answer_and_keeps_the_progress(tmp_path: Path) -> None:
    read_end, write_end = os.pipe()
    with os.fdopen(read_end, "rb") as stdin, os.fdopen(write_end, "wb") as typed:
        lines, out = _StoppableLines(stdin), io.StringIO()
        os.write(typed.fileno(), b"true\n")
        assert lines.readline() == b"true\n"
        settings = load_settings(flags={"color": "never"}, environ={}, folder=tmp_path, home=tmp_path)
        quiz = read_quiz(QUIZ, "rain.gift").quiz
        run = QuizRun(quiz, Shell(settings, "en", out, cast("BinaryIO", lines)), tmp_path / "progress.json").run
        with ThreadPoolExecutor() as threads:
            code = threads.submit(run)
            lines.close()
            os.write(typed.fileno(), b"t")
            assert code.result() == INTERRUPTED
        assert "progress is kept" in out.getvalue()
        assert "orrect" not in out.getvalue()
