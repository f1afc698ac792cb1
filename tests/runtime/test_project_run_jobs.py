"""Auto-runs among the jobs: one at a time for each project, and kill -9 at any moment loses and repeats nothing."""

import asyncio
import random
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from inkwright import ScriptedModel
from inkwright.application import Inkwright
from inkwright.errors import EditConflict, JobRunning
from inkwright.projects.anchored_edits import AnchoredEdit
from inkwright.projects.blocks import BlockChange, BlockSettings
from inkwright.projects.editing import edit_block
from inkwright.projects.records import Project
from inkwright.projects.workspace import BlockWithText, ProjectWorkspace
from inkwright.runtime.project_run_jobs import RunRequest, begin_run, latest_run
from inkwright.usecases.projects import open_project
from tests.projects.test_block_schedule import random_graph
from tests.runtime.run_program import reply


async def new_project(inkwright: Inkwright, needs: dict[str, list[str]], name: str = "Rivers") -> Project:
    """A project with a block for each name, each with its dependencies."""
    project, _ = await open_project(inkwright.store, name, owner=inkwright.owner)
    workspace = inkwright.store.workspace(project)
    ids: dict[str, str] = {}
    for each in sorted(needs, key=lambda each: int(each[1:])):
        settings = BlockSettings(
            prompt=f"BLOCK<{each}>", auto_generate=True, depends_on=tuple(ids[need] for need in needs[each])
        )
        ids[each] = (await workspace.add(each, settings=settings)).block_id
    return project


async def begun(home: Path, needs: dict[str, list[str]]) -> str:
    async with Inkwright.open(home=home, model=ScriptedModel(reply)) as inkwright:
        project = await new_project(inkwright, needs)
        job = await begin_run(await inkwright.jobs(), project, RunRequest())
        return job.id


def killed(home: Path, seconds: float) -> bool:
    """Run the program, and kill it so long after it runs jobs; return whether it was still there."""
    command = [sys.executable, "-m", "tests.runtime.run_program", str(home)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == b"running\n"
        try:
            program.wait(seconds)
        except subprocess.TimeoutExpired:
            program.kill()
            return True
    return False


async def checked(home: Path, job_id: str, needs: dict[str, list[str]]) -> None:
    async with Inkwright.open(home=home, model=ScriptedModel(reply)) as inkwright:
        job = await (await inkwright.jobs()).get(job_id, owner=inkwright.owner)
        assert (job.status, job.done, job.total) == ("finished", len(needs), len(needs))
        assert {each["state"] for each in job.result["blocks"]} == {"generated"}
        project, _ = await open_project(inkwright.store, "Rivers", owner=inkwright.owner)
        workspace = inkwright.store.workspace(project)
        tree = await workspace.tree()
        for _, block in tree.walk():
            versions = await workspace.versions(block.id)
            assert [each.author for each in versions] == ["person", "auto_run"], block.name
            assert (await workspace.read(block.id)).text == f"Text of {block.name}."
        written = [each for each in await workspace.feed() if each.kind == "block_changed"]
        order = {each.subject: place for place, each in enumerate(written)}
        assert all(order[need] < order[name] for name, needed in needs.items() for need in needed)
        assert len(written) == len(needs)


def survives_kills(home: Path, seed: int, kills: int) -> None:
    needs = random_graph(seed, 24)
    job_id = asyncio.run(begun(home, needs))
    chosen = random.Random(seed)
    for _ in range(kills):
        if not killed(home, chosen.uniform(0, 0.35)):
            break
    assert not killed(home, 300)
    asyncio.run(checked(home, job_id, needs))


def test_a_run_that_is_killed_goes_on_by_itself_and_generates_no_block_twice(tmp_path: Path) -> None:
    survives_kills(tmp_path, seed=1, kills=3)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(10))
def test_a_run_survives_kills_at_fifty_random_moments(tmp_path: Path, seed: int) -> None:
    survives_kills(tmp_path, seed=100 + seed, kills=5)


class Page:
    """A page that adds lines to blocks, at once or as an edit at a quoted place, and remembers what was accepted."""

    def __init__(self, name: str, workspace: ProjectWorkspace) -> None:
        self.accepted: dict[tuple[str, int], str] = {}
        self.refused = 0
        self._name = name
        self._workspace = workspace
        self._random = random.Random(name)

    async def write(self, block_ids: Sequence[str], lines: int) -> None:
        for number in range(lines):
            id_, line = self._random.choice(block_ids), f"{self._name}-{number};\n"
            seen = await self._workspace.read(id_)
            await asyncio.sleep(0)
            try:
                change = await self._add(seen, line)
            except EditConflict:
                self.refused += 1
            else:
                self.accepted[id_, change.version] = line

    async def _add(self, seen: BlockWithText, line: str) -> BlockChange:
        based_on = seen.block.version
        if not seen.text or self._random.random() < 0.5:
            return await self._workspace.write(seen.block.id, seen.text + line, based_on=based_on)
        anchor = seen.text.splitlines(keepends=True)[-1]
        edit = AnchoredEdit("insert_after", anchor, line)
        change = await edit_block(self._workspace, seen.block.id, [edit], based_on=based_on)
        assert isinstance(change, BlockChange)
        return change


