"""The processes that run jobs: which of them live."""

import subprocess
from typing import Any

from sqlalchemy.engine import URL

from inkwright.store.database import Database
from inkwright.store.job_workers import StoredJobWorkers, is_gone, process_place
from tests.store.opened import run_on


def test_a_process_is_gone_when_it_is_not_on_its_machine_any_more() -> None:
    child = subprocess.Popen(["sleep", "60"])
    place = process_place(child.pid)
    assert (is_gone(place), is_gone(process_place())) == (False, False)
    child.kill()
    child.wait()
    assert is_gone(place)
    assert not is_gone("another-boot pid:[1] 7 9"), "a process of another machine cannot be seen from here"
    assert not is_gone("")


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
