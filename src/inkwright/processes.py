"""Which processes of this machine live: each has a name that no other one ever has."""

import functools
import os
from pathlib import Path
from typing import Final

_BOOT: Final = Path("/proc/sys/kernel/random/boot_id")
_PROCESSES: Final = Path("/proc")
_START_FIELD: Final = 19
"""The start of a process, counted from the fields after its name in `/proc/PID/stat`. The first says what it does."""

_ENDED: Final = "ZXx"
_STOPPED: Final = "Tt"


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
    """Whether it is certain that a process has ended: it was on this machine, and does not run there any more."""
    return _is_here(place) and (_status(place) or _ENDED) in _ENDED


def is_working(place: str) -> bool:
    """Whether it is certain that a process runs: it is on this machine, and nobody has stopped it."""
    return _is_here(place) and (_status(place) or _ENDED) not in _ENDED + _STOPPED


def _is_here(place: str) -> bool:
    here = process_place()
    return bool(place and here) and place.split()[:2] == here.split()[:2]


def _status(place: str) -> str:
    """Return the letter for what the process does; empty if there is none, or another one has its number."""
    number = int(place.split()[2])
    try:
        fields = _fields_of(number)
    except OSError:
        return ""
    return fields[0] if process_place(number) == place else ""


def _start_of(pid: int) -> str:
    return _fields_of(pid)[_START_FIELD]


def _fields_of(pid: int) -> list[str]:
    return (_PROCESSES / str(pid) / "stat").read_text().rpartition(")")[2].split()
