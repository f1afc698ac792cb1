"""Stopping a program: none of the processes that it started keeps running."""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from inkwright.artifacts.processes import kill_family, running_processes, stop_process_group, stop_processes_naming

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")


async def started(command: str) -> asyncio.subprocess.Process:
    """A shell as the leader of a new group, after it has written its first line."""
    process = await asyncio.create_subprocess_exec(
        "sh", "-c", command, stdout=asyncio.subprocess.PIPE, start_new_session=True
    )
    assert process.stdout is not None
    await process.stdout.readline()
    return process


def test_the_children_of_a_program_are_stopped_with_it() -> None:
    async def run() -> tuple[int, list[int], int | None]:
        process = await started("sleep 60 & sleep 60 & echo ready; wait")
        before = len(running_processes(process.pid))
        await stop_process_group(process)
        return before, running_processes(process.pid), process.returncode

    before, after, code = asyncio.run(run())
    assert before == 3
    assert (after, code) == ([], -9)


def test_a_program_that_has_ended_is_left_alone() -> None:
    async def run() -> int | None:
        process = await started("echo ready; exit 3")
        await process.wait()
        await stop_process_group(process)
        return process.returncode

    assert asyncio.run(run()) == 3


def test_a_child_that_outlives_the_program_is_stopped_too() -> None:
    async def run() -> list[int]:
        process = await started("sleep 60 >/dev/null & echo ready")
        await process.wait()
        assert len(running_processes(process.pid)) == 1
        await stop_process_group(process)
        return running_processes(process.pid)

    assert asyncio.run(run()) == []


def test_a_process_that_left_the_group_is_found_by_the_folder_that_it_names(tmp_path: Path) -> None:
    async def run() -> tuple[int, int | None]:
        own, other = tmp_path / "own", tmp_path / "other"
        strays = [
            await started(f"sleep 60 >/dev/null & echo ready; wait # {folder}/profile") for folder in (own, other)
        ]
        stop_processes_naming(own)
        code = await strays[0].wait()
        left = strays[1].returncode
        for stray in strays:
            await stop_process_group(stray)
        return code, left

    assert asyncio.run(run()) == (-9, None)


def test_a_process_is_killed_with_what_it_started_in_groups_of_its_own() -> None:
    command = "import subprocess; print(1, flush=True); subprocess.run(['sleep', '600'], start_new_session=True)"
    with subprocess.Popen([sys.executable, "-c", command], stdout=subprocess.PIPE, start_new_session=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"1\n"
        while not children_of(process.pid):
            assert process.poll() is None
        kill_family(process.pid)
        assert process.stdout.read() == b""  # it ends when the last of them is gone


def children_of(process: int) -> str:
    return Path(f"/proc/{process}/task/{process}/children").read_text("ascii")
