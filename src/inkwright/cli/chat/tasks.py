"""Tasks of a chat: slow work in a thread, and Ctrl+C that cancels what is running."""

import asyncio
import contextlib
import signal
import threading
from collections.abc import Callable, Coroutine, Iterator
from types import FrameType, TracebackType
from typing import Any, Self, TypeVar

T = TypeVar("T")


async def run_in_thread(work: Callable[[], T]) -> T:
    """Run the work in a thread and return its result. Cancelling stops the wait, not the thread."""
    loop = asyncio.get_running_loop()
    result: asyncio.Future[T] = loop.create_future()

    def done(value: T | None, problem: BaseException | None) -> None:
        if result.cancelled():
            return
        if problem is not None:
            result.set_exception(problem)
        else:
            result.set_result(value)  # type: ignore[arg-type]

    def run() -> None:
        value: T | None = None
        problem: BaseException | None = None
        try:
            value = work()
        except BaseException as raised:  # noqa: BLE001 - raised again where the result is awaited
            problem = raised
        with contextlib.suppress(RuntimeError):  # the loop is closed, so the result is not needed
            loop.call_soon_threadsafe(done, value, problem)

    # The program would wait at exit for a thread of the loop's pool.
    threading.Thread(target=run, daemon=True).start()
    return await result


StopCallback = Callable[[], object]


class InterruptHandler:
    """A context in which Ctrl+C stops the running work.

    With `leaves`, Ctrl+C while nothing runs stops the program; without it nothing happens, because a prompt handles
    Ctrl+C itself.
    """

    def __init__(self, *, leaves: bool) -> None:
        self._leaves = leaves
        self._stop: StopCallback | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._before: Any = None
        self.count = 0
        """How often work was stopped."""

    def __enter__(self) -> Self:
        self._loop = asyncio.get_running_loop()
        # A prompt removes the handler of the loop permanently, but restores that of the process.
        self._before = signal.signal(signal.SIGINT, self._interrupted)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        signal.signal(signal.SIGINT, self._before)

    @contextlib.contextmanager
    def stopping(self, stop: StopCallback) -> Iterator[None]:
        """Within this context Ctrl+C calls `stop`."""
        before, self._stop = self._stop, stop
        try:
            yield
        finally:
            self._stop = before

    async def run(self, work: Coroutine[Any, Any, T]) -> T | None:
        """Return the result of the work; None if Ctrl+C stopped it."""
        task = asyncio.ensure_future(work)
        await self.wait_for(task, task.cancel)
        return None if task.cancelled() else task.result()

    async def wait_for(self, task: "asyncio.Future[Any]", stop: StopCallback) -> None:
        """Wait until the task is over. Ctrl+C calls `stop`; whoever cancels the waiting cancels the task."""
        with self.stopping(stop):
            try:
                await asyncio.wait([task])
            except asyncio.CancelledError:
                task.cancel()
                await asyncio.wait([task])
                raise

    def _interrupted(self, _signal: int, _frame: FrameType | None) -> None:
        if self._stop is None and self._leaves:
            raise KeyboardInterrupt
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._call)

    def _call(self) -> None:
        if self._stop is not None:
            self.count += 1
            self._stop()
