"""Work on blocks in the order of their dependencies, some at once; what depends on a failure is skipped."""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field

BlockWork = Callable[[str], Awaitable[bool]]
"""Works on the block with this id, and returns whether what depends on it can follow."""


async def run_in_order(
    needs: Mapping[str, Sequence[str]], work: BlockWork, *, at_once: int
) -> dict[str, tuple[str, ...]]:
    """Work on every block as soon as all blocks that it needs are done; at most `at_once` at the same time.

    Return the blocks that were skipped, each with the blocks whose failure is the cause. If work raises, no more is
    begun, what runs is finished, and the error is raised. If this is cancelled, so is what runs.
    """
    return await _Schedule(needs, work, at_once).run()


@dataclass
class _Schedule:
    needs: Mapping[str, Sequence[str]]
    work: BlockWork
    at_once: int
    causes: dict[str, tuple[str, ...]] = field(default_factory=dict)

    async def run(self) -> dict[str, tuple[str, ...]]:
        waiting = {id_: len(set(needed)) for id_, needed in self.needs.items()}
        dependents = defaultdict(list)
        for id_, needed in self.needs.items():
            for each in dict.fromkeys(needed):
                dependents[each].append(id_)
        ready = [id_ for id_, count in waiting.items() if not count]
        running: dict[asyncio.Task[bool], str] = {}
        try:
            while ready or running:
                while ready and len(running) < self.at_once:
                    id_ = ready.pop(0)
                    running[asyncio.create_task(self._worked(id_))] = id_
                ended, _ = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
                for task in ended:
                    id_ = running.pop(task)
                    if not task.result():
                        self.causes[id_] = (id_,)
                    ready += self._released(id_, waiting, dependents)
        except BaseException:
            await _finish(running)
            raise
        return {id_: found for id_, found in self.causes.items() if found != (id_,)}

    async def _worked(self, id_: str) -> bool:
        return await self.work(id_)

    def _released(self, done: str, waiting: dict[str, int], dependents: Mapping[str, list[str]]) -> list[str]:
        """Return the blocks that can begin now. Those that need a failed one are over, and release what needs them."""
        ready, over = [], [done]
        while over:
            for each in dependents.get(over.pop(), ()):
                waiting[each] -= 1
                if waiting[each]:
                    continue
                failed = [cause for needed in self.needs[each] for cause in self.causes.get(needed, ())]
                if failed:
                    self.causes[each] = tuple(dict.fromkeys(failed))
                    over.append(each)
                else:
                    ready.append(each)
        return ready


async def _finish(running: Mapping["asyncio.Task[bool]", str]) -> None:
    """Wait for what runs; a cancellation that comes from outside is passed on."""
    task = asyncio.current_task()
    is_cancelled = task is not None and task.cancelling() > 0
    while left := [each for each in running if not each.done()]:
        for each in left if is_cancelled else ():
            each.cancel()
        try:
            await asyncio.wait(left)
        except asyncio.CancelledError:
            is_cancelled = True
    await asyncio.gather(*running, return_exceptions=True)
