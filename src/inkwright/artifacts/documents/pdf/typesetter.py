"""Runs typst in a separate process, which is stopped on timeout and started again for the next document.

Everything here blocks; callers that must not block use a thread."""

import atexit
import contextlib
import json
import os
import selectors
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, Literal

from inkwright.artifacts import typefaces
from inkwright.errors import InvalidOption, TypesettingFailed, TypesettingTimedOut
from inkwright.i18n import text

TYPST_SECONDS: Final = 20.0
_WORKER: Final = Path(__file__).with_name("typst_worker.py")
_PPI: Final = 200
_SVG: Final = """#set page(width: auto, height: auto, margin: 0pt, fill: white)
#let drawn = image("picture.svg")
#context {
  let size = measure(drawn)
  let scale = calc.min(1, %fcm / size.width, %fcm / size.height)
  image("picture.svg", width: size.width * scale, height: size.height * scale)
}
"""


@dataclass(frozen=True, slots=True)
class TypstOutput:
    """What typst made, and how long it took over it."""

    content: bytes
    seconds: float


class Typesetter:
    """One process that sets one document after another; any thread may ask."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()

    def typeset(
        self, files: Mapping[str, bytes], *, form: Literal["pdf", "png"] = "pdf", timestamp: int | None = None,
        seconds: float = TYPST_SECONDS,
    ) -> TypstOutput:  # fmt: skip
        """Set `main.typ`, in a folder that holds these files and nothing else."""
        with tempfile.TemporaryDirectory(prefix="inkwright-") as folder:
            for name, content in files.items():
                (Path(folder) / name).write_bytes(content)
            order = {"root": folder, "format": form, "ppi": _PPI, "timestamp": timestamp}
            with self._lock:
                answer = self._asked(order, seconds)
            if "problem" in answer:
                raise TypesettingFailed(program="typst", problem=answer["problem"])
            return TypstOutput((Path(folder) / "made").read_bytes(), answer["seconds"])

    def close(self) -> None:
        """End the process; the next document starts it again."""
        with self._lock:
            self._end()

    def _asked(self, order: dict[str, Any], seconds: float) -> dict[str, Any]:
        process = self._started()
        try:
            return self._answer(process, json.dumps(order).encode() + b"\n", seconds)
        except (TypesettingFailed, OSError) as problem:
            self._end()
            if isinstance(problem, TypesettingFailed):
                raise
            raise TypesettingFailed(program="typst", problem=str(problem)) from problem

    def _answer(self, process: "subprocess.Popen[bytes]", line: bytes, seconds: float) -> dict[str, Any]:
        assert process.stdin is not None  # noqa: S101 - both are pipes
        assert process.stdout is not None  # noqa: S101
        process.stdin.write(line)
        process.stdin.flush()
        heard, until = b"", time.monotonic() + seconds
        with selectors.DefaultSelector() as selector:
            selector.register(process.stdout, selectors.EVENT_READ)
            while not heard.endswith(b"\n"):
                if not selector.select(max(until - time.monotonic(), 0)):
                    raise TypesettingTimedOut(program="typst", seconds=round(seconds))
                piece = os.read(process.stdout.fileno(), 65_536)
                if not piece:
                    raise TypesettingFailed(program="typst", problem="its process ended, perhaps for want of memory")
                heard += piece
        answer: dict[str, Any] = json.loads(heard)
        return answer

    def _started(self) -> "subprocess.Popen[bytes]":
        if self._process is None or self._process.poll() is not None:
            self._end()
            if find_spec("typst") is None:
                raise InvalidOption(option="format", value="typst", allowed=text("en", "document.not_installed"))
            self._process = subprocess.Popen(  # noqa: S603 - our own file
                [sys.executable, "-s", "-P", str(_WORKER), str(typefaces.FONT_FOLDER)],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True,
            )  # fmt: skip
        return self._process

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()
            with contextlib.suppress(OSError), self._process:
                pass  # leaving it closes its pipes and waits for its end
            self._process = None


TYPESETTER: Final = Typesetter()
"""The one of this program: it starts with the first document and ends with the program."""

atexit.register(TYPESETTER.close)


def rasterise(svg: bytes, width: float, height: float) -> bytes:
    """A drawing as PNG, at most so large, in centimetres. It can read nothing: its folder holds it alone."""
    files = {"main.typ": (_SVG % (width, height)).encode(), "picture.svg": svg}
    return TYPESETTER.typeset(files, form="png", seconds=5.0).content
