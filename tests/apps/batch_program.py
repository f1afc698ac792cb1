"""A program that runs the jobs of apps in one home folder, and kills itself after so many runs have ended.

`python -m tests.apps.batch_program HOME [RUNS]`: without a number it ends when every job is over.
"""

import asyncio
import os
import signal
import sys
from pathlib import Path

from inkwright.agent.rule_planner import NoModel
from inkwright.application import Inkwright


async def main(home: Path, fatal: int | None = None) -> None:
    async with Inkwright.open(home=home, model=NoModel()) as inkwright:
        await inkwright.run_jobs()
        (app,) = await inkwright.store.apps.of(inkwright.owner)
        jobs = await inkwright.jobs()
        while any(not job.is_over for job in await jobs.of(inkwright.owner)):
            runs = await inkwright.store.apps.runs(app.id, owner=inkwright.owner, limit=500)
            if fatal is not None and sum(1 for run in runs if run.status == "finished") >= fatal:
                os.kill(os.getpid(), signal.SIGKILL)
            await asyncio.sleep(0.02)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), *map(int, sys.argv[2:])))
