"""Jobs that are opened when they are needed: what they run on takes half a second to load."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING

from inkwright.agent.services import TurnServices
from inkwright.usecases.store import Store

if TYPE_CHECKING:
    from inkwright.runtime.job_runner import JobRunner
    from inkwright.runtime.job_store import JobStore


@dataclass(slots=True)
class LazyJobs:
    """The jobs of a store, and the runner that works on them in this process, once each is asked for."""

    store: Store
    services: Callable[[], Awaitable[TurnServices]]
    _jobs: "JobStore | None" = None
    _runner: "JobRunner | None" = None
    _lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def open(self) -> "JobStore":
        """Return the jobs."""
        async with self._lock:
            if self._jobs is None:
                loaded = await asyncio.to_thread(import_module, "inkwright.runtime.job_store")
                self._jobs = loaded.JobStore(self.store.database, self.store.ids)
        assert self._jobs is not None  # noqa: S101 - opened above
        return self._jobs

    async def run(self) -> None:
        """Run jobs in this process from now on."""
        jobs = await self.open()
        async with self._lock:
            if self._runner is None:
                loaded = await asyncio.to_thread(import_module, "inkwright.runtime.job_runner")
                store = self.store
                runner = loaded.JobRunner(jobs, store.database, self.services, ids=store.ids, clock=store.clock)
                await runner.open()
                self._runner = runner

    async def close(self) -> None:
        """Run no more jobs here."""
        async with self._lock:
            if self._runner is not None:
                await self._runner.close()
            if self._jobs is not None:
                await self._jobs.close()
            self._runner = self._jobs = None
