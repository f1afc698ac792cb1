"""An event loop in its own thread, for programs that stay open while the loops of their callers come and go."""

import asyncio
import atexit
import contextlib
import threading
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Final, TypeVar

_T = TypeVar("_T")
_EXIT_SECONDS: Final = 10


class BackgroundLoop:
    """The loop starts with the first call. `at_exit` runs in it when the process ends, to stop what is still open."""

    def __init__(self, name: str, *, at_exit: Callable[[], Awaitable[None]]) -> None:
        self._name = name
        self._at_exit = at_exit
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None

    async def run(self, work: Coroutine[Any, Any, _T]) -> _T:
        """Run the work in the loop and return its result. If the caller is cancelled, so is the work."""
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, self._started()))

    def _started(self) -> asyncio.AbstractEventLoop:
        with self._lock:
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                thread = threading.Thread(target=self._loop.run_forever, name=self._name, daemon=True)
                thread.start()
                atexit.register(self._finish, self._loop, thread)
            return self._loop

    def _finish(self, loop: asyncio.AbstractEventLoop, thread: threading.Thread) -> None:
        async def finish() -> None:
            await self._at_exit()

        with contextlib.suppress(TimeoutError):
            asyncio.run_coroutine_threadsafe(finish(), loop).result(_EXIT_SECONDS)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(_EXIT_SECONDS)
        if not thread.is_alive():
            loop.close()
