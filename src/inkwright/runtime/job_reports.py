"""What is reported about jobs that stop running in this process, for logs, metrics and traces: never their texts."""

import contextlib
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class JobReport:
    """How a job stopped here: `finished`, `failed` or `paused`; `code` says why."""

    id: str
    kind: str
    status: str
    seconds: float
    code: str | None = None


JobListener = Callable[[JobReport], None]
_LISTENERS: Final[ContextVar[tuple[JobListener, ...]]] = ContextVar("listeners_of_jobs", default=())


def job_listeners() -> tuple[JobListener, ...]:
    """Return who listens to jobs in this context."""
    return _LISTENERS.get()


@contextlib.contextmanager
def jobs_heard_by(*listeners: JobListener) -> Iterator[None]:
    """Tell these listeners of every job that stops, if the process begins to run jobs inside."""
    before = _LISTENERS.set((*_LISTENERS.get(), *listeners))
    try:
        yield
    finally:
        _LISTENERS.reset(before)