async def edited_by_all(home: Path, lines: int) -> None:
    """Two pages and one auto-run after the other change a project; every accepted change is in the next version."""
    needs = random_graph(3, 8)
    async with Inkwright.open(home=home, model=ScriptedModel(lambda request: reply(request) + "\n")) as inkwright:
        await inkwright.run_jobs()
        project, jobs = await new_project(inkwright, needs), await inkwright.jobs()
        workspace = inkwright.store.workspace(project)
        ids = [block.id for _, block in (await workspace.tree()).walk()]
        pages = [Page(name, inkwright.store.workspace(project)) for name in ("a", "b")]
        writing = asyncio.gather(*(page.write(ids, lines) for page in pages))
        while not writing.done():
            job = await begin_run(jobs, project, RunRequest(only=tuple(ids[:4])))
            assert (await jobs.wait(job.id, owner=inkwright.owner)).status == "finished"
        await writing
        accepted = pages[0].accepted | pages[1].accepted
        assert len(accepted) == 2 * lines - sum(page.refused for page in pages)
        for id_ in ids:
            before = ""
            for version in await workspace.versions(id_):
                text = (await workspace.read(id_, version.version)).text
                if line := accepted.pop((id_, version.version), ""):
                    assert text == before + line
                else:
                    assert version.author == "auto_run" or version.version == 1
                before = text
        numbers = [each.number for each in await workspace.feed(limit=100_000)]
        assert (accepted, numbers) == ({}, list(range(1, len(numbers) + 1)))


@pytest.mark.parametrize("lines", [5, pytest.param(1_500, marks=pytest.mark.soak)])
def test_two_pages_and_runs_edit_one_project_and_no_change_is_lost(tmp_path: Path, lines: int) -> None:
    asyncio.run(edited_by_all(tmp_path, lines))


def test_a_project_has_one_run_at_a_time_and_another_project_its_own(tmp_path: Path) -> None:
    async def go() -> None:
        async with Inkwright.open(home=tmp_path, model=ScriptedModel(reply)) as inkwright:
            jobs = await inkwright.jobs()
            project = await new_project(inkwright, {"b0": []})
            other = await new_project(inkwright, {"b0": []}, "Seas")
            assert await latest_run(jobs, project) is None
            first = await begin_run(jobs, project, RunRequest())
            with pytest.raises(JobRunning):
                await begin_run(jobs, project, RunRequest())
            await begin_run(jobs, other, RunRequest())
            await jobs.cancel(first.id, owner=inkwright.owner)
            second = await begin_run(jobs, project, RunRequest())
            found = await latest_run(jobs, project)
            assert found is not None
            assert found.id == second.id

    asyncio.run(go())


def test_of_two_runs_that_begin_at_the_same_moment_one_remains(tmp_path: Path) -> None:
    async def go() -> list[Any]:
        async with Inkwright.open(home=tmp_path, model=ScriptedModel(reply)) as inkwright:
            jobs = await inkwright.jobs()
            project = await new_project(inkwright, {"b0": []})
            results = await asyncio.gather(
                *(begin_run(jobs, project, RunRequest()) for _ in range(3)), return_exceptions=True
            )
            active = [each for each in await jobs.of(inkwright.owner) if not each.is_over]
            assert len(active) == 1
            return results

    results = asyncio.run(go())
    assert sum(isinstance(each, JobRunning) for each in results) == 2


def test_a_run_is_paused_between_blocks_and_resumed(tmp_path: Path) -> None:
    needs = {f"b{number}": [f"b{number - 1}"] if number else [] for number in range(8)}

    async def go() -> None:
        async with Inkwright.open(home=tmp_path, model=ScriptedModel(reply, delay=0.2)) as inkwright:
            jobs, owner = await inkwright.jobs(), inkwright.owner
            project = await new_project(inkwright, needs)
            job = await begin_run(jobs, project, RunRequest())
            await inkwright.run_jobs()
            while not (await jobs.get(job.id, owner=owner)).done:  # noqa: ASYNC110 - in the database
                await asyncio.sleep(0.02)
            await jobs.pause(job.id, owner=owner)
            paused = await jobs.wait(job.id, owner=owner)
            assert paused.status == "paused"
            written = [each for _, each in (await inkwright.store.workspace(project).tree()).walk() if each.characters]
            assert 0 < len(written) < len(needs)
            assert all(each.status == "completed" for each in written)
            await jobs.resume(job.id, owner=owner)
            assert (await jobs.wait(job.id, owner=owner)).status == "finished"

    asyncio.run(go())
    asyncio.run(checked(tmp_path, asyncio.run(_only_job(tmp_path)), needs))


async def _only_job(home: Path) -> str:
    async with Inkwright.open(home=home, model=ScriptedModel(reply)) as inkwright:
        return (await (await inkwright.jobs()).of(inkwright.owner))[0].id
