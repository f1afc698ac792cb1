"""The processes that run jobs: which of them live."""

from typing import Any

from sqlalchemy.engine import URL

from inkwright.processes import process_place
from inkwright.store.database import Database
from inkwright.store.job_workers import StoredJobWorkers
from tests.store.opened import run_on


def test_a_process_that_was_removed_is_back_with_its_next_beat(url: URL) -> None:
    async def go(database: Database) -> Any:
        workers = StoredJobWorkers(database)
        await workers.beat("worker_1", 1)
        await workers.beat("worker_1", 2)
        first = await workers.all()
        await workers.remove("worker_1")
        gone = await workers.all()
        await workers.beat("worker_1", 3)
        return first, gone, await workers.all()

    place = process_place()
    assert run_on(url, go) == ({"worker_1": (place, 2)}, {}, {"worker_1": (place, 3)})
