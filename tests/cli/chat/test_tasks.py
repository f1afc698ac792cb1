"""Slow work beside a talk."""

import asyncio
import os
import signal
import subprocess
import sys
import threading

import pytest

from inkwright.cli.chat.tasks import InterruptHandler, run_in_thread
from tests.clocks import PATIENCE


def test_the_result_comes_from_another_thread() -> None:
    assert asyncio.run(run_in_thread(threading.get_ident)) != threading.get_ident()


def test_an_error_is_raised_where_it_is_awaited() -> None:
    with pytest.raises(ZeroDivisionError):
        asyncio.run(run_in_thread(lambda: 1 / 0))


def test_the_program_does_not_wait_for_it() -> None:
    code = (
        "import asyncio, threading\n"
        "from inkwright.cli.chat.tasks import run_in_thread\n"
        "async def go():\n"
        "    task = asyncio.create_task(run_in_thread(threading.Event().wait))\n"
        "    await asyncio.sleep(0)\n"
        "    task.cancel()\n"
        "asyncio.run(go())\n"
        "print('over')\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE, check=True)
    assert (done.stdout, done.stderr) == ("over\n", "")


def press() -> None:
    os.kill(os.getpid(), signal.SIGINT)


async def forever() -> str:
    press()
    await asyncio.Event().wait()
    return "never"


async def soon() -> str:
    return "done"


def test_work_is_stopped_and_the_program_goes_on() -> None:
    async def go() -> tuple[str | None, str | None, int]:
        with InterruptHandler(leaves=False) as interrupts:
            return await interrupts.run(forever()), await interrupts.run(soon()), interrupts.count

    assert asyncio.run(go()) == (None, "done", 1)


def test_whoever_runs_inside_is_stopped_in_its_own_way() -> None:
    stopped = asyncio.Event()

    async def inner(interrupts: InterruptHandler) -> str:
        with interrupts.stopping(stopped.set):
            press()
            await stopped.wait()
        return "in its own way"

    async def go() -> str | None:
        with InterruptHandler(leaves=False) as interrupts:
            return await interrupts.run(inner(interrupts))

    assert asyncio.run(go()) == "in its own way"


def test_while_nothing_runs_it_is_ignored_beside_a_prompt_and_leaves_a_pipe() -> None:
    async def go(*, leaves: bool) -> str:
        with InterruptHandler(leaves=leaves):
            press()
            await asyncio.sleep(0)
        return "still here"

    assert asyncio.run(go(leaves=False)) == "still here"
    with pytest.raises(KeyboardInterrupt):
        asyncio.run(go(leaves=True))


def test_what_was_before_is_put_back() -> None:
    async def go() -> bool:
        before = signal.getsignal(signal.SIGINT)
        with InterruptHandler(leaves=False):
            assert signal.getsignal(signal.SIGINT) != before
        return signal.getsignal(signal.SIGINT) == before

    assert asyncio.run(go())


def test_an_error_of_the_work_is_raised() -> None:
    async def broken() -> None:
        raise ZeroDivisionError

    async def go() -> None:
        with InterruptHandler(leaves=False) as interrupts:
            await interrupts.run(broken())

    with pytest.raises(ZeroDivisionError):
        asyncio.run(go())
