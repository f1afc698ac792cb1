"""Vectors of texts from a .gguf file on this machine, in a separate process; `main` is that process."""

import asyncio
import json
import os
import subprocess
import sys
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from inkwright.errors import ServiceFailed
from inkwright.i18n import Reason
from inkwright.llm.embeddings import is_vector
from inkwright.llm.local_loader import has_engine, load_embedder

SUFFIX: Final = ".gguf"
_AT_ONCE: Final = 16
_MAX_TEXT: Final = 6_000
_SHORTEST: Final = 200


@dataclass(slots=True)
class LocalEmbeddingModel:
    """A model of embeddings in a file. Its process starts with the first text and ends with this one."""

    name: str
    path: Path
    _process: subprocess.Popen[str] | None = field(default=None, repr=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """Return one vector for each text, all of the same length; ServiceFailed if the file does not give them."""
        vectors: list[list[float]] = []
        for start in range(0, len(texts), _AT_ONCE):
            vectors += await asyncio.to_thread(self._answer, list(texts[start : start + _AT_ONCE]))
        return vectors

    def close(self) -> None:
        """End the process; the next text starts it again."""
        with self._lock:
            if self._process is not None:
                self._process.kill()
                self._process.communicate()
                self._process = None

    def _answer(self, texts: list[str]) -> list[list[float]]:
        if not self.path.is_file():
            raise ServiceFailed(url=str(self.path), problem=Reason("reason.llm.weights_missing"))
        if not has_engine():
            raise ServiceFailed(url=str(self.path), problem=Reason("reason.llm.library_missing"))
        with self._lock:
            process = self._running()
            try:
                assert process.stdin is not None and process.stdout is not None  # noqa: S101, PT018
                process.stdin.write(json.dumps(texts) + "\n")
                process.stdin.flush()
                vectors: list[list[float]] = json.loads(process.stdout.readline() or "[]")
            except (OSError, ValueError):
                vectors = []
        if len(vectors) != len(texts) or not all(map(is_vector, vectors)):
            self.close()
            raise ServiceFailed(url=str(self.path), problem=Reason("reason.library.no_vectors"))
        return vectors

    def _running(self) -> subprocess.Popen[str]:
        if self._process is None or self._process.poll() is not None:
            self._process = subprocess.Popen(  # noqa: S603
                [sys.executable, "-m", "inkwright.llm.local_embeddings", str(self.path)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                start_new_session=True,
            )
        return self._process


def _vector(server: Any, text: str) -> list[float] | None:
    """Return the vector of a text; of its beginning if the model reads no more."""
    size = _MAX_TEXT
    while size >= _SHORTEST:
        answer = server.handle_embeddings({"input": [text[:size] or " "]})
        if "data" in answer:
            found: list[float] = answer["data"][0]["embedding"]
            return found
        size = min(size, len(text)) // 2
    return None


def main() -> None:
    """Load the file, and answer each line of texts with a line of vectors."""
    out = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    server = load_embedder(Path(sys.argv[1]))
    for line in sys.stdin:
        out.write(json.dumps([_vector(server, text) for text in json.loads(line)]) + "\n")
        out.flush()
    os._exit(0)  # native code may still run, and nothing needs cleaning up


if __name__ == "__main__":
    main()
