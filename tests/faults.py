"""Faults of a program in a process of its own: its clock jumps, or it is killed at one commit of its database.

They belong to the tests: the program itself knows no such settings.
"""

import os
import signal
from collections.abc import Callable
from datetime import datetime, timedelta
from itertools import count
from typing import Any

import inkwright.store.sqlite
import inkwright.usecases.store
from inkwright.clock import SystemClock


class JumpingClock(SystemClock):
    """Is `offset` seconds ahead, and after so many looks jumps by `jump` more. The counter for measuring does not."""

    offset = 0.0
    jump = 0.0
    looks = 0

    def now(self) -> datetime:
        type(self).looks -= 1
        return super().now() + timedelta(seconds=self.offset + (self.jump if self.looks < 0 else 0.0))


def arrange(faults: dict[str, float]) -> None:
    """Arrange for the faults: `offset`, `jump` and `looks` of the clock; `commit` is the half commit to die at."""
    JumpingClock.offset, JumpingClock.jump = faults.get("offset", 0.0), faults.get("jump", 0.0)
    JumpingClock.looks = int(faults.get("looks", 0))
    setattr(inkwright.usecases.store, "SystemClock", JumpingClock)  # noqa: B010 - the name is not exported
    if "commit" in faults:
        _die_at(int(faults["commit"]))


def _die_at(moment: int) -> None:
    """Die before a commit (an odd number) or after it (an even one)."""
    writing: Callable[..., Any] = inkwright.store.sqlite._WriteConnection.write
    moments = count(1)

    def write(self: Any, work: Callable[..., Any]) -> Any:
        def counted(connection: Any) -> Any:
            result = work(connection)
            if next(moments) == moment:
                os.kill(os.getpid(), signal.SIGKILL)
            return result

        result = writing(self, counted)
        if next(moments) == moment:
            os.kill(os.getpid(), signal.SIGKILL)
        return result

    inkwright.store.sqlite._WriteConnection.write = write  # type: ignore[method-assign]
