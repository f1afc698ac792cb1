"""Apps: a batch over thirty classes, one summary of 100,000 results, many runs; `python -m bench.apps` shows it."""

import asyncio
import os
import tempfile
import time
from pathlib import Path

from inkwright.agent.conversation_steps import steps_of_turns
from inkwright.apps.bindings import DataSources
from inkwright.apps.compiler import CompileRequest, compile_blueprint
from inkwright.apps.computing import compute_tables
from inkwright.clock import SystemClock
from inkwright.school.school import School
from tests.apps.conversations import CONVERSATIONS
from tests.apps.samples import apps_of, compiled, converse, opened, school_data, turn

_STEP = ("get_class_detail", {"class_id": "1A"})


async def batch_of_thirty() -> float:
    """Return the seconds of a batch over thirty classes of thirty pupils, without texts."""
    with tempfile.TemporaryDirectory() as folder:
        async with opened(Path(folder), data=school_data(classes=30, pupils=30, tests=8)) as inkwright:
            app = await compiled(inkwright, await converse(inkwright, turn(1, "How is 1A doing?", _STEP)))
            names = [each.name for each in (await inkwright.store.schools.load(inkwright.owner)).classes.values()]
            begun = time.monotonic()
            _, job_id = await apps_of(inkwright).batch(app.id, [{"class": name} for name in names], {})
            job = await (await inkwright.jobs()).wait(job_id, owner=inkwright.owner)
            seconds = time.monotonic() - begun
            assert [each["status"] for each in job.result["runs"]] == ["finished"] * 30
            return seconds


def summary_of_many() -> tuple[int, float]:
    """Return how many results were summarised, and the seconds that it took with loading."""
    school = School(school_data(classes=1, pupils=4_200, tests=30))
    steps = steps_of_turns([turn(1, "How is 1A doing?", _STEP)], school)
    blueprint = compile_blueprint(CompileRequest(steps), school)
    begun = time.monotonic()
    done = asyncio.run(compute_tables(blueprint, {}, DataSources("me", school, None), SystemClock()))
    assert done.error is None
    return len(school.data.results), time.monotonic() - begun


def many_runs(count: int = 400) -> int:
    """Return how many of so many executions on valid inputs succeed."""
    school = School(school_data(classes=3, pupils=9, tests=6))
    succeeded = 0
    for number in range(count):
        message, called = CONVERSATIONS[number % len(CONVERSATIONS)]
        calls = [call for call in called if call[0] != "search_teacher_documents"]
        steps = steps_of_turns([turn(1, message, *calls)], school) if calls else []
        if not steps:
            steps = steps_of_turns([turn(1, message, _STEP)], school)
        blueprint = compile_blueprint(CompileRequest(steps), school)
        given = {each.id: f"1{'ABC'[number % 3]}" for each in blueprint.data_contract.inputs if each.type == "class"}
        given = given if all(each.type != "pupil" for each in blueprint.data_contract.inputs) else {}
        done = asyncio.run(compute_tables(blueprint, given, DataSources("me", school, None), SystemClock()))
        succeeded += done.error is None
    return succeeded


def main() -> None:
    """Print the figures, with the load of the machine."""
    print(f"load {os.getloadavg()[0]:.1f}")
    results, seconds = summary_of_many()
    print(f"{results} results summarised in {seconds:.2f} s")
    print(f"{many_runs()} of 400 executions on valid inputs succeeded")
    print(f"a batch over 30 classes took {asyncio.run(batch_of_thirty()):.1f} s")


if __name__ == "__main__":
    main()
