"""Which processes of this machine live: each has a name that no other one ever has."""

import functools
import os
from pathlib import Path
from typing import Final

_BOOT: Final = Path("/proc/sys/kernel/random/boot_id")
_PROCESSES: Final = Path("/proc")
_START_FIELD: Final = 19
"""The start of a process, counted from the fields after its name in `/proc/PID/stat`."""


def process_place(pid: int | None = None) -> str:
    """Return the machine, the process and its start; empty if the system does not tell."""
    return _place_of(pid) if pid else _own_place(os.getpid())


@functools.cache
def _own_place(pid: int) -> str:
    return _place_of(pid)


def _place_of(pid: int) -> str:
    try:
        # A process of another container has the same machine, and cannot be seen from here.
        space = (_PROCESSES / "self/ns/pid").readlink()
        return f"{_BOOT.read_text().strip()} {space} {pid} {_start_of(pid)}"
    except OSError:
        return ""


def is_gone(place: str) -> bool:
    """Whether it is certain that a process has ended: it was on this machine, and is not there any more."""
    here = process_place()
    if not place or not here or place.split()[:2] != here.split()[:2]:
        return False
    return process_place(int(place.split()[2])) != place


def _start_of(pid: int) -> str:
    return (_PROCESSES / str(pid) / "stat").read_text().rpartition(")")[2].split()[_START_FIELD]
