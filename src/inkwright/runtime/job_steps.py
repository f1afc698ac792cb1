"""The steps of a job: each is done once, even if the process dies; its result is kept by DBOS."""

import asyncio
import json
from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from dbos import DBOS
from dbos._context import assert_current_dbos_context

from inkwright.runtime.records import StopReason

if TYPE_CHECKING:
    from dbos import StepInfo

_RESULT: Final = "result"
_MAX_KEY: Final = 200


class JobSteps:
    """Implements `Steps` in the workflow of a job.

    DBOS knows a step by its place in the order of all steps; we know it by its key, so that steps may run at the same
    time. What is recorded is looked up here by key, and new steps are numbered after all recorded ones.
    """

    def __init__(self, recorded: "Sequence[StepInfo]", may_begin: Callable[[], Awaitable[None]]) -> None:
        self._done = {
            step["function_name"]: json.dumps(step["output"][_RESULT])
            for step in recorded
            if isinstance(step["output"], dict) and _RESULT in step["output"]
        }
        self._locks: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._may_begin = may_begin
        self._working: set[asyncio.Future[None]] = set()
        self.stopping: StopReason | None = None
        assert_current_dbos_context().function_id = max((step["function_id"] for step in recorded), default=0)

    async def once(self, key: str, work: Callable[[], Awaitable[Any]]) -> Any:
        if not 0 < len(key) <= _MAX_KEY:
            raise ValueError("the key of a step has 1 to 200 characters")
        async with self._locks[key]:
            if key not in self._done:
                self._done[key] = json.dumps(await self._do(key, work))
        return json.loads(self._done[key])

    def stop(self, reason: StopReason) -> None:
        """Begin no more steps; the running ones are finished."""
        self.stopping = self.stopping or reason

    async def finished(self) -> None:
        """Wait until no step runs."""
        while self._working:
            await asyncio.wait(self._working)

    async def _do(self, key: str, work: Callable[[], Awaitable[Any]]) -> Any:
        await self._may_begin()
        if self.stopping:
            # Not an error that a pipeline may handle: it is over here, and continues later.
            raise asyncio.CancelledError
        problems: list[Exception] = []

        async def attempt() -> dict[str, Any]:
            try:
                # A result that is not JSON is a mistake of its step; it must not reach DBOS.
                return {_RESULT: json.loads(json.dumps(await work()))}
            except Exception as problem:  # noqa: BLE001 - raised again below; failures are not kept
                problems.append(problem)
                return {"failed": type(problem).__name__}

        working = asyncio.get_running_loop().create_future()
        self._working.add(working)
        try:
            outcome = await DBOS.run_step_async({"name": key, "preemptible": True}, attempt)
        finally:
            self._working.discard(working)
            working.set_result(None)
        if problems:
            raise problems[0]
        return outcome[_RESULT]
