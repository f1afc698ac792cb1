"""The end of a foreign program: it and everything that it started."""

import asyncio
import contextlib
import os
import signal
from pathlib import Path
from typing import Final

_MAX_POLLS: Final = 100
_POLL_SECONDS: Final = 0.01
_PROC: Final = Path("/proc")
_DEAD: Final = ("Z", "X")


async def stop_process_group(process: asyncio.subprocess.Process) -> None:
    """Stop the group of a process, and wait until none of it runs any more.

    Only the first of them is ours to wait for; the others are looked for, a bounded number of times.
    """
    with contextlib.suppress(ProcessLookupError, PermissionError):
        for _ in range(_MAX_POLLS):
            os.killpg(process.pid, signal.SIGKILL)
            await process.wait()
            if not running_processes(process.pid):
                break
            await asyncio.sleep(_POLL_SECONDS)
    await process.wait()


def running_processes(group: int) -> list[int]:
    """The processes of a group that run. A dead one stays in it until somebody buries it, which may take long.

    Where the system does not tell, the group counts as living.
    """
    if not _PROC.is_dir():
        return [group]
    found = []
    for told in _PROC.glob("[0-9]*/stat"):
        with contextlib.suppress(OSError, ValueError):
            # The name of a program, in brackets, may hold anything.
            state, _, own_group = told.read_text("utf-8", "replace").rpartition(")")[2].split()[:3]
            if own_group == str(group) and state not in _DEAD:
                found.append(int(told.parent.name))
    return found
