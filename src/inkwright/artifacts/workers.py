"""Runs work on foreign or model-written input in worker processes, within limits of memory, time and size.

A worker that exceeds a limit or crashes dies alone: its caller gets LimitExceeded, and the next call starts another
worker. Workers stay open between calls, because loading the libraries takes longer than most of the work. Calls from
inside a worker run at once: they are within its limits already."""

import asyncio
import atexit
import builtins
import contextlib
import functools
import io
import json
import os
import pickle
import signal
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Coroutine, Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple, ParamSpec, TypeVar

from inkwright.artifacts.processes import kill_family
from inkwright.artifacts.temporary_files import process_folder
from inkwright.errors import LimitExceeded
from inkwright.i18n import Reason

_P = ParamSpec("_P")
_T = TypeVar("_T")

MEGABYTE: Final = 1024 * 1024
MAX_ANSWER: Final = 256 * MEGABYTE
_MAIN: Final = Path(__file__).with_name("worker_main.py")
_LENGTH: Final = struct.Struct(">Q")
_MIN_SECONDS: Final = 1.0
_KEPT_VARIABLES: Final = ("LANG", "LC_", "COVERAGE_", "TZ", "TMPDIR", "PATH")


class WorkLimits(NamedTuple):
    """What one call may take: seconds, and the bytes of memory that its worker may reserve. Each name has a worker."""

    name: str
    seconds: float
    memory: int


READING: Final = WorkLimits("reading", 20.0, 640 * MEGABYTE)
"""Opening, decoding and checking files."""

FILE_SECONDS: Final = 20.0
"""How long everything together may take that a command does with one file of the user."""

_deadline: ContextVar[float | None] = ContextVar("inkwright_work_deadline", default=None)


@contextlib.contextmanager
def work_deadline(seconds: float) -> Iterator[None]:
    """Limit the time of everything inside together: each call gets at most what is left."""
    ends_at = time.monotonic() + seconds
    outer = _deadline.get()
    token = _deadline.set(ends_at if outer is None else min(outer, ends_at))
    try:
        yield
    finally:
        _deadline.reset(token)


def limited_work(
    seconds: float,
) -> Callable[[Callable[_P, Coroutine[Any, Any, _T]]], Callable[_P, Coroutine[Any, Any, _T]]]:
    """Limit the time of everything that a call of the function does, as `work_deadline` does."""

    def limited(function: Callable[_P, Coroutine[Any, Any, _T]]) -> Callable[_P, Coroutine[Any, Any, _T]]:
        @functools.wraps(function)
        async def call(*arguments: _P.args, **named: _P.kwargs) -> _T:
            with work_deadline(seconds):
                return await function(*arguments, **named)

        return call

    return limited


def seconds_left(seconds: float) -> float:
    """Return these seconds, or what is left until the deadline of the caller; LimitExceeded after it."""
    ends_at = _deadline.get()
    if ends_at is None:
        return seconds
    left = ends_at - time.monotonic()
    if left <= 0:
        raise limit_exceeded("time", seconds=round(seconds))
    return min(seconds, max(left, _MIN_SECONDS))


def limit_exceeded(reason: str, **fields: object) -> LimitExceeded:
    """Return the error for input that exceeds a limit; `reason.limits.<reason>` says which one."""
    return LimitExceeded(
        option="input", value=Reason(f"reason.limits.{reason}", **fields), allowed=Reason("reason.limits.smaller")
    )


@dataclass(slots=True)
class _Call:
    """What became of a call, as its watcher knows."""

    timed_out: bool = False


