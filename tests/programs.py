"""The program in processes of its own without the time that its start takes: one that has everything loaded makes a
copy of itself for each. What a copy gets is its own: arguments, folder, environment, streams, signals, an exit code.
"""

import atexit
import contextlib
import fcntl
import gc
import importlib
import json
import os
import pkgutil
import pty
import runpy
import select
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import termios
import threading
import time
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, NoReturn

ENDING: Final = "CODE"
PROGRAM: Final = "inkwright.cli.main"
_PATIENCE: Final = 300.0
_SOURCE: Final = str(Path(__file__).resolve().parents[1] / "src")
"""Where the modules that are loaded come from; a program that looks elsewhere is started in earnest."""
_MOST: Final = 100_000
"""So many bytes can be told at once; a program that is told more is started in earnest."""
_LATE: Final = (
    "alembic.command", "jsonschema_rs", "markdown_it", "openai.resources.chat.completions", "prompt_toolkit.shortcuts",
    "pydantic_ai.models.openai", "pydantic_ai.providers.openai", "pygments.lexers.python", "rjieba",
    "sqlalchemy.dialects.sqlite.aiosqlite", "docx", "pptx", "lxml.etree", "openpyxl", "pikepdf", "pypdfium2",
    "xlsxwriter", "yaml", "fontTools.ttLib", "lemminflect", "quickjs",
)  # fmt: skip
"""What is loaded inside of functions, when it is needed."""


def run_program(
    arguments: Sequence[str], *, stdin: bytes, cwd: Path | None, env: Mapping[str, str]
) -> subprocess.CompletedProcess[bytes]:
    """Run `inkwright` with these arguments and wait until it is over."""
    told = _told(PROGRAM, arguments, cwd, env)
    if len(told) > _MOST or env.get("PYTHONPATH") not in (os.environ.get("PYTHONPATH"), _SOURCE):
        command = [sys.executable, "-m", PROGRAM, *arguments]
        return subprocess.run(
            command, input=stdin, capture_output=True, cwd=cwd, env=env, timeout=_PATIENCE, check=False
        )
    return StartedProgram(arguments, stdin=stdin, cwd=cwd, env=env).wait()


def run_module(
    module: str, *arguments: object, env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run a module of the tests as a program of its own, as `python -m` does, and wait until it is over."""
    environ = os.environ if env is None else env
    return StartedProgram([*map(str, arguments)], module=module, env=environ).wait()


class StartedProgram:
    """A program that runs; `pid` is its process."""

    def __init__(
        self,
        arguments: Sequence[str],
        *,
        stdin: bytes = b"",
        cwd: Path | None = None,
        env: Mapping[str, str],
        module: str = PROGRAM,
    ) -> None:
        self._arguments = list(arguments)
        told = _told(module, arguments, cwd, env)
        ours, theirs = zip(os.pipe()[::-1], os.pipe(), os.pipe(), strict=True)
        self._waiting, answering = socket.socketpair()
        socket.send_fds(_loaded(), [told], [*theirs, answering.fileno()])
        answering.close()
        for number in theirs:
            os.close(number)
        self._found: dict[int, bytearray] = {number: bytearray() for number in ours[1:]}
        self._has_more = threading.Condition()
        self._streams = ours[1:]
        writing = threading.Thread(target=_write, args=(ours[0], stdin))
        reading = [threading.Thread(target=self._read, args=(number,)) for number in ours[1:]]
        self._threads = [writing, *reading]
        for thread in self._threads:
            thread.start()
        self._answers = self._waiting.makefile("r")
        self._waiting.settimeout(_PATIENCE)
        self.pid = int(self._answers.readline())

    def is_running(self) -> bool:
        """Whether its end was not told yet."""
        return not select.select([self._waiting], [], [], 0)[0]

    def wait(self) -> subprocess.CompletedProcess[bytes]:
        """Its end; a signal that killed it is a negative code."""
        with self._waiting, self._answers as answers:
            try:
                code = int(answers.readline())
            except TimeoutError as late:
                os.kill(self.pid, signal.SIGKILL)
                raise subprocess.TimeoutExpired(self._arguments, _PATIENCE) from late
        for thread in self._threads:
            thread.join()
        return subprocess.CompletedProcess(self._arguments, code, *(bytes(self._found[each]) for each in self._streams))

    def see(self, words: bytes) -> None:
        """Wait until it has written these words."""
        written = self._found[self._streams[0]]
        with self._has_more:
            assert self._has_more.wait_for(lambda: words in written, _PATIENCE), bytes(written)

    def kill(self) -> None:
        """End it as a power cut would."""
        os.kill(self.pid, signal.SIGKILL)
        self.wait()

    def _read(self, number: int) -> None:
        with os.fdopen(number, "rb") as pipe:
            while piece := pipe.read1():
                with self._has_more:
                    self._found[number] += piece
                    self._has_more.notify_all()


def start_on_terminal(arguments: Sequence[str], *, cwd: Path, env: Mapping[str, str], columns: int, lines: int) -> int:
    """Run `inkwright` on a terminal of its own; the other end of that terminal.

    When it is over, `stty.txt` in its folder tells how it left the terminal, and the last lines tell its exit code.
    """
    ours, theirs = pty.openpty()
    set_size(ours, columns, lines)
    socket.send_fds(_loaded(), [_told(PROGRAM, arguments, cwd, env)], [theirs])
    os.close(theirs)
    return ours


def set_size(terminal: int, columns: int, lines: int) -> None:
    """Give a terminal this size, as dragging the edge of its window does."""
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))


def _told(module: str, arguments: Sequence[str], cwd: Path | None, env: Mapping[str, str]) -> bytes:
    return json.dumps([[module, *arguments], str(cwd or Path.cwd()), dict(env)]).encode()


def _write(number: int, content: bytes) -> None:
    with contextlib.suppress(BrokenPipeError), os.fdopen(number, "wb") as pipe:
        pipe.write(content)


@cache
def _loaded() -> socket.socket:
    """Where the process that has everything loaded listens. It ends with the tests."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    # Bytes and text of its streams as a program of our own time has them.
    environ = {**os.environ, "PYTHONUTF8": "1"}
    command = [sys.executable, str(Path(__file__).resolve()), str(theirs.fileno())]
    process = subprocess.Popen(command, pass_fds=[theirs.fileno()], env=environ, stdin=subprocess.DEVNULL)
    theirs.close()

    def end() -> None:
        ours.close()
        process.wait()

    atexit.register(end)
    return ours


def _load() -> None:
    import inkwright  # noqa: PLC0415 - the tests that ask need not load it

    for module in pkgutil.walk_packages(inkwright.__path__, "inkwright."):
        # The migrations are run by another program; the local model has a process of its own.
        if "migrations" not in module.name and ".local" not in module.name:
            importlib.import_module(module.name)
    for name in _LATE:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)


