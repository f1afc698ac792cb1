"""Several processes that serve on one port: one may die, the service goes on; all end with their parent."""

import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx2 as httpx
import pytest

from inkwright.cli.commands.serve import MAX_WORKERS, ServeOptions, run
from inkwright.cli.shell import Shell
from inkwright.errors import InvalidOption
from inkwright.server.worker_processes import ServiceProcesses, inherited_sockets
from inkwright.settings import load_settings

PATIENCE = 120


@contextlib.contextmanager
def served(home: Path, *words: str) -> Iterator[tuple["subprocess.Popen[str]", str]]:
    """A service with two processes, and its address."""
    environment = {**os.environ, "INKWRIGHT_HOME": str(home), "LANG": "C.UTF-8"}
    command = [sys.executable, "-m", "inkwright", "serve", "--workers", "2", "--port", "0", "--model", "rule", *words]
    program = subprocess.Popen(command, env=environment, cwd=home, stdout=subprocess.PIPE, text=True)
    assert program.stdout is not None
    try:
        found = re.search(r"http://\S+", program.stdout.readline())
        assert found is not None
        yield program, found[0]
    finally:
        program.kill()
        program.communicate()


def children_of(process: int) -> set[int]:
    found = set()
    for folder in Path("/proc").iterdir():
        with contextlib.suppress(OSError, ValueError, IndexError):
            if int((folder / "stat").read_text().rpartition(")")[2].split()[1]) == process:
                found.add(int(folder.name))
    return found


def wait_until(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < deadline, "it never happened"
        time.sleep(0.1)


def is_gone(process: int) -> bool:
    return not Path(f"/proc/{process}").exists()


def test_a_process_that_dies_is_replaced_and_a_signal_ends_all_of_them(tmp_path: Path) -> None:
    with served(tmp_path) as (program, address), httpx.Client(base_url=address, timeout=PATIENCE) as client:
        first = children_of(program.pid)
        assert len(first) == 2
        made = client.post("/api/projects", json={"name": "Rivers"})
        assert made.status_code == 201, made.text
        dead = min(first)
        os.kill(dead, signal.SIGKILL)
        wait_until(lambda: len(children_of(program.pid) - {dead}) == 2)
        for _ in range(20):
            # A connection of its own each time, so that both processes are asked.
            assert "Rivers" in httpx.get(f"{address}/api/projects", timeout=PATIENCE).text
        assert "inkwright_running_turns 0.0" in client.get("/metrics").text
        program.send_signal(signal.SIGTERM)
        assert program.wait(PATIENCE) == 0
        wait_until(lambda: not children_of(program.pid))


def test_processes_whose_parent_is_killed_end_too(tmp_path: Path) -> None:
    with served(tmp_path) as (program, _):
        children = children_of(program.pid)
        program.kill()
        wait_until(lambda: all(map(is_gone, children)))


def test_processes_that_keep_ending_are_given_up_with_their_exit_code() -> None:
    with contextlib.ExitStack() as opened:
        sockets = tuple(opened.enter_context(contextlib.closing(each)) for each in _two_sockets())
        processes = ServiceProcesses([sys.executable, "-c", "raise SystemExit(7)"], (sockets[0], sockets[1]), 2)
        with pytest.raises(InvalidOption) as refused:
            processes.run(lambda: pytest.fail("nothing was reachable"))
    assert "7" in str(refused.value)
    assert processes.running == []


BEGINNING = """
import pathlib, signal, sys, time
folder = pathlib.Path(sys.argv[1])
signal.signal(signal.SIGTERM, lambda *_: (folder / "told").touch())
(folder / f"begun-{time.monotonic_ns()}").touch()
time.sleep(600)
"""


def test_processes_that_are_stopped_before_they_are_reachable_end_without_a_word(tmp_path: Path) -> None:
    def stop_both() -> None:
        wait_until(lambda: len(list(tmp_path.glob("begun-*"))) == 2)
        os.kill(os.getpid(), signal.SIGTERM)

    with contextlib.ExitStack() as opened:
        sockets = tuple(opened.enter_context(contextlib.closing(each)) for each in _two_sockets())
        command = [sys.executable, "-c", BEGINNING, str(tmp_path)]
        processes = ServiceProcesses(command, (sockets[0], sockets[1]), 2)
        stopping = threading.Thread(target=stop_both)
        stopping.start()
        processes.run(lambda: pytest.fail("nothing was reachable"))
        stopping.join()
    assert processes.running == []
    assert not (tmp_path / "told").exists()


def test_a_service_that_is_stopped_while_it_starts_says_so_once(tmp_path: Path) -> None:
    environment = {**os.environ, "INKWRIGHT_HOME": str(tmp_path), "LANG": "C.UTF-8"}
    command = [sys.executable, "-m", "inkwright", "serve", "--workers", "2", "--port", "0", "--model", "rule"]
    program = subprocess.Popen(
        command, env=environment, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    wait_until(lambda: len(children_of(program.pid)) == 2)
    program.send_signal(signal.SIGINT)
    out, _ = program.communicate(timeout=PATIENCE)
    assert out.count("Stopped.") == 1
    assert program.returncode == 0


def _two_sockets() -> list[socket.socket]:
    return [socket.create_server(("127.0.0.1", 0)) for _ in range(2)]


@pytest.mark.parametrize("count", [0, -1, MAX_WORKERS + 1])
def test_a_number_of_processes_that_makes_no_sense_is_refused(count: int, tmp_path: Path) -> None:
    settings = load_settings(flags={}, environ={}, folder=tmp_path, home=tmp_path)
    with pytest.raises(InvalidOption):
        run(ServeOptions(workers=count), Shell(settings, "en", sys.stdout, sys.stdin.buffer))


def test_a_service_that_was_started_alone_inherits_nothing() -> None:
    assert inherited_sockets({}) is None
