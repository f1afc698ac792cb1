"""The processes that run jobs: each counts on while it lives, so that the others notice when one has died."""

import os
from pathlib import Path
from typing import Final

from sqlalchemy import delete, insert, select, update
from sqlalchemy.engine import Connection

from inkwright.store.database import Database
from inkwright.store.tables import job_workers

_BOOT: Final = Path("/proc/sys/kernel/random/boot_id")
_PROCESSES: Final = Path("/proc")
_START_FIELD: Final = 19
"""The start of a process, counted from the fields after its name in `/proc/PID/stat`."""


def process_place(pid: int | None = None) -> str:
    """Return the machine, the process and its start; empty if the system does not tell."""
    try:
        # A process of another container has the same machine, and cannot be seen from here.
        space = (_PROCESSES / "self/ns/pid").readlink()
        number = pid or os.getpid()
        return f"{_BOOT.read_text().strip()} {space} {number} {_start_of(number)}"
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


class StoredJobWorkers:
    """The living processes, as far as is known."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def beat(self, worker_id: str, beats: int) -> None:
        """Say that a process lives; it is added if it is new or was taken for dead."""

        def write(connection: Connection) -> None:
            known = update(job_workers).where(job_workers.c.id == worker_id).values(beats=beats)
            if not connection.execute(known).rowcount:
                row = {"id": worker_id, "place": process_place(), "beats": beats}
                connection.execute(insert(job_workers), row)

        await self._database.write(write)

    async def all(self) -> dict[str, tuple[str, int]]:
        """Return the place and the count of each process."""
        rows = await self._database.read(lambda connection: connection.execute(select(job_workers)).all())
        return {row.id: (row.place, row.beats) for row in rows}

    async def remove(self, worker_id: str) -> None:
        """Forget a process that has ended."""
        removal = delete(job_workers).where(job_workers.c.id == worker_id)
        await self._database.write(lambda connection: connection.execute(removal).close())
