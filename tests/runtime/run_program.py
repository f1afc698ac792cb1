"""A program that continues the auto-runs of one home folder with a slow scripted model, until they are over.

`python -m tests.runtime.run_program HOME`: it prints "running" once it runs jobs.
"""

import asyncio
import sys
from pathlib import Path

from inkwright import ScriptedModel
from inkwright.application import Inkwright
from inkwright.llm.models import Request


def reply(request: Request) -> str:
    """Return a text that says which block it is."""
    prompt = "\n".join(str(each["content"]) for each in request.messages)
    return f"Text of {prompt.split('BLOCK<', 1)[1].split('>', 1)[0]}."


async def main(home: Path) -> None:
    async with Inkwright.open(home=home, model=ScriptedModel(reply, delay=0.1)) as inkwright:
        await inkwright.run_jobs()
        print("running", flush=True)  # noqa: T201
        jobs = await inkwright.jobs()
        for job in await jobs.of(inkwright.owner):
            await jobs.wait(job.id, owner=inkwright.owner)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
