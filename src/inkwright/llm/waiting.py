"""What the program waits for: the calls to models that have no reply yet, so that a person can see them."""

import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class ModelWait:
    """A call without a reply yet. `attempt` of `attempts` counts the calls to this model for one reply."""

    model: str
    attempt: int
    attempts: int
    since: float


class WaitBoard:
    """The calls that run now. Any thread may read it."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._lock = threading.Lock()
        self._waits: list[ModelWait] = []

    @contextlib.contextmanager
    def waiting(self, model: str, attempt: int, attempts: int) -> Iterator[None]:
        """Show a call while the block runs."""
        wait = ModelWait(model, attempt, attempts, self._now())
        with self._lock:
            self._waits.append(wait)
        try:
            yield
        finally:
            with self._lock:
                self._waits = [each for each in self._waits if each is not wait]

    def longest(self) -> tuple[ModelWait, float] | None:
        """Return the call that runs longest, and its seconds; None if nothing is waited for."""
        with self._lock:
            first = min(self._waits, key=lambda wait: wait.since, default=None)
        return (first, self._now() - first.since) if first else None


WAITS: Final = WaitBoard()
"""The calls of this process."""
