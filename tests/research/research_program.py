"""A program that runs one research in one home folder, with a model that goes wrong where it is told to.

`python -m tests.research.research_program HOME FAULT AT`: call number AT to the model, and the two after it, go wrong
in this way; `killed` ends the process with SIGKILL at that call. Calls are lines in HOME/calls.txt, also those of
earlier processes. It prints the status and the report of the job.
"""

import asyncio
import json
import os
import signal
import sys
from pathlib import Path
from zlib import crc32

from inkwright.application import Inkwright
from inkwright.llm.models import Request
from inkwright.llm.scripted import ScriptedModel, ScriptedOutput
from tests.research.test_faults import FAULTS
from tests.research.test_pipeline import answer

_MAX_RESUMES = 5


def faulty_model(home: Path, fault: str, at: int) -> ScriptedModel:
    """A model that counts its calls in a file."""
    calls = home / "calls.txt"

    def reply(request: Request) -> ScriptedOutput | BaseException:
        number = len(calls.read_text("utf-8").splitlines()) if calls.exists() else 0
        is_wrong = fault in FAULTS and at <= number < at + (1 if fault == "killed" else 3)
        with calls.open("a", encoding="utf-8") as file:
            file.write(("wrong" if is_wrong else str(crc32(str(request.messages).encode()))) + "\n")
        if is_wrong and fault == "killed":
            os.kill(os.getpid(), signal.SIGKILL)
        return FAULTS[fault]() if is_wrong else answer(request)

    return ScriptedModel(reply)


async def main(home: Path, fault: str, at: int) -> None:
    async with Inkwright.open(home=home, model=faulty_model(home, fault, at)) as inkwright:
        jobs = await inkwright.jobs()
        known = await jobs.of(inkwright.owner)
        given = {"topic": "Floods of the Velda river", "depth": 1, "sources": ["web"]}
        job = known[0] if known else await inkwright.begin_job("research", given, title="Floods")
        await inkwright.run_jobs()
        for _ in range(_MAX_RESUMES):
            job = await jobs.wait(job.id, owner=inkwright.owner)
            if job.status == "finished":
                break
            await jobs.resume(job.id, owner=inkwright.owner)
        sys.stdout.write(json.dumps({"status": job.status, "result": job.result}))


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])))
