"""Take a quiz in the chat: line by line, until it ends or the user stops it."""

import asyncio
import contextlib
import os
import select
import threading
from dataclasses import replace
from typing import BinaryIO, Final, cast

from inkwright.artifacts.quizzes.load import read_quiz
from inkwright.cli.commands.quiz import QuizRun
from inkwright.cli.shell import Shell
from inkwright.cli.terminal.live_region import with_lines
from inkwright.usecases.quiz_progress import progress_path

_POLL_SECONDS: Final = 0.1
_LINE_BYTES: Final = 4_096


async def take_quiz(content: bytes, name: str, shell: Shell) -> None:
    """Ask every question of the quiz. Ctrl+C ends it; it continues there the next time."""
    quiz, progress = read_quiz(content, name, shell.language).quiz, progress_path(shell.settings.home, content)
    if not shell.stdin.isatty():
        await asyncio.to_thread(QuizRun(quiz, shell, progress).run)
        return
    lines = _StoppableLines(shell.stdin)
    with with_lines(shell.stdin), contextlib.closing(lines):
        await asyncio.to_thread(QuizRun(quiz, replace(shell, stdin=cast("BinaryIO", lines)), progress).run)


class _StoppableLines:
    """The lines that are typed at a terminal; after `close` there are no more, also for a thread that waits for one."""

    def __init__(self, stdin: BinaryIO) -> None:
        self._stdin = stdin
        self._is_closed = threading.Event()

    def readline(self) -> bytes:
        """Return the next line; nothing at the end."""
        while not self._is_closed.is_set():
            if select.select([self._stdin], [], [], _POLL_SECONDS)[0]:
                return os.read(self._stdin.fileno(), _LINE_BYTES)
        return b""

    def close(self) -> None:
        """End the input."""
        self._is_closed.set()