def _serve(asked: socket.socket) -> None:
    """For each request a keeper, who starts the copy and tells how it ended; the keepers end by themselves."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while True:
        told, numbers, _, _ = socket.recv_fds(asked, 2 * _MOST, 4)
        if not told:
            return
        if os.fork() == 0:
            asked.close()
            arguments, cwd, env = json.loads(told)
            (_keep if len(numbers) > 1 else _keep_on_terminal)(arguments, cwd, env, numbers)
        for number in numbers:
            os.close(number)


def _keep(arguments: list[str], cwd: str, env: dict[str, str], numbers: Sequence[int]) -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    *streams, answer = numbers
    copy = os.fork()
    if copy == 0:
        os.close(answer)
        _be(arguments, cwd, env, streams)
    for number in streams:
        os.close(number)
    os.write(answer, f"{copy}\n".encode())
    code = os.waitstatus_to_exitcode(os.waitpid(copy, 0)[1])
    os.write(answer, f"{code}\n".encode())
    os._exit(0)


def _keep_on_terminal(arguments: list[str], cwd: str, env: dict[str, str], numbers: Sequence[int]) -> None:
    """As a shell would: the terminal is of this session, and Ctrl+C ends the program alone."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGINT, lambda *_: None)
    (terminal,) = numbers
    os.setsid()
    fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)
    copy = os.fork()
    if copy == 0:
        _be(arguments, cwd, env, [terminal, os.dup(terminal), os.dup(terminal)])
    code = os.waitstatus_to_exitcode(os.waitpid(copy, 0)[1])
    with Path(cwd, "stty.txt").open("wb") as file:
        subprocess.run(["stty", "-a"], stdin=terminal, stdout=file, check=True)
    os.write(terminal, f"{ENDING} {code if code >= 0 else 128 - code}\nOVER\n".encode())
    termios.tcdrain(terminal)
    os._exit(0)


def _be(arguments: list[str], cwd: str, env: dict[str, str], streams: Sequence[int]) -> NoReturn:
    """Become the program: from here on nothing is left of what this process was."""
    module, *words = arguments
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(env)
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    options: dict[str, Any] = {"encoding": "utf-8", "errors": "surrogateescape", "closefd": False}
    sys.stdin = open(0, **options)  # noqa: SIM115 - it is open as long as the program runs
    sys.stdout = open(1, "w", **options)  # noqa: SIM115
    sys.stderr = open(2, "w", **(options | {"errors": "backslashreplace", "buffering": 1}))  # noqa: SIM115
    sys.argv = [module, *words]
    sys.path[0] = cwd
    sys.path.append(str(Path(__file__).resolve().parents[1]))
    signal.signal(signal.SIGINT, signal.default_int_handler)
    # Whoever started the tests may ignore it, as `nohup` does; the program would, too.
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    tempfile.tempdir = None
    time.tzset()
    if faults := env.get("TEST_FAULTS"):
        from tests.faults import arrange  # noqa: PLC0415 - only where a test asks for them

        arrange(json.loads(faults))
    code = 0
    try:
        _run(module)
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    # Taking down all that was loaded would cost more than the program.
    os._exit(code)


def _run(module: str) -> None:
    if module != PROGRAM:
        runpy.run_module(module, run_name="__main__", alter_sys=True)
        return
    from inkwright.cli import main as program  # noqa: PLC0415 - loaded long ago

    sys.argv[0] = str(program.__file__)
    sys.exit(program.main())


if __name__ == "__main__":
    _load()
    # What is loaded stays as it is, so that the copies share it.
    gc.freeze()
    _serve(socket.socket(fileno=int(sys.argv[1])))
    # What was frozen would be reported as left behind.
    os._exit(0)
