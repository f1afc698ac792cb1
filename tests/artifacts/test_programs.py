"""Other programs: their input and output, and the limits at which they are stopped."""

import os
import sys
from pathlib import Path

import pytest

from inkwright.artifacts.processes import running_processes
from inkwright.artifacts.programs import run_program, typesetting_problem
from inkwright.artifacts.workers import MEGABYTE, WorkLimits, limit_exceeded
from inkwright.errors import LimitExceeded, TypesettingTimedOut
from inkwright.i18n import Reason

LIMITS = WorkLimits("test", 20.0, 200 * MEGABYTE)


def run(folder: Path, code: str, limits: WorkLimits = LIMITS, content: bytes = b"") -> tuple[int, bytes, str]:
    return run_program([sys.executable, "-c", code], limits, folder=folder, environment=os.environ, content=content)


def limit(problem: pytest.ExceptionInfo[LimitExceeded]) -> str:
    reason = problem.value.fields["value"]
    assert isinstance(reason, Reason)
    return reason.key.rpartition(".")[2]


def test_a_program_reads_its_input_and_writes_its_output_and_messages(tmp_path: Path) -> None:
    code = "import sys; print(sys.stdin.read().upper(), end=''); print('note', file=sys.stderr); sys.exit(3)"
    assert run(tmp_path, code, content=b"water") == (3, b"WATER", "note")


def test_a_program_that_takes_too_long_is_stopped_with_its_children(tmp_path: Path) -> None:
    code = (
        "import os, pathlib, time; pathlib.Path('group').write_text(str(os.getpgrp()));"
        "os.fork(); time.sleep(60)"
    )  # fmt: skip
    with pytest.raises(LimitExceeded) as problem:
        run(tmp_path, code, LIMITS._replace(seconds=2.0))
    assert limit(problem) == "time"
    assert running_processes(int((tmp_path / "group").read_text())) == []


def test_a_program_that_takes_too_much_memory_is_stopped(tmp_path: Path) -> None:
    with pytest.raises(LimitExceeded) as problem:
        run(tmp_path, "import time; x = bytearray(400 * 2**20); time.sleep(60)")
    assert limit(problem) == "memory"


def test_a_program_that_writes_too_much_ends_at_the_limit_of_its_file(tmp_path: Path) -> None:
    code = "import os\nwhile True: os.write(1, bytes(2**20))"
    with pytest.raises(LimitExceeded) as problem:
        run(tmp_path, code)
    assert limit(problem) == "output"


def test_a_limit_of_time_is_a_timeout_of_the_typesetting_program() -> None:
    assert isinstance(typesetting_problem("typst", limit_exceeded("time", seconds=5), 5.0), TypesettingTimedOut)
    other = typesetting_problem("typst", limit_exceeded("memory", limit=9), 5.0)
    assert str(other).startswith("typst could not typeset the document: it takes more than 9 MB of memory.")
