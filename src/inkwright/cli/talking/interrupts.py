"""Ctrl+C in a talk: it stops what runs now, and never the talk itself."""

import asyncio
import contextlib
import signal
from collections.abc import Callable, Coroutine, Iterator
from types import FrameType, TracebackType
from typing import Any, Self, TypeVar

T = TypeVar("T")
Stop = Callable[[], object]


class Interrupts:
    """While it is entered, Ctrl+C calls whatever would stop what runs now. With `leaves`, Ctrl+C while nothing runs
    stops the program, as it does elsewhere; without it nothing happens: a prompt has a Ctrl+C of its own.
    """

    def __init__(self, *, leaves: bool) -> None:
        self._leaves = leaves
        self._stop: Stop | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._before: Any = None
        self.count = 0
        """How often something was stopped."""

    def __enter__(self) -> Self:
        self._loop = asyncio.get_running_loop()
        # A handler of the loop's own would be taken away by the first prompt; one of the process is put back by it.
        self._before = signal.signal(signal.SIGINT, self._interrupted)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        signal.signal(signal.SIGINT, self._before)

    @contextlib.contextmanager
    def stopping(self, stop: Stop) -> Iterator[None]:
        """While this lasts, Ctrl+C calls `stop`."""
        before, self._stop = self._stop, stop
        try:
            yield
        finally:
            self._stop = before

    async def run(self, work: Coroutine[Any, Any, T]) -> T | None:
        """The result of the work; None where Ctrl+C stopped it."""
        task = asyncio.ensure_future(work)
        with self.stopping(task.cancel):
            try:
                await asyncio.wait([task])
            except asyncio.CancelledError:
                task.cancel()
                await asyncio.wait([task])
                raise
        return None if task.cancelled() else task.result()

    def _interrupted(self, _signal: int, _frame: FrameType | None) -> None:
        if self._stop is None and self._leaves:
            raise KeyboardInterrupt
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._call)

    def _call(self) -> None:
        if self._stop is not None:
            self.count += 1
            self._stop()
