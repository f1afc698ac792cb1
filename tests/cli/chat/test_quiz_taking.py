"""A quiz in the chat asks its questions line by line, and ends when the typed lines are closed."""

import asyncio
import io
import os
import threading
from pathlib import Path

from inkwright.cli.chat.quiz_taking import _StoppableLines, take_quiz
from inkwright.cli.shell import Shell
from inkwright.settings import load_settings

QUIZ = b"::Sea:: Rain comes from the sea. {T}\n"


def test_a_quiz_is_taken_on_a_pipe_until_its_end(tmp_path: Path) -> None:
    out = io.StringIO()
    settings = load_settings(flags={"color": "never"}, environ={}, folder=tmp_path, home=tmp_path)
    asyncio.run(take_quiz(QUIZ, "rain.gift", Shell(settings, "en", out, io.BytesIO(b"true\n"))))
    assert "Rain comes from the sea." in out.getvalue()


def test_a_thread_that_waits_for_a_line_gets_nothing_after_the_end() -> None:
    read_end, write_end = os.pipe()
    with os.fdopen(read_end, "rb") as stdin, os.fdopen(write_end, "wb") as typed:
        lines, got = _StoppableLines(stdin), list[bytes]()
        os.write(typed.fileno(), b"true\n")
        assert lines.readline() == b"true\n"
        waiting = threading.Thread(target=lambda: got.append(lines.readline()))
        waiting.start()
        lines.close()
        waiting.join()
        assert got == [b""]
