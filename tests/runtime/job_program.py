"""A program that runs jobs of the kind `count` in one home folder, and kills itself where it is told to.

`python -m tests.runtime.job_program HOME DATABASE [KEY MOMENT]`: at the step KEY it dies at MOMENT, which is `before`
its work, `after` its work, or `later`, when the step is stored. Each work that is done is a line in HOME/done.txt.
Without a step to die at, it ends when every job is over.
"""

import asyncio
import os
import signal
import sys
from functools import partial
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from inkwright import ScriptedModel
from inkwright.agent.job_kinds import JobKind, JobRun, register_job_kind
from inkwright.agent.services import TurnServices
from inkwright.clock import SystemClock
from inkwright.ids import TimedIds
from inkwright.runtime.job_runner import JobRunner
from inkwright.runtime.job_store import JobStore
from inkwright.store.database import Database, database_url
from inkwright.testing.memory_services import memory_services

OWNER = "me"


class CountInput(BaseModel):
    branches: list[str]
    steps: int


class Counting:
    """The kind `count`: branches that run at the same time, each with some steps after one another."""

    def __init__(self, home: Path, key: str = "", moment: str = "") -> None:
        self._home = home
        self._fatal = (key, moment)

    async def run(self, job: JobRun) -> list[Any]:
        given = job.arguments
        counts = await asyncio.gather(*(self._branch(job, name, given.steps) for name in given.branches))
        job.progress(len(counts), len(counts), "counted")
        return counts

    async def _branch(self, job: JobRun, name: str, steps: int) -> list[str]:
        done = []
        for number in range(steps):
            key = f"{name}{number}"
            done.append(await job.steps.once(key, partial(self._work, key)))
            self._die(key, "later")
        return done

    async def _work(self, key: str) -> str:
        self._die(key, "before")
        await asyncio.sleep(0.01 * (len(key) + ord(key[0]) % 3))
        with (self._home / "done.txt").open("a") as file:
            file.write(key + "\n")
        self._die(key, "after")
        return key

    def _die(self, key: str, moment: str) -> None:
        if (key, moment) == self._fatal:
            os.kill(os.getpid(), signal.SIGKILL)


async def no_services() -> TurnServices:
    """Counting needs none."""
    return memory_services(ScriptedModel([]), [])


async def main(home: Path, url: str, *fatal: str) -> None:
    register_job_kind(JobKind(name="count", input=CountInput, run=Counting(home, *fatal).run))
    database = Database(database_url(url, home))
    await database.open()
    store = JobStore(database, TimedIds())
    runner = JobRunner(store, database, no_services, ids=TimedIds(), clock=SystemClock())
    await runner.open()
    for job in await store.of(OWNER):
        await store.wait(job.id, owner=OWNER)
    await runner.close()
    await store.close()
    await database.close()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), *sys.argv[2:]))
