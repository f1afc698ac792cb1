"""The processes that run jobs: each counts on while it lives, so that the others notice when one has died."""

from sqlalchemy import delete, insert, select, update
from sqlalchemy.engine import Connection

from inkwright.processes import process_place
from inkwright.store.database import Database
from inkwright.store.tables import job_workers


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
