"""Runs other programs within limits of memory, time and size. Everything here blocks."""

import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Final, NamedTuple

from inkwright.artifacts.processes import end_group, group_memory
from inkwright.artifacts.workers import MEGABYTE, WorkLimits, limit_exceeded, seconds_left
from inkwright.errors import LimitExceeded, TypesettingFailed, TypesettingTimedOut
from inkwright.i18n import Reason

MAX_PROGRAM_OUTPUT: Final = 128 * MEGABYTE
_MAX_MESSAGES: Final = 256 * 1024
_BLOCK: Final = 512
_POLL_SECONDS: Final = 0.05
_BOUNDED: Final = f'ulimit -t "$1"; ulimit -f {MAX_PROGRAM_OUTPUT // _BLOCK}; ulimit -c 0; shift; exec "$@"'
"""The shell sets the limits, also in case no process is left to stop the program; its children inherit them."""


class ProgramOutput(NamedTuple):
    """How a program ended, and what it wrote. `messages` is the beginning of its standard error."""

    code: int
    content: bytes
    messages: str


def bounded_command(command: Sequence[str], seconds: float) -> list[str]:
    """Return the command with limits on its computing time and on the files that it writes."""
    return ["/bin/sh", "-c", _BOUNDED, "sh", str(round(seconds) + 1), *command]


def run_program(
    command: Sequence[str], limits: WorkLimits, *, folder: Path, environment: Mapping[str, str], content: bytes = b""
) -> ProgramOutput:
    """Run a program in a folder with `content` as its input. LimitExceeded if it takes too much; then it is stopped.

    The memory of the program and of all programs that it starts is counted together.
    """
    seconds = seconds_left(limits.seconds)
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as made, tempfile.TemporaryFile() as told:
        given.write(content)
        given.seek(0)
        with subprocess.Popen(  # noqa: S603 - the callers run programs that they looked up
            bounded_command(command, seconds), cwd=folder, env=dict(environment), stdin=given, stdout=made, stderr=told,
            start_new_session=True,
        ) as process:  # fmt: skip
            try:
                _wait(process, seconds, limits.memory)
            finally:
                end_group(process.pid)
        return ProgramOutput(process.returncode, _written(made, MAX_PROGRAM_OUTPUT), _messages(told))


def typesetting_problem(program: str, problem: LimitExceeded, seconds: float) -> TypesettingFailed:
    """Return the error for a document that takes too much to typeset."""
    reason = problem.fields["value"]
    if isinstance(reason, Reason) and reason.key.endswith(".time"):
        return TypesettingTimedOut(program=program, seconds=round(seconds))
    return TypesettingFailed(program=program, problem=reason)


def _wait(process: "subprocess.Popen[bytes]", seconds: float, memory: int) -> None:
    ends_at = time.monotonic() + seconds
    while True:
        try:
            process.wait(_POLL_SECONDS)
        except subprocess.TimeoutExpired:
            pass
        else:
            return
        if time.monotonic() > ends_at:
            raise limit_exceeded("time", seconds=round(seconds))
        if group_memory(process.pid) > memory:
            raise limit_exceeded("memory", limit=memory // MEGABYTE)


def _written(file: IO[bytes], limit: int) -> bytes:
    file.seek(0)
    content = file.read(limit)
    if len(content) == limit:
        raise limit_exceeded("output", limit=limit // MEGABYTE)
    return content


def _messages(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read(_MAX_MESSAGES).decode("utf-8", "replace").strip()
