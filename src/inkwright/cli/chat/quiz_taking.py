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
        run = QuizRun(quiz, replace(shell, stdin=cast("BinaryIO", lines)), progress).run
        taking = asyncio.ensure_future(asyncio.to_thread(run))
        try:
            await asyncio.shield(taking)
        except asyncio.CancelledError:
            lines.close()
            await taking
            raise


class _StoppableLines:
    """The lines that are typed at a terminal; after `close` a thread that waits for one is interrupted."""

    def __init__(self, stdin: BinaryIO) -> None:
        self._stdin = stdin
        self._is_closed = threading.Event()

    def readline(self) -> bytes:
        """Return the next line. After `close`, raise KeyboardInterrupt: half a line is no answer."""
        while not self._is_closed.is_set():
            is_ready = bool(select.select([self._stdin], [], [], _POLL_SECONDS)[0])
            if is_ready and not self._is_closed.is_set():
                return os.read(self._stdin.fileno(), _LINE_BYTES)
        raise KeyboardInterrupt

    def close(self) -> None:
        """End the input."""
        self._is_closed.set()
