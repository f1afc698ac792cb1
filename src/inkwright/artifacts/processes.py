"""Groups of processes: a program together with every process it started, measured and stopped."""

import asyncio
import contextlib
import os
import resource
import signal
import time
from pathlib import Path
from typing import Final

_MAX_POLLS: Final = 1_000
_POLL_SECONDS: Final = 0.01
_PROC: Final = Path("/proc")
_DEAD: Final = ("Z", "X")
_PAGE_SIZE: Final = resource.getpagesize()


async def stop_process_group(process: asyncio.subprocess.Process) -> None:
    """Kill the group of a process and wait until none of its processes runs.

    Only the process itself is a child that can be waited for; the others are polled, at most ten seconds in all,
    because a busy machine takes its time.
    """
    with contextlib.suppress(ProcessLookupError, PermissionError):
        for _ in range(_MAX_POLLS):
            os.killpg(process.pid, signal.SIGKILL)
            await process.wait()
            if not running_processes(process.pid):
                break
            await asyncio.sleep(_POLL_SECONDS)
    await process.wait()


def kill_group(group: int) -> None:
    """Kill every process of a group, without waiting for them."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)


def end_group(group: int) -> None:
    """Kill every process of a group and wait until none of them runs, at most ten seconds. This blocks."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        for _ in range(_MAX_POLLS):
            os.killpg(group, signal.SIGKILL)
            if not running_processes(group):
                return
            time.sleep(_POLL_SECONDS)


def kill_family(process: int) -> None:
    """Kill the group of a process, and the groups of everything that it started, which may have groups of their own.

    Where the system does not list children, those end at their own limits.
    """
    family = [process]
    for member in family:
        with contextlib.suppress(OSError):
            for children in (_PROC / str(member) / "task").glob("*/children"):
                family += map(int, children.read_text("ascii").split())
    for member in family:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(member, signal.SIGKILL)
        kill_group(member)  # nothing happens if it leads none


def group_memory(group: int) -> int:
    """Return the bytes of memory that the processes of a group occupy together; 0 where there is no `/proc`."""
    return sum(map(_resident_memory, running_processes(group))) if _PROC.is_dir() else 0


def kill_largest(group: int, limit: int) -> None:
    """Kill the process of a group that occupies the most memory, if all together occupy more than a limit."""
    sizes = {process: _resident_memory(process) for process in running_processes(group)} if _PROC.is_dir() else {}
    if sum(sizes.values()) > limit:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(max(sizes, key=sizes.__getitem__), signal.SIGKILL)


def _resident_memory(process: int) -> int:
    try:
        status = (_PROC / str(process) / "statm").read_text("ascii").split()
        # Pages that are shared, such as those of libraries, would count for each process.
        return (int(status[1]) - int(status[2])) * _PAGE_SIZE
    except (OSError, ValueError, IndexError):
        return 0  # it has just ended


def stop_processes_naming(folder: Path) -> None:
    """Kill the processes whose arguments name a folder that only our programs use: some leave their group.

    Where the system has no `/proc`, they are left to end by themselves.
    """
    for arguments in _PROC.glob("[0-9]*/cmdline"):
        # A process may end meanwhile, or belong to someone else.
        with contextlib.suppress(OSError):
            if os.fsencode(folder) in arguments.read_bytes():
                os.kill(int(arguments.parent.name), signal.SIGKILL)


def running_processes(group: int) -> list[int]:
    """Return the running processes of a group, without the dead ones that no parent has reaped yet.

    Where the system has no `/proc`, the group counts as running.
    """
    if not _PROC.is_dir():
        return [group]
    found = []
    for status in _PROC.glob("[0-9]*/stat"):
        with contextlib.suppress(OSError, ValueError):
            # The name of the program, in brackets, may contain spaces and brackets.
            state, _, own_group = status.read_text("utf-8", "replace").rpartition(")")[2].split()[:3]
            if own_group == str(group) and state not in _DEAD:
                found.append(int(status.parent.name))
    return found
