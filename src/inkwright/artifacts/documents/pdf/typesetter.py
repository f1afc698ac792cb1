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
from pathlib import Path
from typing import Any, Final, Literal

from inkwright.artifacts import typefaces
from inkwright.artifacts.temporary_files import process_folder
from inkwright.errors import TypesettingFailed, TypesettingTimedOut
from inkwright.i18n import Reason

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
    """The file that typst wrote, and the time it took."""

    content: bytes
    seconds: float


class Typesetter:
    """A process that typesets one document after another. It may be used from any thread."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()

    def typeset(
        self, files: Mapping[str, bytes], *, output: Literal["pdf", "png"] = "pdf", timestamp: int | None = None,
        seconds: float = TYPST_SECONDS,
    ) -> TypstOutput:  # fmt: skip
        """Typeset `main.typ` in a folder that contains only these files."""
        with tempfile.TemporaryDirectory(dir=process_folder()) as folder:
            for name, content in files.items():
                (Path(folder) / name).write_bytes(content)
            request = {"root": folder, "format": output, "ppi": _PPI, "timestamp": timestamp}
            with self._lock:
                answer = self._send(request, seconds)
            if "problem" in answer:
                raise TypesettingFailed(program="typst", problem=answer["problem"])
            return TypstOutput((Path(folder) / "made").read_bytes(), answer["seconds"])

    def close(self) -> None:
        """Stop the process. The next document starts it again."""
        with self._lock:
            self._end()

    def _send(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        process = self._started()
        try:
            return self._answer(process, json.dumps(request).encode() + b"\n", seconds)
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
        received, deadline = b"", time.monotonic() + seconds
        with selectors.DefaultSelector() as selector:
            selector.register(process.stdout, selectors.EVENT_READ)
            while not received.endswith(b"\n"):
                if not selector.select(max(deadline - time.monotonic(), 0)):
                    raise TypesettingTimedOut(program="typst", seconds=round(seconds))
                piece = os.read(process.stdout.fileno(), 65_536)
                if not piece:
                    raise TypesettingFailed(program="typst", problem=Reason("reason.documents.typst_ended"))
                received += piece
        answer: dict[str, Any] = json.loads(received)
        return answer

    def _started(self) -> "subprocess.Popen[bytes]":
        if self._process is None or self._process.poll() is not None:
            self._end()
            self._process = subprocess.Popen(  # noqa: S603 - a file of this package
                [sys.executable, "-s", "-P", str(_WORKER), str(typefaces.FONT_FOLDER)],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True,
            )  # fmt: skip
        return self._process

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()
            with contextlib.suppress(OSError), self._process:
                pass  # leaving the context closes the pipes and waits for the process
            self._process = None


TYPESETTER: Final = Typesetter()
"""The shared typesetter. It starts with the first document and stops with the program."""

atexit.register(TYPESETTER.close)


def rasterise(svg: bytes, width: float, height: float) -> bytes:
    """Convert a drawing to a PNG of at most this size in centimetres. It cannot read other files."""
    files = {"main.typ": (_SVG % (width, height)).encode(), "picture.svg": svg}
    return TYPESETTER.typeset(files, output="png", seconds=5.0).content