class Worker:
    """A process that runs one call after another. It may be used from any thread."""

    def __init__(self, memory: int) -> None:
        self._memory = memory
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()

    def run(
        self, function: Callable[..., _T], arguments: tuple[Any, ...], named: Mapping[str, Any], seconds: float
    ) -> _T:
        """Run a function of a module with these arguments, and return or raise what it does."""
        path = (function.__module__, function.__qualname__)
        message = pickle.dumps((path, arguments, dict(named), seconds), protocol=5)
        with self._lock:
            kind, value = self._send(message, seconds)
        if kind == "raised":
            raise value
        if kind == "limit":
            raise limit_exceeded(value, limit=self._memory // MEGABYTE)
        return value  # type: ignore[no-any-return]

    def start(self, *modules: str) -> None:
        """Start the process without waiting for it, so that it has loaded these modules when it is needed."""
        if self._lock.acquire(blocking=False):
            try:
                if not self._is_running():
                    self._open(modules)
            finally:
                self._lock.release()

    def close(self) -> None:
        """Stop the process. The next call starts it again."""
        process = self._process
        if process is not None:
            kill_family(process.pid)
            process.wait()  # until then it would count as running
            # Where a call still waits for its answer, it sees the end and closes the pipes itself.
            if self._lock.acquire(blocking=False):
                try:
                    self._close_pipes(process)
                finally:
                    self._lock.release()

    def _send(self, message: bytes, seconds: float) -> tuple[str, Any]:
        process = self._process if self._is_running() else self._open(())
        assert process is not None  # noqa: S101 - it was just opened
        call = _Call()

        def stop() -> None:
            call.timed_out = True
            kill_family(process.pid)

        watcher = threading.Timer(seconds, stop)
        watcher.daemon = True
        watcher.start()
        try:
            return self._exchange(process, message)
        except (OSError, EOFError, pickle.UnpicklingError, struct.error) as problem:
            self._discard(process)
            if call.timed_out:
                raise limit_exceeded("time", seconds=round(seconds)) from problem
            reason = "time" if process.returncode == -signal.SIGXCPU else "crashed"
            raise limit_exceeded(reason, seconds=round(seconds)) from problem
        except BaseException:
            # Interrupted between question and answer: the next caller would get this answer.
            self._discard(process)
            raise
        finally:
            watcher.cancel()

    def _exchange(self, process: "subprocess.Popen[bytes]", message: bytes) -> tuple[str, Any]:
        assert process.stdin is not None  # noqa: S101 - both are pipes
        assert process.stdout is not None  # noqa: S101
        process.stdin.write(_LENGTH.pack(len(message)))
        process.stdin.write(message)
        process.stdin.flush()
        (length,) = _LENGTH.unpack(process.stdout.read(_LENGTH.size))
        if length > MAX_ANSWER:
            self._discard(process)
            return "limit", "output"
        answer = process.stdout.read(length)
        if len(answer) < length:
            raise EOFError
        kind, value, is_last = load_answer(answer)
        if is_last:
            self._discard(process)
        return kind, value

    def _is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def _open(self, modules: tuple[str, ...]) -> "subprocess.Popen[bytes]":
        if self._process is not None:
            self._discard(self._process)
        start = {"path": sys.path, "memory": self._memory, "modules": modules}
        environment = {name: value for name, value in os.environ.items() if name.startswith(_KEPT_VARIABLES)}
        # Two threads must not reserve a heap of 64 MB each: reserved memory counts.
        environment["MALLOC_ARENA_MAX"] = "1"
        with contextlib.suppress(OSError):  # a disk without room is reported by the call that needs some
            # It is killed at the end, and does not remove what it made.
            environment["TMPDIR"] = str(process_folder())
        self._process = subprocess.Popen(  # noqa: S603 - a file of this package
            [sys.executable, "-I", str(_MAIN), json.dumps(start)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True,
            env=environment,
        )  # fmt: skip
        return self._process

    def _discard(self, process: "subprocess.Popen[bytes]") -> None:
        kill_family(process.pid)
        self._close_pipes(process)

    def _close_pipes(self, process: "subprocess.Popen[bytes]") -> None:
        with contextlib.suppress(OSError), process:
            pass  # leaving the context closes the pipes and waits for the process
        if self._process is process:
            self._process = None


_is_worker = False
_workers: dict[str, Worker] = {}


def enter_worker() -> None:
    """Declare this process a worker: calls run in it at once."""
    global _is_worker
    _is_worker = True


def run_in_worker(function: Callable[_P, _T], /, *arguments: _P.args, **named: _P.kwargs) -> _T:
    """Run a function of a module in a worker for reading files, and wait for it. LimitExceeded if it takes too much.

    Arguments and result are copied. Errors of Inkwright are raised here as they were there.
    """
    return run_limited(function, READING, *arguments, **named)


def run_limited(function: Callable[..., _T], limits: WorkLimits, /, *arguments: Any, **named: Any) -> _T:
    """As `run_in_worker`, with other limits."""
    if _is_worker:
        return function(*arguments, **named)
    return _worker(limits).run(function, arguments, named, seconds_left(limits.seconds))


async def run_in_worker_async(function: Callable[_P, _T], /, *arguments: _P.args, **named: _P.kwargs) -> _T:
    """As `run_in_worker`, without blocking the loop. If the caller is cancelled, the worker is stopped."""
    try:
        return await asyncio.to_thread(run_in_worker, function, *arguments, **named)
    except asyncio.CancelledError:
        _worker(READING).close()
        raise


def start_worker(*modules: str) -> None:
    """Start the worker for reading files in the background, where a call will follow soon."""
    if not _is_worker:
        _worker(READING).start(*modules)


def close_workers() -> None:
    """Stop all workers. The next call starts one again."""
    for worker in _workers.values():
        worker.close()


def _worker(limits: WorkLimits) -> Worker:
    if not _workers:
        with contextlib.suppress(OSError):
            process_folder()  # first, so that it is removed after the workers have ended
        atexit.register(close_workers)
    return _workers.setdefault(limits.name, Worker(limits.memory))


class _AnswerUnpickler(pickle.Unpickler):
    """Loads values of Inkwright's own types and plain values: a worker has read hostile bytes and is not trusted."""

    def find_class(self, module: str, name: str) -> Any:
        if module.startswith(_OWN_PACKAGES) or (module, name) in _PLAIN_TYPES:
            found = super().find_class(module, name)
            if isinstance(found, type):
                return found
        problem = getattr(builtins, name, None) if module == "builtins" else None
        if isinstance(problem, type) and issubclass(problem, Exception):
            return problem
        raise pickle.UnpicklingError(f"{module}.{name} is not allowed in an answer")


_OWN_PACKAGES: Final = (
    "inkwright.artifacts.", "inkwright.school.", "inkwright.projects.", "inkwright.skills.", "inkwright.errors",
    "inkwright.i18n",
)  # fmt: skip
_PLAIN_TYPES: Final = frozenset({
    ("builtins", "set"), ("builtins", "frozenset"), ("builtins", "bytearray"), ("builtins", "complex"),
    ("collections", "OrderedDict"), ("datetime", "datetime"), ("datetime", "date"), ("datetime", "timezone"),
    ("datetime", "timedelta"), ("decimal", "Decimal"), ("fractions", "Fraction"),
    ("pydantic_core._pydantic_core", "TzInfo"),  # the time zone of a date that pydantic has read
})  # fmt: skip


def load_answer(answer: bytes) -> Any:
    """Return the value of an answer of a worker; UnpicklingError if it contains anything but plain values."""
    return _AnswerUnpickler(io.BytesIO(answer)).load()
