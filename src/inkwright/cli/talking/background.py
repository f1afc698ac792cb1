"""Slow work beside a talk: it keeps neither the prompt waiting nor the program from ending."""

import asyncio
import contextlib
import threading
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


async def in_background(work: Callable[[], T]) -> T:
    """The result of the work, which runs in a thread. Whoever stops waiting leaves the thread to itself."""
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
        except BaseException as raised:  # noqa: BLE001 - whatever it is, it is raised where the result is awaited
            problem = raised
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(done, value, problem)

    # A thread of the loop's own pool would be waited for at the end of the program.
    threading.Thread(target=run, daemon=True).start()
    return await result
