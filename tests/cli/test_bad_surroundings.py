"""The real program where something around it fails: no room, no right to write, a folder or a reader that goes away.

Whatever fails, the person reads a sentence and never a traceback, the exit code is one of ours, and nothing is left.
"""

import os
import resource
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.store.test_full_disks import fill, mounted

NOTES = "# Rain\n\n" + "Rain comes from the sea. The sun warms the water, and vapour rises into the sky.\n\n" * 6
COMMANDS = {
    "render": ("render", "notes.md", "-o", "out/r.docx"),
    "render pdf": ("render", "notes.md", "-o", "out/r.pdf"),
    "make": ("make", "doc", "notes.md", "--model", "rule", "--yes", "-o", "out"),
    "make quiz": ("make", "quiz", "--from", "notes.md", "--model", "rule", "--yes", "-o", "out"),
    "ask": ("ask", "What is rain?", "--model", "rule", "--json"),
    "chat": ("chat", "--model", "rule"),
}
TYPED = {"chat": b"Hello\nWhat is rain?\n"}
CODES = (0, 1, 2, 13, 14)
commands = pytest.mark.parametrize(
    "command", [name if name == "ask" else pytest.param(name, marks=pytest.mark.soak) for name in COMMANDS]
)


class Place:
    """A folder with notes, a home, a place for output and one for temporary files."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in ("home", "out", "tmp"):
            (folder / name).mkdir()
        (folder / "notes.md").write_text(NOTES, encoding="utf-8")

    def start(
        self, command: str, before: Callable[[], object] = lambda: None, stdout: int = subprocess.PIPE
    ) -> "subprocess.Popen[bytes]":
        kept = {name: value for name, value in os.environ.items() if not name.startswith("INKWRIGHT")}
        given = {"INKWRIGHT_HOME": str(self.folder / "home"), "TMPDIR": str(self.folder / "tmp"), "LANG": "C.UTF-8"}
        return subprocess.Popen(
            [sys.executable, "-m", "inkwright", *COMMANDS[command]],
            cwd=self.folder, env={**kept, **given}, preexec_fn=before,
            stdin=subprocess.PIPE, stdout=stdout, stderr=subprocess.PIPE,
        )  # fmt: skip

    def ends_well(self, program: "subprocess.Popen[bytes]", command: str, *more: int) -> None:
        """Wait for its end, and look what it said and left."""
        told = b"".join(filter(None, program.communicate(TYPED.get(command, b""), timeout=300))).decode()
        assert "Traceback" not in told, told
        assert "mistake in Inkwright" not in told, told
        assert program.returncode in (*CODES, *more), told
        left = [path.name for path in (self.folder / "tmp").iterdir() if path.name != "ballast"]
        assert left == []
        assert list(self.folder.rglob("*.part")) == []


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


@pytest.mark.soak
@pytest.mark.parametrize("size", [0, 3_000, 100_000])
@commands
def test_a_file_that_may_not_grow(place: Place, command: str, size: int) -> None:
    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    place.ends_well(place.start(command, limit), command)


@pytest.mark.soak
@pytest.mark.parametrize("state", ["full", "read-only"])
@pytest.mark.parametrize("which", ["home", "out", "tmp"])
@commands
def test_a_disk_that_is_full_or_read_only(tmp_path: Path, command: str, which: str, state: str) -> None:
    place = Place(tmp_path)
    disk = mounted(tmp_path, "4m")
    (tmp_path / which).rmdir()
    (tmp_path / which).symlink_to(disk)
    try:
        if state == "full":
            fill(disk, 0)
        else:
            subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
        place.ends_well(place.start(command), command)
    finally:
        subprocess.run(["umount", "-l", str(disk)], check=True)


@pytest.mark.soak
@pytest.mark.parametrize("seconds", [0.3, 0.8, 1.5, 2.5])
@pytest.mark.parametrize("command", ["render", "render pdf", "make", "make quiz"])
def test_a_folder_for_output_that_goes_away(place: Place, command: str, seconds: float) -> None:
    program = place.start(command)
    timer = threading.Timer(seconds, shutil.rmtree, (place.folder / "out",), {"ignore_errors": True})
    timer.start()
    place.ends_well(program, command)
    timer.join()


@commands
def test_a_reader_of_the_output_that_goes_away(place: Place, command: str) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    program = place.start(command, stdout=writing)
    os.close(writing)
    place.ends_well(program, command)


@pytest.mark.soak
@pytest.mark.parametrize("seconds", [0.2, 0.4, 0.8, 1.6, 2.4])
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
@commands
def test_a_signal_in_the_first_moments(place: Place, command: str, number: signal.Signals, seconds: float) -> None:
    """Earlier ones may reach Python before it runs our code."""
    program = place.start(command)
    time.sleep(seconds)
    program.send_signal(number)
    place.ends_well(program, command, 12, -number)
