"""Jobs of apps: the same content is compiled once, and a batch survives kill -9 with every run once."""

import asyncio
import signal
from pathlib import Path

import pytest

from inkwright.conversation.app_records import AppRun
from tests.apps.samples import apps_of, compiled, converse, opened, school_data, turn
from tests.programs import run_module

CLASS_STEP = ("get_class_detail", {"class_id": "1A"})


def run_program(home: Path, *fatal: str) -> int:
    return run_module("tests.apps.batch_program", home, *fatal).returncode


async def begin_batch(home: Path, count: int) -> str:
    async with opened(home, data=school_data(classes=count)) as inkwright:
        app = await compiled(inkwright, await converse(inkwright, turn(1, "How is 1A doing?", CLASS_STEP)))
        names = [each.name for each in (await inkwright.store.schools.load(inkwright.owner)).classes.values()]
        jobs = await inkwright.jobs()

        async def only_store(kind: str, arguments: object, **options: object) -> object:
            return await jobs.begin(kind, arguments, owner=inkwright.owner, **options)  # type: ignore[arg-type]

        apps = type(apps_of(inkwright))(inkwright.store, inkwright.owner, only_store)  # type: ignore[arg-type]
        _, job_id = await apps.batch(app.id, [{"class": name} for name in names], {})
        return job_id


async def runs_of(home: Path) -> list[AppRun]:
    async with opened(home) as inkwright:
        (app,) = await inkwright.store.apps.of(inkwright.owner)
        return await inkwright.store.apps.runs(app.id, owner=inkwright.owner, limit=500)


def survives(home: Path, count: int, *deaths: int) -> None:
    asyncio.run(begin_batch(home, count))
    for fatal in deaths:
        assert run_program(home, str(fatal)) == -signal.SIGKILL
    assert run_program(home) == 0
    runs = asyncio.run(runs_of(home))
    assert [run.status for run in runs] == ["finished"] * count
    assert len({str(run.inputs) for run in runs}) == count


def test_a_batch_that_is_killed_in_the_middle_continues_and_makes_no_run_twice(tmp_path: Path) -> None:
    survives(tmp_path, 6, 2)


@pytest.mark.soak
def test_a_batch_of_thirty_survives_several_kills(tmp_path: Path) -> None:
    survives(tmp_path, 30, 3, 11, 20)


def test_the_same_content_is_compiled_once(tmp_path: Path) -> None:
    async def go() -> None:
        async with opened(tmp_path) as inkwright:
            conversation = await converse(inkwright, turn(1, "How is 1A doing?", CLASS_STEP))
            first, second = [await compiled(inkwright, conversation) for _ in range(2)]
            apps = inkwright.store.apps
            assert (await apps.version(first, 1)).blueprint == (await apps.version(second, 1)).blueprint

    asyncio.run(go())
