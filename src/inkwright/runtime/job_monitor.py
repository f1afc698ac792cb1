"""Watches a job while it runs: stores its progress and its cost, and hears requests to pause it."""

import asyncio
import contextlib
import contextvars
from collections.abc import AsyncIterator, Callable
from typing import Any, Final

from inkwright.errors import StoreError
from inkwright.llm.call_log import Call
from inkwright.runtime.job_store import JobStore
from inkwright.runtime.records import Job, JobUsage

_WATCH_SECONDS: Final = 0.5
_MAX_MESSAGE: Final = 300
TOO_EXPENSIVE: Final = "too_expensive"


class JobMonitor:
    """What is known about a job that runs here; `on_pause` is called once if somebody wants it to pause."""

    def __init__(self, store: JobStore, job: Job, on_pause: Callable[[], None]) -> None:
        self._store = store
        self._job = job
        self._on_pause = on_pause
        self._progress = {"done": job.done, "total": job.total, "message": job.message}
        self._usage = job.usage
        self._noted: dict[str, Any] = {}

    @property
    def is_too_expensive(self) -> bool:
        """Whether the job has reached its cost cap."""
        cap = self._job.max_dollars
        return cap is not None and self._usage.dollars >= cap

    def report(self, done: int, total: int, message: str = "") -> None:
        """Take the progress that the job reports."""
        self._progress = {"done": done, "total": total, "message": message[:_MAX_MESSAGE]}

    def hear_call(self, call: Call) -> None:
        """Add the usage of a model call."""
        before, usage = self._usage, call.usage
        tokens = before.tokens + usage.prompt_tokens + usage.completion_tokens
        self._usage = JobUsage(before.calls + 1, tokens, before.dollars + (usage.dollars or 0))

    async def save(self) -> None:
        """Store progress and usage, if there is news."""
        usage = {"calls": self._usage.calls, "tokens": self._usage.tokens, "dollars": self._usage.dollars}
        now = {"progress": self._progress, "usage": usage}
        if now != self._noted:
            await self._store.note(self._job.id, now)
            self._noted = now

    @contextlib.asynccontextmanager
    async def watching(self) -> AsyncIterator[None]:
        """Watch until the context ends."""
        if self._job.status == "pausing":
            self._on_pause()
        # Without the context of the workflow, in which every call of DBOS would be a step.
        task = asyncio.create_task(self._watch(), context=contextvars.Context())
        try:
            yield
        finally:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(_WATCH_SECONDS)
            with contextlib.suppress(StoreError):
                await self.save()
                await self._hear_pause()

    async def before_step(self) -> None:
        """Begin no step after a request to pause that was stored before, or at the cost cap."""
        if self.is_too_expensive:
            self._on_pause()
            return
        with contextlib.suppress(StoreError):
            await self._hear_pause()

    async def _hear_pause(self) -> None:
        if (await self._store.get(self._job.id, owner=self._job.owner)).status == "pausing":
            self._on_pause()
