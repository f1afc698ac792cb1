"""The loop in its own thread: it outlives the loops of its callers, and ends with the process."""

import asyncio
import subprocess
import sys
import threading

import pytest

from inkwright.artifacts.background_loop import BackgroundLoop
from tests.clocks import PATIENCE


async def nothing() -> None:
    return None


async def thread_name() -> str:
    return threading.current_thread().name


LOOP = BackgroundLoop("test-loop", at_exit=nothing)


def test_work_of_several_callers_runs_in_one_loop_and_one_thread() -> None:
    async def loop_id() -> int:
        return id(asyncio.get_running_loop())

    assert asyncio.run(LOOP.run(thread_name())) == "test-loop"
    assert len({asyncio.run(LOOP.run(loop_id())) for _ in range(3)}) == 1


def test_an_error_of_the_work_is_raised_where_it_is_awaited() -> None:
    async def fail() -> None:
        raise ValueError("odd")

    with pytest.raises(ValueError, match="odd"):
        asyncio.run(LOOP.run(fail()))


def test_work_is_cancelled_with_its_caller() -> None:
    ended = threading.Event()

    async def wait() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    async def give_up() -> None:
        task = asyncio.create_task(LOOP.run(wait()))
        await asyncio.sleep(0)
        await LOOP.run(nothing())
        task.cancel()

    asyncio.run(give_up())
    assert ended.wait(PATIENCE)


def test_what_is_open_is_closed_when_the_process_ends() -> None:
    script = """
import asyncio
from inkwright.artifacts.background_loop import BackgroundLoop

async def close():
    print("closed")

async def work():
    print("worked")

asyncio.run(BackgroundLoop("loop", at_exit=close).run(work()))
"""
    done = subprocess.run([sys.executable, "-W", "error", "-c", script], capture_output=True, text=True, check=True)
    assert (done.stdout.split(), done.stderr) == (["worked", "closed"], "")
