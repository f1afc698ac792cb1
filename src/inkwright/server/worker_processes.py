"""The processes of `serve --workers N`: they share two listening sockets, and each serves like a service of its own."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from prometheus_client import multiprocess

from inkwright.artifacts.temporary_files import process_folder
from inkwright.errors import InvalidOption
from inkwright.i18n import Reason

SOCKETS_VARIABLE: Final = "INKWRIGHT_SERVE_SOCKETS"
"""Tells a process which descriptors it serves: those of the API, of pages, and the line to its parent."""
METRICS_VARIABLE: Final = "PROMETHEUS_MULTIPROC_DIR"
_READY: Final = b"r"
_MAX_FAILURES: Final = 5
"""How many processes may end by themselves in a minute before the service gives up."""
_MINUTE: Final = 60.0
_POLL_SECONDS: Final = 0.2
_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@dataclass(frozen=True, slots=True)
class InheritedSockets:
    """What a process of several got from its parent."""

    listening: tuple[socket.socket, socket.socket]
    parent: socket.socket

    @contextlib.contextmanager
    def opened(self) -> Iterator[tuple[socket.socket, socket.socket]]:
        """Yield the listening sockets, which are closed at the end."""
        with self.listening[0], self.listening[1]:
            yield self.listening

    def say_ready(self) -> None:
        """Tell the parent that this process is reachable."""
        with contextlib.suppress(OSError):
            self.parent.send(_READY)

    def when_parent_ends(self, stop: Callable[[], object]) -> None:
        """Call `stop` in a thread when the parent is gone, so that no process serves on without it."""

        def wait() -> None:
            with contextlib.suppress(OSError):
                while self.parent.recv(1):
                    pass
            stop()

        threading.Thread(target=wait, name="parent", daemon=True).start()


def inherited_sockets(environ: Mapping[str, str]) -> InheritedSockets | None:
    """Return the sockets that the parent of this process has opened; None if it was started alone."""
    if not (written := environ.get(SOCKETS_VARIABLE)):
        return None
    api, pages, parent = (socket.socket(fileno=int(each)) for each in written.split(","))
    return InheritedSockets((api, pages), parent)


@dataclass(slots=True)
class _Process:
    program: "subprocess.Popen[bytes]"
    line: socket.socket
    is_ready: bool = False

    def hear(self) -> None:
        """Learn whether it is reachable by now."""
        with contextlib.suppress(BlockingIOError, ConnectionError):
            self.is_ready = self.line.recv(1) == _READY or self.is_ready

    def stop(self) -> None:
        """Let it reach a safe point. One that was not reachable yet serves nobody: it ends at once, with no words."""
        self.hear()
        with contextlib.suppress(ProcessLookupError):
            if self.is_ready:
                self.program.terminate()
            else:
                self.program.kill()


@dataclass(slots=True)
class ServiceProcesses:
    """Starts the processes, replaces the ones that end by themselves, and passes signals on."""

    command: Sequence[str]
    sockets: tuple[socket.socket, socket.socket]
    count: int
    running: list[_Process] = field(default_factory=list)
    failures: list[float] = field(default_factory=list)
    stops: int = 0

    def run(self, tell: Callable[[], None]) -> None:
        """Serve until a signal. `tell` is called once all are reachable. InvalidOption if they keep ending."""
        metrics = _metrics_folder()
        with self._hearing_signals():
            try:
                self._start_missing(metrics)
                self._wait_until_ready(metrics)
                if not self.stops:
                    tell()
                while self.running:
                    self._replace_ended(metrics)
                    time.sleep(_POLL_SECONDS)
            finally:
                self._end_all()

    def _wait_until_ready(self, metrics: Path) -> None:
        while not self.stops and not all(each.is_ready for each in self.running):
            self._replace_ended(metrics)
            time.sleep(_POLL_SECONDS / 4)

    def _start_missing(self, metrics: Path) -> None:
        while len(self.running) < self.count and not self.stops:
            ours, theirs = socket.socketpair()
            handles = [each.fileno() for each in (*self.sockets, theirs)]
            environment = {
                **os.environ,
                SOCKETS_VARIABLE: ",".join(map(str, handles)),
                METRICS_VARIABLE: str(metrics),
            }
            # In a session of its own: Ctrl+C reaches this process, which passes it on once.
            program = subprocess.Popen(  # noqa: S603
                self.command,
                env=environment,
                pass_fds=handles,
                stdout=subprocess.DEVNULL,
                start_new_session=True,
            )
            theirs.close()
            ours.setblocking(False)
            started = _Process(program, ours)
            self.running.append(started)
            if self.stops:  # the signal came while it was started
                started.stop()

    def _replace_ended(self, metrics: Path) -> None:
        for each in list(self.running):
            each.hear()
            if each.program.poll() is None:
                continue
            self.running.remove(each)
            each.line.close()
            multiprocess.mark_process_dead(each.program.pid, path=str(metrics))  # type: ignore[no-untyped-call]
            if not self.stops:
                self._count_failure(each.program.returncode)
        self._start_missing(metrics)

    def _count_failure(self, code: int) -> None:
        now = time.monotonic()
        self.failures = [moment for moment in self.failures if now - moment < _MINUTE] + [now]
        if len(self.failures) > _MAX_FAILURES:
            allowed = Reason("server.workers_end", code=code)
            raise InvalidOption(option="--workers", value=str(self.count), allowed=allowed)

    @contextlib.contextmanager
    def _hearing_signals(self) -> Iterator[None]:
        before = {number: signal.signal(number, lambda *_: self._on_signal()) for number in _SIGNALS}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _on_signal(self) -> None:
        """Let every process reach a safe point; a second signal stops them at once, as in a single one."""
        self.stops += 1
        for each in self.running:
            each.stop()

    def _end_all(self) -> None:
        for each in self.running:
            each.stop()
        for each in self.running:
            each.program.wait()
            each.line.close()
        self.running.clear()


def _metrics_folder() -> Path:
    """Return the folder in which the processes count together; it goes with this process."""
    folder = process_folder() / "metrics"
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder


def process_command(words: Sequence[str]) -> list[str]:
    """Return the command of one process, which gets the rest from its environment."""
    return [sys.executable, "-m", "inkwright", *words]
