"""Fencing tokens: a process that has lost a turn to another one can no longer write for it."""

import contextlib
from collections.abc import Iterator
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True, weakref_slot=True)
class FencingToken:
    """Names one period in which a process runs a turn; `epoch` is one higher each time the turn continues."""

    turn_id: str
    epoch: int


_CURRENT: Final[ContextVar[FencingToken | None]] = ContextVar("fencing_token", default=None)


def current_token() -> FencingToken | None:
    """Return the token under which the current task writes; None outside of a turn."""
    return _CURRENT.get()


@contextlib.contextmanager
def fenced(token: FencingToken | None) -> Iterator[None]:
    """Write under this token, also in the tasks and threads that are started meanwhile."""
    before = _CURRENT.set(token)
    try:
        yield
    finally:
        _CURRENT.reset(before)
