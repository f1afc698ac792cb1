"""Slow work beside a talk."""

import asyncio
import subprocess
import sys
import threading

import pytest

from inkwright.cli.talking.background import in_background


def test_the_result_comes_from_another_thread() -> None:
    assert asyncio.run(in_background(threading.get_ident)) != threading.get_ident()


def test_an_error_is_raised_where_it_is_awaited() -> None:
    with pytest.raises(ZeroDivisionError):
        asyncio.run(in_background(lambda: 1 / 0))


def test_the_program_does_not_wait_for_it() -> None:
    code = (
        "import asyncio, threading\n"
        "from inkwright.cli.talking.background import in_background\n"
        "async def go():\n"
        "    task = asyncio.create_task(in_background(threading.Event().wait))\n"
        "    await asyncio.sleep(0)\n"
        "    task.cancel()\n"
        "asyncio.run(go())\n"
        "print('over')\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=30, check=True)
    assert (done.stdout, done.stderr) == ("over\n", "")
