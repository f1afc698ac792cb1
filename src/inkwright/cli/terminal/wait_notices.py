"""Tell a person what the program waits for: a model that does not answer is no reason for silence."""

import contextlib
import threading
from collections.abc import Iterator
from typing import Final

from inkwright.cli.shell import print_note, printable
from inkwright.i18n import Language, text
from inkwright.llm.waiting import WAITS, ModelWait, WaitBoard

_TICK_SECONDS: Final = 0.5
_NOTICE_SECONDS: Final = (5, 15, 30, 60)
"""When a wait is reported; after the last one, every minute."""


def wait_text(language: Language, wait: ModelWait, seconds: float) -> str:
    """Return what is waited for, for how long, and how to stop it."""
    key = "terminal.waiting_again" if wait.attempt > 1 else "terminal.waiting"
    fields = {"attempt": wait.attempt, "attempts": wait.attempts}
    return text(language, key, model=printable(wait.model), seconds=f"{seconds:.0f}", **fields)


class WaitNotices:
    """Decides when a wait is reported: each call at a few moments, which become rare."""

    def __init__(self, language: Language, board: WaitBoard = WAITS) -> None:
        self._language = language
        self._board = board
        self._wait: ModelWait | None = None
        self._reported = 0

    def due(self) -> str | None:
        """Return the notice that is due now, if one is."""
        found = self._board.longest()
        if found is None:
            return None
        wait, seconds = found
        if wait is not self._wait:
            self._wait, self._reported = wait, 0
        reached = sum(seconds >= moment for moment in _NOTICE_SECONDS) + max(int(seconds // 60) - 1, 0)
        if reached <= self._reported:
            return None
        self._reported = reached
        return wait_text(self._language, wait, seconds)


@contextlib.contextmanager
def wait_notices(language: Language) -> Iterator[None]:
    """Print notices on standard error while the block runs."""
    is_over = threading.Event()
    notices = WaitNotices(language)

    def watch() -> None:
        while not is_over.wait(_TICK_SECONDS):
            if notice := notices.due():
                with contextlib.suppress(OSError, ValueError):
                    print_note(notice)

    thread = threading.Thread(target=watch, daemon=True, name="wait notices")
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join()
