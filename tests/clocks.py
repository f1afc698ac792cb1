"""Clocks of tests: one that moves only when a test sets it, and the time of a loop that waits for nothing."""

import asyncio
import selectors
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

PATIENCE = 300
"""So many seconds a test waits at most for what will come: it judges no speed, it only ends a wait that has no end."""


class FixedClock:
    """Moves when `seconds` is changed."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def now(self) -> datetime:
        return datetime(2026, 1, 2, tzinfo=UTC) + timedelta(seconds=self.seconds)

    def elapsed(self) -> float:
        return self.seconds


class JumpingLoop(asyncio.SelectorEventLoop):
    """An event loop whose time jumps to the next timer instead of waiting for it, so that a delay costs nothing and
    takes exactly as long as it says.
    """

    def __init__(self) -> None:
        self._jumped = 0.0
        super().__init__(_JumpingSelector(self._jump))

    def time(self) -> float:
        """Return the seconds that timers have waited."""
        return self._jumped

    def _jump(self, seconds: float) -> None:
        self._jumped += seconds


class _JumpingSelector(selectors.DefaultSelector):
    """Reports the time that it is asked to wait, and does not wait."""

    def __init__(self, jump: Callable[[float], None]) -> None:
        super().__init__()
        self._jump = jump

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout:
            self._jump(timeout)
        return super().select(None if timeout is None else 0)
