"""Rooms on real terminals: a pty that is typed into, and tmux, which knows what is really drawn."""

import contextlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pexpect
import pyte
import pytest
from pexpect.fdpexpect import fdspawn

from inkwright.cli.terminal.columns import width

ROOM = Path(__file__).with_name("screen_program.py")
SOURCE = Path(__file__).resolve().parents[3] / "src"
SECONDS = 120
needs_tmux = pytest.mark.skipif(shutil.which("tmux") is None, reason="TMUX IS NOT INSTALLED: nothing is seen as drawn")


def room_command(folder: Path, room: str, given: str, language: str, into: str = "2> errors.txt") -> str:
    """A shell command that opens the room, then tells whether the terminal is sane, whatever happened to the room."""
    named = given
    if room != "prompt":
        file = folder / f"{uuid.uuid4().hex}.given"
        file.write_text(given, encoding="utf-8")
        named = str(file)
    words = [sys.executable, str(ROOM), room, named, language]
    return f"trap : INT; {shlex.join(words)} {into}; stty -a > stty.txt; echo OVER"


def environment(**more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in ("EDITOR", "VISUAL", "NO_COLOR", "TMUX")}
    return {**kept, "PYTHONPATH": str(SOURCE), "LC_ALL": "C.UTF-8", "TERM": "xterm-256color", **more}


class _Screen(pyte.Screen):
    """A screen that answers, as terminals do, when it is asked where its cursor is."""

    answer: Callable[[str], object] = staticmethod(lambda _written: None)

    def write_process_input(self, data: str) -> None:
        self.answer(data)


class Typed:
    """A room on a pty: type into it and wait for what is to be seen on the screen."""

    def __init__(self, folder: Path, room: str, given: str, language: str = "en", **environ: str) -> None:
        into = environ.pop("into", "2> errors.txt")
        self._folder = folder
        self._raw = ""
        self._screen = _Screen(80, 24)
        self._stream = pyte.Stream(self._screen)
        self._pty: pexpect.spawn[str] | fdspawn[str] = pexpect.spawn(
            "sh",
            ["-c", room_command(folder, room, given, language, into)],
            cwd=str(folder),
            env=environment(**environ),
            dimensions=(24, 80),
            encoding="utf-8",
            timeout=SECONDS,
        )
        self._screen.answer = self._pty.send

    def see(self, *texts: str) -> "Typed":
        """Wait until all of it is on the screen, wherever its lines break: paths of a test are of any length."""
        return self._wait(lambda: all(squeezed(text) in squeezed(self.shown) for text in texts), texts)

    def see_twice(self, text: str) -> "Typed":
        """Wait until it is on the screen a second time."""
        return self._wait(lambda: squeezed(self.shown).count(squeezed(text)) > 1, (f"{text} twice",))

    def see_no_more(self, text: str) -> "Typed":
        """Wait until it is gone from the screen."""
        return self._wait(lambda: squeezed(text) not in squeezed(self.shown), (f"no {text}",))

    def type(self, keys: str) -> "Typed":
        self._pty.send(keys)
        return self

    @property
    def shown(self) -> str:
        """What is on the screen now."""
        return "\n".join(line.rstrip() for line in self._screen.display).rstrip()

    @property
    def raw(self) -> str:
        """Everything that came, with its codes."""
        return self._raw

    def result(self) -> Any:
        """What the room gave; the terminal must be sane after it."""
        self.over()
        found = re.search(r"RESULT ([^\r\n]*)", self._raw)
        assert found, (self._folder / "errors.txt").read_text()
        return json.loads(found[1])

    def over(self) -> None:
        """Wait until the room is left, by whatever way; the terminal is as before."""
        self._wait(lambda: "OVER\r\n" in self._raw, ("OVER",))
        self._pty.close()
        modes = (self._folder / "stty.txt").read_text().replace(";", " ").split()
        assert {"echo", "icanon", "isig", "icrnl", "opost"} <= set(modes)

    def _wait(self, is_there: Callable[[], bool], wanted: tuple[str, ...]) -> "Typed":
        until = time.monotonic() + SECONDS
        while not is_there():
            assert time.monotonic() < until, f"{wanted} is not to be seen:\n{self.shown}"
            with contextlib.suppress(pexpect.TIMEOUT, pexpect.EOF):
                piece = self._pty.read_nonblocking(65_536, timeout=1)
                self._raw += piece
                self._stream.feed(piece)
        return self


class Tmux:
    """A room in tmux: what the person would see, as text."""

    def __init__(self, socket: Path, folder: Path) -> None:
        self._socket = socket
        self._folder = folder

    def __call__(self, *words: str) -> str:
        command = ["tmux", "-u", "-S", str(self._socket), "-f", "/dev/null", *words]
        done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment(), timeout=SECONDS)
        return done.stdout

    def screen(self) -> str:
        """What is on the screen and above it, without the empty end."""
        return self("capture-pane", "-p", "-S", "-").rstrip()

    def wait(self, is_seen: Callable[[str], bool]) -> str:
        """Look until it is seen; returns the screen."""
        until = time.monotonic() + SECONDS
        while not is_seen(shown := self.screen()):
            assert time.monotonic() < until, shown
            time.sleep(0.05)
        return shown

    def see(self, text: str) -> str:
        return self.wait(lambda shown: text in shown)

    def type(self, *keys: str) -> "Tmux":
        self("send-keys", *keys)
        return self

    def resize(self, columns: int, lines: int = 24) -> "Tmux":
        self("resize-window", "-x", str(columns), "-y", str(lines))
        return self

    def let_on(self) -> "Tmux":
        """Let a turn that waits go on."""
        with (self._folder / "NEXT").open("a") as gate:
            gate.write("x")
        return self


@contextlib.contextmanager
def in_tmux(
    folder: Path, room: str, given: str, language: str = "en", *, columns: int = 80, lines: int = 24
) -> Iterator[Tmux]:
    """The room in a terminal of this size."""
    socket = Path("/tmp") / f"ink-{uuid.uuid4().hex[:12]}"
    tmux = Tmux(socket, folder)
    command = f"{room_command(folder, room, given, language)}; cat"
    size = ["-x", str(columns), "-y", str(lines)]
    try:
        tmux("new-session", "-d", *size, "-c", str(folder), "sh", "-c", command)
        yield tmux
    finally:
        with contextlib.suppress(subprocess.CalledProcessError):
            tmux("kill-server")
        socket.unlink(missing_ok=True)


def widest(shown: str) -> int:
    """How many places the longest line takes."""
    return max(map(width, shown.split("\n")))


def squeezed(shown: str) -> str:
    """The text without its spaces, for what is wrapped differently at each width."""
    return re.sub(r"\s+", "", shown)
