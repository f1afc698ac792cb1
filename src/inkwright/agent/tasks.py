"""The tasks of the turns that run in this process, and how they are cancelled."""

import asyncio
import contextlib
import logging
from collections.abc import Coroutine, Iterator
from typing import Any, TypeVar

from inkwright.errors import StoreError, TurnLost

Result = TypeVar("Result")

_RUNNING_TASKS: dict[str, tuple[str, asyncio.Task[Any]]] = {}


@contextlib.contextmanager
def registered_task(turn_id: str, owner: str) -> Iterator[asyncio.Task[Any]]:
    """Register the current task as the one that runs the turn."""
    task = asyncio.current_task()
    assert task is not None, "a turn runs in a task"  # noqa: S101
    _RUNNING_TASKS[turn_id] = (owner, task)
    try:
        yield task
    finally:
        _RUNNING_TASKS.pop(turn_id, None)


def running_task(turn_id: str, owner: str) -> asyncio.Task[Any] | None:
    """Return the task that runs a turn of this owner in this process."""
    known, task = _RUNNING_TASKS.get(turn_id, ("", None))
    return task if known == owner else None


async def finish_despite_cancel(work: "asyncio.Task[Result] | Coroutine[Any, Any, Result]") -> Result:
    """Return the result of the work. A cancellation meanwhile takes effect after the work is done."""
    task = asyncio.ensure_future(work)
    is_cancelled = False
    while not task.done():
        try:
            await asyncio.wait([task])
        except asyncio.CancelledError:
            is_cancelled = True
    if is_cancelled:
        task.exception()
        raise asyncio.CancelledError
    return task.result()


def log_failure(task: "asyncio.Task[Any]") -> None:
    """Log why the task of a turn failed. What is expected of a database or another process has no traceback: a turn
    that this leaves is continued.
    """
    if not task.cancelled() and (problem := task.exception()) is not None:
        logger = logging.getLogger("inkwright.application")
        if isinstance(problem, TurnLost | StoreError):
            logger.warning("turn %s: %s", task.get_name(), problem)
        else:
            logger.error("turn %s: %s", task.get_name(), type(problem).__name__, exc_info=problem)
