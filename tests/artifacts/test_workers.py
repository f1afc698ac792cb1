"""Workers: calls in another process, its limits, and the next call after one that broke them."""

import asyncio
import os
import pickle
import signal
import socket
import subprocess
import sys
import time
from datetime import datetime
from pathlib import Path

import pytest
from pydantic import TypeAdapter

from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.validation import UnreadableContent
from inkwright.artifacts.workers import (
    MEGABYTE,
    READING,
    WorkLimits,
    close_workers,
    load_answer,
    run_in_worker,
    run_in_worker_async,
    run_limited,
    seconds_left,
    start_worker,
    work_deadline,
)
from inkwright.errors import InvalidOption, LimitExceeded, UnreadableFile
from inkwright.i18n import Reason

SHORT = READING._replace(seconds=1.0)


def limit(problem: pytest.ExceptionInfo[LimitExceeded]) -> str:
    reason = problem.value.fields["value"]
    assert isinstance(reason, Reason)
    return reason.key.rpartition(".")[2]


def draft_back(draft: Draft) -> Draft:
    return draft


def refuse(kind: str) -> None:
    if kind == "option":
        raise InvalidOption(option="a", value=1, allowed=Reason("reason.limits.smaller"))
    if kind == "file":
        raise UnreadableFile(name="n", problem="p")
    if kind == "content":
        raise UnreadableContent(Reason("reason.limits.smaller"))
    raise KeyError(kind)


def die() -> None:
    os.kill(os.getpid(), signal.SIGSEGV)


def leave_a_child() -> int:
    child = os.fork()
    if child == 0:
        time.sleep(60)
        os._exit(0)
    while True:
        time.sleep(1)


def call_out() -> str:
    with socket.socket() as opened:
        opened.settimeout(2)
        opened.connect(("127.0.0.1", 9))
    return "connected"


def nested() -> int:
    return run_in_worker(os.getpid)


def variables() -> dict[str, str]:
    return dict(os.environ)


def test_a_call_runs_in_another_process_and_the_next_one_in_the_same() -> None:
    first, second = run_in_worker(os.getpid), run_in_worker(os.getpid)
    assert first == second != os.getpid()


def test_a_large_program_keeps_its_worker() -> None:
    ballast = bytearray(READING.memory)
    ballast[::4096] = b"x" * len(ballast[::4096])
    close_workers()
    assert run_in_worker(os.getpid) == run_in_worker(os.getpid)
    assert len(ballast) == READING.memory


def test_values_and_errors_come_back_as_they_were() -> None:
    draft = Draft("pptx", "a.pptx", "T", {"a.pptx": b"x", "b.png": b"y"})
    assert run_in_worker(draft_back, draft) == draft
    with pytest.raises(InvalidOption, match="Use a smaller or simpler input"):
        run_in_worker(refuse, "option")
    with pytest.raises(UnreadableFile, match="Cannot read n: p"):
        run_in_worker(refuse, "file")
    with pytest.raises(UnreadableContent) as problem:
        run_in_worker(refuse, "content")
    assert problem.value.reason == Reason("reason.limits.smaller")
    with pytest.raises(KeyError, match="other"):
        run_in_worker(refuse, "other")


def test_a_call_that_takes_too_long_is_stopped_with_what_it_started_and_the_next_one_runs() -> None:
    with pytest.raises(LimitExceeded) as problem:
        run_limited(leave_a_child, SHORT)
    assert limit(problem) == "time"
    assert run_in_worker(os.getpid) != os.getpid()


def test_a_call_that_takes_too_much_memory_is_refused_and_the_next_one_runs() -> None:
    with pytest.raises(LimitExceeded) as problem:
        run_in_worker(bytes, 2 * READING.memory)
    assert limit(problem) == "memory"
    assert run_in_worker(bytes, 5) == bytes(5)


def test_a_crash_ends_the_worker_alone() -> None:
    with pytest.raises(LimitExceeded) as problem:
        run_in_worker(die)
    assert limit(problem) == "crashed"
    assert run_in_worker(abs, -1) == 1


def test_a_call_inside_a_worker_stays_in_it() -> None:
    assert run_in_worker(nested) == run_in_worker(os.getpid)


def test_a_worker_reaches_no_network_and_knows_no_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    other = WorkLimits("test", 10.0, 512 * MEGABYTE)
    assert "sk-secret" not in run_limited(variables, other).values()
    with pytest.raises(OSError, match=r"unreachable|refused"):
        run_limited(call_out, other)


def test_what_is_left_of_a_deadline_is_shared_by_all_calls_inside_it() -> None:
    with work_deadline(5.0), work_deadline(60.0):
        assert seconds_left(20.0) <= 5.0
    with work_deadline(0.0), pytest.raises(LimitExceeded):
        run_in_worker(abs, -1)
    assert seconds_left(20.0) == 20.0


def test_a_cancelled_call_stops_its_worker() -> None:
    async def cancelled() -> None:
        before = run_in_worker(os.getpid)
        task = asyncio.create_task(run_in_worker_async(time.sleep, 30))
        await asyncio.sleep(0.2)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert run_in_worker(os.getpid) != before

    started = time.monotonic()
    asyncio.run(cancelled())
    assert time.monotonic() - started < READING.seconds


def test_a_worker_that_was_started_ahead_serves_the_first_call() -> None:
    start_worker("json", "a_module_that_does_not_exist")
    assert run_in_worker(abs, -1) == 1


class Trap:
    """What a worker that was taken over would send."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return os.mkdir, (str(self._path),)


def test_an_answer_can_hold_values_only(tmp_path: Path) -> None:
    with pytest.raises(pickle.UnpicklingError):
        load_answer(pickle.dumps(("returned", Trap(tmp_path / "trapped"), False)))
    assert not (tmp_path / "trapped").exists()


def test_a_date_that_pydantic_has_read_comes_back() -> None:
    written = TypeAdapter(datetime).validate_json('"2026-01-02T03:04:05Z"')
    assert load_answer(pickle.dumps(("returned", written, False))) == ("returned", written, False)


def test_a_program_that_used_a_worker_leaves_no_pipe_open_at_its_end() -> None:
    used = "import os; from inkwright.artifacts.workers import run_in_worker; run_in_worker(os.getpid)"
    done = subprocess.run([sys.executable, "-W", "always", "-c", used], capture_output=True, text=True, check=True)
    assert "ResourceWarning" not in done.stderr
