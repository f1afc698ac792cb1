"""Ctrl+C stops what runs, once, and nothing else."""

import asyncio
import os
import signal

import pytest

from inkwright.cli.talking.interrupts import Interrupts


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
        with Interrupts(leaves=False) as interrupts:
            return await interrupts.run(forever()), await interrupts.run(soon()), interrupts.count

    assert asyncio.run(go()) == (None, "done", 1)


def test_whoever_runs_inside_is_stopped_in_its_own_way() -> None:
    stopped = asyncio.Event()

    async def inner(interrupts: Interrupts) -> str:
        with interrupts.stopping(stopped.set):
            press()
            await stopped.wait()
        return "in its own way"

    async def go() -> str | None:
        with Interrupts(leaves=False) as interrupts:
            return await interrupts.run(inner(interrupts))

    assert asyncio.run(go()) == "in its own way"


def test_while_nothing_runs_it_is_ignored_beside_a_prompt_and_leaves_a_pipe() -> None:
    async def go(*, leaves: bool) -> str:
        with Interrupts(leaves=leaves):
            press()
            await asyncio.sleep(0)
        return "still here"

    assert asyncio.run(go(leaves=False)) == "still here"
    with pytest.raises(KeyboardInterrupt):
        asyncio.run(go(leaves=True))


def test_what_was_before_is_put_back() -> None:
    async def go() -> bool:
        before = signal.getsignal(signal.SIGINT)
        with Interrupts(leaves=False):
            assert signal.getsignal(signal.SIGINT) != before
        return signal.getsignal(signal.SIGINT) == before

    assert asyncio.run(go())


def test_an_error_of_the_work_is_raised() -> None:
    async def broken() -> None:
        raise ZeroDivisionError

    async def go() -> None:
        with Interrupts(leaves=False) as interrupts:
            await interrupts.run(broken())

    with pytest.raises(ZeroDivisionError):
        asyncio.run(go())
