"""The process of a worker: it sets its limits, then reads calls from standard input and writes their answers.

It runs as a file, so that the limits hold before anything else is loaded. It exits when its input ends."""

import contextlib
import ctypes
import json
import os
import pickle
import resource
import struct
import sys
from importlib import import_module
from pathlib import Path
from typing import Any, BinaryIO, Final

_LENGTH: Final = struct.Struct(">Q")
_MAX_FILE: Final = 256 * 1024 * 1024
_KEPT_SHARE: Final = 2
"""A worker that occupies more than this part of its memory (1/2) ends after its answer, which frees it."""

_INNER_SHARE: Final = 0.9
_NEW_USER: Final = 0x10000000
_NEW_NETWORK: Final = 0x40000000


def set_limits(memory: int) -> None:
    """Limit memory and files, and leave the network where the system supports that."""
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_FSIZE, (_MAX_FILE, _MAX_FILE))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if sys.platform == "linux":
        _leave_network()


def _leave_network() -> None:
    user, group = os.geteuid(), os.getegid()
    unshare = ctypes.CDLL(None, use_errno=True).unshare
    if unshare(_NEW_NETWORK) == 0 or unshare(_NEW_USER | _NEW_NETWORK) != 0:
        return
    # The same user as before; otherwise files could not be written.
    for name, line in (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1")):
        Path("/proc/self", name).write_text(line, encoding="ascii")


def answer_call(message: bytes, memory: int) -> bytes:
    """Run one call and return the answer: its kind, its value, and whether it is the last of this process."""
    from inkwright.artifacts.workers import work_deadline  # noqa: PLC0415 - found on the path that is set at the start

    (module, name), arguments, named, seconds = pickle.loads(message)  # noqa: S301 - from our own process
    _limit_cpu(seconds)
    try:
        # What this call starts has to end before this process is stopped.
        with work_deadline(_INNER_SHARE * seconds):
            answer = ("returned", getattr(import_module(module), name)(*arguments, **named))
    except MemoryError:
        return pickle.dumps(("limit", "memory", True))
    except Exception as problem:  # noqa: BLE001 - raised again by the caller
        answer = ("raised", _portable(problem))
    return _packed(answer, is_last=_occupied_memory() > memory // _KEPT_SHARE)


def _packed(answer: tuple[str, Any], *, is_last: bool) -> bytes:
    try:
        return pickle.dumps((*answer, is_last), protocol=5)
    except MemoryError:
        return pickle.dumps(("limit", "memory", True))


def _portable(problem: Exception) -> Exception:
    """The exception itself if it is ours or a built-in one; otherwise its text."""
    module = type(problem).__module__
    if module.startswith("inkwright."):
        return problem
    known = module == "builtins" and all(isinstance(each, str | int) for each in problem.args)
    return problem if known else RuntimeError(f"{type(problem).__name__}: {problem}"[:1_000])


def _limit_cpu(seconds: float) -> None:
    used = resource.getrusage(resource.RUSAGE_SELF)
    soft = int(used.ru_utime + used.ru_stime + seconds) + 2
    resource.setrlimit(resource.RLIMIT_CPU, (soft, resource.RLIM_INFINITY))


def _occupied_memory() -> int:
    """The memory that this process occupies now. The peak that the system counts includes that of its parent."""
    with contextlib.suppress(OSError):
        return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * resource.getpagesize()
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def serve(calls: BinaryIO, answers: BinaryIO, memory: int) -> None:
    """Answer calls until the input ends."""
    while len(head := calls.read(_LENGTH.size)) == _LENGTH.size:
        answer = answer_call(calls.read(_LENGTH.unpack(head)[0]), memory)
        answers.write(_LENGTH.pack(len(answer)))
        answers.write(answer)
        answers.flush()


def main() -> None:
    """Set the limits, load the modules that will be needed, and serve."""
    start = json.loads(sys.argv[1])
    set_limits(start["memory"])
    sys.path[:] = start["path"]
    from inkwright.artifacts.workers import enter_worker  # noqa: PLC0415 - found on the path that was just set

    enter_worker()
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    # Whatever a library prints must not get into the answers.
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    for module in start["modules"]:
        with contextlib.suppress(ImportError):  # an extra that is not installed; the call will report it
            import_module(module)
    serve(sys.stdin.buffer, answers, start["memory"])


if __name__ == "__main__":
    main()
