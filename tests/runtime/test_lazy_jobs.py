"""Jobs are opened when they are first needed, and closed once."""

import asyncio
from pathlib import Path

from inkwright.runtime.lazy_jobs import LazyJobs
from inkwright.settings import load_settings
from inkwright.usecases.store import open_store
from tests.runtime.job_program import no_services


def test_all_who_open_jobs_get_the_same_ones_until_they_are_closed(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_store(load_settings(flags={}, environ={}, folder=tmp_path, home=tmp_path)) as store:
            jobs = LazyJobs(store, no_services)
            await jobs.close()
            first, second = await asyncio.gather(jobs.open(), jobs.open())
            assert first is second
            assert await first.of("me") == []
            await jobs.close()
            assert await jobs.open() is not first
            await jobs.close()

    asyncio.run(go())
